/// The length of a text in the units of `lengthUnit` (docs/reference/values.md#length); bytes are
/// ``ByteView/count``.
package enum TextLength {
  /// The number of code points: bytes that do not continue one.
  package static func codepoints(_ text: ByteView, kernel: ScanKernel = .standard) -> Int {
    text.codepointCount(kernel: kernel)
  }

  /// The number of extended grapheme clusters, as Swift counts Characters. Allocates, unless each
  /// byte is one.
  package static func graphemes(_ text: ByteView) -> Int {
    hasByteCharacters(text) ? text.count : text.text.count
  }

  /// Whether each byte is a Character by itself, whatever comes behind the text: there is nothing
  /// but ASCII without carriage returns, which join with a line feed.
  package static func hasByteCharacters(_ text: ByteView) -> Bool {
    var marks: UInt64 = 0
    var position = 0
    while position + 8 <= text.count {
      marks |= others(text.word(at: position))
      position += 8
    }
    return (marks | others(text.lastWord(from: position))) & 0x8080_8080_8080_8080 == 0
  }

  /// The high bit of a byte is set if it is not ASCII or a carriage return. It may be set above a
  /// carriage return as well, which changes nothing.
  @inline(__always)
  private static func others(_ word: UInt64) -> UInt64 {
    let returns = word ^ 0x0D0D_0D0D_0D0D_0D0D
    return word | ((returns &- 0x0101_0101_0101_0101) & ~returns)
  }

  package static func measure(_ text: ByteView, _ unit: LengthUnit) -> Int {
    switch unit {
    case .codepoints: codepoints(text)
    case .bytes: text.count
    case .graphemes: graphemes(text)
    }
  }

  /// Whether the length is `minimum` to `maximum`. Code points are not counted where the number of
  /// bytes decides: a code point has one to four.
  @inline(__always)
  package static func isWithin(
    _ text: ByteView, _ minimum: Int, _ maximum: Int, _ unit: LengthUnit
  ) -> Bool {
    if unit == .codepoints {
      let least = (text.count + 3) / 4
      if text.count <= maximum && least >= minimum { return true }
      if text.count < minimum || least > maximum { return false }
    }
    let length = measure(text, unit)
    return length >= minimum && length <= maximum
  }
}

extension ByteView {
  /// Whether the number of code points lies within limits; they are only counted if the number of
  /// bytes leaves it open.
  @inline(__always)
  func hasCodepoints(from minimum: Int, to maximum: Int) -> Bool {
    // Between a quarter of the bytes and all of them.
    if count < minimum { return false }
    if count <= maximum, count &+ 3 >= minimum &* 4 { return true }
    return countsCodepoints(from: minimum, to: maximum)
  }

  /// Whether the number of Characters lies within limits.
  @inline(never)
  func hasCharacters(from minimum: Int, to maximum: Int) -> Bool {
    // There are no more Characters than code points, no more of these than bytes, and one at least
    // if there is a byte.
    if count < minimum { return false }
    if minimum <= 1, count <= maximum { return true }
    let codepoints = TextLength.codepoints(self)
    if codepoints < minimum { return false }
    if minimum <= 1, codepoints <= maximum { return true }
    let characters = TextLength.graphemes(self)
    return characters >= minimum && characters <= maximum
  }

  @inline(never)
  private func countsCodepoints(from minimum: Int, to maximum: Int) -> Bool {
    let codepoints = TextLength.codepoints(self)
    return codepoints >= minimum && codepoints <= maximum
  }
}
