/// Memory for bytes, freed with its owner: what inputs are read and outputs gathered in.
///
/// Pages that are never written cost nothing. Behind the block there are 64 readable bytes, zero
/// unless written: what kernels and scanners expect behind a chunk. Bounds are always checked, as
/// blocks are used by the piece, not by the byte.
///
/// Sendable: a block has one owner, and is written by `mutating` methods and by the rooms that they
/// lend.
@safe
package struct ByteBlock: ~Copyable, @unchecked Sendable {
  /// Readable bytes behind the block.
  package static let padding = 64

  private let memory: UnsafeMutablePointer<UInt8>
  /// The size without the padding.
  package let capacity: Int

  package init(capacity: Int) {
    self.capacity = capacity
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: capacity + Self.padding, alignment: 64)
    // SAFETY: the padding lies behind the capacity. Bytes need no initialisation before they are
    // written; readers stay behind writers.
    unsafe (block + capacity).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
    unsafe memory = block.assumingMemoryBound(to: UInt8.self)
  }

  // SAFETY: a block cannot be copied, so this is the only owner.
  deinit { unsafe memory.deallocate() }

  /// A part that has been written; valid until it is overwritten or the block ends.
  package func view(from start: Int, to end: Int) -> ByteView {
    precondition(start >= 0 && start <= end && end <= capacity, "a view lies within its block")
    // SAFETY: within the block by the line above.
    return unsafe ByteView(start: memory + start, count: end - start)
  }

  /// A part to be written to; valid until the block ends.
  package mutating func room(from start: Int, to end: Int) -> ByteRoom {
    precondition(start >= 0 && start <= end && end <= capacity, "a room lies within its block")
    // SAFETY: within the block by the line above.
    return unsafe ByteRoom(start: memory + start, count: end - start)
  }

  /// All of the block, to be written to; valid until it ends.
  package var room: ByteRoom { mutating get { room(from: 0, to: capacity) } }

  /// A byte of the block, or of the padding.
  package subscript(position: Int) -> UInt8 {
    get {
      precondition(position >= 0 && position < capacity + Self.padding, "within the block")
      // SAFETY: within the allocation by the line above.
      return unsafe memory[position]
    }
    set {
      precondition(position >= 0 && position < capacity + Self.padding, "within the block")
      // SAFETY: as above.
      unsafe memory[position] = newValue
    }
  }

  /// Copies bytes to a place; they may lie in this block.
  package mutating func copy(_ bytes: ByteView, to place: Int) {
    room(from: place, to: place + bytes.count).copy(bytes)
  }
}
