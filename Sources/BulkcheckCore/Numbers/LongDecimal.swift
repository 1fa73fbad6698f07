/// The long form of an ``ExactDecimal``: ± magnitude × 10^exponent, with as many digits as it
/// takes.
struct LongDecimal: Sendable {
  private static let base: UInt64 = 1_000_000_000

  private(set) var isNegative: Bool
  /// Least significant part first, nine digits each, none above the highest that is not 0.
  private(set) var parts: [UInt32]
  private(set) var exponent: Int

  private init(isNegative: Bool, parts: [UInt32], exponent: Int) {
    var parts = parts
    while parts.last == 0 { parts.removeLast() }
    self.parts = parts
    self.isNegative = isNegative && !parts.isEmpty
    self.exponent = parts.isEmpty ? 0 : exponent
  }

  init(_ significand: Int128, exponent: Int) {
    var parts: [UInt32] = []
    var rest = significand.magnitude
    while rest > 0 {
      parts.append(UInt32(rest % UInt128(LongDecimal.base)))
      rest /= UInt128(LongDecimal.base)
    }
    self.init(isNegative: significand < 0, parts: parts, exponent: exponent)
  }

  /// Takes over the digits of a number in the long form.
  init(digitsOf number: Decimal) {
    var digits: [UInt8] = []
    var cursor = DigitCursor(number.digits)
    while let digit = cursor.next() { digits.append(digit) }
    var parts: [UInt32] = []
    var end = digits.count
    while end > 0 {
      let start = max(0, end - 9)
      parts.append(digits[start..<end].reduce(0) { $0 * 10 + UInt32($1) })
      end = start
    }
    self.init(isNegative: number.isNegative, parts: parts, exponent: Int(number.exponent))
  }

  var isZero: Bool { parts.isEmpty }

  var negated: LongDecimal {
    LongDecimal(isNegative: !isNegative, parts: parts, exponent: exponent)
  }

  /// All digits, the first of them not 0; `0` for zero.
  var digits: String {
    guard let last = parts.last else { return "0" }
    var digits = "\(last)"
    for part in parts.dropLast().reversed() {
      let text = "\(part)"
      digits += String(repeating: "0", count: 9 - text.utf8.count) + text
    }
    return digits
  }

  static func + (left: LongDecimal, right: LongDecimal) -> LongDecimal {
    if left.isZero { return right }
    if right.isZero { return left }
    let exponent = min(left.exponent, right.exponent)
    let a = left.scaled(to: exponent)
    let b = right.scaled(to: exponent)
    if left.isNegative == right.isNegative {
      return LongDecimal(isNegative: left.isNegative, parts: sum(a, b), exponent: exponent)
    }
    let isLess = isLess(a, b)
    let difference = isLess ? difference(b, a) : difference(a, b)
    return LongDecimal(
      isNegative: isLess ? right.isNegative : left.isNegative, parts: difference,
      exponent: exponent)
  }

  static func * (left: LongDecimal, right: LongDecimal) -> LongDecimal {
    LongDecimal(
      isNegative: left.isNegative != right.isNegative, parts: product(left.parts, right.parts),
      exponent: left.exponent + right.exponent)
  }

  /// The parts of the same value with a smaller exponent.
  private func scaled(to lower: Int) -> [UInt32] {
    let shift = exponent - lower
    if shift == 0 { return parts }
    var power: UInt32 = 1
    for _ in 0..<shift % 9 { power *= 10 }
    let scaled = power == 1 ? parts : LongDecimal.product(parts, [power])
    return [UInt32](repeating: 0, count: shift / 9) + scaled
  }

  // MARK: Magnitudes

  private static func sum(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(max(a.count, b.count) + 1)
    var carry: UInt64 = 0
    for index in 0..<max(a.count, b.count) {
      let part =
        carry + UInt64(index < a.count ? a[index] : 0) + UInt64(index < b.count ? b[index] : 0)
      result.append(UInt32(part % base))
      carry = part / base
    }
    if carry > 0 { result.append(UInt32(carry)) }
    return result
  }

  /// `a` is not less than `b`.
  private static func difference(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var result = a
    var borrow: Int64 = 0
    for index in result.indices {
      var part = Int64(result[index]) - borrow - (index < b.count ? Int64(b[index]) : 0)
      borrow = part < 0 ? 1 : 0
      if part < 0 { part += Int64(base) }
      result[index] = UInt32(part)
    }
    return result
  }

  private static func isLess(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    let (left, right) = (trimmed(a), trimmed(b))
    if left.count != right.count { return left.count < right.count }
    return left.reversed().lexicographicallyPrecedes(right.reversed())
  }

  private static func trimmed(_ parts: [UInt32]) -> ArraySlice<UInt32> {
    var parts = parts[...]
    while parts.last == 0 { parts.removeLast() }
    return parts
  }

  private static func product(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var result = [UInt32](repeating: 0, count: a.count + b.count)
    for (place, digit) in a.enumerated() where digit != 0 {
      var carry: UInt64 = 0
      for (other, factor) in b.enumerated() {
        // Below 10¹⁸ + 2 × 10⁹.
        let part = UInt64(digit) * UInt64(factor) + UInt64(result[place + other]) + carry
        result[place + other] = UInt32(part % base)
        carry = part / base
      }
      result[place + b.count] = UInt32(carry)
    }
    return result
  }
}
