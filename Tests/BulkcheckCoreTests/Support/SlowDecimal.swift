/// A decimal number in schoolbook arithmetic on digit arrays: slow and obviously right. For small
/// exponents only.
struct SlowDecimal {
  var isNegative: Bool
  /// The highest first; the value is digits × 10 ^ -scale, scale ≥ 0.
  var digits: [Int]
  var scale: Int

  init(_ text: String) {
    var text = Substring(text)
    isNegative = text.first == "-"
    if isNegative { text.removeFirst() }
    let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    let mantissa = parts[0].split(separator: ".")
    let exponent = parts.count > 1 ? Int(parts[1])! : 0
    let fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
    digits = (String(mantissa[0]) + fraction).map { $0.wholeNumberValue! }
    scale = fraction.count - exponent
    if scale < 0 {
      digits += Array(repeating: 0, count: -scale)
      scale = 0
    }
  }

  var isZero: Bool { digits.allSatisfy { $0 == 0 } }

  /// The digits of both with the same scale and the same length.
  static func aligned(_ a: SlowDecimal, _ b: SlowDecimal) -> ([Int], [Int]) {
    let scale = max(a.scale, b.scale)
    var left = a.digits + Array(repeating: 0, count: scale - a.scale)
    var right = b.digits + Array(repeating: 0, count: scale - b.scale)
    let length = max(left.count, right.count)
    left = Array(repeating: 0, count: length - left.count) + left
    right = Array(repeating: 0, count: length - right.count) + right
    return (left, right)
  }

  static func compare(_ a: SlowDecimal, _ b: SlowDecimal) -> Int {
    if a.isZero && b.isZero { return 0 }
    let negativeA = a.isNegative && !a.isZero
    let negativeB = b.isNegative && !b.isZero
    if negativeA != negativeB { return negativeA ? -1 : 1 }
    let (left, right) = aligned(a, b)
    let order = left == right ? 0 : (left.lexicographicallyPrecedes(right) ? -1 : 1)
    return negativeA ? -order : order
  }

  var isInteger: Bool {
    digits.suffix(scale).allSatisfy { $0 == 0 } && scale <= digits.count || isZero
  }

  /// Long division by repeated subtraction.
  func isMultiple(of divisor: SlowDecimal) -> Bool {
    let (value, modulus) = SlowDecimal.aligned(self, divisor)
    var remainder = Array(repeating: 0, count: modulus.count + 1)
    let wide = [0] + modulus
    for digit in value {
      remainder = Array(remainder.dropFirst()) + [digit]
      while !remainder.lexicographicallyPrecedes(wide) {
        remainder = subtract(wide, from: remainder)
      }
    }
    return remainder.allSatisfy { $0 == 0 }
  }

  private func subtract(_ b: [Int], from a: [Int]) -> [Int] {
    var result = a
    var borrow = 0
    for index in a.indices.reversed() {
      var difference = a[index] - b[index] - borrow
      borrow = difference < 0 ? 1 : 0
      if difference < 0 { difference += 10 }
      result[index] = difference
    }
    return result
  }
}
