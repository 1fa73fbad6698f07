internal import BulkcheckCore
internal import BulkcheckOutput

/// Writes what a merge found as a partial result itself, so that merging can be done as a tree.
///
/// What is bound to its place in the data goes through while the parts are read: inputs, keys,
/// failing records, values that no table holds. Sums, examples and tables are those of the merge,
/// and come at the end. So it costs no memory.
final class MergedPartialWriter {
  private let writer: PartialWriter
  /// The inputs are pieces of one, and the result describes only the whole.
  private let isOfPieces: Bool
  /// How the whole begins; nil once that is written, and before the first piece.
  private var startOfWhole: PartialInputStart?
  private var hasBegunWhole = false
  /// Inputs that their run did not read to the end. The reason is at the end of its partial result.
  private var ends: [PartialInput] = []

  init(_ writer: PartialWriter, isOfPieces: Bool) {
    self.writer = writer
    self.isOfPieces = isOfPieces
  }

  /// Why the result is not whole.
  var failure: OutputError? { writer.failure }

  /// An input, or a piece of the only one, begins.
  func begin(_ start: PartialInputStart) {
    if isOfPieces {
      // The first piece with anything in it begins the whole; whether this one has is not known
      // yet.
      if !hasBegunWhole { startOfWhole = start }
      return
    }
    writeEnds(ends)
    writer.begin(start)
  }

  /// Claims of keys, as they are in the partial result, of what begins at `place`.
  func addKeys(_ bytes: [UInt8], at place: ChunkPlace) throws(PartialDamage) {
    guard isOfPieces else { return writer.write([PartialBlock(.keys, bytes)]) }
    beginWhole()
    writer.write([PartialBlock(.keys, try PartialLog.keys(bytes, movedTo: place))])
  }

  /// Failing records, as they are in the partial result, of what begins at `place`.
  func addFailures(_ bytes: [UInt8], at place: ChunkPlace) throws(PartialDamage) {
    guard isOfPieces else { return writer.write([PartialBlock(.failures, bytes)]) }
    beginWhole()
    writer.write([PartialBlock(.failures, try PartialLog.failures(bytes, movedTo: place))])
  }

  /// What the merge could not add to a table.
  func add(_ log: [PartialBlock]) { writer.write(log) }

  /// An input, or a piece of the only one, has ended.
  func end(_ input: PartialInput) {
    if isOfPieces {
      if input.extent.bytes > 0 { beginWhole() }
    } else if !ends.isEmpty || !input.summary.complete && input.summary.failure == nil {
      ends.append(input)
    } else {
      writer.end(input)
    }
  }

  /// A partial result has ended.
  ///
  /// - Parameter inputs: its inputs, each with the reason if it was not read to its end.
  func endResult(_ inputs: [PartialInput]) { writeEnds(inputs.suffix(ends.count)) }

  /// Writes what the merge found in all.
  ///
  /// - Parameter whole: what the pieces are of.
  func finish(_ accumulator: RunAccumulator, _ summary: RunSummary, whole: PartialInput?) {
    if let whole {
      beginWhole()
      writer.end(whole)
    }
    writer.finish(accumulator, summary)
  }

  private func beginWhole() {
    if let start = startOfWhole {
      writer.begin(start)
      hasBegunWhole = true
    }
    startOfWhole = nil
  }

  private func writeEnds(_ inputs: some Sequence<PartialInput>) {
    for input in inputs { writer.end(input) }
    ends = []
  }
}
