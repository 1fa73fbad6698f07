/// A decimal number of any size, for the few comparisons that the linter makes.
package struct ExactNumber: Comparable, Hashable {
  private let isNegative: Bool
  /// Without leading and trailing zeros; none at all for zero. Values 0 to 9.
  private let digits: [UInt8]
  /// The value is 0.d₁d₂d₃… × 10^point.
  private let point: Int

  /// Far beyond any exponent that matters, and far from overflow.
  private static let pointMaximum = 1 << 40

  /// - Parameter text: a JSON number, or digits with leading zeros.
  package init(_ text: String) {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0
    var exponentIsNegative = false
    var whole = 0
    var isBehindPoint = false
    var isExponent = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"): if isExponent { exponentIsNegative = true } else { isNegative = true }
      case UInt8(ascii: "."): isBehindPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
      case 0x30...0x39 where isExponent:
        exponent = Swift.min(exponent * 10 + Int(byte - 0x30), Self.pointMaximum)
      case 0x30...0x39:
        digits.append(byte - 0x30)
        if !isBehindPoint { whole += 1 }
      default: break
      }
    }
    self.init(
      isNegative: isNegative, digits: digits,
      point: whole + (exponentIsNegative ? -exponent : exponent))
  }

  private init(isNegative: Bool, digits: [UInt8], point: Int) {
    let leadingZeros = digits.prefix { $0 == 0 }.count
    var rest = Array(digits.dropFirst(leadingZeros))
    while rest.last == 0 { rest.removeLast() }
    self.digits = rest
    self.isNegative = isNegative && !rest.isEmpty
    self.point = rest.isEmpty ? 0 : point - leadingZeros
  }

  package var isZero: Bool { digits.isEmpty }
  package var isPositive: Bool { !isNegative && !isZero }
  package var isInteger: Bool { digits.count <= Swift.max(point, 0) }

  /// The value, if it is an integer in the range of `Int`.
  package var integer: Int? {
    isInteger && point <= 19 ? plainText.flatMap { Int($0) } : nil
  }

  /// Plain digits without an exponent; nil if there would be more than 1000 of them.
  var plainText: String? {
    guard abs(point) <= 1000, digits.count <= 1000 else { return nil }
    var whole = ""
    var fraction = ""
    for position in Swift.min(0, point)..<Swift.max(digits.count, point) {
      let digit = digits.indices.contains(position) ? digits[position] : 0
      if position < point { whole += "\(digit)" } else { fraction += "\(digit)" }
    }
    let unsigned = (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
    return isNegative ? "-" + unsigned : unsigned
  }

  /// The smallest integer not below the value (above it, if `exclusive`); nil where exponents are
  /// absurd.
  func nextInteger(exclusive: Bool) -> ExactNumber? {
    if isInteger, !exclusive { return self }
    guard point <= 1000 else { return nil }
    var whole: [UInt8] = (0..<Swift.max(point, 0)).map { $0 < digits.count ? digits[$0] : 0 }
    // Towards positive infinity: a negative fraction is cut, everything else goes up by one.
    if isNegative, !isInteger {
      return ExactNumber(isNegative: true, digits: whole, point: whole.count)
    }
    var index = whole.count - 1
    if isNegative {
      while index >= 0, whole[index] == 0 {
        whole[index] = 9
        index -= 1
      }
      if index >= 0 { whole[index] -= 1 }
      return ExactNumber(isNegative: true, digits: whole, point: whole.count)
    }
    while index >= 0, whole[index] == 9 {
      whole[index] = 0
      index -= 1
    }
    if index >= 0 { whole[index] += 1 } else { whole.insert(1, at: 0) }
    return ExactNumber(isNegative: false, digits: whole, point: whole.count)
  }

  package static func < (left: Self, right: Self) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative
      ? magnitudePrecedes(right, left) : magnitudePrecedes(left, right)
  }

  private static func magnitudePrecedes(_ left: Self, _ right: Self) -> Bool {
    if left.isZero || right.isZero { return left.isZero && !right.isZero }
    if left.point != right.point { return left.point < right.point }
    return left.digits.lexicographicallyPrecedes(right.digits)
  }
}
