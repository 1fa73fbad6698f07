internal import BulkcheckCore
internal import BulkcheckInput

/// One run: workers, slots and the accumulator, over all inputs.
///
/// Chunks are added up in the order of the input, so that the result does not depend on who judged what.
final class RunEngine {
  private let program: Program
  private let options: RunOptions
  private let workers: WorkerPool
  private let accumulator: RunAccumulator
  private let ring: SlotRing
  private var progress = InputProgress(skippedBytes: 0)
  private var bytesJudged = 0
  private var limitReached = false
  private var interrupted = false
  private let observer: (any RecordObserver)?
  private let partial: PartialWriter?
  /// How far the current input has been judged, for its partial result.
  private(set) var extent = PartialExtent()
  /// Of the current input.
  private var columnHint: String?
  private var observerHasEnough = false
  private var shouldStop: @Sendable () -> Bool = { false }
  private var report: (_ storedBytesRead: Int, _ records: Int) -> Void = { _, _ in }

  /// Large enough to make a chunk's overhead vanish, small enough for the second cache level.
  private static let chunkBytesDefault = 256 << 10
  /// An inflater copies its history at the borders of its output, so they should be rare.
  private static let inflatedChunkBytesDefault = 1 << 20

  /// Chunks that are read, cut or merged while each worker has one to judge.
  private static let slotsBesides = 4

  init(
    program: Program, options: RunOptions, observer: (any RecordObserver)? = nil,
    partial: PartialWriter? = nil
  ) {
    self.program = program
    self.partial = partial
    self.observer = observer
    self.options = options
    let threads = max(1, options.threads ?? Processors.count)
    workers = WorkerPool(
      count: threads, program: program, recordBytesMaximum: options.recordBytesMaximum)
    let accumulator = RunAccumulator(
      program: program, samplesMaximum: options.samplesMaximum,
      notes: (observer?.notes ?? []).union(partial == nil ? [] : .partial), keys: options.keyPlan)
    self.accumulator = accumulator
    ring = SlotRing(
      size: threads == 1 ? 1 : threads + RunEngine.slotsBesides,
      makeStatistics: { accumulator.makeStatistics() })
  }

  var recordCount: Int { accumulator.total }
  var knownFailures: KnownFailures { accumulator.published }

  /// The limit of records was reached, the caller asked to stop, nobody wants more, or keys can no longer be kept.
  var isStopped: Bool {
    limitReached || interrupted || observerHasEnough || accumulator.failure != nil
      || partial?.failure != nil
  }

  func summary() -> RunSummary {
    var summary = accumulator.summary()
    summary.limitReached = limitReached
    summary.interrupted = interrupted
    summary.threads = workers.count
    summary.bytesJudged = bytesJudged
    return summary
  }

  /// The sums of the run, for its partial result.
  func partialBlocks() -> [PartialBlock] { accumulator.partialBlocks() }

  // MARK: One input

  func run(
    _ location: InputLocation, number: Int, shouldStop: @Sendable () -> Bool,
    report: (_ storedBytesRead: Int, _ storedBytes: Int?, _ records: Int) -> Void
  ) -> InputSummary {
    withoutActuallyEscaping(shouldStop) { shouldStop in
      self.shouldStop = shouldStop
      defer { self.shouldStop = { false } }
      return run(location, number, report)
    }
  }

  private func run(
    _ location: InputLocation, _ number: Int,
    _ report: (_ storedBytesRead: Int, _ storedBytes: Int?, _ records: Int) -> Void
  ) -> InputSummary {
    let opened: OpenedInput
    extent = PartialExtent()
    columnHint = nil
    do throws(InputError) {
      opened = try OpenedInput(location, shouldStop: shouldStop)
    } catch {
      var summary = InputSummary(
        path: location.name, format: options.format ?? .jsonl, compression: .none)
      summary.complete = false
      summary.failure = error.reason
      return summary
    }
    let format = options.format ?? opened.detectFormat()
    var summary = InputSummary(
      path: opened.name, format: format, compression: opened.compression)
    let otherValuesBefore = accumulator.otherValues
    // Asked before reading, while the first bytes can be looked at.
    let hint = ContentHint.hint(content: opened.peek(), format: format)
    let storedBytes = opened.storedBytes
    let failure = withoutActuallyEscaping(report) { report in
      self.report = { read, records in report(read, storedBytes.map { max($0, read) }, records) }
      defer { self.report = { _, _ in } }
      return judge(opened, format, number)
    }
    summary.bytesRead = opened.storedBytesRead
    summary.bytes = opened.storedBytes
    (summary.records, summary.malformed) = accumulator.inputTotals
    summary.failure = failure
    let hadTrouble =
      failure != nil || summary.malformed > 0 || summary.records == 0
      || accumulator.otherValues > otherValuesBefore
    summary.hint = (hadTrouble ? hint : nil) ?? columnHint
    summary.complete = failure == nil && !isStopped
    return summary
  }

  /// Judges all of an input; returns why it could not be read to its end.
  private func judge(_ opened: OpenedInput, _ format: InputFormat, _ number: Int) -> String? {
    accumulator.beginInput(number, lines: 0)
    let peek = opened.peek()
    let delimiter =
      program.ruleSet.csv.delimiter
      ?? (format == .tsv ? Ascii.tab : DelimiterDetection.delimiter(firstLine: peek))
    progress = InputProgress(skippedBytes: peek.hasByteOrderMark ? 3 : 0)
    let isCompressed = opened.compression != .none
    let reader = ChunkReader(
      source: opened.source, hasQuotes: format != .jsonl,
      chunkBytes: options.chunkBytes
        ?? (isCompressed
          ? RunEngine.inflatedChunkBytesDefault : RunEngine.chunkBytesDefault),
      recordBytesMaximum: options.recordBytesMaximum, splitsMembers: workers.count > 1)
    var start = InputStart(
      number: number, name: opened.name, format: format,
      hasByteOrderMark: peek.hasByteOrderMark)
    if format == .jsonl {
      workers.prepare(.jsonl)
      begin(start)
    } else {
      start.delimiter = delimiter
      switch prepareCSV(start, reader) {
      case .ready: break
      case .empty: return reason(reader.failure)
      case .failed(let why): return reader.failure == nil ? why : reason(reader.failure)
      }
    }
    // What had come when the run was to stop is judged.
    if shouldStop(), !opened.isInterrupted { interrupted = true }
    if !isStopped { judgeChunks(reader, isCompressed) }
    return accumulator.failure?.description ?? reason(reader.failure)
  }

  /// Why reading failed; that it was interrupted is said of the run, not of the input.
  private func reason(_ failure: InputError?) -> String? {
    guard let failure else { return nil }
    guard failure.isInterruption else { return failure.reason }
    interrupted = true
    return nil
  }

  private enum CSVStart {
    case ready, empty
    case failed(String)
  }

  /// Reads the header, if the input has one, and lays out the columns. What was read beyond it is pending.
  private func prepareCSV(_ start: InputStart, _ reader: ChunkReader) -> CSVStart {
    var start = start
    let delimiter = start.delimiter
    let csv = program.ruleSet.csv
    if let columns = csv.columns {
      workers.prepare(.csv(layout(columns, delimiter)))
      start.columns = columns
      begin(start)
      return .ready
    }
    let buffer = ChunkBuffer()
    while true {
      guard let chunk = reader.next(into: buffer) else { return .empty }
      // Nearly always the header lies in the first chunk, and nothing has to be gathered.
      let isFirst = progress.pending.count == 0
      if !isFirst { progress.pending.append(buffer.bytes) }
      let result = CSVHeader.read(
        isFirst ? buffer.bytes : progress.pending.bytes, isFinal: chunk.isFinal,
        delimiter: delimiter,
        strayQuotesAreText: csv.strayQuotesAreText,
        recordBytesMaximum: options.recordBytesMaximum)
      switch result {
      case .incomplete: if isFirst { progress.pending.append(buffer.bytes) }
      case .empty: return .empty
      case .unreadable(let fault):
        return .failed(
          "the header cannot be read: \(fault.detail) (byte \(fault.column) of the line)")
      case .header(let header):
        if isFirst { progress.pending.append(buffer.bytes) }
        workers.prepare(.csv(layout(header.names, delimiter)))
        accumulator.beginInput(start.number, lines: header.lines)
        start.columns = header.names
        columnHint = ColumnHint.hint(header: header.names, ruleSet: program.ruleSet)
        start.header = progress.pending.bytes[header.start..<header.consumed]
        begin(start, headerBytes: header.consumed, headerLines: header.lines)
        progress.skippedBytes = header.consumed
        progress.pendingIsFinal = chunk.isFinal
        return .ready
      }
    }
  }

  private func layout(_ names: [String], _ delimiter: UInt8) -> CSVLayout {
    CSVLayout(
      header: names, readers: program.columns, knownNames: program.knownColumns,
      delimiter: delimiter, strayQuotesAreText: program.ruleSet.csv.strayQuotesAreText,
      recordBytesMaximum: options.recordBytesMaximum)
  }

  // MARK: Chunks

  private func judgeChunks(_ reader: ChunkReader, _ isCompressed: Bool) {
    // What came with the header of CSV.
    if progress.pending.count > 0 || progress.pendingIsFinal {
      judgePending(isFinal: progress.pendingIsFinal)
    }
    if progress.pendingIsFinal { return }
    if !isStopped {
      Pipeline(
        reader: reader, workers: workers, ring: ring, readsFirst: isCompressed, owner: self
      ).run()
    }
    // Where reading failed, whole records may still be waiting for what did not come.
    if reader.failure != nil, !isStopped, progress.pending.count > 0 {
      judgePending(isFinal: false, isLast: true)
    }
  }

  // MARK: Adding up

  /// Adds up a judged chunk, unless it must be judged again; see ``Pipeline/Owner``.
  func merge(_ slot: ChunkSlot, _ worker: Worker) -> Bool {
    let startsWhereItShould =
      progress.pending.count == 0 && !progress.isInsideLongLine && progress.blankBytes == 0
      && progress.skippedBytes == 0
    if startsWhereItShould {
      accept(slot.statistics, slot.end, slot.task, at: slot.chunk.offset, worker)
    } else {
      // The chunk does not begin where a record does: the tail of the one before belongs to it.
      progress.pending.append(slot.buffer.bytes)
      judgePending(isFinal: slot.chunk.isFinal)
    }
    if shouldStop() { interrupted = true }
    return !isStopped
  }

  func report(storedBytesRead: Int, records: Int) { report(storedBytesRead, records) }

  /// Judges what is pending, once there is reason to hope that it holds a whole record.
  private func judgePending(isFinal: Bool, isLast: Bool = false) {
    let isWorthIt =
      isFinal || isLast || progress.isInsideLongLine || progress.blankBytes > 0
      || progress.pending.count >= 2 * progress.triedBytes
      || progress.pending.count > options.recordBytesMaximum
    guard isWorthIt else { return }
    var task = ChunkTask(bytes: progress.pending.bytes, isFinal: isFinal)
    task.beginsInsideLongLine = progress.isInsideLongLine
    task.blankBytesBefore = progress.blankBytes
    task.skippedBytes = progress.skippedBytes
    let statistics = accumulator.makeStatistics()
    let worker = workers.gathering
    let end = worker.judge.judge(task, into: statistics)
    accept(statistics, end, task, at: progress.offset, worker)
  }

  private func accept(
    _ statistics: ChunkStatistics, _ end: ChunkEnd, _ task: ChunkTask, at offset: Int,
    _ worker: Worker
  ) {
    var statistics = statistics
    var end = end
    var task = task
    if let limit = options.limit {
      let room = limit - accumulator.total
      if statistics.records > room {
        limitReached = true
        if room == 0 { return }
        task.recordsMaximum = room
        statistics = accumulator.makeStatistics()
        end = worker.judge.judge(task, into: statistics)
      }
    }
    let place = accumulator.place(at: offset)
    accumulator.add(statistics, end, of: task, at: offset, worker: &worker.judge)
    bytesJudged += end.consumed
    if let partial { note(end, of: task, at: offset, partial) }
    tell { observer in
      observer.take(
        JudgedChunk(
          place: place, task: task, end: end, statistics: statistics,
          duplicates: accumulator.duplicates), &worker.judge)
    }
    progress.accept(end, of: task, at: offset)
  }

  /// Tells everybody who wants to know that an input begins.
  private func begin(_ start: InputStart, headerBytes: Int = 0, headerLines: Int = 0) {
    tell { $0.begin(start) }
    guard let partial else { return }
    extent.lines = headerLines
    partial.begin(PartialInputStart(start, headerBytes: headerBytes, headerLines: headerLines))
  }

  private func note(
    _ end: ChunkEnd, of task: ChunkTask, at offset: Int, _ partial: PartialWriter
  ) {
    partial.write(accumulator.takePartialLog())
    extent.lines = accumulator.place(at: offset).lines
    extent.bytes = offset + end.consumed
    if end.consumed > 0 {
      let last = task.bytes[end.consumed - 1]
      extent.endsInLineEnd = last == Ascii.lineFeed || last == Ascii.carriageReturn
    }
  }

  /// Hands something to the observer, if there is one that wants it.
  private func tell(_ call: (any RecordObserver) -> Bool) {
    guard let observer, !observerHasEnough else { return }
    observerHasEnough = !call(observer)
  }
}

extension RunEngine: Pipeline.Owner {}
