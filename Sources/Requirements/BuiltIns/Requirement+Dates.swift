/// Requirements for dates in strings.
extension Requirement where Value == String {
  /// Requires a date of RFC 3339 from the first day on: `.date(from: "1900-01-01")`. With
  /// `through`, it is at most the last day. Both days are included.
  public static func date(from first: String, through last: String? = nil) -> Requirement {
    dateRange(first, last)
  }

  /// Requires a date of RFC 3339 up to the last day, which is included.
  public static func date(through last: String) -> Requirement { dateRange(nil, last) }

  private static func dateRange(_ first: String?, _ last: String?) -> Requirement {
    let limits = [first.map { "from: \"\($0)\"" }, last.map { "through: \"\($0)\"" }]
    let name = "date(\(limits.compactMap { $0 }.joined(separator: ", ")))"
    for limit in [first, last].compactMap({ $0 }) where !PlainFormat.date.matches(limit) {
      return .mistake("\(name): \"\(limit)\" is not a date; write \"2024-02-29\"")
    }
    // Days in this form are in the order of their digits.
    if let first, let last, DayOrder.isBefore(last, first) {
      return .mistake("\(name): the first day is after the last")
    }
    var parameters: [String: ReasonParameter] = [:]
    parameters["min"] = first.map { .text($0) }
    parameters["max"] = last.map { .text($0) }
    let reason = Reason(code: ReasonCode.dateRange, parameters: parameters)
    return .constraint(name, reason) { text in
      PlainFormat.date.matches(text)
        && !(first.map { DayOrder.isBefore(text, $0) } ?? false)
        && !(last.map { DayOrder.isBefore($0, text) } ?? false)
    }
  }
}

/// The order of days that are written as `2024-02-29`.
private enum DayOrder {
  static func isBefore(_ day: String, _ other: String) -> Bool {
    day.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
