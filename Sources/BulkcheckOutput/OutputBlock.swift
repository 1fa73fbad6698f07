internal import BulkcheckCore

/// A piece of memory that is filled from its start and emptied at once.
final class OutputBlock {
  private var block: ByteBlock
  private(set) var count = 0

  init(capacity: Int) { block = ByteBlock(capacity: capacity) }

  var capacity: Int { block.capacity }

  var room: Int { capacity - count }

  /// Valid until the block is changed.
  var bytes: ByteView { block.view(from: 0, to: count) }

  func append(_ other: ByteView) {
    precondition(other.count <= room, "a block takes no more than it has room for")
    block.copy(other, to: count)
    count += other.count
  }

  /// Lets `write` write to the block from its start; it returns how many bytes it has written.
  func refill(_ write: (ByteRoom) -> Int) {
    let written = write(block.room)
    precondition(written <= capacity, "a block holds no more than its capacity")
    count = written
  }

  func clear() { count = 0 }
}
