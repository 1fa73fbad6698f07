/// Something that a report says beside the outcomes of rules, such as what failures come with.
///
/// A fact lives in a folder of its own and has two halves. Workers fill a ``Tally`` for each chunk.
/// The fact itself is there once in a run: it adds up the tallies in input order, or the blocks of
/// partial results, and writes both a partial result and its part of the summary.
///
///     batch ─note─► tally ─merge─► fact ─report─► summary
///                                  │  ▲
///                             write ▼  │ replay
///                             partial result
///
/// A run makes the facts that its rules and options need (`RunAccumulator.init`), so one that is
/// not asked for costs nothing.
protocol Fact: AnyObject {
  /// The kinds of blocks that it writes and reads.
  var blockKinds: [PartialBlock.Kind] { get }
  /// Makes the tallies that the fact needs of one chunk.
  func makeTallies() -> [any Tally]
  /// Takes the header of a table.
  func take(header: [String])
  /// Takes the footers of an input that has been read; nil if it has none.
  func take(footers: CSVFooters?)
  /// Writes all that has been found, as blocks of a partial result.
  func write(_ write: @escaping (PartialBlock) -> Void)
  /// Adds a block of a partial result.
  func replay(_ block: PartialBlock, _ replay: Replay) throws(PartialDamage)
  /// A partial result has ended.
  func endReplay() throws(PartialDamage)
  /// Tells the summary of the run, which has the counts of all rules.
  func report(to summary: inout RunSummary)
}

extension Fact {
  func makeTallies() -> [any Tally] { [] }
  func take(header: [String]) {}
  func take(footers: CSVFooters?) {}
  func write(_ write: @escaping (PartialBlock) -> Void) {}
  func endReplay() throws(PartialDamage) {}
}

/// A partial result that is being added to a run.
package struct Replay {
  /// The place at which the input at hand begins in the merged run.
  package var place: ChunkStart
  /// The places at which the inputs begin that have ended.
  package var places: [ChunkStart]
  /// The well-formed records of all results up to now, this one included. No count of records is
  /// larger, so that no sum can overflow.
  var records = 0

  package init(place: ChunkStart, places: [ChunkStart]) {
    self.place = place
    self.places = places
  }
}

/// The things that the facts of a run share.
final class RunContext {
  let program: Program
  /// The number of samples, and of groups, that a report shows.
  let samplesMaximum: Int
  let keys: KeyStore
  /// Nil if no partial result is written.
  let log: PartialLog?
  /// The date-time that rules use as now; nil if none does.
  var now: String?

  init(_ program: Program, samplesMaximum: Int, keys: KeyStore, log: PartialLog?) {
    self.program = program
    self.samplesMaximum = samplesMaximum
    self.keys = keys
    self.log = log
  }
}
