package import Bulkcheck
package import BulkcheckCore
package import BulkcheckInput
internal import BulkcheckReport

/// Finds one record in an input, reading it from the start as a check does.
package final class RecordFinder: RecordJob {
  /// The state with which one thread cuts chunks.
  package final class Worker {
    fileprivate var reader: RecordReader
    fileprivate var table = ColumnTable(stateCount: 1, lanesMaximum: 1)

    init(recordBytesMaximum: Int) {
      reader = RecordReader(
        tree: FieldTree(named: []), recordBytesMaximum: recordBytesMaximum)
    }
  }

  /// Nothing is kept of a chunk but how far it went.
  package final class Tally {}

  private let selector: RecordSelector
  private let options: ReadingOptions
  private var reading = RecordReading.jsonl
  /// The facts about the input: all but the record's own bytes and place.
  private var model = FoundRecord()
  /// The lines and records before the next chunk.
  private var lines = 0
  private var records = 0
  private var found: FoundRecord?
  private var isInHeader = false

  private init(_ selector: RecordSelector, _ check: Check) {
    self.selector = selector
    var options = check.options.reading
    options.limit = nil
    self.options = options
  }

  /// - Parameter check: says how the input is read.
  /// - Throws: ``ExplainError`` if the input cannot be read so far, or has no such record.
  package static func find(
    _ selector: RecordSelector, in location: InputLocation, as check: Check
  ) throws(ExplainError) -> FoundRecord {
    let finder = RecordFinder(selector, check)
    let input = RecordRun(finder, finder.options)
      .read(location, shouldStop: { false }, progress: { _ in })
    if let found = finder.found { return found }
    let reason = finder.isInHeader ? nil : input.failure
    throw ExplainError(
      description: "\(location.nameForPeople): \(reason ?? finder.whyNot)")
  }

  /// Why there is no such record in an input that was read to its end.
  private var whyNot: String {
    switch selector {
    case .line(let line) where isInHeader:
      "line \(Figures.grouped(line)) is part of the header: it has no record"
    case .line(let line) where line <= lines:
      "line \(Figures.grouped(line)) is "
        + (model.format == .jsonl || !options.csv.hasOtherLines
          ? "blank: it has no record" : "blank, a comment or a footer: it has no record")
    case .line(let line):
      "there is no line \(Figures.grouped(line)): the input has \(Figures.counted(lines, "line"))"
    case .record(let record):
      "there is no record \(Figures.grouped(record)): the input has "
        + Figures.counted(records, "record")
    }
  }

  // MARK: The job

  package var hasEnough: Bool { found != nil || isInHeader }

  package func makeWorker() -> Worker { Worker(recordBytesMaximum: options.recordBytesMaximum) }

  package func makeTally() -> Tally { Tally() }

  package func begin(_ start: InputStart) {
    reading = start.reading(options)
    lines = start.headerLines
    model.format = start.format
    model.dialect = options.csv.dialect(delimiter: start.delimiter)
    model.columns = start.columns
    model.header = start.header?.array ?? []
    if !model.header.isEmpty, model.header.last != Ascii.lineFeed {
      model.header.append(Ascii.lineFeed)
    }
    if case .line(let wanted) = selector { isInHeader = wanted <= lines }
  }

  package func work(on task: ChunkTask, _ worker: Worker, into tally: Tally) -> ChunkEnd {
    begin(task, worker)
    while worker.reader.nextAlone(into: &worker.table) != .end {}
    return worker.reader.end
  }

  package func merge(_ tally: Tally, of chunk: WorkedChunk, _ worker: Worker) {
    if mayHoldRecord(chunk.end) { search(chunk, worker) }
    lines += chunk.end.lines
    records += chunk.end.records
  }

  private func begin(_ task: ChunkTask, _ worker: Worker) {
    worker.reader.prepare(reading)
    worker.reader.begin(task)
  }

  private func mayHoldRecord(_ end: ChunkEnd) -> Bool {
    switch selector {
    // A record at the chunk's end may lack its line end.
    case .line(let wanted): wanted > lines && wanted <= lines + end.lines + 1
    case .record(let wanted): wanted > records && wanted <= records + end.records
    }
  }

  private func search(_ chunk: WorkedChunk, _ worker: Worker) {
    begin(chunk.task, worker)
    while found == nil {
      let kind = worker.reader.nextAlone(into: &worker.table)
      if kind == .end { return }
      let place = worker.reader.record
      let lineCount = max(1, worker.reader.end.lines - place.line)
      guard isWanted(place, lineCount) else { continue }
      var record = model
      record.line = lines + place.line + 1
      record.lineCount = lineCount
      record.record = records + place.ordinal + 1
      record.byteOffset = chunk.offset + place.start
      record.fault = kind == .malformed ? worker.reader.fault : nil
      record.bytes = bytes(at: place, in: chunk.task.bytes)
      found = record
    }
  }

  private func isWanted(_ place: RecordPosition, _ lineCount: Int) -> Bool {
    switch selector {
    case .line(let wanted): wanted - lines > place.line && wanted - lines <= place.line + lineCount
    case .record(let wanted): wanted == records + place.ordinal + 1
    }
  }

  /// The bytes of a record; of an over-long one, only enough to show that it is too long.
  private func bytes(at place: RecordPosition, in chunk: ByteView) -> [UInt8] {
    let start = max(0, place.start)
    let end = min(place.end, chunk.count, start + options.recordBytesMaximum + 1)
    return start < end ? chunk[start..<end].array : []
  }
}
