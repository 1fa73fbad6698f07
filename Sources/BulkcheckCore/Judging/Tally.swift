/// The half of a fact that a worker keeps for one chunk: what the chunk's records say of it.
///
/// An ``Evaluator`` hands over each batch once all rules have judged it. A tally reads the columns
/// of the batch, as rules do, and counts into memory of its own. When the chunk's turn has come in
/// the order of the input, the tally adds itself to the other half, the ``Fact``, of which there is
/// one in a run.
///
/// Only one thread uses a tally at a time, and it is called once for a batch: what it does for each
/// record is a loop of its own over the lanes.
protocol Tally: AnyObject {
  /// Starts again from zero, for the next chunk.
  func clear()
  /// Takes the objects of the batch at hand.
  func note(_ evaluator: inout Evaluator)
  /// Takes what has been counted of the chunk's rules, when all records have been judged.
  func finish(_ statistics: ChunkStatistics)
  /// Adds the chunk to the run, behind those before it in the input.
  func merge(_ chunk: MergedChunk)
}

extension Tally {
  func finish(_ statistics: ChunkStatistics) {}
}

/// A chunk that is added to the run.
struct MergedChunk {
  /// The place at which it begins.
  let place: ChunkStart
  let text: ChunkText
  /// Its records whose keys earlier records have, in order.
  let duplicates: [NotedDuplicate]

  /// The place of a record of the chunk.
  func place(of position: RecordPosition) -> FirstOccurrence {
    let isRecord = text.records != nil || !place.hasLines
    return FirstOccurrence(
      input: place.input,
      number: isRecord
        ? place.records + position.ordinal + 1 : place.lines + position.line + 1,
      isRecord: isRecord)
  }
}
