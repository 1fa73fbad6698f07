internal import BulkcheckCore
internal import BulkcheckInput
internal import Dispatch

/// Takes the chunks of one input from the reader to the report, on several threads.
///
///     read ────────────────────────────► judge ─► merge
///     take members ─► inflate ─► cut ──► judge ─► merge
///
/// Every thread does what is most urgent, so that none waits for another one to finish its share. Reading, taking and
/// cutting are done by one thread at a time, and so is merging; chunks are cut and merged in the order of the input.
///
/// Chunks lie in a ring of slots. `filled`, `cut` and `merged` count chunks from the start of the input, and
/// `merged <= cut <= filled <= merged + ring.size`. A slot belongs to the thread that moved it to a stage that ends in
/// -ing, or that reads or merges; everything else is touched under the lock only.
final class Pipeline: @unchecked Sendable {
  /// What becomes of the chunks. Each method is called by one thread at a time.
  protocol Owner: AnyObject {
    /// Adds up a judged chunk; false ends the pipeline.
    func merge(_ slot: ChunkSlot, _ worker: Worker) -> Bool
    /// Told now and then how far the pipeline has come.
    func report(storedBytesRead: Int, records: Int)
    /// The records merged so far.
    var recordCount: Int { get }
    /// What workers should know of the chunks merged so far.
    var knownFailures: KnownFailures { get }
  }

  private let monitor = Monitor()
  private let reader: ChunkReader
  private let workers: WorkerPool
  private let ring: SlotRing
  private let owner: any Owner
  /// Reading takes longer than judging: it goes on as long as there are free slots.
  private let readsFirst: Bool

  private var filled = 0
  private var cut = 0
  private var merged = 0
  private var isReading = false
  private var isMerging = false
  private var hasEnded = false
  private var isStopped = false
  /// What comes next must be read as a stream, which starts where the last members are cut.
  private var awaitsCut = false
  private var threadsWaiting = 0
  private var storedBytesRead = 0
  private var records = 0
  /// The chunks merged when progress was last reported.
  private var reported = 0
  private var known: KnownFailures

  init(
    reader: ChunkReader, workers: WorkerPool, ring: SlotRing, readsFirst: Bool, owner: any Owner
  ) {
    self.reader = reader
    self.workers = workers
    self.ring = ring
    self.readsFirst = readsFirst
    self.owner = owner
    known = owner.knownFailures
    ring.clear()
  }

  /// Runs to the end of the input, or until the owner has enough.
  ///
  /// The calling thread begins alone: an input of one chunk is not worth a thread. From the second chunk on all workers
  /// take part. Dispatch may start fewer of them at once than there are, but the first one always: none waits for a
  /// worker that has not begun, only for tasks that are being done.
  func run() {
    work(as: 0, with: workers.first) { workers.count > 1 && filled > 1 }
    let all = workers.count > 1 && filled > 1 ? workers.complete() : []
    DispatchQueue.concurrentPerform(iterations: all.count) { number in
      work(as: number, with: all[number]) { false }
    }
    ring.clear()
  }

  /// Does one task after the other until nothing is left, or until `isEnough`, which is asked under the lock. The first
  /// worker reports progress.
  private func work(as number: Int, with worker: Worker, until isEnough: () -> Bool) {
    monitor.lock()
    while !isEnough(), let task = nextTask(isFirst: number == 0) {
      perform(task, worker)
      guard number == 0, merged > reported else { continue }
      reported = merged
      let (stored, records) = (storedBytesRead, records)
      unlocked { owner.report(storedBytesRead: stored, records: records) }
    }
    monitor.unlock()
  }

  // MARK: Choosing a task, under the lock

  private enum Task {
    case fill(ChunkSlot, isStream: Bool)
    case inflate(ChunkSlot)
    case cut(ChunkSlot)
    case putBack([ChunkSlot])
    case judge(ChunkSlot)
    case merge(ChunkSlot)
  }

  /// Waits for something to do; nil when nothing will come any more.
  private func nextTask(isFirst: Bool) -> Task? {
    while true {
      if isStopped || hasEnded && merged == filled { return nil }
      if let task = mergeTask() ?? cutTask() ?? judgeOrFillTask(isFirst) { return task }
      threadsWaiting += 1
      monitor.wait()
      threadsWaiting -= 1
    }
  }

  private func mergeTask() -> Task? {
    guard !isMerging, merged < filled, ring[merged].stage == .judged else { return nil }
    isMerging = true
    return .merge(ring[merged])
  }

  private func cutTask() -> Task? {
    guard !isReading, cut < filled else { return nil }
    switch ring[cut].stage {
    case .inflated:
      isReading = true
      return .cut(ring[cut])
    case .irregular:
      let slots = (cut..<filled).map { ring[$0] }
      if slots.contains(where: { $0.stage == .inflating }) { return nil }
      isReading = true
      return .putBack(slots)
    default: return nil
    }
  }

  private func judgeOrFillTask(_ isFirst: Bool) -> Task? {
    let isIrregular = cut < filled && ring[cut].stage == .irregular
    let mayFill = !isIrregular && mayFill
    if mayFill, readsFirst, cut == filled { return fillTask() }
    // What a worker needs for a very long record stays with it, so only one of them judges such.
    for number in merged..<cut
    where ring[number].stage == .ready && (isFirst || !ring[number].isLarge) {
      ring[number].stage = .judging
      ring[number].statistics.known = known
      return .judge(ring[number])
    }
    for number in cut..<filled where !isIrregular && ring[number].stage == .members {
      ring[number].stage = .inflating
      return .inflate(ring[number])
    }
    return mayFill ? fillTask() : nil
  }

  private var mayFill: Bool {
    guard !isReading, !hasEnded, filled - merged < ring.size, cut == filled || !awaitsCut
    else { return false }
    for number in merged..<filled where ring[number].isLarge { return false }
    return true
  }

  private func fillTask() -> Task {
    isReading = true
    ring[filled].stage = .filling
    return .fill(ring[filled], isStream: cut == filled)
  }

  // MARK: Doing it: called and returning with the lock, working without

  private func perform(_ task: Task, _ worker: Worker) {
    switch task {
    case .fill(let slot, let isStream): fill(slot, isStream)
    case .inflate(let slot):
      let isRegular = unlocked { worker.inflate(slot) }
      slot.stage = isRegular ? .inflated : .irregular
    case .cut(let slot):
      unlocked { slot.chunk = reader.cut(slot.buffer) }
      slot.stage = .ready
      slot.isLarge = slot.buffer.isLarge
      isReading = false
      cut += 1
    case .putBack(let slots):
      unlocked { reader.putBack(slots.map(\.members)) }
      for slot in slots { slot.stage = .free }
      isReading = false
      filled = cut
    case .judge(let slot):
      unlocked { slot.end = worker.judge.judge(slot.task, into: slot.statistics) }
      slot.stage = .judged
    case .merge(let slot):
      let goesOn = unlocked {
        let goesOn = owner.merge(slot, worker)
        slot.buffer.releaseIfLarge()
        return goesOn
      }
      slot.stage = .free
      slot.isLarge = false
      isMerging = false
      merged += 1
      records = owner.recordCount
      known = owner.knownFailures
      if !goesOn { isStopped = true }
    }
    if threadsWaiting > 0 { monitor.wakeAll() }
  }

  private enum Filling {
    case chunk(ChunkReader.Chunk)
    case members, nothing
  }

  private func fill(_ slot: ChunkSlot, _ isStream: Bool) {
    let filling = unlocked {
      if reader.takeMembers(into: slot.members) {
        reader.prepare(slot.buffer, for: slot.members)
        return Filling.members
      }
      guard isStream, let chunk = reader.next(into: slot.buffer) else { return .nothing }
      return .chunk(chunk)
    }
    switch filling {
    case .chunk(let chunk):
      slot.chunk = chunk
      slot.stage = .ready
      slot.isLarge = slot.buffer.isLarge
      hasEnded = chunk.isFinal
      filled += 1
      cut += 1
    case .members:
      slot.stage = .members
      filled += 1
    case .nothing:
      slot.stage = .free
      hasEnded = isStream
    }
    awaitsCut = !isStream && slot.stage == .free
    storedBytesRead = reader.storedBytesRead
    isReading = false
  }

  private func unlocked<Result>(_ body: () -> Result) -> Result {
    monitor.unlock()
    defer { monitor.lock() }
    return body()
  }
}
