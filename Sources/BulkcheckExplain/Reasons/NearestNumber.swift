internal import BulkcheckCore

/// Numbers near to one that a rule refuses, the nearest first. The rule judges whether they would
/// pass.
enum NearestNumber {
  static func candidates(_ digits: String, _ constraints: [Constraint]) -> [String] {
    guard let number = OwnedDecimal(digits) else { return [] }
    var found: [String] = []
    for constraint in constraints {
      switch constraint {
      case .bounds(let lower, let upper): found += limits(number, lower, upper)
      case .multipleOf(let step): found += multiples(digits, of: step)
      default: break
      }
    }
    return found
  }

  /// The limit that the number is beyond, and the whole number next to it.
  private static func limits(_ number: OwnedDecimal, _ lower: Bound?, _ upper: Bound?) -> [String] {
    if let lower, let limit = OwnedDecimal(lower.digits),
      Decimal.compare(number.value, limit.value) <= 0
    {
      return [lower.digits] + neighbour(lower.digits, 1)
    }
    if let upper, let limit = OwnedDecimal(upper.digits),
      Decimal.compare(number.value, limit.value) >= 0
    {
      return [upper.digits] + neighbour(upper.digits, -1)
    }
    return []
  }

  private static func neighbour(_ digits: String, _ step: Int) -> [String] {
    guard let whole = Int(digits) else { return [] }
    let (next, overflow) = whole.addingReportingOverflow(step)
    return overflow ? [] : ["\(next)"]
  }

  /// The multiples below and above, of numbers of few digits.
  private static func multiples(_ digits: String, of step: String) -> [String] {
    let (first, second) = (OwnedBytes(digits), OwnedBytes(step))
    return withExtendedLifetime((first, second)) {
      guard let number = first.view.smallDecimal, let step = second.view.smallDecimal else {
        return []
      }
      let scale = max(number.scale, step.scale)
      guard let value = NumberDistance.scaled(number, to: scale),
        let size = NumberDistance.scaled(step, to: scale), size > 0
      else { return [] }
      let rest = value % size
      // Rounded towards zero, and away from it.
      let inner = value - rest
      let (outer, isTooLarge) =
        value < 0 ? inner.subtractingReportingOverflow(size) : inner.addingReportingOverflow(size)
      if isTooLarge { return [text(inner, scale)] }
      let isInnerNearer = rest.magnitude <= size.magnitude - rest.magnitude
      return (isInnerNearer ? [inner, outer] : [outer, inner]).map { text($0, scale) }
    }
  }

  private static func text(_ units: Int, _ scale: Int) -> String {
    let digits = DigitText.withPoint("\(units.magnitude)", decimals: scale, trimmed: true)
    return units < 0 ? "-" + digits : digits
  }
}
