/// The verdict over what a run has measured.
extension MeasureFact {
  var statistics: RuleStatistics {
    guard case .measure(let measurement) = run.program.ruleSet.tableRules[index].statement else {
      return coverStatistics
    }
    var statistics =
      run.keys.attempt { () throws(TemporaryFileError) in try self.statistics(measurement) }
      ?? RuleStatistics()
    if measurement.conditionIsStatement { statistics.partLeftOut = nullCount }
    return statistics
  }

  /// The values that were measured are masked.
  private var hidesValues: Bool {
    code.path >= 0 && [false, true].contains { run.program.hides(code.path, isCSV: $0) }
  }

  private func statistics(
    _ measurement: Measurement
  ) throws(TemporaryFileError) -> RuleStatistics {
    var findings = GroupFindings(
      code, measurement, now: run.now, footer: footers?.digits, hidesValues: hidesValues,
      worstMaximum: run.samplesMaximum)
    try judgeGroups(measurement, &findings)
    var table = TableStatistics()
    table.bounds = measurement.writtenBounds.map { $0.with(footer: footers?.digits) }
    table.judged = findings.judged
    table.mistyped = findings.mistyped
    if hasGroups {
      table.groups = TableStatistics.Groups(
        count: findings.count, failed: findings.failed,
        by: measurement.groups.map(\.description), worst: findings.worst)
      guard findings.count > 0 else {
        table.reason = "no values"
        return RuleStatistics(table, groups: 1, failed: measurement.passesEmpty ? 0 : 1)
      }
    } else if let only = findings.only {
      table.measured = only.measured
      table.error = only.error
      table.reason = only.reason
    }
    if let footers, footers.digits == nil { table.reason = table.reason ?? "no footer" }
    return RuleStatistics(table, groups: findings.count, failed: findings.failed)
  }

  private func judgeGroups(
    _ measurement: Measurement, _ findings: inout GroupFindings
  ) throws(TemporaryFileError) {
    settleNumbers()
    let rank = { (group: MeasuredGroup) in
      NumberTable.rank(measurement.position ?? "0", of: group.cell.taken)
    }
    if let spilled = try gatherSpilled() {
      var gathered = findings
      try spilled.eachGroup { key, group, numbers in
        gathered.take(group, numbers?.numbers(at: [rank(group)])[0])
      }
      findings = gathered
      return
    }
    // At once, which is faster.
    let quantiles = numbersTable?.numbers(at: groups.map(rank))
    for (number, group) in groups.enumerated() { findings.take(group, quantiles?[number]) }
  }

  /// The statistics of a rule about the values of a reference.
  private var coverStatistics: RuleStatistics {
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
}
