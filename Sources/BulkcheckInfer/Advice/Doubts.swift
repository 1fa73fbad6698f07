internal import BulkcheckCore

/// What the exceptions in some fields say about fields that have none.
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
    for node in 1..<Int32(max(1, findings.tree.count)) {
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
