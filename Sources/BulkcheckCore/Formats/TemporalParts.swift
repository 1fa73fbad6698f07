/// The parts of a date or time that have been read from a text in a notation of its own.
struct TemporalParts {
  private var year = 0
  private var month = 1
  private var day = 1
  private var hour = 0
  /// The hour from 0 to 11, where the pattern has `%I`.
  private var hourOfHalf = 0
  private var isAfternoon = false
  private var minute = 0
  private var second = 0
  /// The digits of the fraction.
  private var fraction = ByteView.empty
  var offsetMinutes = 0
  /// Which numbers of one or two digits take only one; that of the last number is the lowest bit.
  var singleDigits = 0
  /// How many such numbers are still to come.
  var shortCount = 0

  /// Reads one step; false if the text has something else.
  @inline(__always)
  mutating func take(_ step: TemporalStep, _ cursor: inout FormatCursor) -> Bool {
    switch step {
    case .epoch, .epochMilliseconds: return false
    case .literal(let byte): return cursor.take(byte)
    case .dateTimeSeparator:
      return cursor.take(UInt8(ascii: "T")) || cursor.take(Ascii.space)
        || cursor.take(UInt8(ascii: "t"))
    case .year: return Self.take(4, 0...9999, &cursor, &year)
    case .yearOfCentury:
      guard let number = cursor.takeNumber(digits: 2) else { return false }
      year = number + (number <= 68 ? 2000 : 1900)
      return true
    case .month: return Self.take(2, 1...12, &cursor, &month)
    case .shortMonth: return Self.takeShort(isNextSingle(), 1...12, &cursor, &month)
    case .monthName: return takeMonth(isLong: true, &cursor)
    case .shortMonthName: return takeMonth(isLong: false, &cursor)
    case .day: return Self.take(2, 1...31, &cursor, &day)
    case .shortDay: return Self.takeShort(isNextSingle(), 1...31, &cursor, &day)
    case .hour: return Self.take(2, 0...23, &cursor, &hour)
    case .shortHour: return Self.takeShort(isNextSingle(), 0...23, &cursor, &hour)
    case .hourOfHalf:
      guard Self.take(2, 1...12, &cursor, &hourOfHalf) else { return false }
      hourOfHalf %= 12
      return true
    case .shortHourOfHalf:
      guard Self.takeShort(isNextSingle(), 1...12, &cursor, &hourOfHalf) else { return false }
      hourOfHalf %= 12
      return true
    case .half: return takeHalf(&cursor)
    case .minute: return Self.take(2, 0...59, &cursor, &minute)
    case .second: return Self.take(2, 0...60, &cursor, &second)
    case .fraction:
      let start = cursor.position
      guard cursor.takeNumber(digits: 6) != nil else { return false }
      fraction = cursor.text[start..<cursor.position]
      return true
    case .openFraction:
      guard cursor.take(Ascii.point) else { return true }
      let start = cursor.position
      fraction = cursor.text[start..<(start + cursor.takeDigits())]
      return !fraction.isEmpty
    case .offset: return takeOffset(&cursor)
    case .openOffset: return takeOpenOffset(&cursor)
    }
  }

  @inline(__always)
  private static func take(
    _ digits: Int, _ range: ClosedRange<Int>, _ cursor: inout FormatCursor, _ value: inout Int
  ) -> Bool {
    guard let number = cursor.takeNumber(digits: digits), range.contains(number) else {
      return false
    }
    value = number
    return true
  }

  /// Whether the next number of one or two digits takes only one.
  private mutating func isNextSingle() -> Bool {
    shortCount -= 1
    return singleDigits >> shortCount & 1 == 1
  }

  /// One or two digits.
  private static func takeShort(
    _ isSingle: Bool, _ range: ClosedRange<Int>, _ cursor: inout FormatCursor, _ value: inout Int
  ) -> Bool {
    guard let first = cursor.takeNumber(digits: 1) else { return false }
    value = first
    if !isSingle, let second = cursor.takeNumber(digits: 1) { value = first * 10 + second }
    return range.contains(value)
  }

  private mutating func takeHalf(_ cursor: inout FormatCursor) -> Bool {
    isAfternoon = cursor.byte | 0x20 == UInt8(ascii: "p")
    let isHalf = isAfternoon || cursor.byte | 0x20 == UInt8(ascii: "a")
    return isHalf && cursor.take(cursor.byte) && cursor.byte | 0x20 == UInt8(ascii: "m")
      && cursor.take(cursor.byte)
  }

  /// `+0200`
  private mutating func takeOffset(_ cursor: inout FormatCursor) -> Bool {
    let isWest = cursor.take(UInt8(ascii: "-"))
    guard isWest || cursor.take(UInt8(ascii: "+")), let hours = cursor.takeNumber(digits: 2),
      let minutes = cursor.takeNumber(digits: 2), hours <= 23, minutes <= 59
    else { return false }
    offsetMinutes = (isWest ? -1 : 1) * (hours * 60 + minutes)
    return true
  }

  /// `Z`, `+02:00`, `+0200`, `+02`, or nothing.
  private mutating func takeOpenOffset(_ cursor: inout FormatCursor) -> Bool {
    if cursor.isAtEnd { return true }
    if cursor.take(UInt8(ascii: "Z")) || cursor.take(UInt8(ascii: "z")) {
      offsetMinutes = 0
      return true
    }
    let isWest = cursor.take(Ascii.minus)
    guard isWest || cursor.take(UInt8(ascii: "+")), let hours = cursor.takeNumber(digits: 2) else {
      return false
    }
    var minutes = 0
    if !cursor.isAtEnd {
      _ = cursor.take(Ascii.colon)
      guard let number = cursor.takeNumber(digits: 2) else { return false }
      minutes = number
    }
    guard hours <= 23, minutes <= 59 else { return false }
    offsetMinutes = (isWest ? -1 : 1) * (hours * 60 + minutes)
    return true
  }

  /// An English name, in capitals or not.
  private mutating func takeMonth(isLong: Bool, _ cursor: inout FormatCursor) -> Bool {
    var key = 0
    for _ in 0..<3 {
      key = key << 8 | Int(cursor.byte | 0x20)
      guard cursor.take(cursor.byte) else { return false }
    }
    guard let name = MonthName(key) else { return false }
    month = name.number
    guard isLong else { return true }
    var rest = name.rest
    while rest > 0 {
      guard cursor.byte | 0x20 == UInt8(truncatingIfNeeded: rest), cursor.take(cursor.byte) else {
        return false
      }
      rest >>= 8
    }
    return true
  }

  /// The point in time, if there is such a day and such a leap second.
  func instant(_ kind: TemporalKind) -> Instant? {
    guard day <= DateTimeFormat.days(month: month, year: year) else { return nil }
    let hour = hour + hourOfHalf + (isAfternoon ? 12 : 0)
    let minuteOfDay = hour * 60 + minute - offsetMinutes
    let utcMinute = (minuteOfDay + 2 * 1440) % 1440
    guard second < 60 || utcMinute == 1439 else { return nil }
    let days = Instant.days(year: year, month: month, day: day)
    switch kind {
    case .date: return Instant(seconds: days * Instant.daySeconds)
    case .time:
      // The leap second at the end of the day is the largest.
      return Instant(seconds: utcMinute * 60 + second, fraction: fraction)
    case .dateTime:
      return Instant(
        seconds: days * Instant.daySeconds + minuteOfDay * 60 + second, fraction: fraction)
    }
  }
}

/// The English name of a month.
private struct MonthName {
  let number: Int
  /// The letters behind the first three, the first one lowest.
  let rest: UInt64

  /// - Parameter key: the first three letters in lower case, the first one highest.
  init?(_ key: Int) {
    switch key {
    case 0x6A_616E: self.init(1, "uary")
    case 0x66_6562: self.init(2, "ruary")
    case 0x6D_6172: self.init(3, "ch")
    case 0x61_7072: self.init(4, "il")
    case 0x6D_6179: self.init(5, "")
    case 0x6A_756E: self.init(6, "e")
    case 0x6A_756C: self.init(7, "y")
    case 0x61_7567: self.init(8, "ust")
    case 0x73_6570: self.init(9, "tember")
    case 0x6F_6374: self.init(10, "ober")
    case 0x6E_6F76: self.init(11, "ember")
    case 0x64_6563: self.init(12, "ember")
    default: return nil
    }
  }

  /// - Parameter rest: at most six letters, which a string holds without allocating.
  private init(_ number: Int, _ rest: String) {
    self.number = number
    self.rest = rest.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
