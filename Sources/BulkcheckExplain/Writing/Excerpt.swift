internal import BulkcheckCore

/// A stretch of a record on one line, with a mark below the bytes that it is about.
struct Excerpt {
  var text: String
  /// Blanks and `^`, to stand below the text.
  var mark: String

  /// - Parameters:
  ///   - range: the bytes to mark; one that is empty, or lies at the end, marks its place.
  ///   - columns: the width to fit.
  init(_ bytes: [UInt8], marking range: Range<Int>, masked: [Range<Int>], columns: Int) {
    let width = max(20, columns)
    let lower = Excerpt.boundary(bytes, at: min(range.lowerBound, bytes.count))
    let upper = Excerpt.boundary(bytes, at: min(max(range.upperBound, lower), bytes.count))
    // Each character takes up one to some bytes, so that enough is looked at; a value may be of any
    // length.
    let shownUpper = Excerpt.boundary(bytes, at: min(upper, lower + 8 * width))
    let value = Excerpt.shown(bytes, lower..<shownUpper, masked)
    let isCut = shownUpper < upper || TerminalText.width(value) > width / 2
    let shownValue =
      isCut ? TerminalText.shortened(value + "…", to: width / 2) : value
    let valueWidth = TerminalText.width(shownValue)
    let room = max(8, (width - valueWidth) / 2)
    let start = Excerpt.boundary(bytes, at: max(0, lower - 4 * room))
    let end = Excerpt.boundary(bytes, at: min(bytes.count, upper + 4 * room))
    let before = Excerpt.lastColumns(
      Excerpt.shown(bytes, start..<lower, masked), room, isCut: start > 0)
    let after = Excerpt.firstColumns(
      Excerpt.shown(bytes, upper..<end, masked), width - TerminalText.width(before) - valueWidth,
      isCut: end < bytes.count)
    text = before + shownValue + after
    mark =
      String(repeating: " ", count: TerminalText.width(before))
      + String(repeating: "^", count: max(1, valueWidth))
  }

  /// The bytes as text for a terminal, `***` in place of what must not be shown.
  private static func shown(_ bytes: [UInt8], _ range: Range<Int>, _ masked: [Range<Int>]) -> String
  {
    var text = ""
    var position = range.lowerBound
    for mask in masked where mask.overlaps(range) {
      if mask.lowerBound > position { text += decoded(bytes[position..<mask.lowerBound]) }
      text += "***"
      position = min(range.upperBound, max(position, mask.upperBound))
    }
    return text + (position < range.upperBound ? decoded(bytes[position..<range.upperBound]) : "")
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    TerminalText.escaped(String(decoding: bytes, as: UTF8.self))
  }

  /// The place, or one before it at which a character begins.
  private static func boundary(_ bytes: [UInt8], at place: Int) -> Int {
    var start = place
    while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80, place - start < 4 {
      start -= 1
    }
    return start
  }

  private static func lastColumns(_ text: String, _ columns: Int, isCut: Bool) -> String {
    guard TerminalText.width(text) > columns || isCut else { return text }
    var kept: [Character] = []
    var used = 1
    for character in text.reversed() {
      used += TerminalText.width(String(character))
      if used > columns { break }
      kept.append(character)
    }
    return "…" + String(kept.reversed())
  }

  private static func firstColumns(_ text: String, _ columns: Int, isCut: Bool) -> String {
    guard TerminalText.width(text) > columns || isCut else { return text }
    return TerminalText.shortened(text + (isCut ? "…" : ""), to: max(1, columns))
  }
}
