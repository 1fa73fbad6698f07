internal import BulkcheckCore

/// Dates and times as RFC 3339 writes them.
extension ByteArena {
  private static let secondsPerDay: Int64 = 86_400

  /// The date so many days after 1 January 1970; false, and nothing, outside the years 0000 to
  /// 9999.
  ///
  /// Years are counted from March on, so that a leap day is the last one (Howard Hinnant,
  /// "chrono-compatible low-level date algorithms").
  mutating func appendDate(_ days: Int64) -> Bool {
    // Also a bound for what follows.
    guard days >= -719_528, days <= 2_932_896 else { return false }
    let shifted = Int(days) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    append(yearOfEra + era * 400 + (isNextYear ? 1 : 0), width: 4)
    append(Ascii.minus)
    append(isNextYear ? month - 9 : month + 3, width: 2)
    append(Ascii.minus)
    append(dayOfYear - (153 * month + 2) / 5 + 1, width: 2)
    return true
  }

  /// An instant or a local time, in parts of a second since 1970.
  mutating func appendTimestamp(_ count: Int64, scale: Int, hasZone: Bool) -> Bool {
    let parts = ByteArena.parts(scale)
    let (seconds, fraction) = ByteArena.floorDivide(count, by: parts)
    let (days, secondsOfDay) = ByteArena.floorDivide(seconds, by: ByteArena.secondsPerDay)
    guard appendDate(days) else { return false }
    append(UInt8(ascii: "T"))
    appendClock(secondsOfDay)
    appendFraction(fraction, scale: scale)
    if hasZone { append(UInt8(ascii: "Z")) }
    return true
  }

  /// A time of the day. One outside a day is written all the same, and is then no time to any rule.
  mutating func appendTime(_ count: Int64, scale: Int) {
    if count < 0 { append(Ascii.minus) }
    let parts = UInt64(ByteArena.parts(scale))
    appendClock(Int64(count.magnitude / parts))
    appendFraction(Int64(count.magnitude % parts), scale: scale)
  }

  /// Parts of a second as seconds, without zeros at the end.
  mutating func appendSeconds(_ count: Int64, scale: Int) {
    if count < 0 { append(Ascii.minus) }
    let parts = UInt64(ByteArena.parts(scale))
    append(digits: count.magnitude / parts)
    var fraction = count.magnitude % parts
    if fraction == 0 { return }
    var width = scale
    while fraction % 10 == 0 {
      fraction /= 10
      width -= 1
    }
    append(Ascii.point)
    append(nine: Int(fraction), width: width)
  }

  private mutating func appendClock(_ seconds: Int64) {
    let hours = Int(seconds / 3_600)
    if hours < 100 { append(hours, width: 2) } else { append(digits: UInt64(hours)) }
    append(Ascii.colon)
    append(Int(seconds / 60 % 60), width: 2)
    append(Ascii.colon)
    append(Int(seconds % 60), width: 2)
  }

  /// A point and 3, 6 or 9 digits, the fewest that hold the fraction; nothing if it is 0.
  private mutating func appendFraction(_ fraction: Int64, scale: Int) {
    if fraction == 0 { return }
    var fraction = fraction
    var width = scale
    while width > 3, fraction % 1_000 == 0 {
      fraction /= 1_000
      width -= 3
    }
    append(Ascii.point)
    append(nine: Int(fraction), width: width)
  }

  /// At most nine digits.
  private mutating func append(nine number: Int, width: Int) {
    if width == 9 {
      append(number / 100_000_000, width: 1)
      append(number % 100_000_000, width: 8)
    } else {
      append(number, width: width)
    }
  }

  private static func parts(_ scale: Int) -> Int64 {
    switch scale {
    case 0: 1
    case 3: 1_000
    case 6: 1_000_000
    default: 1_000_000_000
    }
  }

  static func floorDivide(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
