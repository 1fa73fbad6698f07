/// How far two numbers are apart, in words.
package enum DistanceText {
  /// Longer distances are rounded: all of their digits say nothing to people.
  private static let digitsMaximum = 60
  private static let roundedDigits = 3

  /// `0.01`, or `about 9e400` for a distance that takes more than 60 digits to write; nil if a
  /// number is out of the range of exact arithmetic.
  package static func between(_ one: Decimal, _ other: Decimal) -> String? {
    guard let a = ExactDecimal(one), let b = ExactDecimal(other) else { return nil }
    let distance = (a - b).magnitude
    return distance.writtenDigits <= digitsMaximum ? "\(distance)" : "about " + rounded(distance)
  }

  /// The first digits: plain where few zeros follow them, otherwise with an exponent.
  private static func rounded(_ number: ExactDecimal) -> String {
    let written = Array("\(number)".utf8)
    let point = written.firstIndex(of: Ascii.point) ?? written.count
    guard let first = written.firstIndex(where: { $0 > Ascii.zero && $0 != Ascii.point }) else {
      return "0"
    }
    var exponent = first < point ? point - first - 1 : point - first
    let digits = written[first...].filter { $0 != Ascii.point }.map { Int($0 - Ascii.zero) }
    var value = digits.prefix(roundedDigits).reduce(0) { $0 * 10 + $1 }
    for _ in digits.count..<max(digits.count, roundedDigits) { value *= 10 }
    if digits.count > roundedDigits, digits[roundedDigits] >= 5 { value += 1 }
    if value == 1000 { (value, exponent) = (100, exponent + 1) }
    let mantissa = DigitText.withPoint("\(value)", decimals: roundedDigits - 1, trimmed: true)
    let text = "\(mantissa)e\(exponent)"
    return -3...12 ~= exponent ? ExactDecimal(text).map { "\($0)" } ?? text : text
  }
}
