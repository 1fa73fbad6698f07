/// Big decimals as people read them.
extension BigDecimal {
  /// The digits from the first to the last that is not 0, and the power of ten of the last; none
  /// for zero.
  var digits: (text: [UInt8], exponent: Int) {
    var text: [UInt8] = []
    for limb in limbs.reversed() {
      let written = Array(String(limb).utf8)
      if !text.isEmpty { text += [UInt8](repeating: 0x30, count: 9 - written.count) }
      text += written
    }
    var exponent = place * 9
    while text.last == 0x30 {
      text.removeLast()
      exponent += 1
    }
    return (text, exponent)
  }

  /// A JSON number: all digits, with an exponent only where there would be very many zeros.
  package var text: String {
    let (digits, exponent) = self.digits
    return BigDecimal.text(digits, exponent, isNegative: isNegative)
  }

  /// Rounded to so many digits, half to even.
  ///
  /// - Parameter isExact: false if something above 0 has been cut off already.
  package func text(significantDigits count: Int, isExact: Bool = true) -> String {
    var (digits, exponent) = self.digits
    if digits.count > count {
      let rest = digits[count...]
      let isAboveHalf = rest[count] > 0x35 || rest[count] == 0x35 && (rest.count > 1 || !isExact)
      let isHalf = rest[count] == 0x35 && rest.count == 1 && isExact
      exponent += rest.count
      digits.removeSubrange(count...)
      if isAboveHalf || isHalf && digits[count - 1] % 2 == 1 {
        BigDecimal.increment(&digits, &exponent)
      }
      while digits.last == 0x30 {
        digits.removeLast()
        exponent += 1
      }
    }
    return BigDecimal.text(digits, exponent, isNegative: isNegative)
  }

  private static func increment(_ digits: inout [UInt8], _ exponent: inout Int) {
    var index = digits.count - 1
    while index >= 0, digits[index] == 0x39 {
      digits[index] = 0x30
      index -= 1
    }
    if index >= 0 { digits[index] += 1 } else { digits.insert(0x31, at: 0) }
  }

  /// Zeros beyond the digits that are written out.
  private static let zerosMaximum = 24

  private static func text(_ digits: [UInt8], _ exponent: Int, isNegative: Bool) -> String {
    guard !digits.isEmpty else { return "0" }
    let sign = isNegative ? "-" : ""
    let written = String(decoding: digits, as: UTF8.self)
    let point = digits.count + exponent
    if exponent >= 0, exponent <= zerosMaximum {
      return sign + written + String(repeating: "0", count: exponent)
    }
    if exponent < 0, point > 0 {
      return sign + written.prefix(point) + "." + written.dropFirst(point)
    }
    if exponent < 0, point >= -zerosMaximum {
      return sign + "0." + String(repeating: "0", count: -point) + written
    }
    let fraction = digits.count > 1 ? "." + written.dropFirst() : ""
    return sign + written.prefix(1) + fraction + "e\(point - 1)"
  }

  /// The square root of a number that is not negative, with a relative error below 10^-17.
  package var squareRoot: BigDecimal {
    let (digits, exponent) = self.digits
    guard !digits.isEmpty else { return self }
    // 36 or 37 digits, so that the power of ten is even and the number fits into 128 bits.
    var value: UInt128 = 0
    for digit in digits.prefix(36) { value = value * 10 + UInt128(digit - 0x30) }
    var power = exponent + max(0, digits.count - 36)
    for _ in 0..<max(0, 36 - digits.count) {
      value *= 10
      power -= 1
    }
    if power % 2 != 0 {
      value *= 10
      power -= 1
    }
    var sum = ExactSum()
    sum.add(Int128(BigDecimal.squareRoot(value)), exponent: power / 2)
    return BigDecimal(sum)
  }

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
