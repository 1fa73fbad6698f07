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
  /// Most text is plain ASCII, where a byte is a Character; that is told eight bytes at a time.
  /// Only what is not is counted Character by Character, as far as it must be.
  func holds(_ text: String) -> Bool {
    // No more Characters than bytes.
    let count = text.utf8.count
    if count < minimum { return false }
    let isShort = count <= maximum
    // Each byte of a plain beginning is a Character, whatever comes behind: so many of them decide.
    let decisive = isShort ? minimum : maximum + 1
    if decisive <= 0 { return isShort }
    let codepoints = ByteView.withUTF8(of: text) { bytes in
      TextLength.hasByteCharacters(bytes[0..<decisive]) ? nil : TextLength.codepoints(bytes)
    }
    guard let codepoints else { return isShort }
    // Nor more than code points.
    if codepoints < minimum { return false }
    return Limits.holds(text, minimum, codepoints <= maximum ? nil : maximum)
  }
}
