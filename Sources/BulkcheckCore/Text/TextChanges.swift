/// The changes of `normalize` and `chain` (docs/reference/formats.md#patterns,
/// docs/reference/values.md#changes). Each returns the given view if nothing changes, otherwise a
/// view into the arena.
package enum TextChanges {
  /// Without White_Space at both ends; a part of the given view.
  package static func trim(_ text: ByteView) -> ByteView {
    var start = 0
    var end = text.count
    // Nearly always neither end is white space or above ASCII.
    if end > 0, text[0] &- 0x21 < 0x5E, text[end - 1] &- 0x21 < 0x5E { return text }
    while start < end {
      let scalar = text.scalar(at: start)
      if !WhiteSpace.contains(scalar.value) { break }
      start += scalar.length
    }
    while end > start {
      let last = text.scalarStart(before: end)
      if !WhiteSpace.contains(text.scalar(at: last).value) { break }
      end = last
    }
    return text[start..<end]
  }

  /// Each run of White_Space becomes one space; the ends are not trimmed.
  package static func collapseWhitespace(
    _ text: ByteView, _ arena: inout ByteArena
  ) -> ByteView {
    guard hasWhitespaceToCollapse(text) else { return text }
    arena.begin()
    var position = 0
    var isInRun = false
    while position < text.count {
      let scalar = text.scalar(at: position)
      if WhiteSpace.contains(scalar.value) {
        if !isInRun { arena.append(UInt8(ascii: " ")) }
        isInRun = true
      } else {
        arena.append(text[position..<(position + scalar.length)])
        isInRun = false
      }
      position += scalar.length
    }
    return arena.finish()
  }

  private static func hasWhitespaceToCollapse(_ text: ByteView) -> Bool {
    var position = 0
    var isInRun = false
    while position < text.count {
      let scalar = text.scalar(at: position)
      let isSpace = WhiteSpace.contains(scalar.value)
      if isSpace && (isInRun || scalar.value != 0x20) { return true }
      isInRun = isSpace
      position += scalar.length
    }
    return false
  }

  package static func lowercase(_ text: ByteView, _ arena: inout ByteArena) -> ByteView {
    changeCase(text, &arena, first: UInt8(ascii: "A")) { $0.properties.lowercaseMapping }
  }

  package static func uppercase(_ text: ByteView, _ arena: inout ByteArena) -> ByteView {
    changeCase(text, &arena, first: UInt8(ascii: "a")) { $0.properties.uppercaseMapping }
  }

  /// Lower case where a code point becomes one other; one that becomes several stays as it is.
  static func simpleLowercase(_ text: ByteView, _ arena: inout ByteArena) -> ByteView {
    changeCase(text, &arena, first: UInt8(ascii: "A")) {
      // The only one whose simple mapping is not its full one.
      $0 == "\u{130}" ? "i" : $0.simple($0.properties.lowercaseMapping)
    }
  }

  static func simpleUppercase(_ text: ByteView, _ arena: inout ByteArena) -> ByteView {
    changeCase(text, &arena, first: UInt8(ascii: "a")) {
      $0.simple($0.properties.uppercaseMapping)
    }
  }

  /// Maps each code point by itself; ASCII letters are the 26 from `first`, and change by bit 5.
  @inline(__always)
  private static func changeCase(
    _ text: ByteView, _ arena: inout ByteArena, first: UInt8,
    mapping: (Unicode.Scalar) -> String
  ) -> ByteView {
    var position = 0
    while position < text.count, text[position] < 0x80, text[position] &- first > 25 {
      position += 1
    }
    if position == text.count { return text }
    arena.begin()
    if text.isASCII {
      arena.append(text) { $0 &- first < 26 ? $0 ^ 0x20 : $0 }
      return arena.finish()
    }
    arena.append(text[0..<position])
    while position < text.count {
      let byte = text[position]
      if byte < 0x80 {
        arena.append(byte &- first < 26 ? byte ^ 0x20 : byte)
        position += 1
      } else {
        let (value, length) = text.scalar(at: position)
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        for mapped in mapping(scalar).unicodeScalars { arena.append(mapped) }
        position += length
      }
    }
    return keep(arena.finish(), ifNot: text)
  }

  /// Only 0-9 stay.
  package static func digits(_ text: ByteView, _ arena: inout ByteArena) -> ByteView {
    var position = 0
    while position < text.count, text[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    if position == text.count { return text }
    arena.begin()
    arena.append(text[0..<position])
    while position < text.count {
      let byte = text[position]
      if byte &- UInt8(ascii: "0") < 10 { arena.append(byte) }
      position += 1
    }
    return arena.finish()
  }

  /// Puts the code points of the text in place of each `X` of the mask, if there are as many; else
  /// changes nothing.
  package static func mask(
    _ text: ByteView, mask: ByteView, _ arena: inout ByteArena
  ) -> ByteView {
    let place = UInt8(ascii: "X")
    var places = 0
    for index in 0..<mask.count where mask[index] == place { places += 1 }
    guard places == TextLength.codepoints(text) else { return text }
    arena.begin()
    var position = 0
    for index in 0..<mask.count {
      if mask[index] == place {
        let end = position + text.scalar(at: position).length
        arena.append(text[position..<end])
        position = end
      } else {
        arena.append(mask[index])
      }
    }
    return arena.finish()
  }

  private static func keep(_ changed: ByteView, ifNot text: ByteView) -> ByteView {
    changed.equals(text) ? text : changed
  }
}

extension Unicode.Scalar {
  /// Another form of it, unless that has several code points.
  fileprivate func simple(_ mapped: String) -> String {
    mapped.unicodeScalars.count == 1 ? mapped : String(self)
  }
}
