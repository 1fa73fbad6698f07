/// Views of bytes that literals, arrays and strings own.
extension ByteView {
  /// The bytes of a literal, which live as long as the program.
  @inlinable @inline(__always)
  package init(_ literal: StaticString) {
    // SAFETY: the literal's own bytes; `utf8Start` traps where it has none.
    unsafe self.init(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }

  /// Calls the body with the bytes of an array, which are valid only meanwhile.
  @inlinable @inline(__always)
  package static func with<Result, Failure: Error>(
    _ bytes: [UInt8], _ body: (ByteView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      try unsafe body(ByteView(lent: buffer))
    }
  }

  /// Calls the body with the UTF-8 bytes of a text, which are valid only meanwhile. Copies them
  /// only where the string is not stored as UTF-8 (bridged ones on Apple platforms).
  @inlinable @inline(__always)
  package static func withUTF8<Result>(of text: String, _ body: (ByteView) -> Result) -> Result {
    // First without a copy of the string, which would be counted.
    if let result = unsafe text.utf8.withContiguousStorageIfAvailable({
      unsafe body(ByteView(lent: $0))
    }) {
      return result
    }
    var text = text
    return text.withUTF8 { unsafe body(ByteView(lent: $0)) }
  }

  /// Calls the body with the bytes of a sequence, which are valid only meanwhile. Copies them if
  /// they do not lie side by side.
  package static func withBytes<Result>(
    of bytes: some Sequence<UInt8>, _ body: (ByteView) -> Result
  ) -> Result {
    if let result = bytes.withContiguousStorageIfAvailable({
      unsafe body(ByteView(lent: $0))
    }) {
      return result
    }
    return with(Array(bytes), body)
  }

  /// A buffer that its owner lends for as long as the caller's closure runs.
  @inlinable @inline(__always)
  init(lent buffer: UnsafeBufferPointer<UInt8>) {
    // SAFETY: readable for its count; an empty buffer may have no address.
    if let start = buffer.baseAddress {
      unsafe self.init(start: start, count: buffer.count)
    } else {
      self = .empty
    }
  }

  /// A view of no bytes, with a pointer that is not null.
  @inlinable package static var empty: ByteView { ByteView("") }
}

extension [UInt8] {
  package init(_ bytes: ByteView) {
    // SAFETY: readable by the view's contract, and copied at once.
    self = unsafe Array(UnsafeBufferPointer(start: bytes.start, count: bytes.count))
  }

  package mutating func append(_ bytes: ByteView) {
    // SAFETY: as above.
    unsafe append(contentsOf: UnsafeBufferPointer(start: bytes.start, count: bytes.count))
  }
}
