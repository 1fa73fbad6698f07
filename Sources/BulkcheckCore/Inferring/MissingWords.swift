/// Words by which people and programs say that a value is missing.
package enum MissingWords {
  package static let all = [
    "-", "--", "?", ".", "NA", "N/A", "n/a", "#N/A", "na", "NULL", "Null", "null", "NONE", "None",
    "none", "NaN", "nan", "nil", "\\N", "#VALUE!", "#REF!", "#DIV/0!", "unknown", "Unknown",
  ]

  /// Each word's bytes as a number, with its length in the highest byte, for no word has more than
  /// seven.
  private static let words: Storage<UInt64> = {
    let words = all.map { word in
      word.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) } | UInt64(word.utf8.count) << 56
    }
    return Storage(words, padding: 0)
  }()

  /// The bytes with which the words begin.
  private static let firstBytes = ASCIISet(
    low: 0x8000_6008_0000_0000, high: 0x0020_4000_1020_4000)

  /// Whether a text may be one of them, by its length and its first byte.
  @inline(__always)
  static func mayHold(_ text: ByteView) -> Bool {
    text.count < 8 && text.count > 0 && firstBytes.contains(text[0])
  }

  /// The number of the word that the text is, if it is one. Behind the text eight bytes are
  /// readable.
  @inline(never)
  static func index(of text: ByteView) -> Int? {
    guard mayHold(text) else { return nil }
    let word = text.paddedRest(from: 0) | UInt64(truncatingIfNeeded: text.count) << 56
    let words = words
    for index in 0..<words.capacity where words[index] == word { return index }
    return nil
  }
}
