internal import BulkcheckCore
internal import BulkcheckInput

/// Chunks that are judged together, with room for what each of them counts.
///
/// `@unchecked Sendable`: a batch is filled by one thread while no worker looks at it; while it is judged, each chunk's
/// index is handed to exactly one worker, which writes to that index of `ends` and `statistics` only.
final class Batch: @unchecked Sendable {
  let capacity: Int
  private(set) var count = 0
  private(set) var chunks: [ChunkReader.Chunk] = []
  let buffers: [ChunkBuffer]
  let statistics: [ChunkStatistics]
  let ends: EndSlots

  init(size: Int, makeStatistics: () -> ChunkStatistics) {
    capacity = size
    buffers = (0..<size).map { _ in ChunkBuffer(capacity: 0) }
    statistics = (0..<size).map { _ in makeStatistics() }
    ends = EndSlots(count: size)
  }

  var nextBuffer: ChunkBuffer { buffers[count] }

  func clear() {
    // A buffer that was large gives its memory back when it is next used; the others keep theirs.
    for index in 0..<count where buffers[index].capacity > 1 << 22 {
      buffers[index].reset(capacity: 0)
    }
    count = 0
    chunks.removeAll(keepingCapacity: true)
  }

  func append(_ chunk: ChunkReader.Chunk) {
    chunks.append(chunk)
    count += 1
  }

  func lastIsLarge(_ bytes: Int) -> Bool { buffers[count - 1].capacity > bytes }

  var hasLargeChunk: Bool { count > 0 && buffers[count - 1].capacity > 1 << 22 }

  func task(_ index: Int) -> ChunkTask {
    ChunkTask(bytes: buffers[index].bytes, isFinal: chunks[index].isFinal)
  }
}

/// Where workers leave how far they came, by chunk.
final class EndSlots: @unchecked Sendable {
  // Sendable: each index is written by one worker and read after all have finished.
  private let slots: UnsafeMutablePointer<ChunkEnd>
  private let count: Int

  init(count: Int) {
    self.count = count
    unsafe slots = UnsafeMutablePointer<ChunkEnd>.allocate(capacity: count)
    unsafe slots.initialize(repeating: ChunkEnd(), count: count)
  }

  deinit {
    unsafe slots.deinitialize(count: count)
    unsafe slots.deallocate()
  }

  subscript(index: Int) -> ChunkEnd {
    get {
      precondition(index >= 0 && index < count)
      return unsafe slots[index]
    }
    set {
      precondition(index >= 0 && index < count)
      unsafe slots[index] = newValue
    }
  }
}
