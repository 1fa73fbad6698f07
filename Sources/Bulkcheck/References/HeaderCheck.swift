internal import BulkcheckCore
internal import BulkcheckInput

/// Looks whether the header of a CSV input has certain columns, and else ends the run.
final class HeaderCheck: RecordObserver {
  let notes: RecordNotes = []
  private let columns: [String]
  /// The first one that is not there, and the names that are.
  private(set) var missing: (column: String, others: [String])?

  init(columns: [String]) { self.columns = columns }

  func begin(_ input: InputStart) -> Bool {
    let names = input.columns.exactly
    guard let column = columns.first(where: { !names.contains(ExactText($0)) }) else { return true }
    missing = (column, input.columns)
    return false
  }

  func take(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) -> Bool { true }
}
