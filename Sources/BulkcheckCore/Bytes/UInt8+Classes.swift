/// The classes of ASCII characters that the formats are made of.
extension UInt8 {
  @inline(__always)
  var isDigit: Bool { self &- 0x30 < 10 }

  @inline(__always)
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  @inline(__always)
  var isLetterOrDigit: Bool { ASCIISet.lettersAndDigits.contains(self) }

  @inline(__always)
  var isHexDigit: Bool { ASCIISet.hexDigits.contains(self) }

  @inline(__always)
  var digitValue: Int { Int(self &- 0x30) }
}
