/// A number as people write it: ± digits × 10^exponent, from the first digit to the last that is
/// not 0; none for zero.
struct DecimalDigits {
  /// In ASCII.
  private(set) var digits: [UInt8]
  private(set) var exponent: Int
  private let isNegative: Bool

  init(_ number: BigDecimal) {
    digits = []
    for limb in number.limbs.reversed() {
      let written = Array(String(limb).utf8)
      if !digits.isEmpty { digits += [UInt8](repeating: 0x30, count: 9 - written.count) }
      digits += written
    }
    exponent = number.place * 9
    isNegative = number.isNegative
    trim()
  }

  /// The digits of `significand` × 10^`exponent`.
  init(_ significand: Int128, exponent: Int) {
    digits = significand == 0 ? [] : Array(String(significand.magnitude).utf8)
    self.exponent = exponent
    isNegative = significand < 0
    trim()
  }

  private mutating func trim() {
    while digits.last == 0x30 {
      digits.removeLast()
      exponent += 1
    }
  }

  /// The power of ten of the digit in front of the first one: 0.5 has 0.
  var point: Int { digits.count + exponent }

  /// How many digits there are without an exponent, on the longer side of the point or on both.
  var plainCount: Int { max(digits.count + max(exponent, 0), -exponent) }

  /// The first digits as an integer, and the power of ten of the last of them.
  func leading(_ count: Int) -> (value: UInt128, exponent: Int) {
    let first = digits.prefix(count)
    return (
      first.reduce(0) { $0 * 10 + UInt128($1 & 0x0f) }, exponent + digits.count - first.count
    )
  }

  /// Rounded to so many digits, half to even.
  ///
  /// - Parameter isExact: false if something above 0 has been cut off already, or a half is to be
  ///   rounded up.
  func rounded(to count: Int, isExact: Bool) -> DecimalDigits {
    guard digits.count > count else { return self }
    var rounded = self
    let rest = digits[count...]
    let isHalf = rest[count] == 0x35 && rest.count == 1 && isExact
    rounded.exponent += rest.count
    rounded.digits.removeSubrange(count...)
    if isHalf ? digits[count - 1] % 2 == 1 : rest[count] >= 0x35 { rounded.increment() }
    rounded.trim()
    return rounded
  }

  private mutating func increment() {
    var index = digits.count - 1
    while index >= 0, digits[index] == 0x39 {
      digits[index] = 0x30
      index -= 1
    }
    if index >= 0 { digits[index] += 1 } else { digits.insert(0x31, at: 0) }
  }

  // MARK: Texts

  /// Without an exponent.
  var plainText: String {
    let zeros = String(repeating: "0", count: max(0, exponent))
    return sign
      + DigitText.withPoint(
        digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self) + zeros,
        decimals: max(0, -exponent))
  }

  /// `-1.25e40`, with one digit before the point.
  var scientificText: String {
    let fraction = String(decoding: digits.dropFirst(), as: UTF8.self)
    return sign + String(decoding: digits.prefix(1), as: UTF8.self)
      + (fraction.isEmpty ? "" : "." + fraction) + "e\(point - 1)"
  }

  /// Zeros beyond the digits that are written out.
  private static let zerosMaximum = 24

  /// A JSON number: all digits, with an exponent only where there would be very many zeros.
  var text: String {
    let zeros = exponent >= 0 ? exponent : -point
    return zeros <= DecimalDigits.zerosMaximum ? plainText : scientificText
  }

  private var sign: String { isNegative ? "-" : "" }
}

extension BigDecimal {
  var digits: DecimalDigits { DecimalDigits(self) }

  /// A JSON number: all digits, with an exponent only where there would be very many zeros.
  package var text: String { digits.text }

  /// Plain digits without an exponent; nil if there would be more than 1000 of them.
  package var plainText: String? {
    let digits = digits
    return digits.plainCount <= 1000 ? digits.plainText : nil
  }

  /// Rounded to so many digits, half to even.
  ///
  /// - Parameter isExact: false if something above 0 has been cut off already.
  package func text(significantDigits count: Int, isExact: Bool = true) -> String {
    digits.rounded(to: count, isExact: isExact).text
  }

  /// The square root of a number that is not negative, with a relative error below 10^-17.
  package var squareRoot: BigDecimal {
    // 36 or 37 digits, so that the power of ten is even and the number fits into 128 bits.
    var (value, power) = digits.leading(36)
    if value == 0 { return self }
    while value < BigDecimal.leastOf36Digits || power % 2 != 0 {
      value *= 10
      power -= 1
    }
    return BigDecimal([(power / 2, Int128(BigDecimal.squareRoot(value)))])
  }

  private static let leastOf36Digits = UInt128(Decimal.powerOfTen(19)) * 10_000_000_000_000_000

  /// Rounded down.
  static func squareRoot(_ value: UInt128) -> UInt128 {
    guard value > 1 else { return value }
    // Newton's way from above, which falls until it is there.
    var root = UInt128(1) << UInt128((129 - value.leadingZeroBitCount) / 2)
    while true {
      let next = (root + value / root) / 2
      if next >= root { return root }
      root = next
    }
  }
}
