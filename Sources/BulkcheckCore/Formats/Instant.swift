/// A point in time, exact to the last digit of its fraction.
///
/// Trivial; one with more than 18 digits of a fraction is valid only as long as the text that it
/// was read from.
package struct Instant: BitwiseCopyable, Sendable {
  /// Since 0000-03-01T00:00:00Z, without leap seconds: one equals the second that follows.
  package let seconds: Int
  /// The first 18 digits of the fraction.
  let fraction: UInt64
  /// The others, without zeros at the end.
  private let rest: ByteView

  package init(seconds: Int) {
    self.seconds = seconds
    fraction = 0
    rest = .empty
  }

  /// Another instant with the same fraction.
  init(_ other: Instant, seconds: Int) {
    self.seconds = seconds
    fraction = other.fraction
    rest = other.rest
  }

  /// - Parameter fraction: 18 digits.
  init(seconds: Int, fraction: UInt64) {
    self.seconds = seconds
    self.fraction = fraction
    rest = .empty
  }

  /// - Parameter digits: those of the fraction.
  init(seconds: Int, fraction digits: ByteView) {
    self.seconds = seconds
    var end = digits.count
    while end > 0, digits[end - 1] == Ascii.zero { end -= 1 }
    let first = min(end, 18)
    var fraction: UInt64 = 0
    for index in 0..<first { fraction = fraction * 10 + UInt64(digits[index].digitValue) }
    self.fraction = fraction * Decimal.powerOfTen(18 - first)
    rest = digits[first..<end]
  }

  /// - Parameter point: the place behind the seconds, where the fraction may begin. An offset may
  ///   follow.
  private init(seconds: Int, fractionOf text: ByteView, at point: Int) {
    let start = point + 1
    var end = start
    guard point < text.count, text[point] == Ascii.point else {
      self.init(seconds: seconds)
      return
    }
    while end < text.count, text[end].isDigit { end += 1 }
    self.init(seconds: seconds, fraction: text[start..<end])
  }

  /// The instant as long before zero; nil if its fraction has more than 18 digits.
  var negated: Instant? {
    guard rest.isEmpty else { return nil }
    if fraction == 0 { return Instant(seconds: -seconds) }
    return Instant(seconds: -seconds - 1, fraction: Decimal.powerOfTen(18) - fraction)
  }

  /// Whether it needs no text.
  package var isShort: Bool { rest.isEmpty }

  /// A date-time, a date (00:00Z of its day) or a time. Nil for any other text.
  ///
  /// - Parameter isLocal: an offset may be missing, as in the other initializers.
  package init?(_ text: ByteView, isLocal: Bool = false) {
    if text.count == 10 {
      self.init(date: text)
    } else if text.count > 2, text[2] == UInt8(ascii: ":") {
      self.init(time: text, isLocal: isLocal)
    } else {
      self.init(dateTime: text, isLocal: isLocal)
    }
  }

  /// A `full-date` of RFC 3339.
  package init?(date text: ByteView) {
    guard DateTimeFormat.matchesDate(text) else { return nil }
    self.init(seconds: Instant.days(text) * Instant.daySeconds)
  }

  /// A `date-time` of RFC 3339.
  ///
  /// - Parameter isLocal: the offset may be missing: UTC.
  package init?(dateTime text: ByteView, isLocal: Bool = false) {
    guard DateTimeFormat.matchesDateTime(text, isLocal: isLocal) else { return nil }
    let time = Instant.time(text, from: 11)
    self.init(
      seconds: Instant.days(text) * Instant.daySeconds + time, fractionOf: text, at: 19)
  }

  /// A `full-time` of RFC 3339 by its time in UTC, modulo 24 hours; the leap second at the end of
  /// the day is the largest.
  ///
  /// - Parameter isLocal: the offset may be missing: UTC.
  package init?(time text: ByteView, isLocal: Bool = false) {
    guard DateTimeFormat.matchesTime(text, isLocal: isLocal) else { return nil }
    let isLeap = Instant.number(text, 6) == 60
    let seconds = Instant.time(text, from: 0) % Instant.daySeconds
    let day = (seconds + Instant.daySeconds) % Instant.daySeconds
    self.init(seconds: isLeap ? Instant.daySeconds : day, fractionOf: text, at: 8)
  }

  static let daySeconds = 86_400

  private static func number(_ text: ByteView, _ place: Int) -> Int {
    Int(text[place].digitValue) * 10 + Int(text[place + 1].digitValue)
  }

  /// The seconds since midnight UTC of a time that has the right form; the offset may lead to
  /// another day.
  private static func time(_ text: ByteView, from start: Int) -> Int {
    let clock =
      number(text, start) * 3600 + number(text, start + 3) * 60 + number(text, start + 6)
    let last = text[text.count - 1]
    if last | 0x20 == UInt8(ascii: "z") { return clock }
    let sign = text.count - 6
    guard text[sign] == UInt8(ascii: "-") || text[sign] == UInt8(ascii: "+") else { return clock }
    let offset = number(text, sign + 1) * 3600 + number(text, sign + 4) * 60
    return text[sign] == UInt8(ascii: "-") ? clock + offset : clock - offset
  }

  private static func days(_ text: ByteView) -> Int {
    days(
      year: number(text, 0) * 100 + number(text, 2), month: number(text, 5), day: number(text, 8))
  }

  /// The days of a date since 0000-03-01. Years begin with March, so that the leap day is the last.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let year = year - (month <= 2 ? 1 : 0)
    let dayOfYear = ((month + 9) % 12 * 153 + 2) / 5 + day - 1
    // January and February of the year 0 lie before.
    return year * 365 + year.flooredQuotient(by: 4) - year.flooredQuotient(by: 100)
      + year.flooredQuotient(by: 400) + dayOfYear
  }
}

extension Instant: Comparable {
  package static func < (left: Instant, right: Instant) -> Bool { compare(left, right) < 0 }

  package static func == (left: Instant, right: Instant) -> Bool { compare(left, right) == 0 }

  /// -1, 0 or 1.
  @inline(__always)
  package static func compare(_ left: Instant, _ right: Instant) -> Int {
    if left.seconds != right.seconds { return left.seconds < right.seconds ? -1 : 1 }
    if left.fraction != right.fraction { return left.fraction < right.fraction ? -1 : 1 }
    return left.rest.isEmpty && right.rest.isEmpty ? 0 : left.rest.compare(right.rest).signum()
  }
}
