/// The formats of texts, checked on UTF-8 bytes in linear time and without allocating.
///
/// They must agree with the engine's `FormatChecker` on every text; PlainFormatTests compares them.
package enum PlainFormat: String, CaseIterable, Sendable {
  case email, url, phone, uuid, date, dateTime

  /// Whether the whole text has the format.
  package func matches(_ text: String) -> Bool {
    text.withBytes { bytes in
      switch self {
      case .email: PlainFormat.isMailbox(bytes)
      case .url: PlainFormat.isURL(bytes)
      case .phone: PlainFormat.isPhone(bytes)
      case .uuid: PlainFormat.isUUID(bytes)
      case .date: PlainFormat.isDate(bytes)
      case .dateTime: PlainFormat.isDateTime(bytes)
      }
    }
  }

  /// E.164: `+` and 2 to 15 digits, the first not 0.
  private static func isPhone(_ text: Span<UInt8>) -> Bool {
    guard text.count >= 3, text.count <= 16, text[0] == UInt8(ascii: "+"),
      text[1] != UInt8(ascii: "0")
    else { return false }
    for index in 1..<text.count where !text[index].isDecimalDigit { return false }
    return true
  }

  /// RFC 9562 section 4: hexadecimal digits of either case in groups of 8, 4, 4, 4 and 12. Any
  /// version and variant will do.
  ///
  /// Reads words of eight bytes: `xxxxxxxx`, `-xxxx-xx`, `xx-xxxx-`, `xxxxxxxx`, and the last eight
  /// bytes, which overlap the fourth word.
  private static func isUUID(_ text: Span<UInt8>) -> Bool {
    guard text.count == 36 else { return false }
    let second = text.word(at: 8)
    let third = text.word(at: 16)
    let secondHyphens: UInt64 = 0x0000_FF00_0000_00FF
    let thirdHyphens: UInt64 = 0xFF00_0000_00FF_0000
    guard (second ^ hyphens) & secondHyphens == 0, (third ^ hyphens) & thirdHyphens == 0 else {
      return false
    }
    return isHexadecimal(text.word(at: 0))
      && isHexadecimal(second & ~secondHyphens | zeros & secondHyphens)
      && isHexadecimal(third & ~thirdHyphens | zeros & thirdHyphens)
      && isHexadecimal(text.word(at: 24)) && isHexadecimal(text.word(at: 28))
  }

  private static var hyphens: UInt64 { 0x2D2D_2D2D_2D2D_2D2D }
  private static var zeros: UInt64 { 0x3030_3030_3030_3030 }

  /// Whether all eight bytes are hexadecimal digits.
  ///
  /// Adding 0x80 - n to a byte below 0x80 sets its high bit if it is n or more. The sum fits into
  /// the byte, so nothing carries into the next one.
  @inline(__always)
  private static func isHexadecimal(_ word: UInt64) -> Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    let ascii = word & ~high
    let lower = ascii | 0x2020_2020_2020_2020
    // At least "0" and not above "9"; at least "a" and not above "f".
    let digits = (ascii &+ 0x5050_5050_5050_5050) & ~(ascii &+ 0x4646_4646_4646_4646)
    let letters = (lower &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(lower &+ 0x1919_1919_1919_1919)
    return (digits | letters) & ~word & high == high
  }
}
