internal import BulkcheckCore

/// The position of a quantile.
package enum QuantilePosition {
  /// A number from 0 to 1 in plain digits; nil if it is none, or has too many of them.
  package static func text(_ digits: String) -> String? {
    let number = BigDecimal(digits)
    guard number >= BigDecimal(0), number <= BigDecimal(1) else { return nil }
    return number.plainText
  }
}
