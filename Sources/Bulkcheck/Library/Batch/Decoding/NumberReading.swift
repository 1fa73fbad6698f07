internal import BulkcheckCore

/// The digits of a record as Swift numbers.
enum NumberReading {
  /// nil if there is a fraction, or the number does not fit. `34.0` and `1e2` are whole numbers.
  static func integer<Number: FixedWidthInteger>(
    _ digits: ByteView, _ type: Number.Type
  ) -> Number? {
    if let small = digits.smallInteger { return Number(exactly: small) }
    guard let decimal = Decimal.parse(digits), decimal.isInteger else { return nil }
    // Beyond that `scaled` tells no difference any more; there plain digits are read.
    if let whole = decimal.scaled(0), whole.isExact, abs(whole.floor) < 1 << 61 {
      return Number(exactly: whole.floor)
    }
    return Number(digits.text)
  }

  /// The nearest double; nil if that is not finite.
  static func double(_ digits: ByteView) -> Double? {
    if let small = digits.smallInteger, abs(small) < 1 << 53 { return Double(small) }
    guard let value = Double(digits.text), value.isFinite else { return nil }
    return value
  }
}
