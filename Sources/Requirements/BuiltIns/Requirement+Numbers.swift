internal import BulkcheckCore

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
