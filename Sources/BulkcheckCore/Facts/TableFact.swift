/// The findings of a run under one rule about the table: a fact among ``TableFacts``.
protocol TableFact: AnyObject {
  /// The place of the rule among those about the table.
  var index: Int { get }
  func makeTally() -> any Tally
  /// Takes the header of a table.
  func take(header: [String])
  /// Takes the footers of an input that has been read; nil if it has none.
  func take(footers: CSVFooters?)
  var statistics: RuleStatistics { get }
  /// How records are ordered, for a rule about that.
  var trace: OrderTrace? { get }
  /// Writes entries of a partial result.
  func write(to entries: PartialEntries)
  /// Adds an entry of a partial result.
  func replay(
    _ entry: TableEntry, _ decoder: inout PartialDecoder, _ replay: Replay
  ) throws(PartialDamage)
  /// Counts one of the different values of a partial result.
  func replayKey(_ decoder: inout PartialDecoder) throws(PartialDamage)
}

extension TableFact {
  func take(header: [String]) {}
  func take(footers: CSVFooters?) {}
  var trace: OrderTrace? { nil }
  func replayKey(_ decoder: inout PartialDecoder) throws(PartialDamage) { throw PartialDamage() }
}

/// The content of an entry of a partial result about a rule about the table.
enum TableEntry: UInt8 {
  /// Counts: in all, or of a group.
  case counts = 0
  /// Numbers of a quantile.
  case numbers = 1
  /// Values of a reference that have not occurred.
  case cover = 2
  /// The sum of numbers in footers.
  case footers = 3
  /// How often a condition in SQL was null, unless it never was.
  case nulls = 4
}

extension PartialEntries {
  /// Writes an entry about a rule about the table.
  func add(_ kind: TableEntry, of index: Int, _ content: (inout PartialEncoder) -> Void) {
    add { encoder in
      encoder.add(index)
      encoder.add(kind.rawValue)
      content(&encoder)
    }
  }
}

/// The rules about the table, each with what a run finds under it.
final class TableFacts: Fact {
  /// In the order in which partial results have them.
  private let facts: [any TableFact]
  private var byIndex: [(any TableFact)?]

  let blockKinds: [PartialBlock.Kind] = [.measures, .measuredKeys]

  /// - Parameter count: the number of rules about the table, those that are not run included.
  init(_ facts: [any TableFact], of count: Int) {
    self.facts = facts
    byIndex = [(any TableFact)?](repeating: nil, count: count)
    for fact in facts { byIndex[fact.index] = fact }
  }

  func makeTallies() -> [any Tally] { facts.map { $0.makeTally() } }

  func take(header: [String]) { for fact in facts { fact.take(header: header) } }

  func take(footers: CSVFooters?) { for fact in facts { fact.take(footers: footers) } }

  func report(to summary: inout RunSummary) {
    for (index, fact) in byIndex.enumerated() {
      summary.tables.append(fact?.statistics ?? RuleStatistics())
      summary.orders[index] = fact?.trace
    }
  }

  func write(_ write: @escaping (PartialBlock) -> Void) {
    let entries = PartialEntries(.measures, write)
    for fact in facts { fact.write(to: entries) }
    entries.finish()
  }

  func replay(_ block: PartialBlock, _ replay: Replay) throws(PartialDamage) {
    var decoder = PartialDecoder(block.bytes)
    while !decoder.isAtEnd {
      guard let fact = byIndex[try decoder.number(below: byIndex.count)] else {
        throw PartialDamage()
      }
      guard block.kind == .measures else {
        try fact.replayKey(&decoder)
        continue
      }
      guard let entry = TableEntry(rawValue: try decoder.read()) else { throw PartialDamage() }
      try fact.replay(entry, &decoder, replay)
    }
  }
}

extension RuleStatistics {
  /// The statistics of a rule about the table.
  init(_ table: TableStatistics, groups: Int, failed: Int) {
    self.init()
    self.table = table
    counts.failed = failed
    counts.passed = groups - failed
  }
}
