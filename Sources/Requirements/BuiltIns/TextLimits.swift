internal import BulkcheckCore

/// Least and greatest numbers of Characters of a text.
struct TextLimits: Sendable {
  private let minimum: Int
  private let maximum: Int

  init(_ minimum: Int?, _ maximum: Int?) {
    self.minimum = minimum ?? 0
    self.maximum = maximum ?? .max
  }

  /// Whether the text has a number of Characters within the limits.
  ///
  /// Most text is plain ASCII, where a byte is a Character; that is told eight bytes at a time. Only
  /// what is not is counted Character by Character, as far as it must be.
  func holds(_ text: String) -> Bool {
    // No more Characters than bytes.
    let count = text.utf8.count
    if count < minimum { return false }
    let isShort = count <= maximum
    // Each byte of a plain beginning is a Character, whatever comes behind: so many of them decide.
    let decisive = isShort ? minimum : maximum + 1
    if decisive <= 0 { return isShort }
    let codepoints = StringBytes.with(text) { bytes in
      TextLimits.isPlain(bytes[0..<decisive]) ? nil : TextLength.codepoints(bytes)
    }
    guard let codepoints else { return isShort }
    // Nor more than code points.
    if codepoints < minimum { return false }
    return Limits.holds(text, minimum, codepoints <= maximum ? nil : maximum)
  }

  /// Whether there is nothing but ASCII without carriage returns, which join with a line feed.
  private static func isPlain(_ bytes: ByteView) -> Bool {
    var marks: UInt64 = 0
    var position = 0
    while position + 8 <= bytes.count {
      marks |= unplain(bytes.word(at: position))
      position += 8
    }
    return (marks | unplain(bytes.lastWord(from: position))) & 0x8080_8080_8080_8080 == 0
  }

  /// The high bit of a byte is set if it is not ASCII or a carriage return. It may be set above a
  /// carriage return as well, which changes nothing.
  @inline(__always)
  private static func unplain(_ word: UInt64) -> UInt64 {
    let returns = word ^ 0x0D0D_0D0D_0D0D_0D0D
    return word | ((returns &- 0x0101_0101_0101_0101) & ~returns)
  }
}
