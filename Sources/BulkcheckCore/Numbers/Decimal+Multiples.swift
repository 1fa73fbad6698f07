extension Decimal {
  /// Whether this number is an integer times `divisor`, exactly; `divisor` must be > 0
  /// (docs/reference/values.md#numbers), otherwise false.
  ///
  /// With a = s × 10^i and b = t × 10^j the question is whether t divides s × 10^(i-j). Long
  /// numbers allocate.
  package func isMultiple(of divisor: Decimal) -> Bool {
    if divisor.isZero || divisor.isNegative { return false }
    if isZero { return true }
    if isLong || divisor.isLong { return BigDecimal(self).isMultiple(of: BigDecimal(divisor)) }
    let shift = exponent - divisor.exponent
    if shift < 0 {
      // t × 10^-shift divides s only if 10^-shift does.
      if shift < -19 { return false }
      let power = Decimal.powerOfTen(Int(-shift))
      return significand % power == 0 && (significand / power) % divisor.significand == 0
    }
    var remainder = significand % divisor.significand
    // A divisor of 64 bits has at most 63 factors of 2 or 5: more factors of 10 change nothing.
    var left = min(Int(shift), 63)
    while left > 0, remainder != 0 {
      let step = min(left, 19)
      let power = Decimal.powerOfTen(step) % divisor.significand
      // Below the divisor times 2^64, since both factors are below the divisor.
      let product = remainder.multipliedFullWidth(by: power)
      remainder = divisor.significand.dividingFullWidth(product).remainder
      left -= step
    }
    return remainder == 0
  }
}
