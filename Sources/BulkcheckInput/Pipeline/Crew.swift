internal import CLibrary

/// What one thread of a run works with.
///
/// `@unchecked Sendable`: each thread of a pipeline has its own; before and after, the calling
/// thread uses them.
final class CrewMember<Job: RecordJob>: @unchecked Sendable {
  let worker: Job.Worker
  /// Inflates members; made when the first ones come.
  private var inflater: MemberInflater?

  init(_ worker: Job.Worker) { self.worker = worker }

  /// Inflates the members of a slot into its buffer; false unless they are regular.
  func inflate(_ slot: ChunkSlot<Job>) -> Bool {
    if inflater == nil { inflater = MemberInflater() }
    guard let inflater else { return false }
    return slot.members.inflate(into: slot.buffer, with: inflater)
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

  /// All of them.
  func complete() -> [CrewMember<Job>] {
    while members.count < count { members.append(CrewMember(job.makeWorker())) }
    return members
  }
}

/// The machine's processors.
package enum Processors {
  package static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
