internal import BulkcheckCore

/// By how much a number is out of its limits, exactly; nothing for numbers of many digits or far
/// exponents.
enum NumberDistance {
  static func text(_ digits: String, lower: Bound?, upper: Bound?) -> String? {
    guard let number = OwnedDecimal(digits) else { return nil }
    if let lower, let limit = OwnedDecimal(lower.digits) {
      let order = Decimal.compare(number.value, limit.value)
      if order == 0, lower.isExclusive {
        return "equal to the limit; must be above \(lower.digits)"
      }
      if order < 0 {
        return difference(lower.digits, digits).map { "\($0) below \(lower.digits)" }
      }
    }
    if let upper, let limit = OwnedDecimal(upper.digits) {
      let order = Decimal.compare(number.value, limit.value)
      if order == 0, upper.isExclusive {
        return "equal to the limit; must be below \(upper.digits)"
      }
      if order > 0 {
        return difference(digits, upper.digits).map { "\($0) above \(upper.digits)" }
      }
    }
    return nil
  }

  /// `high` minus `low`; nil for numbers of many digits, or with exponents.
  private static func difference(_ high: String, _ low: String) -> String? {
    let (first, second) = (OwnedBytes(high), OwnedBytes(low))
    return withExtendedLifetime((first, second)) {
      guard let a = first.view.smallDecimal, let b = second.view.smallDecimal else { return nil }
      let scale = max(a.scale, b.scale)
      guard let x = scaled(a, to: scale), let y = scaled(b, to: scale) else { return nil }
      let (result, overflow) = x.subtractingReportingOverflow(y)
      guard !overflow, result >= 0 else { return nil }
      return DigitText.withPoint("\(result)", decimals: scale, trimmed: true)
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
