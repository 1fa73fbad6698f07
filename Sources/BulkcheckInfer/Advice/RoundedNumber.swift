internal import BulkcheckCore

/// Limits that are a bit wider than what was seen, and numbers as a profile writes them.
enum RoundedNumber {
  /// The number rounded down or up to so many digits that are not zero.
  static func text(_ number: Decimal, digits: Int, up: Bool) -> String {
    let all = String(number.significand)
    let drop = max(0, all.utf8.count - digits)
    guard drop > 0 else { return text(number) }
    var significand = number.significand
    var isExact = true
    for _ in 0..<drop {
      if significand % 10 != 0 { isExact = false }
      significand /= 10
    }
    // Up is away from zero for positive numbers, down for negative ones. No overflow: a digit was
    // dropped.
    if !isExact, up != number.isNegative { significand += 1 }
    return text(significand, exponent: number.exponent + Int64(drop), number.isNegative)
  }

  /// The number in full.
  static func text(_ number: Decimal) -> String {
    text(number.significand, exponent: number.exponent, number.isNegative)
  }

  private static func text(_ significand: UInt64, exponent: Int64, _ isNegative: Bool) -> String {
    guard significand != 0 else { return "0" }
    var digits = String(significand)
    var exponent = exponent
    while exponent < 0, digits.utf8.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    let sign = isNegative ? "-" : ""
    switch exponent {
    case 0...18: return sign + digits + String(repeating: "0", count: Int(exponent))
    case -18..<0: return sign + DigitText.withPoint(digits, decimals: Int(-exponent))
    default: return "\(sign)\(digits)e\(exponent)"
    }
  }
}

/// The tolerance that a rule would need to pass.
enum NeededTolerance {
  /// Two digits of a percentage, rounded up: `"0.0012%"`; JSON text.
  static func percent(_ exceptions: Int, of evaluated: Int) -> String {
    guard evaluated > 0 else { return "0" }
    var scale: UInt128 = 1
    var places = 0
    while true {
      let (quotient, remainder) = (UInt128(exceptions) * 100 * scale)
        .quotientAndRemainder(dividingBy: UInt128(evaluated))
      let rounded = quotient + (remainder > 0 ? 1 : 0)
      if rounded >= 10 || places == 12 {
        return "\"\(DigitText.withPoint("\(rounded)", decimals: places, trimmed: true))%\""
      }
      scale *= 10
      places += 1
    }
  }
}
