/// Instants as text.
extension Instant {
  /// 1970-01-01 as days since 0000-03-01.
  private static let epochDays = 719_468

  /// The date-time of the clock, `2024-05-01T12:00:00Z`.
  package static var nowText: String { text(secondsSinceEpoch: Environment.secondsSinceEpoch) }

  package static func text(secondsSinceEpoch seconds: Int) -> String {
    let day = seconds.flooredQuotient(by: 86_400)
    let second = seconds - day * 86_400
    let date = date(ofDay: day + epochDays)
    let words = [padded(date.year, 4), padded(date.month, 2), padded(date.day, 2)]
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
    return words.joined(separator: "-") + "T" + time.joined(separator: ":") + "Z"
  }

  /// The date of a day since 0000-03-01.
  static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
    // The calendar repeats itself after 400 years; years begin with March.
    let cycle = days.flooredQuotient(by: 146_097)
    let dayOfCycle = days - cycle * 146_097
    let year =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      cycle * 400 + year + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    DigitText.padded("\(number)", to: width)
  }

  /// Its date-time in UTC, without the fraction of a second.
  package var text: String {
    Instant.text(secondsSinceEpoch: seconds - Instant.epochDays * Instant.daySeconds)
  }

  /// The instant so many seconds later.
  func adding(seconds: Int) -> Instant { Instant(self, seconds: self.seconds + seconds) }

  /// Midnight UTC of its day.
  var startOfDay: Instant {
    Instant(seconds: seconds.flooredQuotient(by: Instant.daySeconds) * Instant.daySeconds)
  }

  /// `+02:00`
  package static func offsetText(minutes: Int) -> String {
    (minutes < 0 ? "-" : "+") + padded(abs(minutes) / 60, 2) + ":" + padded(abs(minutes) % 60, 2)
  }

  /// The minutes of `Z` or an offset such as `+02:00`; nil for any other text.
  package static func offsetMinutes(_ text: String) -> Int? {
    ByteView.withUTF8(of: text) { DateTimeFormat.offsetMinutes($0) }
  }

  /// How far two points of time are apart, in words; nil if they are not.
  static func distanceText(_ one: Instant, _ other: Instant) -> String? {
    if one == other { return nil }
    let (low, high) = one < other ? (one, other) : (other, one)
    // Whole seconds only: a part of one is not rounded up.
    let isShort = Instant(high, seconds: 0) < Instant(low, seconds: 0)
    let seconds = high.seconds - low.seconds - (isShort ? 1 : 0)
    let units = [("day", daySeconds), ("hour", 3600), ("minute", 60), ("second", 1)]
    var rest = seconds
    var words: [String] = []
    // Two units tell enough.
    for (name, length) in units where rest >= length && words.count < 2 {
      words.append("\(DigitText.grouped(rest / length)) \(name)\(rest / length == 1 ? "" : "s")")
      rest %= length
    }
    return words.isEmpty ? "less than a second" : words.joined(separator: " ")
  }
}
