/// A run of bytes that someone else owns, to be written to: what sources read into and engines
/// inflate into.
///
/// The counterpart of ``ByteView``, and trivial like it. Preconditions: the owner outlives every
/// use, and no other code uses these bytes meanwhile. Bounds are always checked: rooms are used
/// once for a block, not for a byte.
@safe
package struct ByteRoom: BitwiseCopyable {
  package let start: UnsafeMutablePointer<UInt8>
  package let count: Int

  /// Precondition: `count` bytes from `start` on may be written for as long as the room is used.
  package init(start: UnsafeMutablePointer<UInt8>, count: Int) {
    precondition(count >= 0, "a room has no negative size")
    unsafe self.start = start
    self.count = count
  }

  package func prefix(_ length: Int) -> ByteRoom { part(from: 0, count: min(length, count)) }

  package func dropFirst(_ length: Int) -> ByteRoom { part(from: length, count: count - length) }

  private func part(from position: Int, count length: Int) -> ByteRoom {
    precondition(position >= 0 && length >= 0 && position + length <= count, "within the room")
    // SAFETY: within the room by the line above.
    return unsafe ByteRoom(start: start + position, count: length)
  }

  /// The first bytes, which have been written; valid as long as the room is, and until they are
  /// overwritten.
  package func written(_ length: Int) -> ByteView {
    let part = part(from: 0, count: length)
    // SAFETY: within the room by the line above.
    return unsafe ByteView(start: part.start, count: part.count)
  }

  /// Copies bytes to the front. They may overlap the room.
  package func copy(_ bytes: ByteView) {
    let part = part(from: 0, count: bytes.count)
    // SAFETY: there is room by the line above; `copyMemory` allows the overlap.
    unsafe UnsafeMutableRawPointer(part.start).copyMemory(
      from: bytes.start, byteCount: part.count)
  }

  /// Copies as many bytes from `position` on as there are and fit; returns how many.
  package func copy(_ bytes: [UInt8], from position: Int) -> Int {
    ByteView.with(bytes) { view in
      let length = min(count, view.count - position)
      copy(view[position..<position + length])
      return length
    }
  }
}
