/// The order of date-times by their points in time.
extension PlainFormat {
  /// Whether a date-time is before another one. Fractions are exact, and a leap second equals the
  /// second that follows.
  ///
  /// It must agree with the engine's `Instant`; PlainFormatTests compares them.
  ///
  /// - Parameter text: like the other one, it has the format `dateTime`.
  package static func isBefore(_ text: String, _ other: String) -> Bool {
    text.withBytes { text in
      other.withBytes { other in
        let (left, right) = (seconds(text), seconds(other))
        return left == right ? isFractionLess(text, other) : left < right
      }
    }
  }

  /// The seconds since a day before the year 0, without leap seconds.
  private static func seconds(_ text: Span<UInt8>) -> Int64 {
    let minutes = Int64(two(text, 11) * 60 + two(text, 14) - offset(text))
    return days(text) * 86_400 + minutes * 60 + Int64(two(text, 17))
  }

  /// The minutes of the offset from UTC.
  private static func offset(_ text: Span<UInt8>) -> Int {
    if text[text.count - 1] | 0x20 == UInt8(ascii: "z") { return 0 }
    let sign = text.count - 6
    let minutes = two(text, sign + 1) * 60 + two(text, sign + 4)
    return text[sign] == UInt8(ascii: "-") ? -minutes : minutes
  }

  /// The days since a day before the year 0. Years begin with March, so that the leap day is the
  /// last.
  private static func days(_ text: Span<UInt8>) -> Int64 {
    let month = two(text, 5)
    // Four centuries more, so that divisions round down in the year 0, too.
    let year = two(text, 0) * 100 + two(text, 2) - (month <= 2 ? 1 : 0) + 400
    let dayOfYear = ((month + 9) % 12 * 153 + 2) / 5 + two(text, 8) - 1
    return Int64(year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear)
  }

  private static func isFractionLess(_ text: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    let (end, otherEnd) = (fractionEnd(text), fractionEnd(other))
    for place in 20..<max(end, otherEnd, 20) {
      let left = place < end ? text[place] : UInt8(ascii: "0")
      let right = place < otherEnd ? other[place] : UInt8(ascii: "0")
      if left != right { return left < right }
    }
    return false
  }

  /// The place behind the digits of the fraction, which begin at 20.
  private static func fractionEnd(_ text: Span<UInt8>) -> Int {
    guard text[19] == UInt8(ascii: ".") else { return 20 }
    var place = 20
    while text[place].isDecimalDigit { place += 1 }
    return place
  }

  private static func two(_ text: Span<UInt8>, _ place: Int) -> Int {
    number(text, at: place) ?? 0
  }
}
