internal import BulkcheckArrow
internal import BulkcheckCore
internal import CLibrary
internal import Dispatch

/// Takes the chunks of one input from the reader to the merge, on several threads.
///
///     read ────────────────────────────► work ─► merge
///     take members ─► inflate ─► cut ──► work ─► merge
///
/// Every thread does the most urgent task: merge a chunk that has been worked on, cut one that has
/// been inflated, work on a chunk, inflate members, read more. So none waits for another one to
/// finish its share: while one inflates, the others check. Reading, taking and cutting are done by
/// one thread at a time, and so is merging. Chunks are cut and merged in the order of the input.
///
/// Chunks lie in a ring of slots, four more than threads. `filled`, `cut` and `merged` count chunks
/// from the start of the input, and `merged <= cut <= filled <= merged + ring.size`. With two
/// threads there are six slots, and at some moment:
///
///     merged 5         chunks 0 to 4 are in the report
///     cut 8            5 is worked on, 6 has been worked on, 7 is ready
///     filled 10        8 is inflated, 9 holds stored members; one more fits
///
/// A slot belongs to the thread that moved it to a stage that ends in -ing, or that reads or
/// merges. Everything else is touched under the lock only.
///
/// Memory depends on the number of threads and the longest record allowed, not on the size of the
/// input. A chunk has 256 KiB, or 1 MiB of inflated data, because an inflater copies its history at
/// the borders of its output. It grows only for a record that does not fit. While a large chunk
/// (``ChunkBuffer/isLarge``) waits to be merged, nothing more is read. Only the first worker takes
/// such chunks, because it keeps the memory that one needs.
final class Pipeline<Job: RecordJob>: @unchecked Sendable {
  private typealias Slot = ChunkSlot<Job>

  private let monitor = Monitor()
  private let reader: ChunkReader
  private let owner: RecordRun<Job>
  private let crew: Crew<Job>
  private let ring: SlotRing<Job>
  /// Reading takes longer than working on what was read: it goes on as long as there are free
  /// slots.
  private let readsFirst: Bool
  private let encoding: TextEncoding

  private var filled = 0
  private var cut = 0
  private var merged = 0
  private var isReading = false
  private var isMerging = false
  private var hasEnded = false
  private var isStopped = false
  /// The next bytes must be read as a stream, which starts where the last members are cut.
  private var awaitsCut = false
  private var threadsWaiting = 0
  private var storedBytesRead = 0
  private var records = 0
  /// The chunks merged when progress was last reported.
  private var reported = 0

  init(
    owner: RecordRun<Job>, reader: ChunkReader, encoding: TextEncoding, readsFirst: Bool
  ) {
    self.owner = owner
    self.encoding = encoding
    self.reader = reader
    self.readsFirst = readsFirst
    crew = owner.crew
    ring = owner.ring
    ring.clear()
  }

  /// Runs to the end of the input, or until the run stops.
  ///
  /// The calling thread begins alone: an input of one chunk is not worth a thread. From the second
  /// chunk on all workers take part. Dispatch may start fewer of them at once than there are, but
  /// the first one always: none waits for a worker that has not begun, only for tasks that are
  /// being done.
  func run() {
    work(as: 0, with: crew.first) { crew.count > 1 && filled > 1 }
    let all = crew.count > 1 && filled > 1 ? crew.members() : []
    DispatchQueue.concurrentPerform(iterations: all.count) { number in
      work(as: number, with: all[number]) { false }
    }
    ring.clear()
  }

  /// Does one task after the other until nothing is left, or until `isEnough`, which is asked under
  /// the lock. The first worker reports progress.
  private func work(as number: Int, with member: CrewMember<Job>, until isEnough: () -> Bool) {
    monitor.lock()
    while !isEnough(), let task = nextTask(isFirst: number == 0) {
      perform(task, member)
      guard number == 0, merged > reported else { continue }
      reported = merged
      let (stored, records) = (storedBytesRead, records)
      unlocked { owner.tellProgress(storedBytesRead: stored, records: records) }
    }
    monitor.unlock()
  }

  // MARK: Choosing a task, under the lock

  private enum Task {
    case fill(Slot, isStream: Bool)
    case inflate(Slot)
    case cut(Slot)
    case putBack([Slot])
    case work(Slot)
    case merge(Slot)
  }

  /// Waits for something to do; nil when nothing will come any more.
  private func nextTask(isFirst: Bool) -> Task? {
    while true {
      if isStopped || hasEnded && merged == filled { return nil }
      if let task = mergeTask() ?? cutTask() ?? workOrFillTask(isFirst) { return task }
      threadsWaiting += 1
      monitor.wait()
      threadsWaiting -= 1
    }
  }

  private func mergeTask() -> Task? {
    guard !isMerging, merged < filled, ring[merged].stage == .worked else { return nil }
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

  private func workOrFillTask(_ isFirst: Bool) -> Task? {
    let isIrregular = cut < filled && ring[cut].stage == .irregular
    let mayFill = !isIrregular && mayFill
    if mayFill, readsFirst, cut == filled { return fillTask() }
    // What a worker needs for a very long record stays with it, so only one of them takes such.
    for number in merged..<cut
    where ring[number].stage == .ready && (isFirst || !ring[number].isLarge) {
      ring[number].stage = .working
      return .work(ring[number])
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

  private func perform(_ task: Task, _ member: CrewMember<Job>) {
    switch task {
    case .fill(let slot, let isStream): fill(slot, isStream)
    case .inflate(let slot):
      let isRegular = unlocked { member.inflate(slot) }
      slot.stage = isRegular ? .inflated : .irregular
    case .cut(let slot):
      unlocked { slot.chunk = reader.cut(slot.buffer, of: slot.members) }
      slot.stage = .ready
      slot.isLarge = slot.buffer.isLarge
      isReading = false
      cut += 1
    case .putBack(let slots):
      unlocked { reader.putBack(slots.map(\.members)) }
      for slot in slots { slot.stage = .free }
      isReading = false
      filled = cut
    case .work(let slot):
      unlocked {
        slot.end = owner.work(on: slot.task(encoding), member.worker, into: slot.tally)
      }
      slot.stage = .worked
    case .merge(let slot):
      let goesOn = unlocked {
        let goesOn = owner.merge(slot, member.worker)
        slot.buffer.releaseIfLarge()
        return goesOn
      }
      slot.stage = .free
      slot.isLarge = false
      isMerging = false
      merged += 1
      records = owner.records
      if !goesOn { isStopped = true }
    }
    if threadsWaiting > 0 { monitor.wakeAll() }
  }

  private enum Filling {
    case chunk(ChunkReader.Chunk)
    case members, nothing
  }

  private func fill(_ slot: Slot, _ isStream: Bool) {
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

/// One chunk on its way from the reader to the merge, with all memory that it needs there.
///
/// `@unchecked Sendable`: the pipeline's state says who has the slot: one thread at a time.
final class ChunkSlot<Job: RecordJob>: @unchecked Sendable {
  enum Stage {
    case free
    case filling
    /// Has gzip members that are not inflated yet.
    case members
    case inflating
    /// Inflated, but not cut yet, which happens in the order of the input.
    case inflated
    /// The members were not what they seemed to be.
    case irregular
    /// Holds a chunk that may be worked on.
    case ready
    case working
    case worked
  }

  /// Read and written under the pipeline's lock only, like ``isLarge``.
  var stage = Stage.free
  /// Such a chunk is the last one in the pipeline until it is merged, so that memory stays bounded.
  var isLarge = false
  let buffer = ChunkBuffer()
  let members = MemberRun()
  var chunk = ChunkReader.Chunk(offset: 0, isFinal: false)
  let tally: Job.Tally
  var end = ChunkEnd()
  /// The input that it holds, if it holds a whole one: see ``InputsAhead``.
  var whole: WholeInput<Job>?

  init(tally: Job.Tally) { self.tally = tally }

  func task(_ encoding: TextEncoding) -> ChunkTask {
    var task = ChunkTask(bytes: buffer.bytes, isFinal: chunk.isFinal, encoding: encoding)
    task.records = chunk.isDocument ? buffer.records : nil
    task.cells = chunk.cells
    task.rows = chunk.rows
    return task
  }

  /// The chunk has all rows that may be footers of the input.
  func holdsFooters(_ count: Int) -> Bool { count > 0 && end.rowsHeldOrRead == count }
}

/// The slots of a run, made when they are first needed.
final class SlotRing<Job: RecordJob> {
  let size: Int
  private var slots: [ChunkSlot<Job>] = []
  private let makeTally: () -> Job.Tally

  init(size: Int, makeTally: @escaping () -> Job.Tally) {
    self.size = size
    self.makeTally = makeTally
  }

  /// The slot of a chunk, which comes at most one behind those asked for before.
  subscript(number: Int) -> ChunkSlot<Job> {
    let index = number % size
    if index == slots.count { slots.append(ChunkSlot(tally: makeTally())) }
    return slots[index]
  }

  /// Makes all slots free for the next input.
  func clear() {
    for slot in slots {
      slot.stage = .free
      slot.isLarge = false
      slot.whole = nil
      slot.buffer.releaseIfLarge()
    }
  }
}

/// The state of one thread of a run.
///
/// `@unchecked Sendable`: each thread of a pipeline has its own; before and after, the calling
/// thread uses them.
final class CrewMember<Job: RecordJob>: @unchecked Sendable {
  let worker: Job.Worker
  /// Decoders of members, made when the first ones come.
  private var decoders: [InputCompression: any MemberDecoder] = [:]
  /// Writes rows of tables as lines.
  private var lines: ArrowLines?

  init(_ worker: Job.Worker) { self.worker = worker }

  /// Decompresses the members of a slot into its buffer, or writes its rows; false unless they are
  /// regular.
  func inflate(_ slot: ChunkSlot<Job>) -> Bool {
    if let rows = slot.members.rows { return write(rows, into: slot) }
    let compression = slot.members.compression
    guard let decoder = decoders[compression] ?? compression.makeMemberDecoder() else {
      return false
    }
    decoders[compression] = decoder
    return slot.members.decompress(into: slot.buffer, with: decoder)
  }

  private func write(_ rows: ArrowRun, into slot: ChunkSlot<Job>) -> Bool {
    do throws(ArrowError) {
      if rows.givesCells, try slot.members.writeCells(of: rows) { return true }
      let lines = lines ?? rows.limits.makeLines()
      self.lines = lines
      // Rows that turn out to be so long are written by the source, piece by piece.
      return try rows.write(into: slot.buffer, with: lines) == rows.rows.upperBound
    } catch {
      // It comes again when the rows are written in their turn.
      return false
    }
  }
}

/// The workers of a run. All but the first are made when there is work for them.
final class Crew<Job: RecordJob> {
  let count: Int
  private var members: [CrewMember<Job>]
  private let job: Job

  init(count: Int, job: Job) {
    self.count = count
    self.job = job
    members = [CrewMember(job.makeWorker())]
  }

  /// That of the calling thread.
  var first: CrewMember<Job> { members[0] }

  /// Works on what is gathered from several chunks, for whichever thread merges: its tables grow
  /// with the longest of that, so it is one for all threads.
  private(set) lazy var gathering = count == 1 ? first.worker : job.makeWorker()

  /// So many of them, or all.
  func members(atMost wanted: Int = .max) -> [CrewMember<Job>] {
    while members.count < min(count, wanted) { members.append(CrewMember(job.makeWorker())) }
    return Array(members.prefix(wanted))
  }
}

/// The machine's processors.
package enum Processors {
  package static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
