/// Requirements for dates and points in time in strings.
extension Requirement where Value == String {
  /// Requires a date of RFC 3339 from the first day on: `.date(from: "1900-01-01")`. With
  /// `through`, it is at most the last day. Both days are included.
  public static func date(from first: String, through last: String? = nil) -> Requirement {
    days.requirement(first, last)
  }

  /// Requires a date of RFC 3339 up to the last day, which is included.
  public static func date(through last: String) -> Requirement { days.requirement(nil, last) }

  /// Requires a date and time of RFC 3339 from the first point in time on:
  /// `.dateTime(from: "2020-01-01T00:00:00Z")`. With `through`, it is at most the last one. Both
  /// are included. Offsets are taken into account.
  public static func dateTime(from first: String, through last: String? = nil) -> Requirement {
    instants.requirement(first, last)
  }

  /// Requires a date and time of RFC 3339 up to the last point in time, which is included.
  public static func dateTime(through last: String) -> Requirement {
    instants.requirement(nil, last)
  }

  private static var days: TemporalLimits {
    // Days in this form are in the order of their digits.
    TemporalLimits(
      format: .date, code: ReasonCode.dateRange, noun: "date", example: "2024-02-29"
    ) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static var instants: TemporalLimits {
    TemporalLimits(
      format: .dateTime, code: ReasonCode.dateTimeRange, noun: "date and time",
      example: "2024-02-29T12:00:00Z", isBefore: PlainFormat.isBefore)
  }
}

/// How texts of a format are limited.
private struct TemporalLimits {
  let format: PlainFormat
  let code: String
  /// The word for a value, and one that is right.
  let noun: String
  let example: String
  let isBefore: @Sendable (_ text: String, _ other: String) -> Bool

  func requirement(_ first: String?, _ last: String?) -> Requirement<String> {
    let limits = [first.map { "from: \"\($0)\"" }, last.map { "through: \"\($0)\"" }]
    let name = "\(format.rawValue)(\(limits.compactMap { $0 }.joined(separator: ", ")))"
    for limit in [first, last].compactMap({ $0 }) where !format.matches(limit) {
      return .mistake("\(name): \"\(limit)\" is not a \(noun); write \"\(example)\"")
    }
    if let first, let last, isBefore(last, first) {
      return .mistake("\(name): the first \(noun) is after the last")
    }
    var parameters: [String: ReasonParameter] = [:]
    parameters["min"] = first.map { .text($0) }
    parameters["max"] = last.map { .text($0) }
    let (format, isBefore) = (format, isBefore)
    return .constraint(name, Reason(code: code, parameters: parameters)) { text in
      format.matches(text)
        && !(first.map { isBefore(text, $0) } ?? false)
        && !(last.map { isBefore($0, text) } ?? false)
    }
  }
}
