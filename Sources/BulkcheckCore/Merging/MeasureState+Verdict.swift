/// The verdict over what a run has measured.
extension MeasureState {
  /// What is said of one group.
  private struct Finding {
    var figure: TableFigure?
    var reason: String?
    var fails: Bool
  }

  /// - Parameters:
  ///   - now: the date-time of the run.
  ///   - hidesValues: an extreme is a value that is masked.
  ///   - groupsMaximum: failing groups that are shown.
  func statistics(
    _ measurement: Measurement, now: String?, hidesValues: Bool, groupsMaximum: Int
  ) -> RuleStatistics {
    var table = TableStatistics()
    table.bounds = measurement.writtenBounds
    countNumbers()
    // What is known of some groups only would depend on where the input was cut.
    guard !hasTooManyGroups else {
      table.reason = "too many groups"
      return RuleStatistics(table, groups: 1, failed: 1)
    }
    for group in groups {
      table.judged += group.cell.judged
      table.mistyped += group.cell.mistyped
    }
    guard !groups.isEmpty else {
      table.reason = "no values"
      table.groups = shown([], [], measurement, hidesValues: hidesValues)
      return RuleStatistics(table, groups: 1, failed: measurement.passesEmpty ? 0 : 1)
    }
    let bounds = measurement.bounds.map { FigureBound($0, code.time, now: now) }
    let quantiles = quantiles(measurement)
    let findings = groups.indices.map { number in
      finding(groups[number], quantiles?[number], measurement, bounds)
    }
    let failed = findings.indices.filter { findings[$0].fails }
    if hasGroups {
      let worst = worstFirst(failed, findings, bounds).prefix(groupsMaximum)
      table.groups = shown(Array(worst), findings, measurement, hidesValues: hidesValues)
      table.groups?.failed = failed.count
    } else {
      table.measured = text(findings[0], of: groups[0], hidesValues: hidesValues)
      table.reason = findings[0].reason
    }
    return RuleStatistics(table, groups: groups.count, failed: failed.count)
  }

  /// What is said of the values of a reference.
  func coverStatistics(hidesValues: Bool) -> RuleStatistics {
    var table = TableStatistics()
    table.judged = groups[0].cell.judged
    table.mistyped = groups[0].cell.mistyped
    guard let (missing, total) = cover?.missing else { return RuleStatistics() }
    let first = hidesValues ? [] : Array(missing.prefix(CoverState.shownMaximum))
    table.uncovered = .init(count: missing.count, total: total, first: first)
    if groups[0].cell.taken == 0 {
      table.reason = "no values"
    } else {
      table.measured = "\(missing.count)"
    }
    return RuleStatistics(table, groups: 1, failed: missing.isEmpty ? 0 : 1)
  }

  private func shown(
    _ worst: [Int], _ findings: [Finding], _ measurement: Measurement, hidesValues: Bool
  ) -> TableStatistics.Groups {
    TableStatistics.Groups(
      count: groups.count, failed: 0, by: measurement.groups.map(\.description),
      worst: worst.map { number in
        TableStatistics.Group(
          value: groups[number].label ?? "null",
          measured: text(findings[number], of: groups[number], hidesValues: hidesValues),
          judged: groups[number].cell.judged, mistyped: groups[number].cell.mistyped,
          reason: findings[number].reason)
      })
  }

  /// The figure, unless it is a value that is masked: the sum and the mean of one value are.
  private func text(_ finding: Finding, of group: Group, hidesValues: Bool) -> String? {
    let isOfOne = group.cell.taken == 1 && (code.measure == .sum || code.measure == .mean)
    let isValue = isOfOne || code.isExtreme || code.measure == .quantile
    return finding.figure.map { hidesValues && isValue ? MaskedText.value : $0.text }
  }

  /// The quantile of each group; nil for other measures.
  private func quantiles(_ measurement: Measurement) -> [BigDecimal?]? {
    guard let numbersTable, let position = measurement.position else { return nil }
    return numbersTable.numbers(
      at: groups.map { NumberTable.rank(position, of: $0.cell.taken) })
  }

  private func finding(
    _ group: Group, _ quantile: BigDecimal??, _ measurement: Measurement, _ bounds: [FigureBound]
  ) -> Finding {
    if group.cell.outOfRange > 0 { return Finding(reason: "out of range", fails: true) }
    if hasTooManyNumbers { return Finding(reason: "too many values", fails: true) }
    let figure =
      code.measure == .quantile
      ? quantile.flatMap { $0 }.map { TableFigure.number($0) } : figure(group)
    guard let figure else {
      return Finding(reason: "no values", fails: !measurement.passesEmpty)
    }
    return Finding(figure: figure, fails: !bounds.allSatisfy { $0.holds(figure) })
  }

  /// Nil if nothing was measured.
  private func figure(_ group: Group) -> TableFigure? {
    let cell = group.cell
    switch code.measure {
    case .count, .missing: return .count(cell.taken, of: cell.judged)
    case .present: return cell.judged == 0 ? nil : .count(cell.taken, of: cell.judged)
    case .distinct: return cell.taken == 0 ? nil : .count(group.distinct, of: cell.judged)
    case .duplicates:
      return cell.taken == 0 ? nil : .count(cell.taken - group.distinct, of: cell.judged)
    case .sum: return cell.taken == 0 ? nil : .number(BigDecimal(group.sum))
    case .mean: return cell.taken == 0 ? nil : .mean(BigDecimal(group.sum), cell.taken)
    case .stddev:
      guard cell.taken > 1 else { return nil }
      return .deviation(
        sum: BigDecimal(group.sum), squares: BigDecimal(group.squares), cell.taken)
    case .minLength, .maxLength: return cell.taken == 0 ? nil : .count(cell.length, of: 0)
    case .min, .max: return extreme(group.extreme)
    case .quantile: return nil
    }
  }

  private func extreme(_ extreme: MeasuredExtreme) -> TableFigure? {
    guard extreme.isSet else { return nil }
    switch code.kind {
    case .numbers:
      return ByteView.with(extreme.text) { bytes in
        Decimal.parse(bytes).map {
          $0.isInRange ? .number(BigDecimal($0)) : .farNumber(extreme.text)
        }
      }
    case .texts: return .text(extreme.text)
    case .instants, .dates, .dateTimes, .times: return .instant(extreme.text)
    }
  }

  /// Groups without a value first, then by their distance from the bound that they break, then by
  /// name.
  private func worstFirst(
    _ failed: [Int], _ findings: [Finding], _ bounds: [FigureBound]
  ) -> [Int] {
    let distances = failed.map { number -> BigDecimal? in
      guard let figure = findings[number].figure else { return nil }
      return bounds.filter { !$0.holds(figure) }.compactMap { bound in
        bound.distance(of: figure).map { $0.isNegative ? $0.negated : $0 }
      }.max() ?? BigDecimal(0)
    }
    return zip(failed, distances).sorted { one, other in
      switch (one.1, other.1) {
      case (nil, nil): break
      case (nil, _): return true
      case (_, nil): return false
      case (let left?, let right?): if left != right { return right < left }
      }
      return groups[one.0].label ?? "" < groups[other.0].label ?? ""
    }.map(\.0)
  }
}

extension RuleStatistics {
  /// Of a rule about the table.
  init(_ table: TableStatistics, groups: Int, failed: Int) {
    self.init()
    self.table = table
    counts.failed = failed
    counts.passed = groups - failed
  }
}
