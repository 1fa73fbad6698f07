/// Reading several bytes at once, as little-endian numbers.
extension ByteView {
  /// The eight bytes at `position`, which must all lie within the view.
  @inline(__always)
  package func word(at position: Int) -> UInt64 {
    assert(position >= 0 && position + 8 <= count)
    // SAFETY: eight readable bytes by the precondition; the load needs no alignment.
    return unsafe UInt64(
      littleEndian: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// The last `count - position` bytes, fewer than eight, filled up with zeros.
  @inline(__always)
  package func lastWord(from position: Int) -> UInt64 {
    let left = count - position
    assert(left >= 0 && left < 8)
    if left == 0 { return 0 }
    if count >= 8 {
      // The eight bytes that end with the view, without those before `position`.
      return word(at: count - 8) >> UInt64(8 * (8 - left))
    }
    var word: UInt64 = 0
    var index = count
    while index > position {
      index -= 1
      word = word << 8 | UInt64(self[index])
    }
    return word
  }
}
