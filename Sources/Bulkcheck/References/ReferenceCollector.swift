internal import BulkcheckCore
internal import BulkcheckProfile

/// Gathers what a reference file holds: the values of a column, or combinations of several.
enum ReferenceCollector {
  case values(ValueCollector)
  case combinations(CombinationCollector)

  /// - Parameter isOfCells: for each column, whether its values are cells without a declared type.
  init(_ purpose: ReferenceRequest.Purpose, isOfCells: [Bool]) {
    self =
      purpose == .combinations
      ? .combinations(CombinationCollector(cellParts: isOfCells))
      : .values(ValueCollector(holdsCells: isOfCells.first ?? false))
  }

  /// There are more values than a set can hold.
  var isFull: Bool {
    switch self {
    case .values(let collector): collector.isFull
    case .combinations(let collector): collector.isFull
    }
  }

  var closures: [ClosureCheck] {
    switch self {
    case .values(let collector): [collector.check]
    case .combinations: []
    }
  }

  /// What takes each value, and fails on arrays and objects.
  func statement(_ columns: [FieldPath]) -> Expression {
    switch self {
    case .values: .at(columns[0], .constraint(.closure(0)))
    case .combinations(let collector):
      .combination(
        ReferencedCombination(
          fields: columns, file: "", columns: [], values: .none, collector: collector))
    }
  }

  func finish() -> ReferenceContent {
    switch self {
    case .values(let collector): .values(collector.finish())
    case .combinations(let collector): .combinations(collector.finish())
    }
  }
}
