/// The findings of a run so far about the names that a rule about columns lists.
final class ColumnState {
  private let tally: ColumnTally
  private let names: [String]
  private var judged = 0
  private var hasNames = false
  private var missing: Set<ExactText> = []
  private var further: [String] = []
  private var twice: [String] = []
  private var isOutOfOrder = false

  init(_ names: [String], _ match: ColumnMatch) {
    self.names = names
    tally = ColumnTally(names, match)
  }

  func judge(header: [String]) {
    tally.clear()
    tally.judge(header: header)
    add(tally.findings)
  }

  func add(_ found: ColumnFindings) {
    judged += found.judged
    if found.hasNames { hasNames = true }
    missing.formUnion(found.missing.exactly)
    for name in found.further where further.count < ColumnTally.furtherMaximum {
      if !further.contains(where: { $0.isExactly(name) }) { further.append(name) }
    }
    for name in found.twice where twice.count < ColumnTally.furtherMaximum {
      if !twice.contains(where: { $0.isExactly(name) }) { twice.append(name) }
    }
    if found.isOutOfOrder { isOutOfOrder = true }
  }

  var findings: ColumnFindings {
    var findings = ColumnFindings()
    findings.judged = judged
    findings.hasNames = hasNames
    findings.missing = names.filter { missing.contains(ExactText($0)) }
    findings.further = further
    findings.twice = twice
    findings.isOutOfOrder = isOutOfOrder
    return findings
  }

  var statistics: RuleStatistics {
    var table = TableStatistics()
    table.judged = judged
    table.columns = findings
    if !hasNames { table.reason = "no values" }
    let passes =
      hasNames && missing.isEmpty && further.isEmpty && twice.isEmpty && !isOutOfOrder
    return RuleStatistics(table, groups: 1, failed: passes ? 0 : 1)
  }

  // MARK: Partial results

  func write(to encoder: inout PartialEncoder) {
    encoder.add(judged)
    encoder.add(hasNames)
    encoder.add(findings.missing)
    encoder.add(further)
    encoder.add(twice)
    encoder.add(isOutOfOrder)
  }

  func replay(_ decoder: inout PartialDecoder) throws(PartialDamage) {
    var found = ColumnFindings()
    found.judged = try decoder.number()
    _ = try PartialDecoder.total(judged, found.judged)
    found.hasNames = try decoder.flag()
    found.missing = try decoder.texts()
    found.further = try decoder.texts()
    found.twice = try decoder.texts()
    found.isOutOfOrder = try decoder.flag()
    add(found)
  }
}
