/// RFC 3339 section 5.6, in the Gregorian calendar extended back to year 0.
extension PlainFormat {
  /// `full-date`
  static func isDate(_ text: Span<UInt8>) -> Bool {
    text.count == 10 && hasDate(text)
  }

  /// `date-time`, with an offset. `T` and `Z` may be in lower case.
  static func isDateTime(_ text: Span<UInt8>) -> Bool {
    guard text.count >= 20, hasDate(text), text[10] | 0x20 == UInt8(ascii: "t"),
      let hour = number(text, at: 11), text[13] == UInt8(ascii: ":"),
      let minute = number(text, at: 14), text[16] == UInt8(ascii: ":"),
      let second = number(text, at: 17), hour <= 23, minute <= 59, second <= 60
    else { return false }
    var position = 19
    if text[position] == UInt8(ascii: ".") {
      position += 1
      while position < text.count, text[position].isDecimalDigit { position += 1 }
      guard position > 20, position < text.count else { return false }
    }
    guard let offset = offset(text, at: position) else { return false }
    // A leap second is the last second of a day in UTC. The offset is less than a day, so adding a
    // day keeps the sum above 0.
    return second < 60 || (hour * 60 + minute - offset + 1440) % 1440 == 1439
  }

  /// Whether the first ten bytes are a date.
  @inline(__always)
  private static func hasDate(_ text: Span<UInt8>) -> Bool {
    guard let century = number(text, at: 0), let yearOfCentury = number(text, at: 2),
      text[4] == UInt8(ascii: "-"), let month = number(text, at: 5),
      text[7] == UInt8(ascii: "-"), let day = number(text, at: 8), day >= 1
    else { return false }
    switch month {
    case 1, 3, 5, 7, 8, 10, 12: return day <= 31
    case 4, 6, 9, 11: return day <= 30
    case 2:
      let isLeap = (yearOfCentury == 0 ? century : yearOfCentury) % 4 == 0
      return day <= (isLeap ? 29 : 28)
    default: return false
    }
  }

  /// The minutes of the offset from here to the end; nil if there is anything else.
  @inline(__always)
  private static func offset(_ text: Span<UInt8>, at position: Int) -> Int? {
    let sign = text[position]
    if sign | 0x20 == UInt8(ascii: "z") { return position + 1 == text.count ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), text.count == position + 6,
      let hour = number(text, at: position + 1), text[position + 3] == UInt8(ascii: ":"),
      let minute = number(text, at: position + 4), hour <= 23, minute <= 59
    else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hour * 60 + minute)
  }

  /// The number of two digits.
  @inline(__always)
  static func number(_ text: Span<UInt8>, at position: Int) -> Int? {
    let tens = text[position] &- 0x30
    let ones = text[position + 1] &- 0x30
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}
