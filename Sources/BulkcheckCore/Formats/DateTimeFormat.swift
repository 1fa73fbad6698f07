/// RFC 3339: `full-date`, `full-time`, `date-time`. `T` and `Z` in either case, an offset is
/// required.
enum DateTimeFormat {
  static func matchesDate(_ text: ByteView) -> Bool {
    if text.count == 10, PlainDateTime.isDate(text) { return true }
    return matchesDateExactly(text)
  }

  /// Without the short cut.
  static func matchesDateExactly(_ text: ByteView) -> Bool {
    var cursor = FormatCursor(text)
    return takeDate(&cursor) && cursor.isAtEnd
  }

  /// - Parameter isLocal: the offset may be missing.
  static func matchesTime(_ text: ByteView, isLocal: Bool = false) -> Bool {
    var cursor = FormatCursor(text)
    return takeTime(&cursor, isLocal: isLocal) && cursor.isAtEnd
  }

  /// - Parameter isLocal: the offset may be missing.
  static func matchesDateTime(_ text: ByteView, isLocal: Bool = false) -> Bool {
    guard text.count >= 20, PlainDateTime.isDateTime(text) else {
      return matchesDateTimeExactly(text, isLocal: isLocal)
    }
    if text.count == 20, text[19] == UInt8(ascii: "Z") { return true }
    var cursor = FormatCursor(text, position: 19)
    return takeFraction(&cursor) && takeOffset(&cursor, isLocal: isLocal) != nil && cursor.isAtEnd
  }

  /// Without the short cut.
  static func matchesDateTimeExactly(_ text: ByteView, isLocal: Bool = false) -> Bool {
    var cursor = FormatCursor(text)
    guard takeDate(&cursor) else { return false }
    guard cursor.take(UInt8(ascii: "T")) || cursor.take(UInt8(ascii: "t")) else { return false }
    return takeTime(&cursor, isLocal: isLocal) && cursor.isAtEnd
  }

  /// A day of the Gregorian calendar, which is taken to reach back to year 0.
  private static func takeDate(_ cursor: inout FormatCursor) -> Bool {
    guard let year = cursor.takeNumber(digits: 4), cursor.take(UInt8(ascii: "-")),
      let month = cursor.takeNumber(digits: 2), cursor.take(UInt8(ascii: "-")),
      let day = cursor.takeNumber(digits: 2)
    else { return false }
    return month >= 1 && month <= 12 && day >= 1 && day <= days(month: month, year: year)
  }

  static func days(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func takeTime(_ cursor: inout FormatCursor, isLocal: Bool) -> Bool {
    guard let hour = cursor.takeNumber(digits: 2), cursor.take(UInt8(ascii: ":")),
      let minute = cursor.takeNumber(digits: 2), cursor.take(UInt8(ascii: ":")),
      let second = cursor.takeNumber(digits: 2),
      hour <= 23, minute <= 59, second <= 60
    else { return false }
    guard takeFraction(&cursor), let offset = takeOffset(&cursor, isLocal: isLocal) else {
      return false
    }
    if second < 60 { return true }
    // A leap second is the last of a day in UTC; the offset is less than a day either way.
    let minuteOfDay = (hour * 60 + minute - offset + 2 * 1440) % 1440
    return minuteOfDay == 1439
  }

  /// A point and digits, or nothing.
  private static func takeFraction(_ cursor: inout FormatCursor) -> Bool {
    !cursor.take(UInt8(ascii: ".")) || cursor.takeDigits() > 0
  }

  /// The minutes of an offset that is the whole text.
  static func offsetMinutes(_ text: ByteView) -> Int? {
    var cursor = FormatCursor(text)
    guard let minutes = takeOffset(&cursor), cursor.isAtEnd else { return nil }
    return minutes
  }

  /// Reads an offset; returns its minutes.
  ///
  /// - Parameter isLocal: nothing means UTC.
  private static func takeOffset(_ cursor: inout FormatCursor, isLocal: Bool = false) -> Int? {
    if isLocal, cursor.isAtEnd { return 0 }
    if cursor.take(UInt8(ascii: "Z")) || cursor.take(UInt8(ascii: "z")) { return 0 }
    let sign: Int
    if cursor.take(UInt8(ascii: "+")) {
      sign = 1
    } else if cursor.take(UInt8(ascii: "-")) {
      sign = -1
    } else {
      return nil
    }
    guard let hour = cursor.takeNumber(digits: 2), cursor.take(UInt8(ascii: ":")),
      let minute = cursor.takeNumber(digits: 2), hour <= 23, minute <= 59
    else { return nil }
    return sign * (hour * 60 + minute)
  }
}
