internal import BulkcheckCore

/// The digits of a record as Swift numbers.
enum NumberReading {
  /// The whole number; nil if there is a fraction, or the number does not fit. `34.0` and `1e2` are
  /// whole numbers.
  static func integer<Number: FixedWidthInteger>(
    _ digits: ByteView, _ type: Number.Type
  ) -> Number? {
    if let small = digits.smallInteger { return Number(exactly: small) }
    guard let decimal = Decimal.parse(digits), decimal.isInteger else { return nil }
    // Beyond these limits `scaled` no longer shows a difference, so plain digits are read.
    if let whole = decimal.scaled(0), whole.isExact, abs(whole.floor) < 1 << 61 {
      return Number(exactly: whole.floor)
    }
    return Number(wholeDigits(digits.text))
  }

  /// A whole number without fraction and exponent: `40e17` and `4000000000000000000.0` are alike.
  private static func wholeDigits(_ text: String) -> String {
    let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    let mantissa = parts[0].split(separator: ".")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    var digits = String(mantissa[0] + fraction)
    let shift = exponent - fraction.count
    // More zeros than any integer has digits say no more.
    if shift > 0 { digits += String(repeating: "0", count: min(shift, 40)) }
    return shift < 0 ? String(digits.dropLast(-shift)) : digits
  }

  /// The nearest double; nil if that is not finite.
  static func double(_ digits: ByteView) -> Double? {
    // Of -0 the sign is kept.
    if let small = digits.smallInteger, small != 0, abs(small) < 1 << 53 { return Double(small) }
    guard let value = Double(digits.text), value.isFinite else { return nil }
    return value
  }
}
