/// The unit of numbers that count from the beginning of 1970 in UTC.
enum EpochUnit: UInt8, BitwiseCopyable, Sendable {
  case seconds, milliseconds
}

/// Points in time as numbers: `1704067200`, `1704067200.25`, and `1704067200250` in milliseconds.
///
/// A number is one only if its year has four digits, as in RFC 3339. So milliseconds in place of
/// seconds are noticed: they would be in the year 55970.
extension Instant {
  /// 1970-01-01T00:00:00Z.
  static let epoch = days(year: 1970, month: 1, day: 1) * daySeconds
  /// 9999-12-31T23:59:59Z, and 0000-01-01T00:00:00Z.
  private static let last = days(year: 9999, month: 12, day: 31) * daySeconds + daySeconds - 1
  private static let first = days(year: 0, month: 1, day: 1) * daySeconds

  /// More digits are beyond every year.
  private static let digitsMaximum = 15
  private static let fractionDigits = 18

  /// A number without an exponent. Seconds may have a fraction, of up to 18 digits before 1970;
  /// milliseconds only one that is zero.
  init?(epoch text: ByteView, in unit: EpochUnit) {
    let isNegative = !text.isEmpty && text[0] == Ascii.minus
    let start = isNegative ? 1 : 0
    var place = start
    var whole = 0
    while place < text.count, text[place].isDigit, place - start < Instant.digitsMaximum {
      whole = whole * 10 + Int(text[place].digitValue)
      place += 1
    }
    guard place > start, text[start] != Ascii.zero || place == start + 1 else { return nil }
    var digits = ByteView.empty
    if place < text.count {
      guard text[place] == Ascii.point, place + 1 < text.count else { return nil }
      digits = text[place + 1..<text.count]
      for index in 0..<digits.count where !digits[index].isDigit { return nil }
    }
    var instant = Instant(seconds: whole, fraction: digits)
    if unit == .milliseconds {
      guard instant == Instant(seconds: whole) else { return nil }
      let thousandth = Decimal.powerOfTen(Instant.fractionDigits - 3)
      instant = Instant(seconds: whole / 1000, fraction: UInt64(whole % 1000) * thousandth)
    }
    if isNegative {
      guard let negated = instant.negated else { return nil }
      instant = negated
    }
    self.init(instant, seconds: instant.seconds + Instant.epoch)
    guard seconds >= Instant.first, seconds <= Instant.last else { return nil }
  }

  /// Seconds since 1970, or milliseconds.
  func epochText(in unit: EpochUnit) -> String {
    let seconds = seconds - Instant.epoch
    return unit == .seconds ? "\(seconds)" : "\(seconds * 1000)"
  }
}
