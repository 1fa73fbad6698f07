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

extension Requirement where Value: BinaryInteger & Sendable {
  /// Requires a whole multiple of the divisor, which must be above 0.
  public static func multipleOf(_ divisor: Value) -> Requirement {
    let name = "multipleOf(\(divisor))"
    if divisor <= 0 { return .mistake("\(name): the divisor is not above 0") }
    return .constraint(
      .multipleOf("\(divisor)"), name, DefaultReason.comparison("a multiple of", "\(divisor)")
    ) { $0.isMultiple(of: divisor) }
  }
}

extension Requirement where Value: BinaryFloatingPoint & Sendable {
  /// Requires a whole multiple of the divisor, which must be above 0. Both are taken by their
  /// shortest decimal digits, so 0.3 is a multiple of 0.1, as in a profile.
  public static func multipleOf(_ divisor: Value) -> Requirement {
    let name = "multipleOf(\(divisor))"
    guard divisor > 0, let digits = NumberDigits.digits(divisor),
      let decimal = OwnedDecimal(digits)
    else { return .mistake("\(name): the divisor is not a number above 0") }
    return .constraint(
      .multipleOf(digits), name, DefaultReason.comparison("a multiple of", "\(divisor)")
    ) { value in
      guard let number = NumberDigits.digits(value).flatMap({ OwnedDecimal($0) }) else {
        return false
      }
      return withExtendedLifetime((number, decimal)) {
        number.value.isMultiple(of: decimal.value)
      }
    }
  }
}

/// Swift numbers as the digits that a profile would hold.
package enum NumberDigits {
  /// The shortest digits that mean the number; nil for anything but a finite number.
  package static func digits(_ value: Any) -> String? {
    switch value {
    case let number as any BinaryInteger: String(describing: number)
    // Of a Float the digits are those of the Float, not those of the nearest Double.
    case let number as any BinaryFloatingPoint where isFinite(number): String(describing: number)
    default: nil
    }
  }

  /// The digits without the fraction that Swift writes of a whole number.
  package static func plain(_ digits: String) -> String {
    digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  /// The value as an operand of `const`; nil if a profile cannot say it.
  static func literal(_ value: Any) -> Literal? {
    switch value {
    case let flag as Bool: .boolean(flag)
    case let text as String: .text(text)
    default: digits(value).map { .number($0) }
    }
  }

  private static func isFinite(_ number: some BinaryFloatingPoint) -> Bool { number.isFinite }
}

/// One limit of an order; a bound where its type is a number.
struct Limit<Value> {
  let bound: Bound?

  init(_ value: Value, isExclusive: Bool = false) {
    bound = NumberDigits.digits(value).map { Bound($0, isExclusive: isExclusive) }
  }
}

/// Least and greatest counts, of characters or elements.
enum Limits {
  /// Whether the count lies within the limits. Looks at no more elements than it must.
  static func holds<C: Collection>(_ value: C, _ minimum: Int?, _ maximum: Int?) -> Bool {
    // The count is cut one above the greater limit: a long text is not counted to its end.
    let greatest = max(minimum ?? 0, maximum ?? 0)
    let end = greatest == .max ? greatest : greatest + 1
    let index = value.index(value.startIndex, offsetBy: max(end, 0), limitedBy: value.endIndex)
    let count = index.map { _ in end } ?? value.count
    return count >= minimum ?? 0 && count <= maximum ?? .max
  }

  /// The mistake in limits that no value can meet; nil if there is none.
  static func mistake(_ name: String, _ minimum: Int?, _ maximum: Int?) -> String? {
    if let maximum, maximum < 0 { return "\(name): the maximum count is below 0" }
    if let minimum, let maximum, minimum > maximum {
      return "\(name): the minimum count is above the maximum"
    }
    return nil
  }
}
