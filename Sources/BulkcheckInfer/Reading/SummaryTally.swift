internal import BulkcheckCore
internal import BulkcheckInput

/// What a chunk's records have in common, with all that is needed to find it out.
package final class SummaryTally {
  /// The input that it is prepared for.
  var input = 0
  var summarizer: ChunkSummarizer
  /// Of each node of the summarizer's tree the one in the findings, or -1.
  var places: [Int32] = []
  /// Its tree has the same places as the findings, which will get no more.
  var isComplete = false
  /// Its tree has the same fields for conditions as the findings, which will get no more.
  private var hasAllConditionFields = false
  /// How many objects of the findings had become maps when it last took over their places.
  private var mapCount = 0
  private let pathsMaximum: Int

  init(options: InferenceOptions) {
    pathsMaximum = options.pathsMaximum
    summarizer = ChunkSummarizer(
      pathsMaximum: SummaryTally.roomForNew(options.pathsMaximum),
      recordBytesMaximum: options.reading.recordBytesMaximum)
  }

  /// More than the findings take, so that a tree that was not told of the others' places yet rarely
  /// turns one away.
  private static func roomForNew(_ pathsMaximum: Int) -> Int {
    let (twice, overflow) = pathsMaximum.multipliedReportingOverflow(by: 2)
    return overflow ? pathsMaximum : twice
  }

  /// The chunk has to be summarized again with what the findings have: the tree turned places away,
  /// or fields for conditions, that the findings might have taken, or has more than these have room
  /// for.
  func isCut(knowing tree: borrowing SummaryTree) -> Bool {
    if summarizer.tree.hasTurnedAwayConditions, !hasAllConditionFields { return true }
    let new = summarizer.tree.count - max(1, places.count)
    return !isComplete && (summarizer.tree.hasTurnedAway || new > 0 && tree.isFull(with: new))
  }

  /// Summarizes bytes with exactly the places that the findings have, and with room for as many new
  /// ones.
  func summarizeAgain(_ task: ChunkTask, knowing tree: borrowing SummaryTree) {
    adopt(tree)
    summarizer.tree.goOn(after: tree)
    _ = summarizer.summarize(task)
  }

  private func adopt(_ tree: borrowing SummaryTree) {
    summarizer.tree.adopt(tree)
    places = Array(0..<Int32(tree.count))
    hasAllConditionFields = tree.hasAllConditionFields
  }

  /// Makes ready for the next chunk.
  func renew(knowing tree: borrowing SummaryTree) {
    if tree.hasAllConditionFields, !hasAllConditionFields { adopt(tree) }
    if tree.isFrozen {
      if !isComplete { adopt(tree) }
      isComplete = true
      summarizer.tree.turnAway(beyond: pathsMaximum)
    } else {
      if tree.mapCount != mapCount { adopt(tree) }
      mapCount = tree.mapCount
      summarizer.tree.turnAway(beyond: SummaryTally.roomForNew(pathsMaximum))
    }
    summarizer.tree.giveUp(what: tree, places)
  }
}
