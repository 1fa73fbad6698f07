internal import BulkcheckCore
internal import BulkcheckInput

/// The job of a check: it judges records, adds up the results, and hands them to the observer.
final class JudgingJob: RecordJob {
  /// The state with which one thread judges.
  final class Worker {
    var chunks: ChunkWorker
    /// The number of the input that it is prepared for.
    var input = 0

    init(_ chunks: consuming ChunkWorker) { self.chunks = chunks }
  }

  let accumulator: RunAccumulator
  /// How far the current input has been judged, for its partial result.
  private(set) var extent = PartialExtent()
  /// A sentence about columns that the header of the current input seems to misspell.
  private(set) var columnHint: String?
  /// The columns that the header of the current input names more than once.
  private(set) var repeatedColumns: RepeatedColumns?
  /// The rows at the end of the current input that are no records.
  private(set) var footers: CSVFooters?
  private var columns: [String] = []
  private let program: Program
  private let options: RunOptions
  private let observer: (any RecordObserver)?
  private let partial: PartialWriter?
  private var observerHasEnough = false
  /// How the records of the current input are read; counts inputs from 1.
  private var reading = RecordReading.jsonl
  private var input = 0

  init(
    _ check: Check, observer: (any RecordObserver)?, partial: PartialWriter?
  ) {
    program = check.program
    options = check.options
    self.observer = observer
    self.partial = partial
    var notes = observer?.notes ?? []
    if partial != nil { notes.insert(.partial) }
    if check.options.countsCompanions { notes.insert(.companions) }
    accumulator = check.makeAccumulator(notes: notes)
  }

  /// The observer wants no more, or keys or the partial result can no longer be kept.
  var hasEnough: Bool {
    observerHasEnough || accumulator.failureText != nil || partial?.failure != nil
  }

  func makeWorker() -> Worker {
    Worker(
      ChunkWorker(
        program: program, recordBytesMaximum: options.reading.recordBytesMaximum,
        showsMasked: options.showsMasked))
  }

  func makeTally() -> ChunkStatistics { accumulator.makeStatistics() }

  // MARK: Inputs

  /// Called before an input is opened.
  func willRead(_ number: Int) {
    accumulator.begin(at: ChunkStart(input: number))
    extent = PartialExtent()
    columnHint = nil
    repeatedColumns = nil
    footers = nil
  }

  func refusal(of start: InputStart) -> String? {
    start.format == .jsonl ? nil : program.ruleSet.headerConflict(header: start.columns)
  }

  func begin(_ start: InputStart) {
    reading = start.reading(
      options.reading, readers: program.lists.columns, knownNames: program.lists.knownColumns)
    input += 1
    columns = start.columns
    accumulator.begin(at: ChunkStart(input: start.number, lines: start.headerLines))
    if start.format != .jsonl {
      accumulator.take(header: start.columns)
      repeatedColumns = program.repeatedColumns(
        of: start.columns, line: start.headerLine, byteOffset: start.headerOffset)
    }
    if start.header != nil {
      columnHint = ColumnHint.hint(
        header: start.columns, format: start.format, delimiter: start.delimiter,
        ruleSet: program.ruleSet)
    }
    tell { $0.begin(start) }
    guard let partial else { return }
    extent.lines = start.headerLines
    partial.begin(PartialInputStart(start))
  }

  // MARK: Chunks

  func work(
    on task: ChunkTask, _ worker: Worker, into statistics: ChunkStatistics
  ) -> ChunkEnd {
    if worker.input != input {
      worker.chunks.prepare(reading)
      worker.input = input
    }
    return worker.chunks.judge(task, into: statistics)
  }

  func merge(_ statistics: ChunkStatistics, of chunk: WorkedChunk, _ worker: Worker) {
    let place = accumulator.place(at: chunk.offset)
    accumulator.add(
      statistics, chunk.end, of: chunk.task, at: chunk.offset, worker: &worker.chunks)
    if let partial { note(chunk, partial) }
    if let start = chunk.end.footerStart, case .csv(let layout) = reading {
      footers = CSVFooters(
        chunk.task.bytes[start..<chunk.end.consumed], columns: columns, layout.dialect)
    }
    tell { observer in
      observer.take(
        JudgedChunk(
          place: place, task: chunk.task, end: chunk.end, statistics: statistics,
          duplicates: accumulator.duplicates), &worker.chunks)
    }
    statistics.known = accumulator.published
  }

  private func note(_ chunk: WorkedChunk, _ partial: PartialWriter) {
    partial.write(accumulator.takePartialLog())
    extent.lines = accumulator.place(at: chunk.offset).lines
    extent.bytes = chunk.offset + chunk.end.consumed
    if chunk.end.consumed > 0 {
      let last = chunk.task.bytes[chunk.end.consumed - 1]
      extent.endsInLineEnd = last == Ascii.lineFeed || last == Ascii.carriageReturn
    }
  }

  /// Hands something to the observer, if there is one that wants it.
  private func tell(_ call: (any RecordObserver) -> Bool) {
    guard let observer, !observerHasEnough else { return }
    observerHasEnough = !call(observer)
  }
}
