/// Division of exact decimals, as far as it leaves decimals, and products that take bounded time.
extension ExactDecimal {
  /// The work of a product: the limbs of one by those of the other. 1,000 digits are at most 112.
  private static let limbProductsMaximum = 112 * 112

  /// A product; nil of two long numbers. Those of up to 1,000 digits are always multiplied.
  static func product(_ left: ExactDecimal, _ right: ExactDecimal) -> ExactDecimal? {
    if case .long(let one) = left.form, case .long(let other) = right.form,
      one.limbs.count * other.limbs.count > limbProductsMaximum
    {
      return nil
    }
    return left * right
  }

  /// Whether its digits are no farther from the point than an operand's may be, so that what is
  /// computed of it takes bounded time.
  var isInRange: Bool {
    let limit = 2 * ExactDecimal.exponentMaximum
    switch form {
    case .short(_, let exponent): return abs(exponent) <= limit
    case .long(let long):
      return long.place * 9 >= -limit && (long.place + long.limbs.count) * 9 <= limit
    }
  }

  /// The integers that two numbers are when both are written with the same exponent; nil if they do
  /// not fit.
  private static func aligned(
    _ left: ExactDecimal, _ right: ExactDecimal
  ) -> (left: Int128, right: Int128, exponent: Int)? {
    guard case .short(let a, let exponentA) = left.form,
      case .short(let b, let exponentB) = right.form
    else { return nil }
    let exponent = commonExponent(a, exponentA, b, exponentB)
    guard let one = scaled(a, by: exponentA - exponent),
      let other = scaled(b, by: exponentB - exponent)
    else { return nil }
    return (one, other, exponent)
  }

  /// The rest of a division to an integer towards zero; nil beyond 38 digits.
  static func remainder(_ left: ExactDecimal, _ right: ExactDecimal) -> ExactDecimal? {
    guard let (a, b, exponent) = aligned(left, right), b != 0 else { return nil }
    return ExactDecimal(a % b, exponent: exponent)
  }

  /// A quotient, rounded to an integer, halves away from zero; nil beyond 38 digits, unless the
  /// divisor is 1.
  static func rounded(_ left: ExactDecimal, over right: ExactDecimal) -> ExactDecimal? {
    guard let (a, b, _) = aligned(left, right), b != 0 else {
      guard compare(right, ExactDecimal(1)) == 0 else { return nil }
      let rounded = left.long.rounded
      return rounded.integer.map { ExactDecimal($0) } ?? ExactDecimal(rounded)
    }
    let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
    let half = rest.magnitude >= b.magnitude - rest.magnitude
    let away: Int128 = (a < 0) == (b < 0) ? 1 : -1
    return ExactDecimal(half ? quotient + away : quotient, exponent: 0)
  }

  /// The number times a power of ten.
  func shifted(by places: Int) -> ExactDecimal {
    self * ExactDecimal(1, exponent: places)
  }

  /// A quotient of two numbers without a fraction; nil if it has endless digits, or too many.
  static func quotient(_ left: ExactDecimal, _ right: ExactDecimal) -> ExactDecimal? {
    guard case .short(let a, let exponentA) = left.form,
      case .short(let b, let exponentB) = right.form, b != 0
    else { return nil }
    if a == 0 { return .zero }
    let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
    return rest == 0 ? ExactDecimal(quotient, exponent: exponentA - exponentB) : nil
  }

  /// The value, if it is an integer in the range of `Int`.
  var integer: Int? {
    guard case .short(let significand, let exponent) = form, exponent <= 0,
      exponent >= -18
    else {
      if case .short(let significand, let exponent) = form, exponent > 0, exponent < 19 {
        return ExactDecimal.scaled(significand, by: exponent).flatMap { Int(exactly: $0) }
      }
      return nil
    }
    let power = Int128(Decimal.powerOfTen(-exponent))
    return significand % power == 0 ? Int(exactly: significand / power) : nil
  }

  /// Appends plain digits without an exponent, and without zeros behind the last decimal.
  func append(to arena: inout ByteArena) {
    guard case .short(let significand, let exponent) = form, exponent <= 0, exponent > -19 else {
      ByteView.withUTF8(of: description) { arena.append($0) }
      return
    }
    var rest = significand.magnitude
    var decimals = -exponent
    while decimals > 0, rest % 10 == 0 {
      rest /= 10
      decimals -= 1
    }
    if significand < 0 { arena.append(Ascii.minus) }
    let power = UInt128(Decimal.powerOfTen(decimals))
    ExactDecimal.append(rest / power, digits: 1, to: &arena)
    if decimals == 0 { return }
    arena.append(Ascii.point)
    ExactDecimal.append(rest % power, digits: decimals, to: &arena)
  }

  /// Appends an integer with at least so many digits.
  static func append(_ integer: UInt128, digits: Int, to arena: inout ByteArena) {
    if integer >= 10 || digits > 1 {
      append(integer / 10, digits: digits - 1, to: &arena)
    }
    arena.append(Ascii.zero + UInt8(integer % 10))
  }
}
