extension Decimal {
  /// Whether this number is an integer times `divisor`, exactly; `divisor` must be > 0
  /// (docs/reference/values.md#numbers), otherwise false.
  ///
  /// With a = s × 10^i and b = t × 10^j the question is whether t divides s × 10^(i-j). The
  /// power of ten is taken modulo t, so that the cost grows with the logarithm of the exponent.
  package func isMultiple(of divisor: Decimal) -> Bool {
    if divisor.isZero || divisor.isNegative { return false }
    if isZero { return true }
    let shift = exponent - divisor.exponent
    if divisor.isLong { return isMultiple(ofLong: divisor, shift: shift) }
    if shift >= 0 { return isMultiple(ofShort: divisor.significand, shift: UInt64(shift)) }
    // t × 10^-shift divides s only if 10^-shift does; a long number does not end in 0.
    if isLong || shift < -19 { return false }
    let power = Decimal.powerOfTen(Int(-shift))
    return significand % power == 0 && (significand / power) % divisor.significand == 0
  }

  private func isMultiple(ofShort divisor: UInt64, shift: UInt64) -> Bool {
    var remainder = significand % divisor
    if isLong {
      remainder = 0
      var digits = DigitCursor(digits)
      while let digit = digits.next() {
        remainder = Decimal.multiply(remainder, 10, modulo: divisor)
        let (sum, overflow) = remainder.addingReportingOverflow(UInt64(digit))
        // After an overflow the true sum is 2^64 + sum, and the divisor is above 2^64 - 10: one
        // subtraction is enough.
        remainder = overflow ? sum &- divisor : sum % divisor
      }
    }
    if remainder == 0 || shift == 0 { return remainder == 0 }
    // As long as it fits, which is nearly always, without a loop.
    if shift <= 19 {
      let power = Decimal.powerOfTen(Int(shift)) % divisor
      return Decimal.multiply(remainder, power, modulo: divisor) == 0
    }
    let power = Decimal.power(10 % divisor, shift, modulo: divisor)
    return Decimal.multiply(remainder, power, modulo: divisor) == 0
  }

  private static func multiply(_ a: UInt64, _ b: UInt64, modulo m: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    if product.high == 0 { return product.low % m }
    // high < m: both factors are less than m or one is 10 and the other less than m, with a product
    // below m × 2^64.
    return m.dividingFullWidth((product.high % m, product.low)).remainder
  }

  private static func power(_ base: UInt64, _ exponent: UInt64, modulo m: UInt64) -> UInt64 {
    var result = 1 % m
    var square = base
    var left = exponent
    while left > 0 {
      if left & 1 == 1 { result = multiply(result, square, modulo: m) }
      square = multiply(square, square, modulo: m)
      left >>= 1
    }
    return result
  }

  /// The rare case of a divisor with 20 digits or more; allocates.
  private func isMultiple(ofLong divisor: Decimal, shift: Int64) -> Bool {
    // A negative shift asks that s end in zeros (a long one does not) and be at least t (a short
    // one is not).
    if shift < 0 { return false }
    let modulus = Residue.number(divisor)
    var residue = Residue(0, modulo: modulus)
    if isLong {
      var digits = DigitCursor(digits)
      while let digit = digits.next() { residue.appendDigit(UInt32(digit)) }
    } else {
      for digit in String(significand).utf8 { residue.appendDigit(UInt32(digit) - 48) }
    }
    var power = Residue(1, modulo: modulus)
    var left = shift.leadingZeroBitCount
    while left < 64 {
      power.multiply(by: power)
      if (shift >> Int64(63 - left)) & 1 == 1 { power.appendDigit(0) }
      left += 1
    }
    residue.multiply(by: power)
    return residue.isZero
  }
}
