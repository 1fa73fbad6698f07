internal import BulkcheckCore

/// Whether the values of a field grow with time. Then the values of next month are others, and
/// those that were seen are neither a choice nor a limit.
///
/// The values tell, and where they are plain numbers or short texts, the name of the field as well:
/// 12 may be a count, but under the name `build` it is followed by 13.
enum Growth: Equatable {
  case none
  /// Identifiers, counters, periods: there is no end to them.
  case open
  /// `2026-09`: as open, but all are written alike, however few are there.
  case periods
  /// `1.9.3`, where each number may get more digits.
  case versions
  /// Years, of which the end is known.
  case years
  /// Parts of a larger period: months, hours. All of them come, whichever were seen.
  case cycle(ClosedRange<Int>)
  /// Names of such parts: `Mon`, `Q3`.
  case cycleWords

  /// A whole number among these is a year.
  static let yearNumbers = 1500...2100
  /// Years and months, or years and weeks, as one number: `202609`.
  private static let yearMonths = 190_001...210_053
  /// Dates as one number: `20260903`.
  private static let dates = 19_000_101...21_001_231
  /// Seconds and milliseconds since 1970, from 2001 to 2100.
  private static let epochs = 1_000_000_000...4_102_444_800
  private static let epochsInMilliseconds = 1_000_000_000_000...4_102_444_800_000

  /// Last words of the names of values that grow.
  private static let growing: Set<String> = [
    "id", "ids", "key", "pk", "uuid", "guid", "email", "version", "build", "release", "revision",
    "rev", "seq", "sequence", "serial", "counter", "batch", "partition", "epoch", "timestamp",
    "lsn", "nr", "no", "num", "number", "row", "rownum", "rownames", "idx", "period", "date",
    "edition", "generation", "commit", "sha", "year", "yearmonth", "yyyymm", "ym", "vintage",
    "fy",
  ]

  /// Parts of periods with the numbers that they have, by the last words of their names.
  private static let cycles: [String: ClosedRange<Int>] = [
    "month": 1...12, "mon": 1...12, "mm": 1...12, "quarter": 1...4, "qtr": 1...4, "week": 0...53,
    "day": 0...366, "dd": 1...31, "weekday": 0...7, "dow": 0...7, "hour": 0...24, "hh": 0...24,
    "minute": 0...59, "second": 0...60, "dayofweek": 0...7, "dayofyear": 0...366,
    "doy": 0...366,
  ]

  /// - Parameter isUnique: no two of many numbers are the same.
  static func of(_ facts: FieldFacts, isUnique: Bool) -> Growth {
    switch facts.onlyType {
    case .integer: ofNumbers(facts, isUnique: isUnique)
    case .number:
      isYearWithFraction(facts) ? .years : word(facts.name) == "version" ? .open : .none
    case .string: ofTexts(facts)
    default: .none
    }
  }

  // MARK: Names

  /// The last word of a name: `buildNumber`, `build_number` and `Build-No.` end with one that
  /// tells.
  static func word(_ name: String) -> String { words(name).last { !$0.isEmpty } ?? "" }

  private static func words(_ name: String) -> [String] {
    var words: [String] = [""]
    var wasLower = false
    for character in name {
      guard character.isLetter || character.isNumber else {
        wasLower = false
        words.append("")
        continue
      }
      if wasLower, character.isUppercase { words.append("") }
      wasLower = character.isLowercase
      words[words.count - 1] += character.lowercased()
    }
    return words
  }

  /// Whether a name says that its values grow; a column of a table without a name has row numbers.
  private static func isGrowing(_ name: String, isCSV: Bool) -> Bool {
    growing.contains(word(name)) || isCSV && name.isEmpty
  }

  // MARK: Numbers

  private static func ofNumbers(_ facts: FieldFacts, isUnique: Bool) -> Growth {
    let numbers = facts.summary.numbers
    func isWithin(_ range: ClosedRange<Int>) -> Bool { numbers.areAll(within: range) }
    if isWithin(yearNumbers) { return .years }
    if let cycle = cycles[word(facts.name)], isWithin(cycle) { return .cycle(cycle) }
    if isUnique || isGrowing(facts.name, isCSV: facts.isCSV) { return .open }
    let isTime = [yearMonths, dates, epochs, epochsInMilliseconds].contains(where: isWithin)
    return isTime ? .open : .none
  }

  /// `2026.417`, under a name that says so.
  private static func isYearWithFraction(_ facts: FieldFacts) -> Bool {
    facts.summary.numbers.areAll(within: yearNumbers)
      && words(facts.name).contains { ["year", "date", "time"].contains($0) }
  }

  /// Whether numbers say which year, month, day or second is meant.
  static func areTimes(_ facts: FieldFacts) -> Bool {
    let numbers = facts.summary.numbers
    guard facts.onlyType == .integer else { return isYearWithFraction(facts) }
    return [yearNumbers, yearMonths, dates, epochs, epochsInMilliseconds]
      .contains { numbers.areAll(within: $0) }
  }

  // MARK: Texts

  private static func ofTexts(_ facts: FieldFacts) -> Growth {
    let isNamed = isGrowing(facts.name, isCSV: facts.isCSV)
    guard let values = facts.texts.values, !values.isEmpty else {
      let isVersion = ["version", "release", "revision", "rev"].contains(word(facts.name))
      return isVersion ? .versions : isNamed ? .open : .none
    }
    let texts = values.map { $0.text.lowercased() }
    if texts.allSatisfy(isPartOfPeriod) { return .cycleWords }
    if texts.allSatisfy(isVersion) { return .versions }
    if texts.allSatisfy(isPeriod) { return .periods }
    return isNamed || areNumbered(texts) || areCodes(texts) ? .open : .none
  }

  /// Names of days, months and quarters, in whole or short.
  private static let partsOfPeriods: Set<String> = {
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    let months = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    let others = [
      "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "januar",
      "februar", "märz", "mai", "juni", "juli", "oktober", "dezember", "tues", "thur", "thurs",
      "sept", "mo", "tu", "di", "we", "mi", "th", "do", "fr", "sa", "su", "so",
    ]
    let quarters = (1...4).flatMap { ["q\($0)", "\($0)q", "quarter \($0)", "\($0)"] }
    return Set(days + months + (days + months).map { String($0.prefix(3)) } + others)
      .union(quarters.filter { $0.count > 1 })
  }()

  private static func isPartOfPeriod(_ text: String) -> Bool {
    let word = text.hasSuffix(".") ? String(text.dropLast()) : text
    return partsOfPeriods.contains(word)
  }

  /// Runs of digits in a text.
  private static func digitRuns(_ text: String) -> [Substring] {
    text.split { !($0.isASCII && $0.isNumber) }
  }

  /// Names a year, perhaps with a part of it: `2026-09`, `2026W35`, `Q3 2026`, `FY26`,
  /// `dt=2026-09-01`.
  private static func isPeriod(_ text: String) -> Bool {
    if text.hasPrefix("fy"), text.dropFirst(2).first?.isNumber == true { return true }
    return digitRuns(text).contains { run in
      guard run.count == 4 || run.count == 6 || run.count == 8, let year = Int(run.prefix(4)) else {
        return false
      }
      return (1900...2100).contains(year)
    }
  }

  /// `1.2`, `v1.10.3`, `2.0.0-beta`
  private static func isVersion(_ text: String) -> Bool {
    let plain = text.hasPrefix("v") ? text.dropFirst() : text[...]
    let start = plain.prefix { $0.isNumber || $0 == "." }
    return start.first?.isNumber == true && start.contains(".") && start.last?.isNumber == true
      && (start.count == plain.count || plain[start.endIndex] == "-")
  }

  /// Digits of one length, some with zeros in front: codes of which there are more.
  private static func areCodes(_ texts: [String]) -> Bool {
    Set(texts.map(\.count)).count == 1 && texts[0].count >= 3
      && texts.contains { $0.first == "0" } && texts.allSatisfy { digitRuns($0) == [$0[...]] }
  }

  /// Texts that differ only in numbers with zeros in front, which leave room for more:
  /// `part-00007`.
  private static func areNumbered(_ texts: [String]) -> Bool {
    let stems = Set(texts.map { $0.filter { !$0.isNumber } })
    return stems.count == 1
      && texts.allSatisfy { text in
        digitRuns(text).contains { $0.count >= 3 && $0.first == "0" }
      }
  }
}

extension NumberSummary {
  /// False if there are none, or if they are not known exactly.
  fileprivate func areAll(within range: ClosedRange<Int>) -> Bool {
    count > 0 && hasLimits && longNumbers == 0
      && Decimal.compare(minimum, Decimal(range.lowerBound)) >= 0
      && Decimal.compare(maximum, Decimal(range.upperBound)) <= 0
  }
}
