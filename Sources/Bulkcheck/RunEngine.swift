internal import BulkcheckCore
internal import BulkcheckInput
internal import Dispatch
internal import Synchronization

/// One run: workers, batches and the accumulator, over all inputs.
///
/// Two batches in turn: while one is judged, the first worker reads the other and then helps. Chunks are added up in the
/// order of the input, so that the result does not depend on who judged what.
final class RunEngine {
  private let program: Program
  private let options: RunOptions
  private let threads: Int
  private let chunkBytes: Int
  private let workers: WorkerPool
  private let accumulator: RunAccumulator
  private var batches: [Batch]
  private var bytesJudged = 0
  private var limitReached = false
  private var interrupted = false

  /// Large enough to make a batch's overhead vanish, small enough for the second cache level.
  private static let chunkBytesDefault = 256 << 10
  private static let chunksPerThread = 4
  /// A chunk this large fills a batch alone, so that memory stays bounded.
  private static let largeChunkBytes = 4 << 20

  init(program: Program, options: RunOptions) {
    self.program = program
    self.options = options
    threads = max(1, options.threads ?? Processors.count)
    chunkBytes = options.chunkBytes ?? RunEngine.chunkBytesDefault
    workers = WorkerPool(
      count: threads, program: program, recordBytesMaximum: options.recordBytesMaximum)
    accumulator = RunAccumulator(program: program, samplesMaximum: options.samplesMaximum)
    let accumulator = accumulator
    let size = threads == 1 ? 1 : threads * RunEngine.chunksPerThread
    batches = (0..<(threads == 1 ? 1 : 2)).map { _ in
      Batch(size: size, makeStatistics: accumulator.makeStatistics)
    }
  }

  var recordCount: Int { accumulator.total }

  /// The limit of records was reached, or the caller asked to stop.
  var isStopped: Bool { limitReached || interrupted }

  func summary() -> RunSummary {
    var summary = accumulator.summary()
    summary.limitReached = limitReached
    summary.interrupted = interrupted
    summary.threads = threads
    summary.bytesJudged = bytesJudged
    return summary
  }

  // MARK: One input

  func run(
    _ location: InputLocation, number: Int, shouldStop: @Sendable () -> Bool,
    progress: (borrowing OpenedInput) -> Void
  ) -> InputSummary {
    let opened: OpenedInput
    do throws(InputError) {
      opened = try OpenedInput(location)
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
    let failure = judge(
      opened, format, number, shouldStop: shouldStop, progress: { progress(opened) })
    summary.bytesRead = opened.storedBytesRead
    summary.bytes = opened.storedBytes
    (summary.records, summary.malformed) = accumulator.inputTotals
    summary.failure = failure
    let hadTrouble =
      failure != nil || summary.malformed > 0 || summary.records == 0
      || accumulator.otherValues > otherValuesBefore
    summary.hint = hadTrouble ? hint : nil
    summary.complete = failure == nil && !isStopped
    return summary
  }

  /// Judges all of an input; returns why it could not be read to its end.
  private func judge(
    _ opened: OpenedInput, _ format: InputFormat, _ number: Int, shouldStop: @Sendable () -> Bool,
    progress: () -> Void
  ) -> String? {
    accumulator.beginInput(number, lines: 0)
    let peek = opened.peek()
    let hasMark = peek.hasByteOrderMark
    let delimiter =
      program.ruleSet.csv.delimiter
      ?? (format == .tsv ? Ascii.tab : DelimiterDetection.delimiter(firstLine: peek))
    var reader = ChunkReader(
      source: opened.source, hasQuotes: format != .jsonl, chunkBytes: chunkBytes,
      recordBytesMaximum: options.recordBytesMaximum)
    var progressState = InputProgress(skippedBytes: hasMark ? 3 : 0)
    if format == .jsonl {
      workers.prepare(.jsonl)
    } else {
      switch prepareCSV(delimiter, number, hasMark, &reader, &progressState) {
      case .ready: break
      case .empty: return reader.failure?.reason
      case .failed(let reason): return reader.failure?.reason ?? reason
      }
    }
    runBatches(&reader, &progressState, shouldStop, progress)
    return reader.failure?.reason
  }

  private enum CSVStart {
    case ready, empty
    case failed(String)
  }

  /// Reads the header, if the input has one, and lays out the columns. What was read beyond it is pending.
  private func prepareCSV(
    _ delimiter: UInt8, _ number: Int, _ hasMark: Bool, _ reader: inout ChunkReader,
    _ state: inout InputProgress
  ) -> CSVStart {
    let csv = program.ruleSet.csv
    if let columns = csv.columns {
      workers.prepare(.csv(layout(columns, delimiter)))
      return .ready
    }
    let buffer = ChunkBuffer(capacity: chunkBytes)
    while true {
      guard let chunk = reader.next(into: buffer) else { return .empty }
      // Nearly always the header lies in the first chunk, and nothing has to be gathered.
      let isFirst = state.pending.count == 0
      if !isFirst { state.pending.append(buffer.bytes) }
      let result = CSVHeader.read(
        isFirst ? buffer.bytes : state.pending.bytes, isFinal: chunk.isFinal, delimiter: delimiter,
        strayQuotesAreText: csv.strayQuotesAreText,
        recordBytesMaximum: options.recordBytesMaximum)
      switch result {
      case .incomplete: if isFirst { state.pending.append(buffer.bytes) }
      case .empty: return .empty
      case .unreadable(let fault):
        return .failed(
          "the header cannot be read: \(fault.detail) (byte \(fault.column) of the line)")
      case .header(let header):
        if isFirst { state.pending.append(buffer.bytes) }
        workers.prepare(.csv(layout(header.names, delimiter)))
        accumulator.beginInput(number, lines: header.lines)
        state.skippedBytes = header.consumed
        state.pendingIsFinal = chunk.isFinal
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

  // MARK: Batches

  private func runBatches(
    _ reader: inout ChunkReader, _ state: inout InputProgress, _ shouldStop: @Sendable () -> Bool,
    _ progress: () -> Void
  ) {
    if state.pending.count > 0 || state.pendingIsFinal {
      judgePending(isFinal: state.pendingIsFinal, &state)
    }
    if state.pendingIsFinal { return }
    if shouldStop() { interrupted = true }
    var current = 0
    read(&reader, into: batches[current])
    while batches[current].count > 0, !isStopped {
      let batch = batches[current]
      if batches.count == 1 {
        workers.judge(batch)
        add(batch, &state)
        progress()
        if shouldStop() { interrupted = true }
        if !isStopped { read(&reader, into: batch) }
        continue
      }
      let next = 1 - current
      readAheadWhileJudging(batch, &reader, into: batches[next])
      add(batch, &state)
      progress()
      if shouldStop() { interrupted = true }
      current = next
    }
    // Where reading failed, whole records may still be waiting for what did not come.
    if reader.failure != nil, !isStopped, state.pending.count > 0 {
      judgePending(isFinal: false, isLast: true, &state)
    }
  }

  private func readAheadWhileJudging(
    _ batch: Batch, _ reader: inout ChunkReader, into next: Batch
  ) {
    let large = batch.hasLargeChunk
    // A very long record is judged alone: reading another one ahead would double the memory.
    if large {
      workers.judge(batch)
      read(&reader, into: next)
      return
    }
    workers.judge(batch) { read(&reader, into: next) }
  }

  private func read(_ reader: inout ChunkReader, into batch: Batch) {
    batch.clear()
    while batch.count < batch.capacity {
      guard let chunk = reader.next(into: batch.nextBuffer) else { return }
      batch.append(chunk)
      if batch.lastIsLarge(RunEngine.largeChunkBytes) { return }
    }
  }

  // MARK: Adding up

  private func add(_ batch: Batch, _ state: inout InputProgress) {
    for index in 0..<batch.count where !isStopped {
      let chunk = batch.chunks[index]
      let bytes = batch.buffers[index].bytes
      let startsWhereItShould =
        state.pending.count == 0 && !state.isInsideLongLine && state.blankBytes == 0
        && state.skippedBytes == 0
      if startsWhereItShould {
        accept(
          batch.statistics[index], batch.ends[index],
          ChunkTask(bytes: bytes, isFinal: chunk.isFinal),
          at: chunk.offset, &state)
        continue
      }
      // The chunk does not begin where a record does: the tail of the one before belongs to it.
      state.pending.append(bytes)
      judgePending(isFinal: chunk.isFinal, &state)
    }
  }

  /// Judges what is pending, once there is reason to hope that it holds a whole record.
  private func judgePending(
    isFinal: Bool, isLast: Bool = false, _ state: inout InputProgress
  ) {
    let isWorthIt =
      isFinal || isLast || state.isInsideLongLine || state.blankBytes > 0
      || state.pending.count >= 2 * state.triedBytes
      || state.pending.count > options.recordBytesMaximum
    guard isWorthIt else { return }
    var task = ChunkTask(bytes: state.pending.bytes, isFinal: isFinal)
    task.beginsInsideLongLine = state.isInsideLongLine
    task.blankBytesBefore = state.blankBytes
    task.skippedBytes = state.skippedBytes
    let statistics = accumulator.makeStatistics()
    let end = workers.judge(task, into: statistics)
    accept(statistics, end, task, at: state.offset, &state)
  }

  private func accept(
    _ statistics: ChunkStatistics, _ end: ChunkEnd, _ task: ChunkTask, at offset: Int,
    _ state: inout InputProgress
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
        end = workers.judge(task, into: statistics)
      }
    }
    workers.withFirst { worker in
      accumulator.add(statistics, end, of: task, at: offset, worker: &worker)
    }
    bytesJudged += end.consumed
    state.accept(end, of: task, at: offset)
  }
}
