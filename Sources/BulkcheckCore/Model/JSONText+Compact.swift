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
    var strings: [ByteView] = []
    forEachString(json) { strings.append(JSONString.unescape(json[$0], into: &arena)) }
    var next = 0
    arena.begin()
    var position = 0
    while position < json.count {
      let byte = json[position]
      if byte == Ascii.quote {
        append(strings[next], to: &arena)
        next += 1
        position = end(ofString: position, json) + 1
      } else {
        if !Ascii.isBlank(byte), byte != Ascii.lineFeed { arena.append(byte) }
        position += 1
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

  /// Calls with the range of each string's content.
  private static func forEachString(_ json: ByteView, _ body: (Range<Int>) -> Void) {
    var position = 0
    while position < json.count {
      guard json[position] == Ascii.quote else {
        position += 1
        continue
      }
      let end = end(ofString: position, json)
      body(position + 1..<end)
      position = end + 1
    }
  }

  /// The closing quote of the string that opens at `open`; the text's end if there is none.
  private static func end(ofString open: Int, _ json: ByteView) -> Int {
    var position = open + 1
    while position < json.count, json[position] != Ascii.quote {
      position += json[position] == Ascii.backslash ? 2 : 1
    }
    return min(position, json.count)
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
