internal import BulkcheckCore
internal import BulkcheckProfile

/// Gathers what a reference file holds: the values of a column, or combinations of several.
enum ReferenceCollector {
  case values(ValueCollector)
  case combinations(CombinationCollector)

  /// - Parameter isCSV: the file's values are cells, where no type is declared for them.
  init(_ request: ReferenceRequest, isCSV: Bool) {
    let holdsCells = request.columns.map { isCSV && $0.types.isEmpty }
    self =
      request.purpose == .combinations
      ? .combinations(CombinationCollector(cellParts: holdsCells))
      : .values(ValueCollector(holdsCells: holdsCells[0]))
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
  ///
  /// - Parameter types: of each column's cells.
  func statement(_ columns: [FieldPath], _ types: [[ValueType]]) -> Expression {
    switch self {
    case .values: .at(columns[0], .constraint(.closure(0)))
    case .combinations(let collector):
      .combination(ReferencedCombination(fields: columns, cellTypes: types, takenBy: collector))
    }
  }

  func finish() -> ReferenceContent {
    switch self {
    case .values(let collector): .values(collector.finish())
    case .combinations(let collector): .combinations(collector.finish())
    }
  }
}
