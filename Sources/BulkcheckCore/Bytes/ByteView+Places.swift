/// The positions of views relative to one another.
extension ByteView {
  /// Whether both are the same stretch of memory.
  @inline(__always)
  package func isSame(as other: ByteView) -> Bool {
    unsafe start == other.start && count == other.count
  }

  /// Whether the other view lies within this one.
  package func covers(_ other: ByteView) -> Bool {
    unsafe other.start >= start && other.start + other.count <= start + count
  }

  /// The position in this view at which a part of it begins.
  ///
  /// Precondition: this view covers the part, checked in debug builds.
  package func position(of part: ByteView) -> Int {
    assert(covers(part))
    return unsafe part.start - start
  }

  /// Whether this view begins before another one of the same owner.
  func begins(before other: ByteView) -> Bool { unsafe start < other.start }

  /// The view with so many of the bytes behind its end, such as the line feed behind a chunk.
  ///
  /// Precondition: that many bytes are readable there. Behind a chunk there are 64; no more may be
  /// asked for, which is checked in debug builds.
  @inline(__always)
  package func extended(by more: Int) -> ByteView {
    assert(more >= 0 && more <= 64)
    // SAFETY: readable by the precondition.
    return unsafe ByteView(start: start, count: count + more)
  }
}
