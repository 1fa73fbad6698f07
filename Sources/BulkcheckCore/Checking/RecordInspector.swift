/// Reads one record as the rules of a program see it, and finds where its values are. For
/// explanations: slow, and nothing of it runs in a check.
///
/// A class, since what it holds is large: the compiler takes seconds to check code that owns it as
/// a value.
package final class RecordInspector {
  private var worker: ChunkWorker
  /// The record, as chunks are: with readable bytes behind its end.
  private let record: OwnedBytes

  /// - Parameters:
  ///   - record: the bytes of a well-formed record, without a line end.
  ///   - keys: those that it has in a JSON document.
  ///   - recordBytesMaximum: as in the run.
  package init(
    program: Program, record: [UInt8], keys: [DocumentKey], reading: RecordReading,
    recordBytesMaximum: Int
  ) {
    self.record = OwnedBytes(record + [Ascii.lineFeed])
    worker = ChunkWorker(program: program, recordBytesMaximum: recordBytesMaximum)
    // The only record there is repeats no key.
    let statistics = ChunkStatistics(program: program, known: KnownFailures(program, 0))
    worker.prepare(reading)
    let view = self.record.view
    var task = ChunkTask(bytes: view, isFinal: true)
    if !keys.isEmpty { task.records = DocumentRecords(onlyRecordOf: record.count, keys: keys) }
    _ = worker.judge(task, into: statistics)
  }

  /// The values at a path, in the order of the record; one without a range where there is none.
  ///
  /// - Parameter section: the one that reads the path.
  package func values(
    at path: FieldPath, in section: SectionIndex? = nil
  ) -> [InspectedValue] {
    worker.explainer.inspect(path, in: section, of: record.view)
  }
}
