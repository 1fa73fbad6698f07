/// Measuring: the values of a batch, read from the same columns as all rules read.
extension MeasureTally {
  func note(_ evaluator: inout Evaluator) {
    let objects = evaluator.lanes(of: code.section)
    if objects.isEmpty { return }
    let record = evaluator.values.column(ProgramBuilder.recordPath)
    let condition =
      code.condition < 0
      ? Answer(yes: objects, no: .none) : evaluator.judge(code.condition, record, objects)
    let lanes = condition.yes
    if code.condition >= 0, evaluator.tables.instructions[code.condition].code == .both {
      let known = lanes | condition.no | condition.limited | condition.unreadable
      nullCount &+= (objects - known).count
    }
    // A share of `count` is one of all records, or of the section; of other measures one of those
    // that are measured.
    let base = code.measure == .count ? objects : lanes
    if base.isEmpty { return }
    if let groups { findGroups(groups, base, &evaluator) }
    if code.measure == .count {
      count(.judged, base, record, &evaluator)
      count(.taken, lanes, record, &evaluator)
      count(.mistyped, condition.limited, record, &evaluator)
    } else if code.walk < 0 {
      measure(evaluator.values.column(code.path), lanes, &evaluator)
    } else {
      let unreadable = evaluator.values.unreadableLanes(ofWalk: code.walk, record, lanes)
      count(.judged, unreadable, record, &evaluator)
      count(.mistyped, unreadable, record, &evaluator)
      evaluator.forEachFrame(.walk(code.walk), of: record, lanes - unreadable, path: code.path) {
        evaluator, frame in
        measure(frame, evaluator.columns[frame].lanes, &evaluator)
        return .none
      }
    }
  }

  @inline(__always)
  private func group(_ column: ColumnNumber, _ lane: Lane, _ evaluator: inout Evaluator) -> Int {
    hasGroups ? Int(groupOfLane[evaluator.columns[column].record(lane)]) : 0
  }

  private func count(
    _ count: Count, _ lanes: Lanes, _ column: ColumnNumber, _ evaluator: inout Evaluator
  ) {
    if lanes.isEmpty { return }
    guard hasGroups else { return self.count(count, lanes.count) }
    for lane in lanes { self.count(count, 1, in: group(column, lane, &evaluator)) }
  }

  // MARK: Values

  private func measure(_ column: ColumnNumber, _ lanes: Lanes, _ evaluator: inout Evaluator) {
    count(.judged, lanes, column, &evaluator)
    let present = lanes & evaluator.columns[column].values
    let unreadable = (lanes - present) & evaluator.columns[column].unreadables
    let types = code.types
    let typed = types.isEmpty ? present : evaluator.including(types, column, present)
    var mistyped = (present - typed) | unreadable
    if code.measure == .missing {
      count(.taken, lanes - present - unreadable, column, &evaluator)
    } else {
      let taken = take(column, typed, &evaluator)
      mistyped |= typed - taken
      if !code.isLength { count(.taken, taken, column, &evaluator) }
    }
    count(.mistyped, mistyped, column, &evaluator)
  }

  /// Measures the values in some lanes; returns the lanes of those that can be measured.
  private func take(_ column: ColumnNumber, _ lanes: Lanes, _ evaluator: inout Evaluator) -> Lanes {
    switch code.measure {
    case .count, .missing: return .none
    case .present:
      guard let cover else { return lanes }
      return takeCovered(cover, column, lanes, &evaluator)
    case .distinct, .duplicates:
      takeDistinct(column, lanes, &evaluator)
      return lanes
    case .sum, .mean, .stddev:
      guard let sums else { return .none }
      return takeNumbers(column, lanes, &evaluator) {
        sums.add($0, to: $1)
      } large: {
        sums.add($0, to: $1)
      }
    case .quantile:
      guard let numbers else { return .none }
      return takeNumbers(column, lanes, &evaluator) {
        numbers.add($0, to: $1)
      } large: {
        numbers.add($0, to: $1)
      }
    case .min, .max: return takeExtremes(column, lanes, &evaluator)
    case .minLength, .maxLength:
      let texts = lanes & evaluator.columns[column].texts
      takeLengths(column, texts, &evaluator)
      return texts
    }
  }

  /// Looks values up in a reference; returns the lanes of those that may occur in one.
  private func takeCovered(
    _ cover: CoverTally, _ column: ColumnNumber, _ lanes: Lanes, _ evaluator: inout Evaluator
  ) -> Lanes {
    let scalars =
      lanes - evaluator.columns[column].objects - evaluator.columns[column].arrays
    let (nodes, first) = evaluator.values.nodes(column)
    for lane in scalars {
      cover.take(evaluator.columns[column].kind(lane), nodes[first &+ lane].bytes)
    }
    return scalars
  }

  /// The values that may be numbers, read as small decimals as far as they are such.
  @inline(__always)
  private func numbers(
    _ column: ColumnNumber, _ lanes: Lanes, _ evaluator: inout Evaluator
  ) -> (all: Lanes, small: Lanes) {
    let all = lanes & (evaluator.columns[column].numbers | evaluator.columns[column].cells)
    evaluator.values.readDecimals(column, all)
    return (all, all & evaluator.columns[column].smallNumbers)
  }

  /// Takes the numbers of a column, each with its group; returns the lanes of numbers.
  ///
  /// - Parameter large: takes a number of many digits; false if it is out of range.
  @inline(__always)
  private func takeNumbers(
    _ column: ColumnNumber, _ lanes: Lanes, _ evaluator: inout Evaluator,
    small takeSmall: (SmallDecimal, Int) -> Void, large takeLarge: (Decimal, Int) -> Bool
  ) -> Lanes {
    let (all, small) = numbers(column, lanes, &evaluator)
    let decimals = evaluator.columns[column].decimals
    if hasGroups {
      for lane in small { takeSmall(decimals[lane], group(column, lane, &evaluator)) }
    } else {
      for lane in small { takeSmall(decimals[lane], 0) }
    }
    var taken = small
    if all != small {
      let (nodes, first) = evaluator.values.nodes(column)
      for lane in all - small {
        guard let number = Decimal.parse(nodes[first &+ lane].bytes) else { continue }
        taken |= Lanes(lane)
        let group = group(column, lane, &evaluator)
        if !takeLarge(number, group) { count(.outOfRange, 1, in: group) }
      }
    }
    return taken
  }

  private func takeDistinct(_ column: ColumnNumber, _ lanes: Lanes, _ evaluator: inout Evaluator) {
    for lane in lanes {
      var key = evaluator.fingerprint(column, lane)
      let group = group(column, lane, &evaluator)
      if let groups {
        key = Fingerprint.combine(groups[group], key, evaluator.program.hashKeys)
      }
      takeDistinct(key, in: group)
    }
  }

  private func takeLengths(_ column: ColumnNumber, _ lanes: Lanes, _ evaluator: inout Evaluator) {
    let (nodes, first) = evaluator.values.nodes(column)
    let unit = evaluator.program.lengthUnit
    for lane in lanes {
      let length = TextLength.measure(nodes[first &+ lane].bytes, unit)
      take(length: length, in: group(column, lane, &evaluator))
    }
  }

  /// Returns the lanes of values that are comparable.
  private func takeExtremes(
    _ column: ColumnNumber, _ lanes: Lanes, _ evaluator: inout Evaluator
  ) -> Lanes {
    let greatest = code.measure == .max
    var taken = Lanes.none
    switch code.kind {
    case .numbers:
      let (all, small) = numbers(column, lanes, &evaluator)
      let (nodes, first) = evaluator.values.nodes(column)
      let decimals = evaluator.columns[column].decimals
      for lane in small {
        extremes[group(column, lane, &evaluator)].take(
          decimals[lane], nodes[first &+ lane].bytes, greatest: greatest)
      }
      taken = small
      for lane in all - small {
        let bytes = nodes[first &+ lane].bytes
        guard let number = Decimal.parse(bytes) else { continue }
        taken |= Lanes(lane)
        extremes[group(column, lane, &evaluator)].take(number, bytes, greatest: greatest)
      }
    case .texts:
      let (nodes, first) = evaluator.values.nodes(column)
      taken = lanes & evaluator.columns[column].texts
      for lane in taken {
        extremes[group(column, lane, &evaluator)].take(
          text: nodes[first &+ lane].bytes, greatest: greatest)
      }
    case .instants, .dates, .dateTimes, .times:
      let (nodes, first) = evaluator.values.nodes(column)
      let local = evaluator.columns[column].localTimes
      let dated =
        code.time.readsNumbers
        ? evaluator.columns[column].numbers | evaluator.columns[column].cells
        : evaluator.columns[column].texts
      for lane in lanes & dated {
        let bytes = nodes[first &+ lane].bytes
        guard let instant = code.time.instant(bytes, isLocal: local.contains(lane)) else {
          continue
        }
        taken |= Lanes(lane)
        extremes[group(column, lane, &evaluator)].take(instant, bytes, greatest: greatest)
      }
    }
    return taken
  }

  // MARK: Groups

  /// Finds the group of each record.
  private func findGroups(
    _ groups: FingerprintTable, _ lanes: Lanes, _ evaluator: inout Evaluator
  ) {
    for lane in lanes {
      let (number, isNew) = groups.number(of: evaluator.groupKey(groupPaths, lane))
      if isNew {
        addGroup(evaluator.groupLabel(groupPaths, lane), evaluator.values.positions[lane])
      }
      groupOfLane[lane] = Int32(number)
    }
  }
}
