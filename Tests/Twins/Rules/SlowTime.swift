import BulkcheckCore

/// A point in time as a number of seconds and the digits of a fraction; days are counted month by
/// month.
struct SlowTime: Comparable {
  private var seconds = 0
  /// Without zeros at the end, so that the order of texts is that of the numbers.
  private var fraction = ""

  static func < (left: SlowTime, right: SlowTime) -> Bool {
    (left.seconds, left.fraction) < (right.seconds, right.fraction)
  }

  init?(_ text: String, _ notation: TemporalNotation) {
    let found = Parts.all(text, notation).lazy.compactMap { SlowTime($0, notation.kind) }
    guard let first = found.first else { return nil }
    self = first
  }

  private init?(_ parts: Parts, _ kind: TemporalKind) {
    guard parts.isDay else { return nil }
    let days = kind == .time ? 0 : parts.days
    let clock = parts.hour * 3600 + parts.minute * 60 + parts.second - parts.offset * 60
    if parts.second == 60, (clock % 86_400 + 86_400) % 86_400 != 0 { return nil }
    switch kind {
    case .date: seconds = days * 86_400
    case .dateTime: seconds = days * 86_400 + clock
    case .time:
      // The leap second is the largest time of a day.
      seconds = parts.second == 60 ? 86_400 : (clock % 86_400 + 86_400) % 86_400
    }
    fraction = parts.fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
  }

  func isWithin(
    _ lower: InstantBound?, _ upper: InstantBound?, _ notation: TemporalNotation, now: String
  ) -> Bool {
    if let lower {
      guard let limit = SlowTime(lower, notation, now: now) else { return false }
      if self < limit || self == limit && lower.isExclusive { return false }
    }
    if let upper {
      guard let limit = SlowTime(upper, notation, now: now) else { return false }
      if limit < self || self == limit && upper.isExclusive { return false }
    }
    return true
  }

  private init?(_ bound: InstantBound, _ notation: TemporalNotation, now: String) {
    if case .text(let text) = bound.limit {
      self.init(text, notation)
      return
    }
    self.init(now, TemporalNotation(.dateTime))
    switch bound.limit {
    case .text: break
    case .fromNow(let distance): seconds += distance
    case .fromToday(let distance):
      fraction = ""
      seconds += distance - seconds % 86_400
    }
  }
}

/// The parts of a text, as it says them.
private struct Parts {
  var year = 0, month = 1, day = 1
  var hour = 0, minute = 0, second = 0
  var fraction = ""
  /// In minutes.
  var offset = 0

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  private func length(_ month: Int, _ year: Int) -> Int {
    let isLeapYear = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  var isDay: Bool { day <= length(month, year) }

  /// Since the first day of the year 0.
  var days: Int {
    let before = (0..<year).reduce(0) { sum, year in
      sum + (1...12).reduce(0) { $0 + length($1, year) }
    }
    return before + (1..<month).reduce(0) { $0 + length($1, year) } + day - 1
  }

  /// How many digits each number of one or two digits takes, the next one first.
  private var widths: [Int]

  /// All ways to read a text.
  static func all(_ text: String, _ notation: TemporalNotation) -> [Parts] {
    var widths: [[Int]] = [[]]
    for _ in 0..<3 { widths = widths.flatMap { [$0 + [2], $0 + [1]] } }
    return widths.compactMap { Parts(text, notation, widths: $0) }
  }

  private init?(_ text: String, _ notation: TemporalNotation, widths: [Int]) {
    self.widths = widths
    offset = notation.offsetMinutes
    var rest = Array(text.unicodeScalars)[...]
    if notation.pattern?.text == "local" {
      let letters = Array(rest)
      guard letters.count > 18, letters[10] == "T" || letters[10] == "t" || letters[10] == " ",
        SlowFormat.matches(.date, Array(text.utf8.prefix(10))), letters.last != "Z"
      else { return nil }
      // With any second, what is wrong is not a leap second.
      let clock = String(String.UnicodeScalarView(letters[11...]))
      guard SlowFormat.matches(.time, Array((clock + "Z").replacing(":60", with: ":59").utf8))
      else { return nil }
      readStandard(&rest, .dateTime)
      offset = notation.offsetMinutes
      return
    }
    guard let pattern = notation.pattern?.text else {
      guard SlowFormat.matches(notation.kind.format, Array(text.utf8)) else { return nil }
      readStandard(&rest, notation.kind)
      return
    }
    var steps = Array(pattern.unicodeScalars)[...]
    while let letter = steps.popFirst() {
      if letter == "%", let directive = steps.popFirst(), directive != "%" {
        if directive == "-", let short = steps.popFirst() {
          guard takeShort(short, &rest) else { return nil }
        } else {
          guard take(directive, &rest) else { return nil }
        }
      } else if rest.popFirst() != letter {
        return nil
      }
    }
    if !rest.isEmpty { return nil }
  }

  /// A text that has the format.
  private mutating func readStandard(_ rest: inout ArraySlice<Unicode.Scalar>, _ kind: TemporalKind)
  {
    if kind != .time {
      for directive in "Y-m-d".unicodeScalars where directive == "-" || take(directive, &rest) {
        if directive == "-" { rest.removeFirst() }
      }
    }
    if kind == .date { return }
    if kind == .dateTime { rest.removeFirst() }
    for directive in "H:M:S".unicodeScalars where directive == ":" || take(directive, &rest) {
      if directive == ":" { rest.removeFirst() }
    }
    if rest.first == "." {
      rest.removeFirst()
      while let digit = rest.first, SlowFormat.isDigit(digit) {
        fraction.unicodeScalars.append(digit)
        rest.removeFirst()
      }
    }
    rest.removeAll { $0 == ":" }
    if !take("z", &rest) { offset = 0 }
  }

  private mutating func take(
    _ directive: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>
  ) -> Bool {
    switch directive {
    case "Y": return number(4, 0...9999, &rest).map { year = $0 } != nil
    case "y": return number(2, 0...99, &rest).map { year = $0 + ($0 < 69 ? 2000 : 1900) } != nil
    case "m": return number(2, 1...12, &rest).map { month = $0 } != nil
    case "d": return number(2, 1...31, &rest).map { day = $0 } != nil
    case "e": return takeShort("d", &rest)
    case "b", "B":
      for (index, name) in Self.months.enumerated() {
        let name = directive == "b" ? String(name.prefix(3)) : name
        let found = String(String.UnicodeScalarView(rest.prefix(name.count))).lowercased()
        guard found == name else { continue }
        month = index + 1
        rest.removeFirst(name.count)
        return true
      }
      return false
    case "H": return number(2, 0...23, &rest).map { hour += $0 } != nil
    case "I": return number(2, 1...12, &rest).map { hour += $0 % 12 } != nil
    case "p":
      let found = String(String.UnicodeScalarView(rest.prefix(2))).lowercased()
      if found != "am", found != "pm" { return false }
      if found == "pm" { hour += 12 }
      rest.removeFirst(2)
      return true
    case "M": return number(2, 0...59, &rest).map { minute = $0 } != nil
    case "S": return number(2, 0...60, &rest).map { second = $0 } != nil
    case "f":
      fraction = String(String.UnicodeScalarView(rest.prefix(6)))
      return number(6, 0...999_999, &rest) != nil
    default:
      guard let sign = rest.popFirst(), sign == "+" || sign == "-",
        let hours = number(2, 0...23, &rest), let minutes = number(2, 0...59, &rest)
      else { return false }
      offset = (sign == "-" ? -1 : 1) * (hours * 60 + minutes)
      return true
    }
  }

  /// A number of one digit as if it had a zero before it.
  private mutating func takeShort(
    _ directive: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>
  ) -> Bool {
    if widths.removeFirst() == 1 { rest.insert("0", at: rest.startIndex) }
    return take(directive, &rest)
  }

  private func number(
    _ count: Int, _ range: ClosedRange<Int>, _ rest: inout ArraySlice<Unicode.Scalar>
  ) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(SlowFormat.isDigit) else { return nil }
    rest.removeFirst(count)
    let number = digits.reduce(0) { $0 * 10 + Int($1.value) - 48 }
    return range.contains(number) ? number : nil
  }
}
