/// An exact decimal number: ± significand × 10 ^ exponent.
///
/// There are two forms. A *short* number has at most 19 digits from the first to the last that is
/// not 0, and `significand` has them all. A *long* number has more. Then `significand` has only the
/// first 19 digits, and `digits` is the written text from the first to the last digit that is not
/// 0, perhaps with a point. So a long number never ends in 0. Example: `0.50` is 50 × 10⁻², short.
///
/// Trivial; a long number is valid only as long as the text that it was read from. Exponents are
/// exact up to 10¹⁸ and saturate there.
package struct Decimal: BitwiseCopyable, Sendable {
  package let significand: UInt64
  /// The power of ten of the last digit of the significand (short) or of `digits` (long).
  package let exponent: Int64
  package let isNegative: Bool
  /// The number of digits in `digits`; 0 in the short form.
  let longDigitCount: Int
  let digits: ByteView

  @inline(__always)
  init(significand: UInt64, exponent: Int64, isNegative: Bool) {
    self.significand = significand
    self.exponent = significand == 0 ? 0 : exponent
    self.isNegative = isNegative && significand != 0
    longDigitCount = 0
    digits = .empty
  }

  init(
    leadingDigits: UInt64, exponent: Int64, isNegative: Bool, digits: ByteView, digitCount: Int
  ) {
    significand = leadingDigits
    self.exponent = exponent
    self.isNegative = isNegative
    longDigitCount = digitCount
    self.digits = digits
  }

  package init(_ integer: Int) {
    self.init(significand: UInt64(integer.magnitude), exponent: 0, isNegative: integer < 0)
  }

  /// Whether the form is long: the digits are in the text, not in the significand.
  @inline(__always)
  package var isLong: Bool { longDigitCount != 0 }

  @inline(__always)
  package var isZero: Bool { significand == 0 }

  /// Whether there is no fractional part, however it is written: `1.0` and `1e2` are integers
  /// (docs/reference/values.md#numbers).
  @inline(__always)
  package var isInteger: Bool {
    if exponent >= 0 { return true }
    if isLong || exponent < -19 { return false }
    return significand % Decimal.powerOfTen(Int(-exponent)) == 0
  }

  /// -1, 0 or 1 as `a` is less than, equal to or greater than `b`. Costs at most one pass over the
  /// digits.
  @inline(__always)
  package static func compare(_ a: Decimal, _ b: Decimal) -> Int {
    if a.isNegative != b.isNegative { return a.isNegative ? -1 : 1 }
    let order: Int
    if a.exponent == b.exponent && !a.isLong && !b.isLong {
      order = a.significand < b.significand ? -1 : (a.significand == b.significand ? 0 : 1)
    } else {
      order = compareMagnitudes(a, b)
    }
    return a.isNegative ? -order : order
  }

  private static func compareMagnitudes(_ a: Decimal, _ b: Decimal) -> Int {
    if a.isZero || b.isZero { return a.isZero ? (b.isZero ? 0 : -1) : 1 }
    // No overflow: exponents are within ±(10¹⁸ + the length of a record).
    let leadingA = a.exponent + Int64(a.digitCount)
    let leadingB = b.exponent + Int64(b.digitCount)
    if leadingA != leadingB { return leadingA < leadingB ? -1 : 1 }
    let firstA = a.firstNineteenDigits
    let firstB = b.firstNineteenDigits
    if firstA != firstB { return firstA < firstB ? -1 : 1 }
    if a.isLong != b.isLong { return a.isLong ? 1 : -1 }
    return a.isLong ? compareDigits(a, b) : 0
  }

  /// Two long numbers whose first digits stand for the same power of ten.
  private static func compareDigits(_ a: Decimal, _ b: Decimal) -> Int {
    var digitsA = DigitCursor(a.digits)
    var digitsB = DigitCursor(b.digits)
    while true {
      switch (digitsA.next(), digitsB.next()) {
      case (nil, nil): return 0
      case (nil, _): return -1
      case (_, nil): return 1
      case (let digitA?, let digitB?):
        if digitA != digitB { return digitA < digitB ? -1 : 1 }
      }
    }
  }

  /// The number of digits of the significand, or of a long number.
  var digitCount: Int { isLong ? longDigitCount : Decimal.digitCount(significand) }

  /// The first 19 digits, filled up with zeros; the number is not zero.
  private var firstNineteenDigits: UInt64 {
    isLong ? significand : significand * Decimal.powerOfTen(19 - Decimal.digitCount(significand))
  }
}

extension Decimal {
  static func digitCount(_ value: UInt64) -> Int {
    if value == 0 { return 1 }
    // 1233 / 4096 is just above log10(2): the estimate is exact or one too small.
    let bits = 64 - value.leadingZeroBitCount
    let estimate = (bits * 1233) >> 12
    return estimate > 19 || value < powerOfTen(estimate) ? estimate : estimate + 1
  }

  /// 10 ^ exponent, for 0 … 19: all that fit.
  @inline(__always)
  static func powerOfTen(_ exponent: Int) -> UInt64 { powersOfTen[exponent] }

  /// A literal of constants lies in the binary and needs no check whether it has been made.
  private static let powersOfTen: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
}
