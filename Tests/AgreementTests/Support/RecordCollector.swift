import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import Testing

/// Keeps all that a run tells of its records.
final class RecordCollector: RecordObserver {
  struct Entry: Equatable {
    var input: Int
    var line: Int
    var record: Int
    var byteOffset: Int
    var flags: RecordVerdict.Flags.RawValue
    /// With its line end.
    var bytes: [UInt8]
    var failures: [Failure]
  }

  struct Failure: Equatable {
    var source: RecordFailure.Source
    var sample: Sample
  }

  private(set) var entries: [Entry] = []
  private(set) var headers: [String] = []
  /// A line that is too long and blank so far.
  private var openBlanks: [UInt8] = []

  var notes: RecordNotes { [.verdicts, .faults] }

  func begin(_ input: InputStart) -> Bool {
    headers.append("\(input.name) \(input.columns) \(input.header?.text ?? "-")")
    openBlanks = []
    return true
  }

  func take(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) -> Bool {
    let continued = Array(chunk.bytes[0..<chunk.continued])
    let isBlankLine = !openBlanks.isEmpty
    if isBlankLine {
      openBlanks += continued
    } else if chunk.continued > 0 {
      entries[entries.count - 1].bytes += continued
    }
    for (ordinal, record) in chunk.records.enumerated() {
      let isContinued = record.start < 0
      entries.append(
        Entry(
          input: chunk.place.input, line: chunk.line(of: record),
          record: chunk.place.records + ordinal + 1,
          byteOffset: chunk.place.offset + chunk.text.storedOffset(of: record.start),
          flags: record.flags.rawValue,
          bytes: isContinued ? openBlanks : Array(chunk.bytes[chunk.range(of: record)]),
          failures: worker.failures(ofRecord: ordinal, in: chunk).map { failure in
            Failure(source: failure.source, sample: failure.sample)
          }))
      if isContinued { openBlanks = [] }
    }
    #expect(worker.missedPlaces == 0, "a failure is shown at its rule's own path")
    // The end of a line that turned out to be blank.
    if isBlankLine, openBlanks.last == UInt8(ascii: "\n") { openBlanks = [] }
    openBlanks += Array(chunk.bytes[(chunk.consumed - chunk.openBlanks)..<chunk.consumed])
    return true
  }
}
