internal import BulkcheckCore

/// By how much a number is out of its limits.
enum NumberDistance {
  static func text(_ digits: String, lower: Bound?, upper: Bound?) -> String? {
    guard let number = OwnedDecimal(digits) else { return nil }
    if let lower, let limit = OwnedDecimal(lower.digits) {
      let order = Decimal.compare(number.value, limit.value)
      if order == 0, lower.isExclusive {
        return "equal to the limit; must be above \(lower.digits)"
      }
      if order < 0 { return distance(number, limit) + "below \(lower.digits)" }
    }
    if let upper, let limit = OwnedDecimal(upper.digits) {
      let order = Decimal.compare(number.value, limit.value)
      if order == 0, upper.isExclusive {
        return "equal to the limit; must be below \(upper.digits)"
      }
      if order > 0 { return distance(number, limit) + "above \(upper.digits)" }
    }
    return nil
  }

  /// Nothing for numbers beyond the range of exact arithmetic.
  private static func distance(_ one: OwnedDecimal, _ other: OwnedDecimal) -> String {
    withExtendedLifetime((one, other)) {
      DistanceText.between(one.value, other.value).map { $0 + " " } ?? ""
    }
  }

  static func scaled(_ number: SmallDecimal, to scale: Int) -> Int? {
    var value = number.digits
    for _ in number.scale..<scale {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
    }
    return value
  }
}
