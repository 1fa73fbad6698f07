/// The length of a text in the units of `lengthUnit` (SEMANTICS 32); bytes are ``ByteView/count``.
package enum TextLength {
  /// The number of code points: bytes that do not continue one. Eight bytes at a time.
  package static func codepoints(_ text: ByteView) -> Int {
    var continuations = 0
    var position = 0
    let last = text.count - 8
    while position <= last {
      let word = text.word(at: position)
      // A continuation byte is 10xxxxxx: bit 7 set and bit 6 not.
      let marks = (word >> 7) & ~(word >> 6) & 0x0101_0101_0101_0101
      continuations &+= marks.nonzeroBitCount
      position += 8
    }
    while position < text.count {
      if text[position] & 0xC0 == 0x80 { continuations += 1 }
      position += 1
    }
    return text.count - continuations
  }

  /// The number of extended grapheme clusters, as Swift counts Characters. Allocates.
  package static func graphemes(_ text: ByteView) -> Int { text.text.count }

  package static func measure(_ text: ByteView, _ unit: LengthUnit) -> Int {
    switch unit {
    case .codepoints: codepoints(text)
    case .bytes: text.count
    case .graphemes: graphemes(text)
    }
  }
}

extension ByteView {
  /// Whether the number of code points lies within limits; they are only counted if the number of bytes leaves it open.
  @inline(__always)
  func hasCodepoints(from minimum: Int, to maximum: Int) -> Bool {
    // Between a quarter of the bytes and all of them.
    if count < minimum { return false }
    if count <= maximum, count &+ 3 >= minimum &* 4 { return true }
    return countsCodepoints(from: minimum, to: maximum)
  }

  @inline(never)
  private func countsCodepoints(from minimum: Int, to maximum: Int) -> Bool {
    let codepoints = TextLength.codepoints(self)
    return codepoints >= minimum && codepoints <= maximum
  }
}
