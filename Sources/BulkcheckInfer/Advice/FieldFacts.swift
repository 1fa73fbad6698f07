internal import BulkcheckCore
internal import BulkcheckReport

/// What was found at one path, as far as rules ask for it.
struct FieldFacts {
  let summary: FieldSummary
  /// How often a value could have stood here: the objects, elements or records around it.
  let expected: Int
  let absent: Int
  /// Null; in CSV empty, or a missing value.
  let null: Int
  let isCSV: Bool
  /// The most frequent type first.
  let types: [(type: ValueType, count: Int)]

  var texts: TextSummary { summary.texts }
  /// Values that are there.
  var values: Int { expected - absent - null }
  var onlyType: ValueType? { types.count == 1 ? types[0].type : nil }

  init(_ summary: FieldSummary, expected: Int, isCSV: Bool) {
    self.summary = summary
    self.expected = expected
    self.isCSV = isCSV
    let words = summary.missingWords.map { words in
      MissingWords.all.indices.reduce(0) { $0 + words[$1] }
    }
    null = summary.null + (words ?? 0)
    absent = max(0, expected - summary.present)
    types =
      isCSV ? FieldFacts.cellTypes(summary, summary.texts) : FieldFacts.jsonTypes(summary)
  }

  /// CSV: the type that nearly all cells of a column of texts read as, and how many do not.
  var nearlyTyped: (type: ValueType, others: Int)? {
    guard isCSV, onlyType == .string, texts.count >= FieldAdvisor.valuesMinimum else { return nil }
    let numbers = summary.numbers
    let candidates: [(type: ValueType, count: Int)] = [
      (
        numbers.integers == numbers.count ? .integer : .number,
        summary.leadingZeros == 0 ? numbers.count : 0
      ),
      (.boolean, summary.true + summary.false),
    ]
    for candidate in candidates {
      let others = texts.count - candidate.count
      if others * FieldAdvisor.nearMissShare <= texts.count { return (candidate.type, others) }
    }
    return nil
  }

  private static func jsonTypes(_ summary: FieldSummary) -> [(type: ValueType, count: Int)] {
    let numbers = summary.numbers
    let counts: [(type: ValueType, count: Int)] = [
      (.string, summary.texts.count + summary.texts.empty),
      (numbers.integers == numbers.count ? .integer : .number, numbers.count),
      (.boolean, summary.true + summary.false), (.object, summary.objects),
      (.array, summary.arrays),
    ]
    return counts.filter { $0.count > 0 }.sorted { $0.count > $1.count }
  }

  /// A column has the narrowest type that all of its cells read as.
  private static func cellTypes(
    _ summary: FieldSummary, _ texts: TextSummary
  ) -> [(type: ValueType, count: Int)] {
    guard texts.count > 0 else { return [] }
    let numbers = summary.numbers
    // Zeros in front make a code, which is read as text.
    if numbers.count == texts.count, summary.leadingZeros == 0 {
      return [(numbers.integers == numbers.count ? .integer : .number, numbers.count)]
    }
    if summary.true + summary.false == texts.count { return [(.boolean, texts.count)] }
    return [(.string, texts.count)]
  }
}
