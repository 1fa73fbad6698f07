internal import BulkcheckCore

/// Strings as the views that the engine's text checks take.
enum StringBytes {
  /// Calls the body with the UTF-8 bytes of the text, which are valid only meanwhile. Copies them
  /// only where the string is not stored as UTF-8 (bridged ones on Apple platforms).
  @inline(__always)
  static func with<Result>(_ text: String, _ body: (ByteView) -> Result) -> Result {
    // First without a copy of the string, which would be counted.
    if let result = text.utf8.withContiguousStorageIfAvailable({ result(of: $0, body) }) {
      return result
    }
    var text = text
    return text.withUTF8 { result(of: $0, body) }
  }

  @inline(__always)
  private static func result<Result>(
    of buffer: UnsafeBufferPointer<UInt8>, _ body: (ByteView) -> Result
  ) -> Result {
    // SAFETY: the buffer is readable for `count` bytes as long as the caller's closure runs, and the
    // view does not leave it; an empty buffer may have no address.
    guard let start = buffer.baseAddress, buffer.count > 0 else { return body(.empty) }
    return unsafe body(ByteView(start: start, count: buffer.count))
  }
}
