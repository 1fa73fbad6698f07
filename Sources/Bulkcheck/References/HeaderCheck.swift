internal import BulkcheckCore
internal import BulkcheckInput

/// Looks whether the header of a CSV input has a column, and else ends the run.
final class HeaderCheck: RecordObserver {
  let notes: RecordNotes = []
  private let column: String?
  /// The names of the columns, if the wanted one is not among them.
  private(set) var otherColumns: [String]?

  /// - Parameter column: nil: none is looked for.
  init(column: String?) { self.column = column }

  func begin(_ input: InputStart) -> Bool {
    guard let column, !input.columns.contains(column) else { return true }
    otherColumns = input.columns
    return false
  }

  func take(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) -> Bool { true }
}
