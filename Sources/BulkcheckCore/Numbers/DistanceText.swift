/// How far two numbers are apart, in words.
package enum DistanceText {
  /// Longer distances are rounded: all of their digits say nothing to people.
  private static let digitsMaximum = 60
  private static let roundedDigits = 3

  /// `0.01`, or `about 9e400` for a distance that takes more than 60 digits to write; nil if a
  /// number is out of the range of exact arithmetic.
  package static func between(_ one: Decimal, _ other: Decimal) -> String? {
    guard let a = ExactDecimal(one), let b = ExactDecimal(other) else { return nil }
    let distance = (a - b).magnitude.digits
    if distance.plainCount <= digitsMaximum { return distance.plainText }
    let rounded = distance.rounded(to: roundedDigits, isExact: false)
    return "about " + (-2...13 ~= rounded.point ? rounded.plainText : rounded.scientificText)
  }
}
