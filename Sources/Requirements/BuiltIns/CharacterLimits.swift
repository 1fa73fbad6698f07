/// The least and the greatest number of Characters of a text.
package struct CharacterLimits: Sendable {
  private let minimum: Int
  private let maximum: Int

  package init(_ minimum: Int?, _ maximum: Int?) {
    self.minimum = minimum ?? 0
    self.maximum = maximum ?? .max
  }

  /// Whether the number of Characters is within the limits.
  ///
  /// In plain ASCII, which most text is, each byte is a Character. This is checked eight bytes at a
  /// time. In other text Characters are counted, but not beyond the limit that decides.
  package func holds(_ text: String) -> Bool {
    // There are never more Characters than bytes.
    let count = text.utf8.count
    if count < minimum { return false }
    let isShort = count <= maximum
    // Each byte of a plain beginning is a Character, whatever follows, so this many bytes decide.
    let decisive = isShort ? minimum : maximum + 1
    if decisive <= 0 { return isShort }
    let codePoints: Int? = text.withBytes { bytes in
      if bytes.extracting(0..<decisive).hasByteCharacters { return nil }
      return bytes.codePointCount(limit: isShort ? minimum : max(minimum, maximum))
    }
    guard let codePoints else { return isShort }
    // Nor are there more Characters than code points.
    if codePoints < minimum { return false }
    if isShort || codePoints <= maximum { return characterCount(text, limit: minimum) >= minimum }
    let characters = characterCount(text, limit: max(minimum, maximum + 1))
    return characters >= minimum && characters <= maximum
  }

  /// The number of Characters, counted up to the limit.
  private func characterCount(_ text: String, limit: Int) -> Int {
    var (count, index) = (0, text.startIndex)
    while count < limit, index < text.endIndex {
      text.formIndex(after: &index)
      count += 1
    }
    return count
  }
}

extension Span<UInt8> {
  /// Whether each byte is a Character, whatever follows the span: all are ASCII, and none is a
  /// carriage return, which would join with a line feed.
  fileprivate var hasByteCharacters: Bool {
    var marks: UInt64 = 0
    var position = 0
    while position + 8 < count {
      marks |= others(word(at: position))
      position += 8
    }
    return (marks | others(lastWord)) & 0x8080_8080_8080_8080 == 0
  }

  /// Sets the high bit of each byte that is a carriage return or not ASCII. May also set that of
  /// the byte after a carriage return, which does not change the answer.
  @inline(__always)
  private func others(_ word: UInt64) -> UInt64 {
    let returns = word ^ 0x0D0D_0D0D_0D0D_0D0D
    return word | ((returns &- 0x0101_0101_0101_0101) & ~returns)
  }

  /// The number of bytes that start a code point (not 0b10xxxxxx). Stops soon above the limit.
  fileprivate func codePointCount(limit: Int) -> Int {
    var (codePoints, position) = (0, 0)
    while position + 8 <= count, codePoints <= limit {
      let word = word(at: position)
      codePoints += 8 - (word & ~(word << 1) & 0x8080_8080_8080_8080).nonzeroBitCount
      position += 8
    }
    while position < count, codePoints <= limit {
      if self[position] & 0xC0 != 0x80 { codePoints += 1 }
      position += 1
    }
    return codePoints
  }
}
