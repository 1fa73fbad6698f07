/// A number of a profile together with the text it was read from, which a long one needs.
package struct OwnedDecimal: Sendable {
  /// Valid as long as this value or a copy of it is.
  package let value: Decimal
  private let text: OwnedBytes

  /// nil if the text is not a number.
  package init?(_ digits: String) {
    text = OwnedBytes(digits)
    guard let value = Decimal.parse(text.view) else { return nil }
    self.value = value
  }
}
