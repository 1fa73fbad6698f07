/// Characters of a part of a URI or an IRI, with percent-encoded bytes among them.
enum PercentText {
  /// The characters beyond ASCII that a part may have (RFC 3987 section 2.2).
  enum BeyondASCII {
    case none
    /// `ucschar`
    case common
    /// `ucschar` and `iprivate`
    case query
  }

  /// Passes over characters of a part and percent-encoded bytes; false if a percent sign begins
  /// none. Stops at what is not of the part.
  static func passOver(
    _ text: ByteView, _ position: inout Int, _ part: ASCIISet, beyondASCII: BeyondASCII
  ) -> Bool {
    while position < text.count {
      let byte = text[position]
      if byte == UInt8(ascii: "%") {
        guard position + 2 < text.count, text[position + 1].isHexDigit,
          text[position + 2].isHexDigit
        else { return false }
        position += 3
      } else if part.contains(byte) {
        position += 1
      } else {
        guard byte >= 0x80, beyondASCII != .none else { return true }
        let (scalar, length) = text.scalar(at: position)
        guard isAllowed(scalar, beyondASCII) else { return true }
        position += length
      }
    }
    return true
  }

  static func isAll(_ text: ByteView, _ part: ASCIISet, beyondASCII: BeyondASCII) -> Bool {
    var position = 0
    return passOver(text, &position, part, beyondASCII: beyondASCII) && position == text.count
  }

  private static func isAllowed(_ scalar: UInt32, _ beyondASCII: BeyondASCII) -> Bool {
    switch scalar {
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
    case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: beyondASCII == .query
    // The last two of each plane are not characters; the tags are left out.
    case 0x10000...0xEFFFF: scalar & 0xFFFF <= 0xFFFD && !(0xE0000...0xE0FFF).contains(scalar)
    default: false
    }
  }
}
