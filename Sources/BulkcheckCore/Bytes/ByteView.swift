/// A run of bytes that someone else owns: the currency of the hot path.
///
/// Trivial (two words, no reference count). Preconditions, checked in debug builds: the owner
/// outlives every use, and an index lies within `0 ..< count`. Chunk memory has 64 readable bytes
/// behind its end for the SIMD kernels.
///
/// Public, like all that other modules of the package must inline: the compiler inlines nothing of
/// another module that is `package`. No product offers the module.
@safe
public struct ByteView: @unchecked Sendable {
  public let start: UnsafePointer<UInt8>
  public let count: Int

  @inlinable
  public init(start: UnsafePointer<UInt8>, count: Int) {
    assert(count >= 0)
    unsafe self.start = start
    self.count = count
  }

  @inlinable @inline(__always)
  public subscript(index: Int) -> UInt8 {
    assert(index >= 0 && index < count)
    // SAFETY: within bounds by the precondition; the owner keeps the memory alive.
    return unsafe start[index]
  }

  @inlinable @inline(__always)
  public subscript(range: Range<Int>) -> ByteView {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    // SAFETY: a part of a valid range.
    return unsafe ByteView(start: start + range.lowerBound, count: range.count)
  }

  @inlinable public var isEmpty: Bool { count == 0 }

  /// A copy.
  package var array: [UInt8] { [UInt8](self) }

  /// The text, ill-formed sequences replaced. Allocates: for reports only.
  package var text: String {
    unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
