/// The position of a quantile.
package enum QuantilePosition {
  /// A number from 0 to 1 in plain digits; nil if it is none, or has too many of them.
  package static func text(_ digits: String) -> String? {
    let number = ExactNumber(digits)
    guard number >= ExactNumber("0"), number <= ExactNumber("1") else { return nil }
    return number.plainText
  }
}
