internal import BulkcheckCore
internal import BulkcheckReport

/// The findings at one path, as far as rules ask for them.
struct FieldFacts {
  let summary: FieldSummary
  /// The name of the member or column; empty for elements, members of maps and names.
  let name: String
  /// How often a value could have stood here: the objects, elements or records around it.
  let expected: Int
  let absent: Int
  /// Null; in CSV empty, or a missing value.
  let null: Int
  let isCSV: Bool
  /// The things that ``expected`` counts: `record`, `object` or `element`.
  let unit: String
  /// Tables: the column.
  let column: ColumnField?
  /// Cells: the words for true and false, if these are all that occur.
  let booleanWords: BooleanWords?
  /// The most frequent type first.
  let types: [(type: ValueType, count: Int)]

  var texts: TextSummary { summary.texts }
  /// Values that are there.
  var values: Int { expected - absent - null }
  var onlyType: ValueType? { types.count == 1 ? types[0].type : nil }

  init(
    _ summary: FieldSummary, name: String = "", expected: Int, unit: String, isCSV: Bool,
    column: ColumnField? = nil
  ) {
    self.name = name
    self.unit = unit
    self.column = column
    self.summary = summary
    self.expected = expected
    self.isCSV = isCSV
    let missing = summary.missingWords.map { words in
      MissingWords.all.indices.reduce(0) { $0 + words[$1] }
    }
    null = summary.null + (missing ?? 0)
    absent = max(0, expected - summary.present)
    let words = isCSV ? BooleanWords(summary) : nil
    booleanWords = words
    types =
      words != nil
      ? [(.boolean, summary.texts.count)]
      : isCSV ? FieldFacts.cellTypes(summary, summary.texts) : FieldFacts.jsonTypes(summary)
  }

  /// The column has no fractions, whatever its values are.
  var hasOnlyWholeNumbers: Bool {
    switch column?.type {
    case .integer: true
    case .decimal(let scale): scale <= 0
    default: false
    }
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
      if others > 0, others * FieldAdvisor.nearMissShare <= texts.count {
        return (candidate.type, others)
      }
    }
    return nil
  }

  /// Texts that are all dates, with or without a time of day.
  var isTemporal: Bool {
    onlyType == .string
      && (texts.exceptions(to: .date) == 0 || texts.exceptions(to: .dateTime) == 0
        || texts.exceptionsToLocalDateTime == 0
        || texts.notation.map { $0.notation.kind != .time } ?? false)
  }

  /// `20260903`, from 1900 on.
  private static func areDates(_ numbers: NumberSummary, _ texts: TextSummary) -> Bool {
    guard texts.count >= FieldAdvisor.valuesMinimum, let found = texts.notation else {
      return false
    }
    return found.notation.kind == .date
      && Decimal.compare(numbers.minimum, Decimal(19_000_101)) >= 0
      && Decimal.compare(numbers.maximum, Decimal(21_001_231)) <= 0
  }

  /// Different numbers with check digits, of articles and books: nobody computes with them.
  private static func areChecked(_ texts: TextSummary) -> Bool {
    texts.values?.count ?? .max >= FieldAdvisor.checkedMinimum
      && (texts.exceptions(to: .isbn) == 0 || texts.exceptions(to: .ean) == 0)
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
    if numbers.count == texts.count, summary.leadingZeros == 0,
      !FieldFacts.areDates(numbers, texts), !FieldFacts.areChecked(texts)
    {
      return [(numbers.integers == numbers.count ? .integer : .number, numbers.count)]
    }
    if summary.true + summary.false == texts.count { return [(.boolean, texts.count)] }
    return [(.string, texts.count)]
  }
}

/// The doubts that exceptions in some fields cast on fields that have none.
///
/// Where a few fields have another value in one record or two, chance decides which fields these
/// are, and another field may be next. The expected number is computed as in ``Completeness``. A
/// field with n exceptions would have none in another half of the data with a chance of 2⁻ⁿ, so as
/// many fields get their first exceptions there.
struct Doubts {
  /// More fields than this that get their first exceptions make the rule doubtful.
  private static let expectedMaximum = 0.05

  /// Fields that have one value in all records may have another one.
  private(set) var constants = false
  /// Numbers that are all whole may be others.
  private(set) var wholeNumbers = false

  init(_ findings: Findings) {
    var (other, fractions) = (0.0, 0.0)
    for node in 1..<SummaryNumber(max(1, findings.tree.count)) {
      let summary = findings.tree.fields[node]
      let (place, isFormer) = (findings.tree.nodes[node], findings.tree.isFormer(node))
      if place.kind == .name || isFormer { continue }
      let parent = findings.tree.fields[place.parent]
      let facts = FieldFacts(
        summary, expected: place.kind == .member ? parent.objects : summary.present, unit: "",
        isCSV: findings.isCSV)
      other += Doubts.share(Doubts.others(facts), of: facts.values)
      if facts.onlyType == .number {
        fractions += Doubts.share(
          summary.numbers.count - summary.numbers.integers, of: summary.numbers.count)
      }
    }
    constants = other > Doubts.expectedMaximum
    wholeNumbers = fractions > Doubts.expectedMaximum
  }

  /// How likely it is that as many exceptions are none in another half of the data; nothing if
  /// there are none, or if they are not exceptions.
  private static func share(_ exceptions: Int, of count: Int) -> Double {
    guard exceptions > 0, exceptions < 64, exceptions * 2 < count,
      count >= FieldAdvisor.valuesMinimum
    else { return 0 }
    return 1 / Double(1 << exceptions)
  }

  /// Values that are not the most frequent one, which is at an end of numbers.
  private static func others(_ facts: FieldFacts) -> Int {
    switch facts.onlyType {
    case .integer, .number:
      let numbers = facts.summary.numbers
      return numbers.count - max(numbers.minimumCount, numbers.maximumCount)
    case .boolean: return min(facts.summary.true, facts.summary.false)
    case .string: return facts.texts.count - (facts.texts.values?.first?.count ?? 0)
    default: return 0
    }
  }
}

/// Whether what was seen is all there is.
///
/// If the records are split at random into two halves, a word that is in one half alone is as
/// likely to be in the first as in the second. So the words of which the second half would show
/// nothing are as many, on average, as those of which the first one shows nothing. A word that was
/// seen n times in one half is missing in the other one with a chance of about 2⁻ⁿ. The sum over
/// all words is how many new ones to expect among as many further records.
enum Completeness {
  private static let expectedMaximum = 0.02

  /// - Parameter counts: how often each kind was seen.
  static func isLikely(_ counts: [Int]) -> Bool {
    let expected = counts.reduce(0.0) { $0 + ($1 < 64 ? 1 / Double(1 << $1) : 0) }
    return expected <= expectedMaximum
  }
}
