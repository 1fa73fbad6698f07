internal import BulkcheckCore

/// Strings as the views that the engine's text checks take.
enum StringBytes {
  /// Calls the body with the UTF-8 bytes of the text, which are valid only meanwhile. Copies them
  /// only where the string is not stored as UTF-8 (bridged ones on Apple platforms).
  static func with<Result>(_ text: String, _ body: (ByteView) -> Result) -> Result {
    var text = text
    // SAFETY: the buffer is readable for `count` bytes as long as the closure runs, and the view
    // does not leave it; an empty buffer may have no address.
    return text.withUTF8 { buffer in
      guard let start = buffer.baseAddress, buffer.count > 0 else { return body(.empty) }
      return unsafe body(ByteView(start: start, count: buffer.count))
    }
  }
}
