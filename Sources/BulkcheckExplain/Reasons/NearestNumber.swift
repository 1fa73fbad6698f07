internal import BulkcheckCore

/// Numbers near to one that a rule refuses, the nearest first. The rule judges whether they would
/// pass.
enum NearestNumber {
  struct Candidate {
    var digits: String
    /// Fractions may be nearer.
    var isWhole = false
  }

  /// Whether numbers near to one can be found for a constraint.
  static func knows(_ constraint: Constraint) -> Bool {
    switch constraint {
    case .bounds, .multipleOf: true
    default: false
    }
  }

  static func candidates(_ digits: String, _ constraints: [Constraint]) -> [Candidate] {
    guard let number = OwnedDecimal(digits) else { return [] }
    var found: [Candidate] = []
    for constraint in constraints {
      switch constraint {
      case .bounds(let lower, let upper): found += limits(number, lower, upper)
      case .multipleOf(let step):
        found += multiples(digits, of: step).map { Candidate(digits: $0) }
      default: break
      }
    }
    return found
  }

  /// The limit that the number is beyond, and the whole number next to it.
  private static func limits(
    _ number: OwnedDecimal, _ lower: Bound?, _ upper: Bound?
  ) -> [Candidate] {
    if let lower, let limit = OwnedDecimal(lower.digits),
      Decimal.compare(number.value, limit.value) <= 0
    {
      return [Candidate(digits: lower.digits)] + whole(above: lower.digits)
    }
    if let upper, let limit = OwnedDecimal(upper.digits),
      Decimal.compare(number.value, limit.value) >= 0
    {
      return [Candidate(digits: upper.digits)] + whole(below: upper.digits)
    }
    return []
  }

  /// The least whole number above a limit of few digits.
  private static func whole(above digits: String) -> [Candidate] {
    parts(of: digits).map { [whole($0.whole + ($0.fraction < 0 ? 0 : 1))] } ?? []
  }

  /// The greatest whole number below a limit of few digits.
  private static func whole(below digits: String) -> [Candidate] {
    parts(of: digits).map { [whole($0.whole - ($0.fraction > 0 ? 0 : 1))] } ?? []
  }

  private static func whole(_ number: Int) -> Candidate {
    Candidate(digits: "\(number)", isWhole: true)
  }

  /// A number cut off at its point, and what is left, of the same sign.
  private static func parts(of digits: String) -> (whole: Int, fraction: Int)? {
    guard let number = small(digits) else { return nil }
    let unit = (0..<number.scale).reduce(1) { unit, _ in unit * 10 }
    return (number.digits / unit, number.digits % unit)
  }

  /// The multiples below and above, of numbers of few digits.
  private static func multiples(_ digits: String, of step: String) -> [String] {
    guard let number = small(digits), let step = small(step) else { return [] }
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

  /// A number of few digits, also with an exponent: `1e-06`.
  private static func small(_ text: String) -> SmallDecimal? {
    let parts = text.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "eE".contains($0) })
    guard let mantissa = ByteView.withUTF8(of: String(parts[0]), { $0.smallDecimal }) else {
      return nil
    }
    guard parts.count == 2 else { return mantissa }
    guard let exponent = Int(parts[1]), abs(exponent) <= 18 else { return nil }
    let scale = mantissa.scale - exponent
    guard scale < 0 else {
      return scale <= 18 ? SmallDecimal(digits: mantissa.digits, scale: scale) : nil
    }
    return NumberDistance.scaled(SmallDecimal(digits: mantissa.digits, scale: 0), to: -scale)
      .map { SmallDecimal(digits: $0, scale: 0) }
  }

  private static func text(_ units: Int, _ scale: Int) -> String {
    let digits = DigitText.withPoint("\(units.magnitude)", decimals: scale, trimmed: true)
    return units < 0 ? "-" + digits : digits
  }
}

/// The distance of a number from the limit that it is beyond.
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
