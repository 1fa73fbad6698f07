/// Sets made while a pattern is read. What is not ASCII is never in one.
extension ASCIISet {
  static let none = ASCIISet(low: 0, high: 0)
  /// `\d`
  static let digits = ASCIISet(range: 0x30...0x39)
  /// `\w`
  static let word = ASCIISet.lettersAndDigits.union(ASCIISet(range: 0x5F...0x5F))
  /// `\s`: tab, line feed, vertical tab, form feed, carriage return, space.
  static let space = ASCIISet(range: 0x09...0x0D).union(ASCIISet(range: 0x20...0x20))
  static let lineFeed = ASCIISet(range: 0x0A...0x0A)
  private static let letters = ASCIISet(range: 0x41...0x5A).union(ASCIISet(range: 0x61...0x7A))

  init(range: ClosedRange<UInt8>) {
    var halves: (low: UInt64, high: UInt64) = (0, 0)
    for byte in range where byte < 128 {
      let bit = UInt64(1) << UInt64(byte & 63)
      if byte < 64 { halves.low |= bit } else { halves.high |= bit }
    }
    self.init(low: halves.low, high: halves.high)
  }

  func union(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(low: low | other.low, high: high | other.high)
  }

  func intersection(_ other: ASCIISet) -> ASCIISet {
    ASCIISet(low: low & other.low, high: high & other.high)
  }

  var inverted: ASCIISet { ASCIISet(low: ~low, high: ~high) }

  var hasLetters: Bool { intersection(ASCIISet.letters) != .none }

  /// The set with each letter in both cases.
  var caseless: ASCIISet {
    let letters = intersection(ASCIISet.letters).high
    // In the upper half of ASCII a letter and its other case are 32 apart, and nothing else is a
    // letter.
    return ASCIISet(low: low, high: high | letters << 32 | letters >> 32)
  }

  /// If the set is one character, or two that differ in one bit, such as the cases of a letter:
  /// that bit, and the character that has it.
  var literal: (byte: UInt8, blind: UInt8)? {
    let count = low.nonzeroBitCount + high.nonzeroBitCount
    guard count == 1 || count == 2 else { return nil }
    let first = UInt8(low != 0 ? low.trailingZeroBitCount : 64 + high.trailingZeroBitCount)
    let last = UInt8(high != 0 ? 127 - high.leadingZeroBitCount : 63 - low.leadingZeroBitCount)
    let blind = first ^ last
    return blind.nonzeroBitCount <= 1 ? (last, blind) : nil
  }
}
