/// The content of JSON strings.
package enum JSONString {
  /// The text of `raw`, the bytes between the quotes of a well-formed JSON string.
  ///
  /// Returns `raw` itself if it has no escape. Ill-formed escapes do not trap; what they become is
  /// not specified.
  @inline(__always)
  package static func unescape(_ raw: ByteView, into arena: inout ByteArena) -> ByteView {
    guard raw.firstIndex(of: UInt8(ascii: "\\")) != nil else { return raw }
    return unescape(escaped: raw, into: &arena)
  }

  /// Does what ``unescape(_:into:)`` does, for a string that is known to have an escape.
  @inline(never)
  package static func unescape(escaped raw: ByteView, into arena: inout ByteArena) -> ByteView {
    arena.begin()
    // The text of an escape is never longer than the escape.
    arena.reserve(raw.count)
    var position = arena.appendWithoutEscape(raw, from: 0)
    while position < raw.count {
      position = appendEscape(raw, at: position, to: &arena)
      position = arena.appendWithoutEscape(raw, from: position)
    }
    return arena.finish()
  }

  /// Unescapes as ``unescape(escaped:into:)`` does, and forgets what the arena has.
  static func unescape(onlyEscaped raw: ByteView, into arena: inout ByteArena) -> ByteView {
    arena.reset()
    return unescape(escaped: raw, into: &arena)
  }

  /// Appends the text of the escape at `position`; returns the position behind it.
  @inline(__always)
  private static func appendEscape(
    _ raw: ByteView, at position: Int, to arena: inout ByteArena
  ) -> Int {
    guard position + 1 < raw.count else { return raw.count }
    let letter = raw[position + 1]
    switch letter {
    case UInt8(ascii: "b"): arena.append(0x08)
    case UInt8(ascii: "f"): arena.append(0x0C)
    case UInt8(ascii: "n"): arena.append(0x0A)
    case UInt8(ascii: "r"): arena.append(0x0D)
    case UInt8(ascii: "t"): arena.append(0x09)
    case UInt8(ascii: "u"): return appendCodepoint(raw, at: position, to: &arena)
    default: arena.append(letter)
    }
    return position + 2
  }

  @inline(__always)
  private static func appendCodepoint(
    _ raw: ByteView, at position: Int, to arena: inout ByteArena
  ) -> Int {
    let unit = codeUnit(raw, at: position + 2)
    if unit & 0xFC00 == 0xD800 {
      let low = codeUnit(raw, at: position + 8)
      if low & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar((unit << 10) &+ low &- 0x35F_DC00) {
        arena.append(scalar)
        return position + 12
      }
    }
    arena.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
    return Swift.min(position + 6, raw.count)
  }

  /// Four hexadecimal digits; 0 if they are not all there.
  @inline(__always)
  private static func codeUnit(_ raw: ByteView, at position: Int) -> UInt32 {
    guard position + 4 <= raw.count else { return 0 }
    return raw.paddedHalfWord(at: position).fourHexDigits
  }
}
