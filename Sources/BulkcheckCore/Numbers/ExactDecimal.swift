/// A decimal number that owns its digits, for exact arithmetic: sums, products, distances.
///
/// There are two forms. A *short* number is a significand of 128 bits × 10^exponent. Nearly all
/// records have only such numbers, which cost no allocation. What does not fit is a
/// ``BigDecimal``.
///
/// Numbers whose digits would lie more than ``exponentMaximum`` places from the point are refused,
/// so that an operation takes time and memory that are bounded.
package struct ExactDecimal: Sendable {
  package static let exponentMaximum = 10_000

  enum Form {
    case short(Int128, exponent: Int)
    case long(BigDecimal)
  }

  let form: Form

  package static let zero = ExactDecimal(0)

  init(_ long: BigDecimal) { form = .long(long) }

  init(_ significand: Int128, exponent: Int) {
    // The one number that has no opposite is long.
    form =
      significand == .min
      ? .long(BigDecimal([(exponent, significand)]))
      : .short(significand, exponent: significand == 0 ? 0 : exponent)
  }

  package init(_ integer: Int) { form = .short(Int128(integer), exponent: 0) }

  /// nil if the number is out of range.
  package init?(_ number: Decimal) {
    let limit = Int64(ExactDecimal.exponentMaximum)
    if number.isZero {
      self = .zero
      return
    }
    guard number.exponent >= -limit, number.exponent + Int64(number.digitCount) <= limit + 1 else {
      return nil
    }
    if number.isLong {
      self.init(BigDecimal(number))
    } else {
      let significand = Int128(number.significand)
      self.init(
        number.isNegative ? -significand : significand, exponent: Int(number.exponent))
    }
  }

  /// nil if the text is not a number, or is out of range.
  package init?(_ text: String) {
    guard let number = OwnedDecimal(text) else { return nil }
    let read = withExtendedLifetime(number) { ExactDecimal(number.value) }
    guard let read else { return nil }
    self = read
  }

  /// -1, 0 or 1 as the number is below, equal to or above zero.
  private var sign: Int {
    switch form {
    case .short(let significand, _): Int(significand.signum())
    case .long(let long): long.signum
    }
  }

  package var isZero: Bool { sign == 0 }

  package var negated: ExactDecimal {
    switch form {
    case .short(let significand, let exponent): ExactDecimal(-significand, exponent: exponent)
    case .long(let long): ExactDecimal(long.negated)
    }
  }

  package var magnitude: ExactDecimal { sign < 0 ? negated : self }

  var long: BigDecimal {
    switch form {
    case .short(let significand, let exponent): BigDecimal([(exponent, significand)])
    case .long(let long): long
    }
  }

  // MARK: Arithmetic

  package static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    if case .short(let a, let exponentA) = left.form, case .short(let b, let exponentB) = right.form
    {
      let exponent = commonExponent(a, exponentA, b, exponentB)
      if let one = scaled(a, by: exponentA - exponent),
        let other = scaled(b, by: exponentB - exponent)
      {
        let (sum, overflows) = one.addingReportingOverflow(other)
        if !overflows { return ExactDecimal(sum, exponent: exponent) }
      }
    }
    return ExactDecimal(left.long + right.long)
  }

  package static func - (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    left + right.negated
  }

  package static func * (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    if case .short(let a, let exponentA) = left.form, case .short(let b, let exponentB) = right.form
    {
      let (product, overflows) = a.multipliedReportingOverflow(by: b)
      if !overflows { return ExactDecimal(product, exponent: exponentA + exponentB) }
    }
    return ExactDecimal(left.long * right.long)
  }

  /// -1, 0 or 1 as `left` is less than, equal to or greater than `right`.
  package static func compare(_ left: ExactDecimal, _ right: ExactDecimal) -> Int {
    (left - right).sign
  }

  /// The lower exponent of two significands, to which the other one is scaled; zero has any.
  static func commonExponent(
    _ a: Int128, _ exponentA: Int, _ b: Int128, _ exponentB: Int
  ) -> Int {
    a == 0 ? exponentB : b == 0 ? exponentA : min(exponentA, exponentB)
  }

  /// The significand that stands for the same number with an exponent so much lower; nil if it does
  /// not fit.
  static func scaled(_ significand: Int128, by shift: Int) -> Int128? {
    if shift == 0 || significand == 0 { return significand }
    guard shift <= 19 else { return nil }
    let (scaled, overflows) = significand.multipliedReportingOverflow(
      by: Int128(Decimal.powerOfTen(shift)))
    return overflows ? nil : scaled
  }

  var digits: DecimalDigits {
    switch form {
    case .short(let significand, let exponent): DecimalDigits(significand, exponent: exponent)
    case .long(let long): long.digits
    }
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// Plain digits without an exponent, and without zeros behind the last decimal.
  package var description: String { digits.plainText }
}
