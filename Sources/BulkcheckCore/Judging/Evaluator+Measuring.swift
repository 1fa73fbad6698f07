/// Rules about the table: each measures the records of the batch, from the same columns as all
/// other rules.
extension Evaluator {
  /// Measures the objects of the batch for every table rule.
  mutating func measure() {
    for tally in statistics.measures where tally.code.isRun { measure(tally) }
    for (index, tally) in statistics.orders { judgeOrder(tally, of: index) }
    for (_, tally) in statistics.columns {
      tally.count(records: values.objects.count)
      // In CSV the header says it, once.
      if isCSV { continue }
      if !tally.states.isEmpty {
        noteNames(tally)
        continue
      }
      for lane in values.objects {
        tally.judge(
          values.chunk[max(0, values.positions[lane].start)..<values.positions[lane].end],
          &values.arena)
      }
    }
  }

  /// Notes which of the listed names are missing: those without a value in the table.
  private mutating func noteNames(_ tally: ColumnTally) {
    if values.objects.isEmpty { return }
    tally.noteNames()
    var named = Lanes.none
    for number in tally.states.indices {
      var found = Lanes.none
      for state in tally.states[number] { found |= values.table.present[state] }
      named |= found
      if tally.match == .subset, !(values.objects - found).isEmpty { tally.noteMissing(number) }
    }
    if tally.match == .partial, !(values.objects - named).isEmpty {
      for number in tally.states.indices { tally.noteMissing(number) }
    }
  }

  private mutating func measure(_ tally: MeasureTally) {
    let code = tally.code
    let record = values.column(ProgramBuilder.recordPath)
    let lanes =
      code.condition < 0 ? values.objects : judge(code.condition, record, values.objects).yes
    // A share of `count` is one of all records, of other measures one of those that are measured.
    let base = code.measure == .count ? values.objects : lanes
    if base.isEmpty { return }
    if tally.hasGroups { findGroups(tally, base) }
    if code.measure == .count {
      count(tally, .judged, base, record)
      count(tally, .taken, lanes, record)
    } else if code.walk < 0 {
      measureValues(tally, values.column(code.path), lanes)
    } else {
      let unreadable = values.unreadableLanes(ofWalk: code.walk, record, lanes)
      count(tally, .judged, unreadable, record)
      count(tally, .mistyped, unreadable, record)
      forEachFrame(.walk(code.walk), of: record, lanes - unreadable, path: code.path) {
        evaluator, frame in
        evaluator.measureValues(tally, frame, evaluator.columns[frame].lanes)
        return .none
      }
    }
  }

  @inline(__always)
  private mutating func group(_ tally: MeasureTally, _ column: Int32, _ lane: Int32) -> Int {
    tally.hasGroups ? Int(tally.groupOfLane[columns[column].record(lane)]) : 0
  }

  private mutating func count(
    _ tally: MeasureTally, _ count: MeasureTally.Count, _ lanes: Lanes, _ column: Int32
  ) {
    if lanes.isEmpty { return }
    guard tally.hasGroups else { return tally.count(count, lanes.count) }
    for lane in lanes { tally.count(count, 1, in: group(tally, column, lane)) }
  }

  // MARK: Values

  private mutating func measureValues(_ tally: MeasureTally, _ column: Int32, _ lanes: Lanes) {
    count(tally, .judged, lanes, column)
    let present = lanes & columns[column].values
    let unreadable = (lanes - present) & columns[column].unreadables
    let types = tally.code.types
    let typed = types.isEmpty ? present : including(types, column, present)
    let mistyped = (present - typed) | unreadable
    switch tally.code.measure {
    case .count: return
    case .missing:
      count(tally, .mistyped, mistyped, column)
      count(tally, .taken, lanes - present - unreadable, column)
    case .present where tally.cover != nil:
      let taken = takeCovered(tally, column, typed)
      count(tally, .mistyped, mistyped | (typed - taken), column)
      count(tally, .taken, taken, column)
    case .present:
      count(tally, .mistyped, mistyped, column)
      count(tally, .taken, typed, column)
    case .distinct, .duplicates:
      count(tally, .mistyped, mistyped, column)
      count(tally, .taken, typed, column)
      takeDistinct(tally, column, typed)
    case .sum, .mean, .stddev:
      let taken = addNumbers(tally, column, typed)
      count(tally, .mistyped, mistyped | (typed - taken), column)
    case .min, .max:
      let taken = takeExtremes(tally, column, typed)
      count(tally, .mistyped, mistyped | (typed - taken), column)
    case .minLength, .maxLength:
      let texts = typed & columns[column].texts
      count(tally, .mistyped, mistyped | (typed - texts), column)
      takeLengths(tally, column, texts)
    case .quantile:
      let taken = countNumbers(tally, column, typed)
      count(tally, .mistyped, mistyped | (typed - taken), column)
    }
  }

  /// Looks values up in a reference; returns the lanes of those that may occur in one.
  private mutating func takeCovered(
    _ tally: MeasureTally, _ column: Int32, _ lanes: Lanes
  ) -> Lanes {
    guard let cover = tally.cover else { return .none }
    let scalars = lanes - columns[column].objects - columns[column].arrays
    let (nodes, first) = values.nodes(column)
    for lane in scalars { cover.take(columns[column].kind(lane), nodes[first &+ lane].bytes) }
    return scalars
  }

  /// The values that may be numbers, read as small decimals as far as they are such.
  @inline(__always)
  private mutating func numbers(_ column: Int32, _ lanes: Lanes) -> (all: Lanes, small: Lanes) {
    let all = lanes & (columns[column].numbers | columns[column].cells)
    values.readDecimals(column, all)
    return (all, all & columns[column].smallNumbers)
  }

  /// Adds each number to the sums; returns the lanes of numbers.
  private mutating func addNumbers(
    _ tally: MeasureTally, _ column: Int32, _ lanes: Lanes
  ) -> Lanes {
    guard let sums = tally.sums else { return .none }
    return takeNumbers(tally, column, lanes) {
      sums.add($0, to: $1)
    } large: {
      sums.add($0, to: $1)
    }
  }

  /// Counts each number for a quantile; returns their lanes.
  private mutating func countNumbers(
    _ tally: MeasureTally, _ column: Int32, _ lanes: Lanes
  ) -> Lanes {
    guard let table = tally.numbers else { return .none }
    return takeNumbers(tally, column, lanes) {
      table.add($0, to: $1)
    } large: {
      table.add($0, to: $1)
    }
  }

  /// Takes the numbers of a column, each with its group; returns the lanes of numbers.
  ///
  /// - Parameter large: takes a number of many digits; false if it is out of range.
  @inline(__always)
  private mutating func takeNumbers(
    _ tally: MeasureTally, _ column: Int32, _ lanes: Lanes,
    small takeSmall: (SmallDecimal, Int) -> Void, large takeLarge: (Decimal, Int) -> Bool
  ) -> Lanes {
    let (all, small) = numbers(column, lanes)
    let decimals = columns[column].decimals
    if tally.hasGroups {
      for lane in small { takeSmall(decimals[lane], group(tally, column, lane)) }
    } else {
      for lane in small { takeSmall(decimals[lane], 0) }
    }
    var taken = small
    if all != small {
      let (nodes, first) = values.nodes(column)
      for lane in all - small {
        guard let number = Decimal.parse(nodes[first &+ lane].bytes) else { continue }
        taken |= Lanes(lane)
        let group = group(tally, column, lane)
        if !takeLarge(number, group) { tally.count(.outOfRange, 1, in: group) }
      }
    }
    count(tally, .taken, taken, column)
    return taken
  }

  private mutating func takeDistinct(_ tally: MeasureTally, _ column: Int32, _ lanes: Lanes) {
    for lane in lanes {
      var key = fingerprint(column, lane)
      let group = group(tally, column, lane)
      if let groups = tally.groups {
        key = Fingerprint.combine(groups[group], key, program.hashKeys)
      }
      tally.takeDistinct(key, in: group)
    }
  }

  /// The fingerprint of the value in a lane.
  @inline(__always)
  private mutating func fingerprint(_ column: Int32, _ lane: Int32) -> Fingerprint {
    let isNumber = columns[column].numbers.contains(lane)
    guard isNumber || columns[column].texts.contains(lane) else {
      return fingerprint(of: values.value(column, lane))
    }
    let (nodes, first) = values.nodes(column)
    let bytes = nodes[first &+ lane].bytes
    guard bytes.count <= FingerprintCache.bytesMaximum else {
      return fingerprint(of: bytes, isNumber: isNumber)
    }
    return fingerprints.fingerprint(bytes, isNumber: isNumber) {
      fingerprint(of: bytes, isNumber: isNumber)
    }
  }

  private mutating func takeLengths(_ tally: MeasureTally, _ column: Int32, _ lanes: Lanes) {
    let (nodes, first) = values.nodes(column)
    let unit = program.lengthUnit
    for lane in lanes {
      let length = TextLength.measure(nodes[first &+ lane].bytes, unit)
      tally.take(length: length, in: group(tally, column, lane))
    }
  }

  // MARK: Extremes

  /// Returns the lanes of values that are comparable.
  private mutating func takeExtremes(
    _ tally: MeasureTally, _ column: Int32, _ lanes: Lanes
  ) -> Lanes {
    let greatest = tally.code.measure == .max
    var taken = Lanes.none
    switch tally.code.kind {
    case .numbers:
      let (all, small) = numbers(column, lanes)
      let (nodes, first) = values.nodes(column)
      let decimals = columns[column].decimals
      for lane in small {
        tally.extremes[group(tally, column, lane)].take(
          decimals[lane], nodes[first &+ lane].bytes, greatest: greatest)
      }
      taken = small
      for lane in all - small {
        let bytes = nodes[first &+ lane].bytes
        guard let number = Decimal.parse(bytes) else { continue }
        taken |= Lanes(lane)
        tally.extremes[group(tally, column, lane)].take(number, bytes, greatest: greatest)
      }
    case .texts:
      let (nodes, first) = values.nodes(column)
      taken = lanes & columns[column].texts
      for lane in taken {
        tally.extremes[group(tally, column, lane)].take(
          text: nodes[first &+ lane].bytes, greatest: greatest)
      }
    case .instants, .dates, .dateTimes, .times:
      let (nodes, first) = values.nodes(column)
      for lane in lanes & columns[column].texts {
        let bytes = nodes[first &+ lane].bytes
        guard let instant = tally.code.time.instant(bytes) else { continue }
        taken |= Lanes(lane)
        tally.extremes[group(tally, column, lane)].take(instant, bytes, greatest: greatest)
      }
    }
    count(tally, .taken, taken, column)
    return taken
  }

  // MARK: Groups

  /// Finds the group of each record.
  private mutating func findGroups(_ tally: MeasureTally, _ lanes: Lanes) {
    guard let groups = tally.groups else { return }
    let start = tally.code.groupStart
    let end = start + tally.code.groupCount
    for part in start..<end { _ = values.column(program.tables.partPaths[part]) }
    for lane in lanes {
      let (number, isNew) = groups.number(of: groupKey(start, end, lane))
      if isNew { tally.addGroup(groupLabel(start, end, lane)) }
      tally.groupOfLane[lane] = Int32(number)
    }
  }

  private mutating func groupKey(_ start: Int32, _ end: Int32, _ lane: Int32) -> Fingerprint {
    var key = fingerprint(program.tables.partPaths[start], lane)
    for part in (start + 1)..<end {
      let next = fingerprint(program.tables.partPaths[part], lane)
      key = Fingerprint.combine(key, next, program.hashKeys)
    }
    return key
  }

  /// The values of a group's first record as JSON text: `null` where one is missing.
  private mutating func groupLabel(_ start: Int32, _ end: Int32, _ lane: Int32) -> String {
    var labels: [String] = []
    for part in start..<end {
      let path = values.column(program.tables.partPaths[part])
      let place = values.shownNode(columns[path].place(lane))
      let isThere = columns[path].values.contains(lane) && place >= 0
      labels.append(isThere ? values.shownLabel(place, at: path) : "null")
    }
    return labels.count == 1 ? labels[0] : "[" + labels.joined(separator: ", ") + "]"
  }
}
