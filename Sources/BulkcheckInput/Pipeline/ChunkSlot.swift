internal import BulkcheckCore

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

  init(tally: Job.Tally) { self.tally = tally }

  var task: ChunkTask { ChunkTask(bytes: buffer.bytes, isFinal: chunk.isFinal) }
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
      slot.buffer.releaseIfLarge()
    }
  }
}
