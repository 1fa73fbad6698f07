internal import BulkcheckCore

/// A piece of memory that is filled from its start and emptied at once.
///
/// `@unchecked Sendable`: one thread at a time has it.
@safe
final class OutputBlock: @unchecked Sendable {
  let memory: UnsafeMutablePointer<UInt8>
  let capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    unsafe memory = .allocate(capacity: max(capacity, 1))
  }

  deinit { unsafe memory.deallocate() }

  var room: Int { capacity - count }

  /// Valid until the block is changed.
  var bytes: ByteView {
    // SAFETY: `count` bytes are initialised.
    unsafe ByteView(start: memory, count: count)
  }

  func append(_ other: ByteView) {
    precondition(other.count <= room, "a block takes no more than it has room for")
    // SAFETY: there is room by the line above, and the view lies in other memory.
    unsafe (memory + count).update(from: other.start, count: other.count)
    count += other.count
  }

  /// Takes over bytes that were written to ``memory`` directly.
  func setCount(_ count: Int) {
    precondition(count <= capacity, "a block holds no more than its capacity")
    self.count = count
  }

  func clear() { count = 0 }
}
