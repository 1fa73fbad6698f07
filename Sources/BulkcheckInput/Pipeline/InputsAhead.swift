internal import BulkcheckCore
internal import Dispatch

/// Reads and works on small inputs before their turn comes, several at once.
///
/// A large input keeps all threads busy by itself (``Pipeline``). One of a few kilobytes is opened,
/// read and worked on sooner than a second thread could take part. So of small inputs, each thread
/// takes a whole one. The first thread besides gives the results to the run, in the order of the
/// inputs. With two threads and the slots for six inputs, at some moment:
///
///     given 5      inputs 0 to 4 are in the report
///     opened 9     5 is being given, 6 and 8 have been worked on, 7 is being read
///     end 12       input 12 is large: it waits until all before it have been given
///
/// Small are a regular file and bytes in memory of at most ``bytesMaximum`` that end within one
/// chunk, whose reading does not fail. Everything else is read in its turn, by the run: what keeps
/// several threads busy, what cannot be opened, what is damaged, what a program reads, and what
/// must not be touched before it is known that the run comes to it, such as a pipe. An input that
/// turns out to be none is opened again then.
///
/// The slots are those of the run's ring: four more than threads.
final class InputsAhead<Job: RecordJob>: @unchecked Sendable {
  private typealias Slot = ChunkSlot<Job>

  private let monitor = Monitor()
  private let owner: RecordRun<Job>
  private let locations: [InputLocation]
  /// The first of these inputs, and its number in the run.
  private let first: Int
  private let firstNumber: Int
  /// Behind the last of these inputs that is taken.
  private var end: Int
  private var opened: Int
  private var given: Int
  private var isOver = false
  private var threadsWaiting = 0
  /// Those of the inputs that were given.
  private(set) var summaries: [InputSummary] = []

  /// Stored bytes. Large enough that reading ahead within an input gains nothing, small enough for
  /// as many buffers as there are slots.
  private static var bytesMaximum: Int { 128 << 10 }

  /// Nil unless at least two small inputs follow one another.
  init?(owner: RecordRun<Job>, _ locations: [InputLocation], from first: Int) {
    guard first + 1 < locations.count, Self.isSmall(locations[first], of: owner),
      Self.isSmall(locations[first + 1], of: owner)
    else { return nil }
    self.owner = owner
    self.locations = locations
    self.first = first
    firstNumber = owner.inputCount
    end = locations.count
    opened = first
    given = first
  }

  private static func isSmall(_ location: InputLocation, of owner: RecordRun<Job>) -> Bool {
    if owner.hasReader(location) { return false }
    return switch location {
    case .file(let path):
      FileIdentity.size(ofRegular: path).map { $0 <= bytesMaximum } ?? false
    case .bytes(let bytes, _): bytes.count <= bytesMaximum
    case .standardInput, .source, .failed: false
    }
  }

  /// Runs until an input comes that is not small, or the run stops.
  func run() {
    owner.ring.clear()
    let crew = owner.crew.members(atMost: locations.count - first)
    DispatchQueue.concurrentPerform(iterations: crew.count) { number in
      number == 0 ? lead(crew[0]) : help(crew[number])
    }
    owner.ring.clear()
  }

  // MARK: Threads, with the lock but for what they do

  /// The first thread: gives results in order, and otherwise does as the others.
  private func lead(_ member: CrewMember<Job>) {
    monitor.lock()
    while given < end {
      if given < opened, ring(given).stage == .worked {
        let slot = ring(given)
        let goesOn = unlocked { give(slot, member) }
        slot.stage = .free
        given += 1
        if !goesOn { break }
        if threadsWaiting > 0 { monitor.wakeAll() }
      } else if !openNext(member) {
        wait()
      }
    }
    isOver = true
    monitor.wakeAll()
    monitor.unlock()
  }

  private func help(_ member: CrewMember<Job>) {
    monitor.lock()
    while !isOver { if !openNext(member) { wait() } }
    monitor.unlock()
  }

  private func wait() {
    threadsWaiting += 1
    monitor.wait()
    threadsWaiting -= 1
  }

  /// Takes the next input; false if there is none, or no slot for it.
  private func openNext(_ member: CrewMember<Job>) -> Bool {
    guard opened < end, opened - given < owner.ring.size else { return false }
    let (number, slot) = (opened, ring(opened))
    opened += 1
    slot.stage = .working
    let isWhole = unlocked { work(on: number, in: slot, member) }
    slot.stage = isWhole ? .worked : .free
    if !isWhole { end = min(end, number) }
    if threadsWaiting > 0 { monitor.wakeAll() }
    return true
  }

  private func ring(_ number: Int) -> Slot { owner.ring[number - first] }

  private func unlocked<Result>(_ body: () -> Result) -> Result {
    monitor.unlock()
    defer { monitor.lock() }
    return body()
  }

  // MARK: Inputs, without the lock

  /// Opens, reads and works on an input; false unless it is small and can be read to its end.
  private func work(on place: Int, in slot: Slot, _ member: CrewMember<Job>) -> Bool {
    let number = firstNumber + place - first
    guard place <= first + 1 || Self.isSmall(locations[place], of: owner),
      let input = owner.open(locations[place], number: number),
      let header = input.readWhole(into: slot.buffer)
    else { return false }
    let whole = WholeInput<Job>(input: input, header: header)
    if case .ready = header {
      whole.refusal = owner.job.refusal(of: input.start)
      if whole.refusal == nil {
        let reading = InputReading(number: number, owner.job.reading(of: input.start))
        whole.reading = reading
        slot.end = owner.job.work(
          on: whole.task, of: reading, member.worker, into: slot.tally)
      }
    }
    slot.whole = whole
    return true
  }

  /// Gives an input to the run; false ends it.
  private func give(_ slot: Slot, _ member: CrewMember<Job>) -> Bool {
    guard let whole = slot.whole else { return false }
    slot.whole = nil
    summaries.append(owner.take(whole, slot, member.worker, at: locations[given]))
    return !owner.isStopped
  }
}

/// A small input that was read, and worked on unless something stands against it.
final class WholeInput<Job: RecordJob> {
  let input: OpenedRecords
  let header: OpenedRecords.Header
  /// Why it is not worked on.
  var refusal: String?
  /// Nil if it was not worked on.
  var reading: InputReading<Job.Reading>?

  init(input: OpenedRecords, header: OpenedRecords.Header) {
    self.input = input
    self.header = header
  }

  /// All that is to be worked on.
  var task: ChunkTask { input.progress.pendingTask(isFinal: true) }
}
