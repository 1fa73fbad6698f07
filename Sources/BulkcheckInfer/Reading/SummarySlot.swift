internal import BulkcheckCore
internal import BulkcheckInput

/// A chunk on its way from the reader into the findings, with all that is needed to summarize it.
///
/// `@unchecked Sendable`: one thread at a time has it, the one that read, summarizes or merges it.
final class SummarySlot: @unchecked Sendable {
  let buffer = ChunkBuffer()
  var chunk = ChunkReader.Chunk(offset: 0, isFinal: false)
  var summarizer: ChunkSummarizer
  /// Of each node of the summarizer's tree the one in the findings, or -1.
  var places: [Int32] = []
  var end = ChunkEnd()
  /// Its tree has the same places as the findings, which will get no more.
  var isComplete = false
  private let pathsMaximum: Int

  init(options: InferenceOptions) {
    pathsMaximum = options.pathsMaximum
    summarizer = ChunkSummarizer(
      pathsMaximum: SummarySlot.roomForNew(options.pathsMaximum),
      recordBytesMaximum: options.recordBytesMaximum)
  }

  /// More than the findings take, so that a tree that was not told of the others' places yet rarely turns one away.
  private static func roomForNew(_ pathsMaximum: Int) -> Int {
    let (twice, overflow) = pathsMaximum.multipliedReportingOverflow(by: 2)
    return overflow ? pathsMaximum : twice
  }

  /// The tree turned places away that the findings might have taken.
  var isCut: Bool { summarizer.tree.hasTurnedAway && !isComplete }

  /// Summarizes bytes with exactly the places that the findings have, and room for as many new ones.
  func summarizeAgain(_ task: ChunkTask, knowing tree: borrowing SummaryTree) {
    summarizer.tree.adopt(tree)
    summarizer.tree.pathsMaximum = pathsMaximum
    places = Array(0..<Int32(tree.count))
    end = summarizer.summarize(task)
  }

  /// Makes ready for the next chunk.
  func renew(knowing tree: borrowing SummaryTree) {
    if tree.isFull {
      if !isComplete {
        summarizer.tree.adopt(tree)
        places = Array(0..<Int32(tree.count))
      }
      isComplete = true
      summarizer.tree.pathsMaximum = pathsMaximum
    } else {
      summarizer.tree.pathsMaximum = SummarySlot.roomForNew(pathsMaximum)
    }
    summarizer.tree.giveUp(what: tree, places)
  }
}
