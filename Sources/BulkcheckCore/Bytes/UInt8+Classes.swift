/// The classes of ASCII characters that the formats are made of.
extension UInt8 {
  @inline(__always)
  var isDigit: Bool { self &- 0x30 < 10 }

  @inline(__always)
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether it is shown, and is neither a blank nor a digit nor a letter.
  var isPunctuation: Bool { self > 0x20 && self < 0x7F && !isDigit && !isLetter }

  /// Whether it is this letter of either case.
  ///
  /// - Parameter letter: a small letter: of other characters bit 5 makes different ones alike.
  @inline(__always)
  func isLetter(_ letter: UInt8) -> Bool { self | 0x20 == letter }

  @inline(__always)
  var isLetterOrDigit: Bool { ASCIISet.lettersAndDigits.contains(self) }

  @inline(__always)
  var isHexDigit: Bool { ASCIISet.hexDigits.contains(self) }

  @inline(__always)
  var digitValue: Int { Int(self &- 0x30) }
}
