package import BulkcheckCore
package import BulkcheckInput

/// Receives the records of a run with what was found out about them, in input order although
/// judging is parallel.
///
/// Workers note where each record lies and whether it is valid (``RecordVerdict``); a chunk is
/// handed over when its counts are added up, which is when `unique` is decided too. Without an
/// observer nothing is noted.
///
/// Calls come from one thread at a time, not always the same, with barriers between them. While a
/// call lasts, the others judge what has been read and then wait: a slow observer holds up the
/// reading, and memory stays bounded.
package protocol RecordObserver: AnyObject {
  /// The facts about each record that it needs. Asked once for a run.
  var notes: RecordNotes { get }

  /// Whether it takes records with all their fields, those too that no rule reads. Asked once for a
  /// run.
  var takesWholeRecords: Bool { get }

  /// Whether it takes rows of tables (``JudgedChunk/rows``). Asked once for a run.
  var takesRows: Bool { get }

  /// An input begins that could be opened; of a CSV input whose header could be read, if it has
  /// one. False ends the run.
  func begin(_ input: InputStart) -> Bool

  /// Takes the next chunk. False ends the run.
  ///
  /// - Parameter worker: finds which rules failed on one of the records, and why
  ///   (``ChunkWorker/failures(ofRecord:in:)``).
  func take(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) -> Bool
}

extension RecordObserver {
  package var takesWholeRecords: Bool { true }
  package var takesRows: Bool { false }
}
