internal import BulkcheckCore

/// Requirements for values with an order or an equality.
extension Requirement where Value: Comparable & Sendable {
  /// Requires a value within the range, limits included.
  public static func inRange(_ range: ClosedRange<Value>) -> Requirement {
    ordered(
      "inRange(\(range.lowerBound)...\(range.upperBound))",
      DefaultReason.comparison("from \(range.lowerBound) to", "\(range.upperBound)"),
      lower: .init(range.lowerBound), upper: .init(range.upperBound)
    ) { range.contains($0) }
  }

  /// Requires a value within the range, upper limit excluded.
  public static func inRange(_ range: Range<Value>) -> Requirement {
    let name = "inRange(\(range.lowerBound)..<\(range.upperBound))"
    if range.isEmpty { return .mistake("\(name): the range is empty") }
    return ordered(
      name, DefaultReason.comparison("from \(range.lowerBound) to below", "\(range.upperBound)"),
      lower: .init(range.lowerBound), upper: .init(range.upperBound, isExclusive: true)
    ) { range.contains($0) }
  }

  /// Requires at least the lower limit.
  public static func inRange(_ range: PartialRangeFrom<Value>) -> Requirement {
    greaterThanOrEqual(range.lowerBound)
  }

  /// Requires at most the upper limit.
  public static func inRange(_ range: PartialRangeThrough<Value>) -> Requirement {
    lessThanOrEqual(range.upperBound)
  }

  /// Requires a value above the limit. NaN fails.
  public static func greaterThan(_ limit: Value) -> Requirement {
    ordered(
      "greaterThan(\(limit))", DefaultReason.comparison("greater than", "\(limit)"),
      lower: .init(limit, isExclusive: true)
    ) { $0 > limit }
  }

  /// Requires at least the limit. NaN fails.
  public static func greaterThanOrEqual(_ limit: Value) -> Requirement {
    ordered(
      "greaterThanOrEqual(\(limit))",
      DefaultReason.comparison("greater than or equal to", "\(limit)"), lower: .init(limit)
    ) { $0 >= limit }
  }

  /// Requires a value below the limit. NaN fails.
  public static func lessThan(_ limit: Value) -> Requirement {
    ordered(
      "lessThan(\(limit))", DefaultReason.comparison("less than", "\(limit)"),
      upper: .init(limit, isExclusive: true)
    ) { $0 < limit }
  }

  /// Requires at most the limit. NaN fails.
  public static func lessThanOrEqual(_ limit: Value) -> Requirement {
    ordered(
      "lessThanOrEqual(\(limit))", DefaultReason.comparison("less than or equal to", "\(limit)"),
      upper: .init(limit)
    ) { $0 <= limit }
  }

  /// Numbers become bounds that a profile can say; anything else with an order does not.
  private static func ordered(
    _ name: String, _ reason: Reason, lower: Limit<Value>? = nil, upper: Limit<Value>? = nil,
    _ holds: @escaping @Sendable (Value) -> Bool
  ) -> Requirement {
    let bounds = (lower?.bound, upper?.bound)
    if (lower == nil) != (bounds.0 == nil) || (upper == nil) != (bounds.1 == nil) {
      return .builtIn(name, reason, holds)
    }
    return .constraint(.bounds(lower: bounds.0, upper: bounds.1), name, reason, holds)
  }
}

extension Requirement where Value: Equatable & Sendable {
  /// Requires this value. Strings are compared by code points, as everywhere in this module.
  public static func equalTo(_ expected: Value) -> Requirement {
    let name = "equalTo(\(expected))"
    let reason = DefaultReason.comparison("equal to", "\(expected)")
    guard let literal = NumberDigits.literal(expected) else {
      return .builtIn(name, reason) { $0 == expected }
    }
    if let text = expected as? String {
      // `==` takes texts for equal that are canonically equivalent; a profile compares code points.
      return .constraint(.const(literal), name, reason) { value in
        (value as? String).map { $0.utf8.elementsEqual(text.utf8) } ?? false
      }
    }
    return .constraint(.const(literal), name, reason) { $0 == expected }
  }
}
