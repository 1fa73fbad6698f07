internal import BulkcheckCore
internal import BulkcheckInput

/// The job of a check: it judges records, adds up the results, and hands them to the observer.
final class JudgingJob: RecordJob {
  /// The state with which one thread judges.
  final class Worker {
    var chunks: ChunkWorker
    /// Judges chunks of pieces; made for the first one.
    fileprivate private(set) lazy var pieces = PiecesWorker(check)
    /// The number of the input that it is prepared for.
    private var input: Int?
    private let check: Check
    /// It judges the sets of records of a document.
    private var isSplit = false

    init(_ check: Check) {
      self.check = check
      chunks = check.makeWorker(check.program)
    }

    /// Sets the way in which an input is read, unless it was set last.
    func prepare(for input: InputReading<RecordReading>) {
      guard self.input != input.number else { return }
      var isSplit = false
      if case .splitDocument = input.reading { isSplit = true }
      if isSplit != self.isSplit, let program = check.documentProgram {
        chunks = check.makeWorker(isSplit ? program : check.program)
        self.isSplit = isSplit
      }
      chunks.prepare(input.reading)
      self.input = input.number
    }

    func judge(_ task: ChunkTask, into statistics: ChunkStatistics) -> ChunkEnd {
      task.records?.pieces == nil
        ? chunks.judge(task, into: statistics) : pieces.chunks.judge(task, into: statistics)
    }
  }

  /// The state with which one thread judges pieces of records.
  fileprivate final class PiecesWorker {
    var chunks: ChunkWorker

    init(_ check: Check) {
      chunks = check.makeWorker(check.piecesProgram ?? check.program)
      chunks.prepare(.splitDocument)
    }
  }

  let accumulator: RunAccumulator
  /// How far the current input has been judged, for its partial result.
  private(set) var extent = PartialExtent()
  /// A sentence about columns that the header of the current input seems to misspell.
  private(set) var columnHint: String?
  /// How often fields were absent in the inputs before.
  private(set) var absentFieldsBefore = 0
  /// The columns that the header of the current input names more than once.
  private(set) var repeatedColumns: RepeatedColumns?
  /// The rows at the end of the current input that are not records.
  private(set) var footers: CSVFooters?
  private let check: Check
  private let program: Program
  private let options: RunOptions
  private let observer: (any RecordObserver)?
  private let partial: PartialWriter?
  private var observerHasEnough = false
  /// Whether the observer gets everything when the inputs have ended: only then it is known which
  /// records are valid.
  private let observerWaits: Bool
  /// The inputs that it will be told of, with what their headers point to.
  private var waitingStarts: [(start: InputStart, header: OwnedBytes?)] = []
  private var startsTold = 0
  /// How the records of each input are read, as far as chunks wait.
  private var readings: [Int: InputReading<RecordReading>] = [:]
  /// The counts when the turn of the current input came.
  private var before = (otherValues: 0, encodingFaults: 0)

  init(
    _ check: Check, observer: (any RecordObserver)?, partial: PartialWriter?
  ) {
    self.check = check
    program = check.program
    options = check.options
    self.observer = observer
    self.partial = partial
    var notes = observer?.notes ?? []
    if partial != nil { notes.insert(.partial) }
    observerWaits = notes.contains(.verdicts) && check.program.hasInputReferences
    if check.options.countsCompanions { notes.insert(.companions) }
    if check.options.keepsRecordTexts { notes.insert(.texts) }
    accumulator = check.makeAccumulator(notes: notes)
  }

  /// The observer wants no more, or keys or the partial result can no longer be kept.
  var hasEnough: Bool {
    observerHasEnough || accumulator.failureText != nil || partial?.failure != nil
  }

  func makeWorker() -> Worker { Worker(check) }

  func makeTally() -> ChunkStatistics { accumulator.makeStatistics() }

  // MARK: Inputs

  func willRead(_ number: Int) {
    accumulator.begin(at: ChunkStart(input: number))
    extent = PartialExtent()
    columnHint = nil
    absentFieldsBefore = accumulator.absentFields
    repeatedColumns = nil
    footers = nil
    before = (accumulator.otherValues, accumulator.encodingFaults)
  }

  func reading(of start: InputStart) -> RecordReading {
    var start = start
    if !program.ruleSet.heedsColumnTypes { start.columnTypes = nil }
    return start.reading(
      options.reading, readers: program.lists.columns, knownNames: program.lists.knownColumns)
  }

  func refusal(of start: InputStart) -> String? {
    start.format.isJSON ? nil : program.ruleSet.headerConflict(header: start.columns)
  }

  func begin(_ start: InputStart) {
    accumulator.begin(
      at: ChunkStart(
        input: start.number, lines: start.headerLines, hasLines: start.hasLines),
      format: start.format)
    if !start.format.isJSON {
      accumulator.take(header: start.columns)
      repeatedColumns = program.repeatedColumns(
        of: start.columns, line: start.hasLines ? start.headerLine : 0,
        byteOffset: start.hasLines ? start.headerOffset : 0)
    }
    if start.header != nil {
      columnHint = ColumnHint.hint(
        header: start.columns, format: start.format, delimiter: start.delimiter,
        ruleSet: program.ruleSet)
    }
    if observerWaits {
      keep(start)
    } else {
      tell { $0.begin(start) }
    }
    guard let partial else { return }
    extent.lines = start.headerLines
    partial.begin(PartialInputStart(start))
  }

  // MARK: Chunks

  func work(
    on task: ChunkTask, of input: InputReading<RecordReading>, _ worker: Worker,
    into statistics: ChunkStatistics
  ) -> ChunkEnd {
    worker.prepare(for: input)
    // What pieces fail with is counted when their record ends.
    if task.records?.pieces != nil { statistics.known = accumulator.initiallyKnown }
    return worker.judge(task, into: statistics)
  }

  func merge(
    _ statistics: ChunkStatistics, of chunk: WorkedChunk,
    of input: InputReading<RecordReading>, _ worker: Worker
  ) {
    if let record = chunk.task.records?.pieces {
      accumulator.add(
        piecesOf: record, statistics, chunk.end, of: chunk.task, at: chunk.offset,
        worker: &worker.pieces.chunks)
      statistics.known = accumulator.published
      return
    }
    worker.prepare(for: input)
    let place = accumulator.place(at: chunk.offset)
    accumulator.add(
      statistics, chunk.end, of: chunk.task, at: chunk.offset, worker: &worker.chunks)
    if let partial { note(chunk, partial) }
    if let start = chunk.end.footerStart, case .csv(let layout) = input.reading {
      footers = CSVFooters(
        chunk.task.bytes[start..<chunk.end.consumed], columns: layout.header, layout.dialect)
    }
    if observer != nil {
      let judged = JudgedChunk(
        place: place, task: chunk.task, end: chunk.end, statistics: statistics,
        duplicates: accumulator.duplicates)
      if observerWaits {
        readings[input.number] = readings[input.number] ?? input
        accumulator.keep(judged)
      } else {
        tell { $0.take(judged, &worker.chunks) }
      }
    }
    statistics.known = accumulator.published
  }

  func didRead(_ summary: inout InputSummary) {
    accumulator.take(footers: footers)
    if let failure = accumulator.failureText {
      summary.failure = failure
      summary.complete = false
    }
    (summary.records, summary.malformed) = accumulator.inputTotals
    if summary.sets.count > 1 {
      for set in summary.sets.indices {
        let counts = accumulator.inputSets
        summary.sets[set].counts = set < counts.count ? counts[set] : SetCounts()
      }
    }
    summary.hasOtherValues = accumulator.otherValues > before.otherValues
    summary.encodingFaults = accumulator.encodingFaults - before.encodingFaults
    summary.columnHint = columnHint ?? recordsHint(summary)
    summary.repeatedColumns = repeatedColumns
    partial?.end(PartialInput(summary: summary, extent: extent))
  }

  /// A hint about a document that was read as one record, which has none of the profile's fields.
  private func recordsHint(_ summary: InputSummary) -> String? {
    let fields = accumulator.fieldCount
    guard let pointer = summary.likelyRecords, summary.sets.map(\.pointer) == [""],
      summary.records == 1, fields > 0, accumulator.absentFields - absentFieldsBefore == fields
    else { return nil }
    return "this document has no field of the profile: if its records are in an array, use "
      + "--records \(ShellWord.quoted(pointer))"
  }

  private func note(_ chunk: WorkedChunk, _ partial: PartialWriter) {
    partial.write(accumulator.takePartialLog())
    extent.lines = accumulator.place(at: chunk.offset).lines
    extent.bytes = chunk.endOffset
    if chunk.end.consumed > 0 {
      let last = chunk.task.bytes[chunk.end.consumed - 1]
      extent.endsInLineEnd = last == Ascii.lineFeed || last == Ascii.carriageReturn
    }
  }

  // MARK: The end

  /// Tells the observer what has waited for the end of the inputs; false: it was stopped.
  func finish(shouldStop: () -> Bool) -> Bool {
    guard observerWaits, accumulator.failureText == nil else { return true }
    let worker = makeWorker()
    var isStopped = false
    accumulator.handOver { chunk in
      isStopped = isStopped || shouldStop()
      beginWaiting(upTo: chunk.place.input)
      guard !isStopped, let reading = readings[chunk.place.input] else { return false }
      worker.prepare(for: reading)
      tell { $0.take(chunk, &worker.chunks) }
      return !observerHasEnough
    }
    beginWaiting(upTo: .max)
    return !isStopped
  }

  private func keep(_ start: InputStart) {
    var kept = start
    let header = start.header.map { OwnedBytes($0) }
    kept.header = header?.view
    waitingStarts.append((kept, header))
  }

  /// Tells the observer of the next inputs up to one.
  private func beginWaiting(upTo input: Int) {
    while startsTold < waitingStarts.count, waitingStarts[startsTold].start.number <= input {
      let (start, header) = waitingStarts[startsTold]
      startsTold += 1
      withExtendedLifetime(header) { tell { $0.begin(start) } }
    }
  }

  /// Hands something to the observer, if there is one that wants it.
  private func tell(_ call: (any RecordObserver) -> Bool) {
    guard let observer, !observerHasEnough else { return }
    observerHasEnough = !call(observer)
  }
}
