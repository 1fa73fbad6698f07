internal import BulkcheckCore
internal import BulkcheckInput

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What one thread works with.
///
/// `@unchecked Sendable`: each thread of a pipeline has its own; before and after, the calling thread uses them.
final class Worker: @unchecked Sendable {
  /// Judges chunks.
  var judge: ChunkWorker
  /// Inflates members; made when the first ones come.
  private var inflater: MemberInflater?

  init(program: Program, recordBytesMaximum: Int) {
    judge = ChunkWorker(program: program, recordBytesMaximum: recordBytesMaximum)
  }

  /// Inflates the members of a slot into its buffer; false unless they are regular.
  func inflate(_ slot: ChunkSlot) -> Bool {
    if inflater == nil { inflater = MemberInflater() }
    guard let inflater else { return false }
    return slot.members.inflate(into: slot.buffer, with: inflater)
  }
}

/// The workers of a run. All but the first are made when there is work for them.
final class WorkerPool {
  let count: Int
  private(set) var workers: [Worker]
  private let program: Program
  private let recordBytesMaximum: Int
  private var reading = RecordReading.jsonl

  init(count: Int, program: Program, recordBytesMaximum: Int) {
    self.count = count
    self.program = program
    self.recordBytesMaximum = recordBytesMaximum
    workers = [Worker(program: program, recordBytesMaximum: recordBytesMaximum)]
  }

  /// The worker of the calling thread.
  var first: Worker { workers[0] }

  /// Judges what is gathered from several chunks, by whichever thread merges: its tables grow with the longest of that, so
  /// it is one for all threads.
  var gathering: Worker {
    if count == 1 { return first }
    if let gatherer { return gatherer }
    let worker = makeWorker()
    gatherer = worker
    return worker
  }
  private var gatherer: Worker?

  /// Sets the way in which the next chunks are read.
  func prepare(_ reading: RecordReading) {
    self.reading = reading
    for worker in workers { worker.judge.prepare(reading) }
    gatherer?.judge.prepare(reading)
  }

  private func makeWorker() -> Worker {
    let worker = Worker(program: program, recordBytesMaximum: recordBytesMaximum)
    worker.judge.prepare(reading)
    return worker
  }

  /// All workers.
  func complete() -> [Worker] {
    while workers.count < count { workers.append(makeWorker()) }
    return workers
  }
}

/// The machine's processors.
package enum Processors {
  package static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
