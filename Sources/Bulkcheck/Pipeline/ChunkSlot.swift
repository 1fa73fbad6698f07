internal import BulkcheckCore
internal import BulkcheckInput

/// One chunk on its way from the reader to the report, with all memory that it needs there.
///
/// `@unchecked Sendable`: the pipeline's state says who has the slot: one thread at a time.
final class ChunkSlot: @unchecked Sendable {
  enum Stage {
    case free
    case filling
    /// Holds gzip members that nobody has inflated yet.
    case members
    case inflating
    /// Inflated, but not cut yet, which happens in the order of the input.
    case inflated
    /// The members were not what they seemed to be.
    case irregular
    /// Holds a chunk that may be judged.
    case ready
    case judging
    case judged
  }

  /// Read and written under the pipeline's lock only, like ``isLarge``.
  var stage = Stage.free
  /// Such a chunk is the last one in the pipeline until it is merged, so that memory stays bounded.
  var isLarge = false
  let buffer = ChunkBuffer()
  let members = MemberRun()
  var chunk = ChunkReader.Chunk(offset: 0, isFinal: false)
  let statistics: ChunkStatistics
  var end = ChunkEnd()

  init(statistics: ChunkStatistics) { self.statistics = statistics }

  var task: ChunkTask { ChunkTask(bytes: buffer.bytes, isFinal: chunk.isFinal) }
}

/// The slots of a run, made when they are first needed.
final class SlotRing {
  let size: Int
  private var slots: [ChunkSlot] = []
  private let makeStatistics: () -> ChunkStatistics

  init(size: Int, makeStatistics: @escaping () -> ChunkStatistics) {
    self.size = size
    self.makeStatistics = makeStatistics
  }

  /// The slot of a chunk, which comes at most one behind those asked for before.
  subscript(number: Int) -> ChunkSlot {
    let index = number % size
    if index == slots.count { slots.append(ChunkSlot(statistics: makeStatistics())) }
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
