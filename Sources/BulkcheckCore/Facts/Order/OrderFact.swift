/// The findings of a run about the order of its records.
final class OrderFact: TableFact {
  let index: Int
  private let code: OrderCode
  private var found = OrderFindings()
  /// The place of the last record; nil if that came from a partial result.
  private var lastPlace: FirstOccurrence?

  init(_ code: OrderCode) {
    index = code.index
    self.code = code
  }

  func makeTally() -> any Tally { OrderTally(self, code) }

  /// Adds what was found of the records that follow.
  func add(_ other: OrderFindings, at lastPlace: FirstOccurrence?) {
    found.counts.add(other.counts)
    if let ends = other.ends {
      if let before = found.ends, !code.holds(before.last, ends.first) {
        found.counts.outOfOrder += 1
        if found.violation == nil { found.violation = ends.sample }
      }
      found.ends = found.ends ?? ends
      found.ends?.last = ends.last
      self.lastPlace = lastPlace
    }
    if found.violation == nil { found.violation = other.violation }
  }

  var statistics: RuleStatistics {
    var table = TableStatistics()
    table.judged = found.counts.judged
    table.mistyped = found.counts.mistyped
    table.skipped = found.counts.skipped
    if found.ends == nil {
      table.reason = "no values"
    } else {
      table.measured = "\(found.counts.outOfOrder)"
    }
    let passes = found.ends != nil && found.counts.outOfOrder == 0
    var statistics = RuleStatistics(table, groups: 1, failed: passes ? 0 : 1)
    statistics.samples = found.violation.map { [$0] } ?? []
    return statistics
  }

  var trace: OrderTrace? {
    OrderTrace(
      outOfOrder: found.counts.outOfOrder,
      passedOver: found.counts.skipped + found.counts.mistyped, last: lastPlace,
      message: found.violation?.message)
  }

  // MARK: Partial results

  func write(to entries: PartialEntries) {
    entries.add(.counts, of: index) { code(&found, with: &$0) }
  }

  func replay(
    _ entry: TableEntry, _ decoder: inout PartialDecoder, _ replay: Replay
  ) throws(PartialDamage) {
    guard entry == .counts else { throw PartialDamage() }
    var new = OrderFindings()
    try code(&new, with: &decoder)
    _ = try PartialDecoder.total(found.counts.judged, new.counts.judged)
    try new.ends?.sample.move(to: replay.places)
    try new.violation?.move(to: replay.places)
    add(new, at: nil)
  }

  private func code<Coder: PartialCoder>(
    _ findings: inout OrderFindings, with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.code(&findings.counts)
    var hasEnds = findings.ends != nil
    try coder.code(&hasEnds)
    if hasEnds {
      var ends = findings.ends ?? OrderFindings.Ends()
      try code(&ends.first, with: &coder)
      try coder.code(&ends.sample)
      try code(&ends.last, with: &coder)
      findings.ends = ends
    }
    try coder.code(&findings.violation)
  }

  /// Writes or reads the values of a record: as many as there are keys.
  private func code<Coder: PartialCoder>(
    _ values: inout [OrderValue], with coder: inout Coder
  ) throws(Coder.Failure) {
    for index in code.keys.indices {
      if index == values.count { values.append(OrderValue()) }
      try coder.code(&values[index])
    }
  }
}
