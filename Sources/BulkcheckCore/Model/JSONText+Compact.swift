extension JSONText {
  /// Well-formed JSON without blanks, with no more escapes than its strings need. However a value
  /// is written, the text is the same if its members have the same order and its numbers the same
  /// digits.
  ///
  /// Returns `json` itself if it has neither a blank nor an escape.
  ///
  /// Precondition: eight bytes are readable behind it.
  static func compact(_ json: ByteView, into arena: inout ByteArena) -> ByteView {
    guard hasBlankOrEscape(json) else { return json }
    var strings = ByteArena()
    var cursor = JSONCursor(json)
    arena.begin()
    while cursor.position < json.count {
      switch cursor.byte {
      case Ascii.quote:
        append(JSONString.unescape(cursor.takeString(), into: &strings), to: &arena)
      case Ascii.openBrace, Ascii.closeBrace, Ascii.openBracket, Ascii.closeBracket, Ascii.comma,
        Ascii.colon:
        arena.append(cursor.byte)
        cursor.advance()
      default: arena.append(cursor.takeScalar())
      }
    }
    return arena.finish()
  }

  private static func append(_ text: ByteView, to arena: inout ByteArena) {
    arena.append(Ascii.quote)
    for index in 0..<text.count {
      let byte = text[index]
      if byte == Ascii.quote || byte == Ascii.backslash || byte < 0x20 {
        arena.append(Ascii.backslash)
      }
      arena.append(byte)
    }
    arena.append(Ascii.quote)
  }

  /// Whether a byte is a backslash, a space or a control character, eight bytes at a time.
  private static func hasBlankOrEscape(_ json: ByteView) -> Bool {
    var position = 0
    while position < json.count {
      let left = json.count - position
      // Behind the end: letters.
      let unused: UInt64 = left >= 8 ? 0 : .max << UInt64(left * 8)
      let word = json.paddedWord(at: position) & ~unused | 0x6161_6161_6161_6161 & unused
      let difference = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let backslashes = (difference &- 0x0101_0101_0101_0101) & ~difference
      let low = (word &- 0x2121_2121_2121_2121) & ~word
      if (backslashes | low) & 0x8080_8080_8080_8080 != 0 { return true }
      position += 8
    }
    return false
  }
}
