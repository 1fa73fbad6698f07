/// JSON Pointers, and relative ones.
enum JSONPointerFormat {
  /// RFC 6901: empty, or tokens each after a `/`; `~` only as `~0` and `~1`.
  static func matches(_ text: ByteView) -> Bool {
    guard !text.isEmpty else { return true }
    guard text[0] == UInt8(ascii: "/") else { return false }
    var position = 1
    while let tilde = text.firstIndex(of: UInt8(ascii: "~"), from: position) {
      guard tilde + 1 < text.count, text[tilde + 1] & 0xFE == 0x30 else { return false }
      position = tilde + 2
    }
    return true
  }

  /// draft-bhutton-relative-json-pointer-00: how many levels up, how many elements further (`+1`,
  /// `-2`), then a JSON Pointer, or `#` for the name of the place itself.
  static func matchesRelative(_ text: ByteView) -> Bool {
    var cursor = FormatCursor(text)
    guard takeNumber(&cursor) else { return false }
    if cursor.take(UInt8(ascii: "+")) || cursor.take(UInt8(ascii: "-")) {
      guard cursor.byte != UInt8(ascii: "0"), takeNumber(&cursor) else { return false }
    }
    let rest = text[cursor.position..<text.count]
    return matches(rest) || (rest.count == 1 && rest[0] == UInt8(ascii: "#"))
  }

  /// Digits without leading zeros.
  private static func takeNumber(_ cursor: inout FormatCursor) -> Bool {
    cursor.take(UInt8(ascii: "0")) ? !cursor.byte.isDigit : cursor.takeDigits() > 0
  }
}
