/// UTF-8 byte by byte (Unicode table 3-7): where a text that is known to be suspicious is
/// ill-formed.
package enum UTF8Check {
  /// The first byte that cannot continue or begin a character, or the length if the text ends
  /// within one; nil if all is well.
  package static func faultOffset(in text: ByteView) -> Int? {
    var position = 0
    while position < text.count {
      if !passCharacter(of: text, at: &position) { return position }
    }
    return nil
  }

  /// Whether a text is well-formed: plain bytes are passed eight at a time.
  package static func isWellFormed(_ text: ByteView) -> Bool {
    var position = 0
    while position &+ 8 <= text.count {
      if text.word(at: position) & 0x8080_8080_8080_8080 == 0 {
        position &+= 8
      } else if !passCharacter(of: text, at: &position) {
        return false
      }
    }
    while position < text.count {
      if !passCharacter(of: text, at: &position) { return false }
    }
    return true
  }

  /// Passes one character. False if it is ill-formed: `position` then is that of the first byte
  /// that cannot begin or continue it, or the text's end.
  ///
  /// Precondition: `position < text.count`.
  static func passCharacter(of text: ByteView, at position: inout Int) -> Bool {
    let lead = text[position]
    var lower: UInt8 = 0x80
    var upper: UInt8 = 0xBF
    let continuations: Int
    switch lead {
    case 0..<0x80: continuations = 0
    case 0xC2...0xDF: continuations = 1
    case 0xE0...0xEF:
      continuations = 2
      if lead == 0xE0 { lower = 0xA0 }
      if lead == 0xED { upper = 0x9F }
    case 0xF0...0xF4:
      continuations = 3
      if lead == 0xF0 { lower = 0x90 }
      if lead == 0xF4 { upper = 0x8F }
    default: return false
    }
    position += 1
    for _ in 0..<continuations {
      guard position < text.count, text[position] >= lower, text[position] <= upper else {
        return false
      }
      lower = 0x80
      upper = 0xBF
      position += 1
    }
    return true
  }
}
