/// The findings of a run about the names that a rule about columns lists.
final class ColumnFact: TableFact {
  let index: Int
  private let code: ColumnCode
  private var found = ColumnFindings()

  init(_ code: ColumnCode) {
    index = code.index
    self.code = code
  }

  func makeTally() -> any Tally { ColumnTally(self, code) }

  func take(header: [String]) {
    let tally = ColumnTally(self, code)
    tally.judge(header: header)
    add(tally.findings)
  }

  func add(_ new: ColumnFindings) {
    found.judged += new.judged
    found.hasNames = found.hasNames || new.hasNames
    if !new.missing.isEmpty {
      let missing = (found.missing + new.missing).exactly
      found.missing = code.names.filter { missing.contains(ExactText($0)) }
    }
    ColumnFindings.add(new.further, to: &found.further)
    ColumnFindings.add(new.twice, to: &found.twice)
    found.isOutOfOrder = found.isOutOfOrder || new.isOutOfOrder
  }

  var statistics: RuleStatistics {
    var table = TableStatistics()
    table.judged = found.judged
    table.columns = found
    if !found.hasNames { table.reason = "no values" }
    let passes =
      found.hasNames && found.missing.isEmpty && found.further.isEmpty && found.twice.isEmpty
      && !found.isOutOfOrder
    return RuleStatistics(table, groups: 1, failed: passes ? 0 : 1)
  }

  // MARK: Partial results

  func write(to entries: PartialEntries) { entries.add(.counts, of: index) { $0.add(found) } }

  func replay(
    _ entry: TableEntry, _ decoder: inout PartialDecoder, _ replay: Replay
  ) throws(PartialDamage) {
    guard entry == .counts else { throw PartialDamage() }
    let new: ColumnFindings = try decoder.read()
    _ = try PartialDecoder.total(found.judged, new.judged)
    add(new)
  }
}

extension ColumnFindings: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&judged)
    try coder.code(&hasNames)
    try coder.code(&missing)
    try coder.code(&further)
    try coder.code(&twice)
    try coder.code(&isOutOfOrder)
  }
}
