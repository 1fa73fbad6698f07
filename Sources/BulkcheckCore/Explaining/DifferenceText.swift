/// The amount by which a value misses its limits, in words that do not repeat the value.
enum DifferenceText {
  /// `72 characters, at most 40`; nil if the count is within its limits.
  static func count(_ count: Int, _ minimum: Int?, _ maximum: Int?, _ unit: String) -> String? {
    let counted = "\(DigitText.grouped(count)) \(unit)" + (count == 1 ? "" : "s")
    if let minimum, count < minimum { return counted + ", at least " + DigitText.grouped(minimum) }
    if let maximum, count > maximum { return counted + ", at most " + DigitText.grouped(maximum) }
    return nil
  }

  /// `0.01 below the minimum of 0`; nil if the number is within its limits.
  static func number(_ digits: Decimal, lower: Bound?, upper: Bound?) -> String? {
    if let lower, let limit = OwnedDecimal(lower.digits) {
      let text = distance(digits, limit.value, lower, "below", "minimum")
      if let text { return text }
    }
    if let upper, let limit = OwnedDecimal(upper.digits) {
      return distance(digits, limit.value, upper, "above", "maximum")
    }
    return nil
  }

  private static func distance(
    _ number: Decimal, _ limit: Decimal, _ bound: Bound, _ side: String, _ name: String
  ) -> String? {
    let order = Decimal.compare(number, limit)
    let title = bound.isExclusive ? "exclusive \(name)" : name
    if order == 0 { return bound.isExclusive ? "equal to the \(title) of \(bound.digits)" : nil }
    guard (order < 0) == (side == "below") else { return nil }
    return (DistanceText.between(number, limit).map { $0 + " " } ?? "")
      + "\(side) the \(title) of \(bound.digits)"
  }
}
