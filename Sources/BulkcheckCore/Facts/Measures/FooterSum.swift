/// The sum of the numbers in one cell of the footers of all inputs.
struct FooterSum: PartialCodable {
  private var place = FooterPlace(row: 0, column: "")
  private var sum = BigDecimal(0)
  /// An input has no such cell, or no number in it.
  private var isIncomplete = false
  private var inputs = 0

  /// The digits of a number are few; a partial result that has more of them is damaged.
  private static let digitsMaximum = 1 << 20

  init() {}

  init(_ place: FooterPlace) { self.place = place }

  /// The digits of the sum; nil if an input lacks its number, or there is no input.
  var digits: String? { isIncomplete || inputs == 0 ? nil : TableFigure.number(sum).text }

  mutating func add(_ footers: CSVFooters?) {
    inputs += 1
    guard let text = footers?.cell(row: place.row, column: place.column),
      let number = OwnedDecimal(text), number.value.isInRange
    else {
      isIncomplete = true
      return
    }
    sum = sum + BigDecimal(number.value)
  }

  mutating func add(_ other: FooterSum) throws(PartialDamage) {
    inputs = try PartialDecoder.total(inputs, other.inputs)
    isIncomplete = isIncomplete || other.isIncomplete
    sum = sum + other.sum
  }

  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    var digits = TableFigure.number(sum).text
    try coder.code(&digits)
    try coder.check(
      digits.utf8.count <= FooterSum.digitsMaximum
        && OwnedDecimal(digits)?.value.isInRange ?? false)
    sum = BigDecimal(digits)
    try coder.code(&isIncomplete)
    try coder.code(&inputs)
  }
}
