/// A set of ASCII characters, a bit each: one load and one shift to look a byte up.
///
/// The constants are literals, so that they cost no initialisation at run time; a test compares
/// them with the characters that they stand for.
struct ASCIISet: Hashable {
  let low: UInt64
  let high: UInt64

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let bits = byte < 64 ? low : high
    return byte < 128 && (bits &>> UInt64(byte & 63)) & 1 == 1
  }

  /// Whether all bytes of a text are in the set.
  @inline(__always)
  func containsAll(_ text: ByteView) -> Bool {
    for index in 0..<text.count where !contains(text[index]) { return false }
    return true
  }
}

extension ASCIISet {
  /// `A-Z a-z 0-9`
  static let lettersAndDigits = ASCIISet(low: 0x03ff_0000_0000_0000, high: 0x07ff_fffe_07ff_fffe)
  /// `0-9 A-F a-f`
  static let hexDigits = ASCIISet(low: 0x03ff_0000_0000_0000, high: 0x0000_007e_0000_007e)
  /// Letters, digits and the hyphen: RFC 1123.
  static let hostname = ASCIISet(low: 0x03ff_2000_0000_0000, high: 0x07ff_fffe_07ff_fffe)
  /// `atext` of RFC 5322.
  static let atomText = ASCIISet(low: 0xa3ff_acfa_0000_0000, high: 0x7fff_ffff_c7ff_fffe)
  /// The alphabet of RFC 4648 section 4.
  static let base64 = ASCIISet(low: 0x03ff_8800_0000_0000, high: 0x07ff_fffe_07ff_fffe)
  /// The scheme of a URI, behind its first letter.
  static let scheme = ASCIISet(low: 0x03ff_6800_0000_0000, high: 0x07ff_fffe_07ff_fffe)
  /// `unreserved` and `sub-delims` of RFC 3986.
  static let registeredName = ASCIISet(low: 0x2bff_7fd2_0000_0000, high: 0x47ff_fffe_87ff_fffe)
  /// The user information of a URI: ``registeredName`` and the colon.
  static let userInfo = ASCIISet(low: 0x2fff_7fd2_0000_0000, high: 0x47ff_fffe_87ff_fffe)
  /// `pchar` and the slash.
  static let path = ASCIISet(low: 0x2fff_ffd2_0000_0000, high: 0x47ff_fffe_87ff_ffff)
  /// `query` and `fragment`.
  static let query = ASCIISet(low: 0xafff_ffd2_0000_0000, high: 0x47ff_fffe_87ff_ffff)
}
