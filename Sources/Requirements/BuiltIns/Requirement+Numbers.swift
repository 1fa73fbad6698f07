/// Requirements for values with an order or an equality.
extension Requirement where Value: Comparable & Sendable {
  /// Requires a value within the range, limits included.
  public static func inRange(_ range: ClosedRange<Value>) -> Requirement {
    let name = "inRange(\(range.lowerBound)...\(range.upperBound))"
    return ordered(
      name, ReasonCode.inRange, ["min": range.lowerBound, "max": range.upperBound]
    ) { range.contains($0) }
  }

  /// Requires a value within the range, upper limit excluded.
  public static func inRange(_ range: Range<Value>) -> Requirement {
    let name = "inRange(\(range.lowerBound)..<\(range.upperBound))"
    if range.isEmpty { return .mistake("\(name): the range is empty") }
    return ordered(
      name, ReasonCode.inRange, ["min": range.lowerBound, "below": range.upperBound]
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
      "greaterThan(\(limit))", ReasonCode.greaterThan, ["limit": limit]
    ) { $0 > limit }
  }

  /// Requires at least the limit. NaN fails.
  public static func greaterThanOrEqual(_ limit: Value) -> Requirement {
    ordered(
      "greaterThanOrEqual(\(limit))", ReasonCode.greaterThanOrEqual, ["limit": limit]
    ) { $0 >= limit }
  }

  /// Requires a value below the limit. NaN fails.
  public static func lessThan(_ limit: Value) -> Requirement {
    ordered("lessThan(\(limit))", ReasonCode.lessThan, ["limit": limit]) { $0 < limit }
  }

  /// Requires at most the limit. NaN fails.
  public static func lessThanOrEqual(_ limit: Value) -> Requirement {
    ordered(
      "lessThanOrEqual(\(limit))", ReasonCode.lessThanOrEqual, ["limit": limit]
    ) { $0 <= limit }
  }

  private static func ordered(
    _ name: String, _ code: String, _ limits: [String: Value],
    _ holds: @escaping @Sendable (Value) -> Bool
  ) -> Requirement {
    // NaN is in no order: nothing is above or below it.
    if limits.values.contains(where: { $0 != $0 }) {
      return .mistake("\(name): the limit is not a number")
    }
    // Numbers are said by their digits; anything else with an order is not.
    let isNumber = limits.values.allSatisfy { NumberDigits.digits($0) != nil }
    let reason = Reason(code: code, parameters: limits.mapValues { ReasonParameter($0) })
    return .builtIn(name, reason, isInspectable: isNumber, holds)
  }
}

extension Requirement where Value: Equatable & Sendable {
  /// Requires this value. Strings are compared by code points, as everywhere in this module.
  public static func equalTo(_ expected: Value) -> Requirement {
    let name = "equalTo(\(expected))"
    if expected != expected { return .mistake("\(name): no value is equal to it") }
    let reason = Reason(code: ReasonCode.equalTo, parameters: ["value": ReasonParameter(expected)])
    if let text = expected as? String {
      // `==` takes texts for equal that are canonically equivalent; a profile compares code points.
      return .constraint(name, reason) { value in
        (value as? String).map { $0.utf8.elementsEqual(text.utf8) } ?? false
      }
    }
    let isPlain = expected is Bool || NumberDigits.digits(expected) != nil
    return .builtIn(name, reason, isInspectable: isPlain) { $0 == expected }
  }
}

extension Requirement where Value: BinaryInteger & Sendable {
  /// Requires a whole multiple of the divisor, which must be above 0.
  public static func multipleOf(_ divisor: Value) -> Requirement {
    let name = "multipleOf(\(divisor))"
    if divisor <= 0 { return .mistake("\(name): the divisor is not above 0") }
    return .constraint(name, multiple(divisor)) { $0.isMultiple(of: divisor) }
  }
}

extension Requirement where Value: BinaryFloatingPoint & Sendable {
  /// Requires a whole multiple of the divisor, which must be above 0. Both are taken by their
  /// shortest decimal digits, so 0.3 is a multiple of 0.1, as in a profile.
  public static func multipleOf(_ divisor: Value) -> Requirement {
    let name = "multipleOf(\(divisor))"
    guard divisor > 0, let decimal = DecimalDigits(divisor) else {
      return .mistake("\(name): the divisor is not a number above 0")
    }
    return .constraint(name, multiple(divisor)) { value in
      DecimalDigits(value)?.isMultiple(of: decimal) ?? false
    }
  }
}

extension Requirement {
  private static func multiple(_ divisor: some Any) -> Reason {
    Reason(code: ReasonCode.multipleOf, parameters: ["divisor": ReasonParameter(divisor)])
  }
}
