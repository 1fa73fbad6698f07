package import BulkcheckCore

/// Drives a job over inputs: opens them, reads ahead, lets workers work, merges in order, and stops
/// when the limit is reached, when the caller or the job says so.
///
/// The result does not depend on which thread worked on which chunk, nor on where inputs were cut.
/// The bytes behind the last whole record of a chunk are *pending*, and processed together with the
/// next chunk.
package final class RecordRun<Job: RecordJob> {
  package let job: Job
  package let threads: Int
  /// Records of all inputs so far, malformed ones included.
  package private(set) var records = 0
  /// Decompressed bytes that have been worked on.
  package private(set) var bytesConsumed = 0
  package private(set) var limitReached = false
  package private(set) var interrupted = false
  let crew: Crew<Job>
  let ring: SlotRing<Job>
  private let options: ReadingOptions
  private var inputCount = 0
  private var progress = InputProgress(skippedBytes: 0)
  private lazy var gatheringTally = job.makeTally()
  private var shouldStop: @Sendable () -> Bool = { false }
  private var report: (_ storedBytesRead: Int, _ records: Int) -> Void = { _, _ in }
  private var bytesBefore = 0
  /// The records of the inputs before the current one.
  private var recordsBefore = 0
  /// The long cells of the current input.
  private var longCells = LongCells()

  /// Chunks that are read, cut or merged while each worker has one to work on.
  private static var slotsBesides: Int { 4 }

  package init(_ job: Job, _ options: ReadingOptions) {
    self.job = job
    self.options = options
    threads = options.workers
    crew = Crew(count: threads, job: job)
    ring = SlotRing(
      size: threads == 1 ? 1 : threads + RecordRun.slotsBesides, makeTally: job.makeTally)
  }

  /// The limit was reached, the caller asked to stop, or the job has enough.
  package var isStopped: Bool { limitReached || interrupted || job.hasEnough }

  // MARK: One input

  /// Reads an input to its end, or until the run stops.
  ///
  /// - Parameters:
  ///   - shouldStop: asked after each chunk; true ends the run.
  ///   - progress: told now and then, on the calling thread.
  /// - Returns: what is known of the input; its `hint` whether it had trouble or not.
  package func read(
    _ location: InputLocation, shouldStop: @Sendable () -> Bool,
    progress: (ReadingProgress) -> Void
  ) -> InputSummary {
    withoutActuallyEscaping(shouldStop) { shouldStop in
      withoutActuallyEscaping(progress) { progress in
        self.shouldStop = shouldStop
        defer {
          self.shouldStop = { false }
          report = { _, _ in }
        }
        return read(location, progress)
      }
    }
  }

  private func read(
    _ location: InputLocation, _ progress: @escaping (ReadingProgress) -> Void
  ) -> InputSummary {
    let input: OpenedRecords
    defer { inputCount += 1 }
    do throws(InputError) {
      input = try OpenedRecords(
        location, number: inputCount, options, shouldStop: shouldStop)
    } catch {
      var summary = InputSummary(
        path: location.name, format: options.format ?? .jsonl, compression: .none)
      summary.complete = false
      summary.failure = error.reason
      return summary
    }
    let size = input.storedBytes
    report = { [bytesBefore] read, records in
      progress(
        ReadingProgress(
          inputPath: location.name, bytesRead: bytesBefore + read,
          bytesTotal: size.map { max($0, read) }, records: records))
    }
    var summary = InputSummary(
      path: input.start.name, format: input.start.format, compression: input.compression)
    recordsBefore = records
    longCells = LongCells()
    summary.failure = read(input)
    let isCSV = input.start.format != .jsonl
    summary.dialect = InputDialect(
      delimiter: isCSV ? input.start.delimiter : nil,
      headerLines: isCSV ? input.start.headerLines : nil)
    summary.longCells = longCells
    summary.records = records - recordsBefore
    summary.bytesRead = input.storedBytesRead
    summary.bytes = input.storedBytes
    summary.contentHint = input.hint
    summary.contentIsForeign = input.isForeign
    summary.hasZeroByte = input.hasZeroByte
    summary.complete = summary.failure == nil && !isStopped
    bytesBefore += summary.bytesRead
    return summary
  }

  /// Reads all of an input; returns why it could not be read to its end.
  private func read(_ input: OpenedRecords) -> String? {
    var refusal: String?
    let header = input.readHeader { start in
      refusal = job.refusal(of: start)
      if refusal == nil { job.begin(start) }
    }
    if let refusal { return refusal }
    switch header {
    case .ready: break
    case .missing: return input.chunks.failure.flatMap(reason)
    case .unreadable(let why): return input.chunks.failure.map(reason) ?? why
    }
    progress = input.progress
    // What had come when the run was to stop is worked on.
    if shouldStop(), !input.isInterrupted { interrupted = true }
    if !isStopped { readChunks(input) }
    return input.chunks.failure.flatMap(reason)
  }

  /// Why reading failed; that it was interrupted is said of the run, not of the input.
  private func reason(_ failure: InputError) -> String? {
    guard failure.isInterruption else { return failure.reason }
    interrupted = true
    return nil
  }

  private func readChunks(_ input: OpenedRecords) {
    // What came with the header of CSV.
    if progress.pending.count > 0 || progress.pendingIsFinal {
      workPending(isFinal: progress.pendingIsFinal)
    }
    if progress.pendingIsFinal { return }
    if !isStopped {
      Pipeline(owner: self, reader: input.chunks, readsFirst: input.isCompressed).run()
    }
    // Where reading failed, whole records may still be waiting for what did not come.
    if input.chunks.failure != nil, !isStopped, progress.pending.count > 0 {
      workPending(isFinal: false, isLast: true)
    }
  }

  // MARK: Merging

  /// Merges a chunk, unless it must be worked on again; false ends the pipeline.
  func merge(_ slot: ChunkSlot<Job>, _ worker: Job.Worker) -> Bool {
    if progress.holdsWholeRows, slot.holdsFooters(options.csv.footerRows) {
      // What was held back is followed by as many rows: none of it is a footer.
      workPending(isFinal: false, isLast: true, holdsFooters: false)
      if isStopped { return false }
    }
    if progress.isBetweenRecords {
      let chunk = WorkedChunk(task: slot.task, end: slot.end, offset: slot.chunk.offset)
      accept(slot.tally, chunk, worker)
    } else {
      // The chunk does not begin where a record does: the tail of the one before belongs to it.
      progress.pending.append(slot.buffer.bytes)
      workPending(isFinal: slot.chunk.isFinal)
    }
    if shouldStop() { interrupted = true }
    return !isStopped
  }

  func tellProgress(storedBytesRead: Int, records: Int) { report(storedBytesRead, records) }

  /// Works on what is pending, once there is reason to hope that it holds a whole record.
  ///
  /// - Parameter holdsFooters: the last rows may be footers.
  private func workPending(isFinal: Bool, isLast: Bool = false, holdsFooters: Bool = true) {
    guard
      isFinal || isLast || progress.isWorthTrying(recordBytesMaximum: options.recordBytesMaximum)
    else { return }
    var task = progress.pendingTask(isFinal: isFinal)
    task.holdsFooters = holdsFooters
    let worker = crew.gathering
    let end = job.work(on: task, worker, into: gatheringTally)
    accept(
      gatheringTally, WorkedChunk(task: task, end: end, offset: progress.offset), worker)
  }

  private func accept(_ tally: Job.Tally, _ chunk: WorkedChunk, _ worker: Job.Worker) {
    var chunk = chunk
    if let limit = options.limit {
      let room = limit - records
      if chunk.end.records > room {
        limitReached = true
        if room == 0 { return }
        chunk.task.recordsMaximum = room
        chunk.end = job.work(on: chunk.task, worker, into: tally)
      }
    }
    longCells.add(chunk.end.longCells, behind: records - recordsBefore)
    records += chunk.end.records
    bytesConsumed += chunk.end.consumed
    job.merge(tally, of: chunk, worker)
    progress.accept(chunk)
  }
}

/// The work of a command on the records of its inputs: every chunk is worked on by itself, on any
/// thread, and the results are merged in the order of the input. The rest is the same for all of
/// them: see ``RecordRun``.
package protocol RecordJob: AnyObject, SendableMetatype {
  /// The state of one thread.
  associatedtype Worker: AnyObject
  /// The result of one chunk. Used again for a later one.
  associatedtype Tally: AnyObject

  func makeWorker() -> Worker
  func makeTally() -> Tally

  /// Takes note of an input whose header, if it has one, could be read. No other call is going on.
  func begin(_ input: InputStart)

  /// Why an input of this header cannot be worked on; then it is not begun.
  func refusal(of input: InputStart) -> String?

  /// Works on a chunk; what the tally held before is forgotten. Several threads call it at once,
  /// each with a worker and a tally of its own.
  func work(on task: ChunkTask, _ worker: Worker, into tally: Tally) -> ChunkEnd

  /// Adds up what came of a chunk. Called by one thread at a time, in the order of the input.
  func merge(_ tally: Tally, of chunk: WorkedChunk, _ worker: Worker)

  /// It needs no more, or cannot go on: asked after each merge.
  var hasEnough: Bool { get }
}

extension RecordJob {
  package func refusal(of input: InputStart) -> String? { nil }
}

/// A chunk that has been worked on.
package struct WorkedChunk: Sendable {
  package var task: ChunkTask
  package var end: ChunkEnd
  /// The position of its first byte in the input.
  package var offset: Int
}
