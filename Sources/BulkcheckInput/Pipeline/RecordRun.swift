package import BulkcheckCore

/// Drives a job over inputs: opens them, reads ahead, lets workers work, merges in order, and stops
/// when the limit is reached, when the caller or the job says so.
///
/// Inputs are read one after another, each by all threads (``Pipeline``), but for small ones, of
/// which each thread reads one (``InputsAhead``).
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
  /// The inputs whose turn has come.
  private(set) var inputCount = 0
  /// How the input is worked on whose turn it is.
  private var current: InputReading<Job.Reading>?
  private var progress = InputProgress(skippedBytes: 0)
  private lazy var gatheringTally = job.makeTally()
  private var shouldStop: @Sendable () -> Bool = { false }
  private var tell: (ReadingProgress) -> Void = { _ in }
  /// The name and the stored size of the input whose turn it is.
  private var told: (name: String, size: Int?) = ("", nil)
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

  // MARK: Inputs

  /// Reads inputs in their order, each to its end, or until the run stops.
  ///
  /// - Parameters:
  ///   - shouldStop: asked after each chunk; true ends the run.
  ///   - progress: told now and then, on the calling thread.
  /// - Returns: what is known of each input whose turn came; its `hint` whether it had trouble or
  ///   not.
  package func read(
    _ locations: [InputLocation], shouldStop: @Sendable () -> Bool = { false },
    progress: (ReadingProgress) -> Void = { _ in }
  ) -> [InputSummary] {
    withoutActuallyEscaping(shouldStop) { shouldStop in
      withoutActuallyEscaping(progress) { progress in
        self.shouldStop = shouldStop
        tell = progress
        defer {
          self.shouldStop = { false }
          tell = { _ in }
        }
        return read(locations)
      }
    }
  }

  private func read(_ locations: [InputLocation]) -> [InputSummary] {
    var summaries: [InputSummary] = []
    while summaries.count < locations.count, summaries.isEmpty || !isStopped {
      if let ahead = InputsAhead(owner: self, locations, from: summaries.count) {
        ahead.run()
        summaries += ahead.summaries
        if summaries.count == locations.count || isStopped { break }
      }
      summaries.append(read(locations[summaries.count]))
    }
    return summaries
  }

  private func read(_ location: InputLocation) -> InputSummary {
    job.willRead(inputCount)
    defer { inputCount += 1 }
    var summary: InputSummary
    beginCounts()
    do throws(InputError) {
      let input = try OpenedRecords(
        location, number: inputCount, options, shouldStop: shouldStop)
      told = (location.name, input.storedBytes)
      let failure = read(input)
      summary = self.summary(of: input, failure)
    } catch {
      summary = InputSummary(
        path: location.name, format: options.format ?? .jsonl, compression: .none)
      summary.complete = false
      summary.failure = error.reason
    }
    job.didRead(&summary)
    return summary
  }

  /// The turn of an input has come.
  private func beginCounts() {
    recordsBefore = records
    longCells = LongCells()
  }

  private func summary(of input: OpenedRecords, _ failure: String?) -> InputSummary {
    var summary = InputSummary(
      path: input.start.name, format: input.start.format, compression: input.compression)
    let start = input.start
    let isCSV = !start.format.isJSON
    summary.dialect = InputDialect(
      encoding: start.encoding, delimiter: isCSV ? start.delimiter : nil,
      headerLines: isCSV ? start.headerLines : nil)
    summary.longCells = longCells
    summary.hasLines = start.hasLines
    summary.failure = failure
    summary.records = records - recordsBefore
    summary.bytesRead = input.storedBytesRead
    summary.bytes = input.storedBytes
    summary.sets = input.chunks.sets
    summary.likelyRecords = input.likelyRecords
    summary.contentHint = input.hint
    summary.contentIsForeign = input.isForeign
    summary.hasZeroByte = input.hasZeroByte
    summary.complete = failure == nil && !isStopped
    bytesBefore += summary.bytesRead
    return summary
  }

  // MARK: Whole inputs

  /// Whether a program reads an input, if it is what its name says.
  func hasReader(_ location: InputLocation) -> Bool {
    guard case .file(let path) = location else { return false }
    return options.readers?.mayRead(path) ?? false
  }

  /// Opens an input before its turn, to be read as a whole; nil if that fails. Several threads call
  /// it at once.
  func open(_ location: InputLocation, number: Int) -> OpenedRecords? {
    let input = try? OpenedRecords(
      location, number: number, options, isSmall: true, shouldStop: shouldStop)
    // What is read as a whole is text, and rows that are written again are none.
    return input?.start.table == nil ? input : nil
  }

  /// Takes what came of an input that was read as a whole, when its turn has come.
  func take(
    _ whole: WholeInput<Job>, _ slot: ChunkSlot<Job>, _ worker: Job.Worker,
    at location: InputLocation
  ) -> InputSummary {
    job.willRead(inputCount)
    inputCount += 1
    beginCounts()
    var failure: String?
    switch whole.header {
    case .missing: break
    case .unreadable(let why): failure = why
    case .ready:
      failure = whole.refusal
      if failure == nil { accept(whole, slot, worker) }
    }
    var summary = summary(of: whole.input, failure)
    job.didRead(&summary)
    tell(
      ReadingProgress(
        inputPath: location.name, bytesRead: bytesBefore, bytesTotal: nil, records: records))
    return summary
  }

  private func accept(_ whole: WholeInput<Job>, _ slot: ChunkSlot<Job>, _ worker: Job.Worker) {
    job.begin(whole.input.start)
    current = whole.reading
    progress = whole.input.progress
    // What had come when the run was to stop is worked on.
    if shouldStop() { interrupted = true }
    if isStopped { return }
    accept(slot.tally, WorkedChunk(task: whole.task, end: slot.end, offset: 0), worker)
    if shouldStop() { interrupted = true }
  }

  // MARK: One input

  /// Reads all of an input; returns why it could not be read to its end.
  private func read(_ input: OpenedRecords) -> String? {
    var refusal: String?
    let header = input.readHeader { start in
      refusal = job.refusal(of: start)
      if refusal != nil { return }
      current = InputReading(number: start.number, job.reading(of: start))
      job.begin(start)
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
      Pipeline(
        owner: self, reader: input.chunks, encoding: input.start.encoding,
        readsFirst: input.isCompressed
      ).run()
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
      let task = slot.task(progress.encoding)
      let chunk = WorkedChunk(task: task, end: slot.end, offset: progress.offset)
      accept(slot.tally, chunk, worker)
    } else {
      // The chunk does not begin where a record does: the tail of the one before belongs to it.
      progress.pending.append(slot.buffer.bytes)
      workPending(isFinal: slot.chunk.isFinal)
    }
    if shouldStop() { interrupted = true }
    return !isStopped
  }

  func tellProgress(storedBytesRead read: Int, records: Int) {
    tell(
      ReadingProgress(
        inputPath: told.name, bytesRead: bytesBefore + read,
        bytesTotal: told.size.map { max($0, read) }, records: records))
  }

  /// Works on a chunk of the input whose turn it is. Several threads call it at once.
  func work(on task: ChunkTask, _ worker: Job.Worker, into tally: Job.Tally) -> ChunkEnd {
    guard let current else { preconditionFailure("chunks come of an input that has begun") }
    return job.work(on: task, of: current, worker, into: tally)
  }

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
    let end = work(on: task, worker, into: gatheringTally)
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
        var task = chunk.task
        task.recordsMaximum = room
        let end = work(on: task, worker, into: tally)
        chunk = WorkedChunk(task: task, end: end, offset: chunk.offset)
      }
    }
    longCells.add(chunk.end.longCells, behind: records - recordsBefore)
    records += chunk.end.records
    bytesConsumed += chunk.task.cells?.byteCount ?? (chunk.endOffset - chunk.offset)
    guard let current else { preconditionFailure("chunks come of an input that has begun") }
    job.merge(tally, of: chunk, of: current, worker)
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

  /// How the records of an input are read and worked on.
  associatedtype Reading: Sendable

  func makeWorker() -> Worker
  func makeTally() -> Tally

  /// The turn of an input has come. No other call of these is going on: ``begin(_:)``,
  /// ``merge(_:of:of:_:)`` and ``didRead(_:)``.
  func willRead(_ number: Int)

  /// How an input is worked on whose header, if it has one, could be read. Its turn may not have
  /// come: several threads call it at once, also while chunks of other inputs are merged.
  func reading(of input: InputStart) -> Reading

  /// Why an input of this header cannot be worked on; then it is not begun. Called as
  /// ``reading(of:)``.
  func refusal(of input: InputStart) -> String?

  /// Takes note of an input that can be worked on, when its turn has come.
  func begin(_ input: InputStart)

  /// Works on a chunk; what the tally held before is forgotten. Several threads call it at once,
  /// each with a worker and a tally of its own, which may have worked on another input before.
  func work(
    on task: ChunkTask, of input: InputReading<Reading>, _ worker: Worker, into tally: Tally
  ) -> ChunkEnd

  /// Adds up what came of a chunk. Called by one thread at a time, in the order of the inputs, with
  /// a worker that may not have worked on this one.
  func merge(
    _ tally: Tally, of chunk: WorkedChunk, of input: InputReading<Reading>, _ worker: Worker)

  /// Adds to what is known of an input whose turn is over, whether it was begun or not.
  func didRead(_ summary: inout InputSummary)

  /// It needs no more, or cannot go on: asked after each merge.
  var hasEnough: Bool { get }
}

extension RecordJob {
  package func refusal(of input: InputStart) -> String? { nil }

  package func willRead(_ number: Int) {}

  package func didRead(_ summary: inout InputSummary) {}
}

/// An input as workers know it.
package struct InputReading<Reading: Sendable>: Sendable {
  /// The input's in the run, from 0: a worker that has worked on another one must be prepared.
  package let number: Int
  package let reading: Reading

  init(number: Int, _ reading: Reading) {
    self.number = number
    self.reading = reading
  }
}

/// A chunk that has been worked on.
package struct WorkedChunk: Sendable {
  package let task: ChunkTask
  package let end: ChunkEnd
  /// The position of its first byte in the input, in bytes of its encoding.
  package let offset: Int
  /// The position behind what was worked on.
  package let endOffset: Int

  init(task: ChunkTask, end: ChunkEnd, offset: Int) {
    self.task = task
    self.end = end
    self.offset = offset
    // The text of an outline is not of the input.
    let count = task.bytes.count - (task.records?.outlineBytes ?? 0)
    endOffset =
      offset
      + (task.cells?.rowCount ?? task.text.storedCount(from: 0, to: min(end.consumed, count)))
  }
}
