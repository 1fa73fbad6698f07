internal import BulkcheckCore

/// Memory for the buffers of some rows, used again for the next ones.
struct SliceMemory {
  private static let blockBytes = 1 << 20

  private var blocks: [SliceBlock] = []
  /// The block at hand, and how much of it is taken.
  private var current = 0
  private var position = 0
  private var total = 0
  /// Rows that take more are not loaded together.
  var bytesMaximum = Int.max

  /// Forgets what has been taken.
  mutating func reset() {
    current = 0
    position = 0
    total = 0
  }

  /// Takes memory with 64 readable bytes behind it, and fills it.
  mutating func take(
    _ count: Int, _ fill: (ByteRoom) throws(ArrowError) -> Void
  ) throws(ArrowError) -> ByteView {
    guard count <= bytesMaximum - total else {
      throw ArrowError(.tooLarge(bytes: total + count, maximum: bytesMaximum))
    }
    total += count
    let padded = (count + 2 * ByteBlock.padding - 1) / ByteBlock.padding * ByteBlock.padding
    while current < blocks.count, blocks[current].capacity - position < padded {
      current += 1
      position = 0
    }
    if current == blocks.count {
      blocks.append(SliceBlock(max(padded, SliceMemory.blockBytes)))
    }
    let room = blocks[current].room(from: position, count: count)
    position += padded
    try fill(room)
    return room.written(count)
  }
}

/// A block that is written to over and over.
private final class SliceBlock {
  private var block: ByteBlock

  var capacity: Int { block.capacity }

  init(_ capacity: Int) { block = ByteBlock(capacity: capacity) }

  func room(from start: Int, count: Int) -> ByteRoom { block.room(from: start, to: start + count) }
}
