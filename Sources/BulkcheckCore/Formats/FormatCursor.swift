/// A position in a text that a format's parser reads from left to right.
struct FormatCursor {
  let text: ByteView
  private(set) var position: Int

  init(_ text: ByteView, position: Int = 0) {
    self.text = text
    self.position = position
  }

  var isAtEnd: Bool { position == text.count }

  /// The byte here; 0 at the end (a NUL of the text fits no format either).
  @inline(__always)
  var byte: UInt8 { position < text.count ? text[position] : 0 }

  @inline(__always)
  mutating func take(_ expected: UInt8) -> Bool {
    guard position < text.count, text[position] == expected else { return false }
    position += 1
    return true
  }

  /// A number of exactly `count` digits, or nil.
  @inline(__always)
  mutating func takeNumber(digits count: Int) -> Int? {
    guard text.count - position >= count else { return nil }
    var number = 0
    for _ in 0..<count {
      let byte = text[position]
      guard byte.isDigit else { return nil }
      number = number * 10 + byte.digitValue
      position += 1
    }
    return number
  }

  /// Passes over digits; returns how many.
  @inline(__always)
  mutating func takeDigits() -> Int {
    let start = position
    while byte.isDigit { position += 1 }
    return position - start
  }
}
