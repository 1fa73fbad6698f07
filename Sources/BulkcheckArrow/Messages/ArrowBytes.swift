package import BulkcheckCore

/// The bytes of an Arrow input: a file, whose bytes can be read in any order and by several threads
/// at once, or a stream, which is read once from front to end.
package protocol ArrowBytes: AnyObject, Sendable {
  /// The size of a file; nil for a stream.
  var count: Int? { get }

  /// Fills the room from its start with the bytes from `offset` on, and returns how many there are;
  /// fewer than fit only at the end. Throws ``ArrowError/Cause/unreadable`` and keeps the reason.
  ///
  /// Precondition: of a stream, no byte from `offset` on has been read before.
  func read(at offset: Int, into room: ByteRoom) throws(ArrowError) -> Int
}

extension ArrowBytes {
  /// Fills the whole room.
  func fill(_ room: ByteRoom, at offset: Int) throws(ArrowError) {
    guard try read(at: offset, into: room) == room.count else {
      throw ArrowError(.endsEarly, offset: offset)
    }
  }
}

/// Bytes in memory as a file.
package final class ArrowMemory: ArrowBytes {
  private let bytes: [UInt8]
  package let count: Int?

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    count = bytes.count
  }

  package func read(at offset: Int, into room: ByteRoom) throws(ArrowError) -> Int {
    offset >= bytes.count ? 0 : room.copy(bytes, from: offset)
  }
}

/// Memory that is filled from an input. It grows with what is really there, so that a length in
/// damaged data does not decide how much is allocated.
final class ArrowBlock: Sendable {
  private static let firstBytes = 1 << 20

  private let block: ByteBlock
  let view: ByteView

  init(_ block: consuming ByteBlock, count: Int) {
    view = block.view(from: 0, to: count)
    self.block = block
  }

  /// Reads so many bytes.
  convenience init(
    _ bytes: any ArrowBytes, at offset: Int, count: Int
  ) throws(ArrowError) {
    if let size = bytes.count, offset > size - count {
      throw ArrowError(.endsEarly, offset: offset)
    }
    let isBelieved = bytes.count != nil
    var end = isBelieved ? count : min(count, ArrowBlock.firstBytes)
    var block = ByteBlock(forBuffer: end)
    var filled = 0
    while filled < count {
      if filled == end {
        end = min(count, 4 * filled)
        if end > block.capacity { block = block.grown(to: end, keeping: filled) }
      }
      let room = block.room(from: filled, to: end)
      try bytes.fill(room, at: offset + filled)
      filled += room.count
    }
    self.init(block, count: count)
  }
}

extension ByteBlock {
  /// A block for so many bytes or more.
  ///
  /// A large one has more than 32 MiB. The C library maps such a piece by itself, and gives it back
  /// as soon as it is freed; pieces of middling sizes would pile up in the heaps of threads. Pages
  /// that are not written cost nothing.
  init(forBuffer count: Int) {
    self.init(capacity: count < 1 << 20 ? count : max(count, 33 << 20))
  }

  /// A larger block that begins with the same bytes.
  consuming func grown(to capacity: Int, keeping count: Int) -> ByteBlock {
    var larger = ByteBlock(forBuffer: capacity)
    larger.copy(view(from: 0, to: count), to: 0)
    return larger
  }
}
