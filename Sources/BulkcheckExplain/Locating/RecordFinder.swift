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
  private var options: ReadingOptions
  /// The facts about the input: all but the record's own bytes and place.
  private var model = FoundRecord()
  /// The lines and records before the next chunk.
  private var lines = 0
  private var records = 0
  private var found: FoundRecord?
  private var isOutOfReach = false

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
    if selector == .pointer("") { finder.options.places = .document() }
    let input = RecordRun(finder, finder.options).read([location])[0]
    if let found = finder.found {
      // What is around the records says nothing without them.
      let sets = check.options.reading.places.ofSchema
      if !sets.isEmpty, found.part?.set == sets.count {
        return try find(.pointer(""), in: location, as: check)
      }
      return found
    }
    let reason =
      finder.isOutOfReach
      ? nil
      : input.failure.map { Report.completedHint($0, Report.Input(input, invalid: 0)) }
    throw ExplainError(
      description: "\(location.nameForPeople): \(reason ?? finder.whyNot)")
  }

  /// Why there is no such record in an input that was read to its end.
  private var whyNot: String {
    switch selector {
    case .line where !model.hasLines:
      "the records of this input have no lines: name one by its number with --record"
    case .line(let line) where isOutOfReach:
      "line \(Figures.grouped(line)) is part of the header: it has no record"
    case .line(let line) where line <= lines:
      "line \(Figures.grouped(line)) is "
        + (model.format.isJSON || !options.csv.hasOtherLines
          ? "blank: it has no record" : "blank, a comment or a footer: it has no record")
    case .line(let line):
      "there is no line \(Figures.grouped(line)): the input has \(Figures.counted(lines, "line"))"
    case .pointer(let pointer):
      "there is no record \(pointer): the input has " + Figures.counted(records, "record")
    case .record(let record):
      "there is no record \(Figures.grouped(record)): the input has "
        + Figures.counted(records, "record")
    }
  }

  // MARK: The job

  package var hasEnough: Bool { found != nil || isOutOfReach }

  package func makeWorker() -> Worker { Worker(recordBytesMaximum: options.recordBytesMaximum) }

  package func makeTally() -> Tally { Tally() }

  package func reading(of start: InputStart) -> RecordReading { start.reading(options) }

  package func begin(_ start: InputStart) {
    lines = start.headerLines
    model.format = start.format
    model.hasLines = start.hasLines
    model.columnTypes = start.columnTypes
    model.dialect = options.csv.dialect(delimiter: start.delimiter)
    model.columns = start.columns
    model.header = start.header?.array ?? []
    if !model.header.isEmpty, model.header.last != Ascii.lineFeed {
      model.header.append(Ascii.lineFeed)
    }
    if case .line(let wanted) = selector { isOutOfReach = wanted <= lines || !start.hasLines }
  }

  package func work(
    on task: ChunkTask, of input: InputReading<RecordReading>, _ worker: Worker, into tally: Tally
  ) -> ChunkEnd {
    begin(task, input, worker)
    while worker.reader.nextAlone(into: &worker.table) != .end {}
    return worker.reader.end
  }

  package func merge(
    _ tally: Tally, of chunk: WorkedChunk, of input: InputReading<RecordReading>, _ worker: Worker
  ) {
    if mayHoldRecord(chunk.end, chunk.task.records) { search(chunk, input, worker) }
    lines += chunk.end.lines
    records += chunk.end.records
  }

  private func begin(
    _ task: ChunkTask, _ input: InputReading<RecordReading>, _ worker: Worker
  ) {
    worker.reader.prepare(input.reading)
    worker.reader.begin(task)
  }

  private func mayHoldRecord(_ end: ChunkEnd, _ document: DocumentRecords?) -> Bool {
    switch selector {
    // A record at the chunk's end may lack its line end.
    case .line(let wanted): wanted > lines && wanted <= lines + end.lines + 1
    case .record(let wanted): wanted > records && wanted <= records + end.records
    case .pointer: document != nil
    }
  }

  private func search(
    _ chunk: WorkedChunk, _ input: InputReading<RecordReading>, _ worker: Worker
  ) {
    begin(chunk.task, input, worker)
    while found == nil {
      let kind = worker.reader.nextAlone(into: &worker.table)
      if kind == .end { return }
      let place = worker.reader.record
      let document = chunk.task.records
      let lineCount =
        document.map { chunk.task.text.lines(of: $0.place(of: place.ordinal)) }
        ?? max(1, worker.reader.end.lines - place.line)
      guard isWanted(place, lineCount, document?.openPointer(of: place.ordinal)) else { continue }
      var record = model
      record.line = lines + place.line + 1
      record.lineCount = lineCount
      record.record = records + place.ordinal + 1
      record.pointer = document?.pointer(of: place.ordinal)
      // The whole document is not one of its parts.
      record.part = selector == .pointer("") ? nil : document?.part(place.ordinal)
      record.keys = document?.keys(of: place.ordinal) ?? []
      record.byteOffset = chunk.offset + chunk.task.text.storedOffset(of: place.start)
      record.fault = kind == .malformed ? worker.reader.fault : nil
      record.storedFault = record.fault.map { chunk.task.text.stored($0, ofRecordAt: place.start) }
      record.bytes = bytes(at: place, in: chunk.task.bytes, isDocument: document != nil)
      found = record
    }
  }

  private func isWanted(
    _ place: RecordPosition, _ lineCount: Int, _ pointer: String?
  ) -> Bool {
    switch selector {
    case .line(let wanted): wanted - lines > place.line && wanted - lines <= place.line + lineCount
    case .record(let wanted): wanted == records + place.ordinal + 1
    case .pointer(let wanted): wanted == pointer
    }
  }

  /// The bytes of a record; of an over-long one, only enough to show that it is too long.
  private func bytes(
    at place: RecordPosition, in chunk: ByteView, isDocument: Bool
  ) -> [UInt8] {
    let start = max(0, place.start)
    let end = min(place.end, chunk.count, start + options.recordBytesMaximum + 1)
    guard start < end else { return [] }
    // In a document, line ends have become carriage returns, so that records are one line.
    guard isDocument else { return chunk[start..<end].array }
    return chunk[start..<end].array.map { $0 == Ascii.carriageReturn ? Ascii.space : $0 }
  }
}
