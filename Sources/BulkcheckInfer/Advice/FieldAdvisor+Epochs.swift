internal import BulkcheckCore

/// Numbers that are points in time: seconds or milliseconds since 1970.
extension FieldAdvisor {
  /// From 2001-09-09, when seconds got ten digits, to the end of 2099.
  private static let epochSeconds = 1_000_000_000...4_102_444_799

  /// Last words of names of times. Ten digits under another name may be a telephone number.
  private static let wordsOfTime: Set<String> = [
    "time", "timestamp", "ts", "epoch", "unix", "unixtime", "datetime", "date", "at", "on", "utc",
    "ms", "millis", "milliseconds", "sec", "secs", "seconds", "created", "updated", "modified",
    "deleted", "changed", "added", "inserted", "published", "posted", "sent", "received",
    "started", "finished", "completed", "ended", "opened", "closed", "expires", "expired",
    "expiry", "expiration", "exp", "iat", "nbf", "start", "end", "begin", "since", "until", "seen",
    "visited", "login", "joined", "registered", "mtime", "ctime", "atime", "birthtime",
  ]

  /// The format and the limits of a field of such numbers; nil if it has none.
  func epochs(_ facts: FieldFacts) -> [DraftRule]? {
    let numbers = facts.summary.numbers
    guard facts.onlyType == .integer || facts.onlyType == .number, numbers.hasLimits,
      numbers.longNumbers == 0, facts.summary.numberForm == nil,
      !facts.isCSV || facts.onlyType == .number || facts.summary.oddNumbers == 0,
      FieldAdvisor.isTime(facts.name)
    else { return nil }
    func isWithin(_ factor: Int) -> Bool {
      let range = FieldAdvisor.epochSeconds
      return Decimal.compare(numbers.minimum, Decimal(range.lowerBound * factor)) >= 0
        && Decimal.compare(numbers.maximum, Decimal((range.upperBound + 1) * factor)) < 0
    }
    let isInMilliseconds = facts.onlyType == .integer && isWithin(1000)
    guard isInMilliseconds || isWithin(1) else { return nil }
    let pattern: TemporalPattern = isInMilliseconds ? .epochMilliseconds : .epoch
    var format = DraftRule("format", "\"\(TemporalKind.dateTime.rawValue)\"", of: facts.values)
    format.notation = pattern.text
    guard numbers.count >= FieldAdvisor.valuesMinimum,
      let first = FieldAdvisor.instant(numbers.minimum, pattern),
      let last = FieldAdvisor.instant(numbers.maximum, pattern)
    else { return [format] }
    return [format] + limits(ofNumbersFrom: first, to: last, count: numbers.count)
  }

  private static func isTime(_ name: String) -> Bool {
    let word = Growth.word(name)
    return wordsOfTime.contains(word)
      || ["time", "timestamp", "date"].contains { word.hasSuffix($0) }
  }

  private static func instant(_ number: Decimal, _ pattern: TemporalPattern) -> Int? {
    ByteView.withUTF8(of: RoundedNumber.text(number)) { text in
      TemporalNotation(.dateTime, pattern: pattern).withReader { $0.instant(text)?.seconds }
    }
  }
}
