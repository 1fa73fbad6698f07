internal import BulkcheckCore

/// The types of the columns of tables.
extension Findings {
  /// The column, or the part of one, whose values are at a place; nil if there is none, or if it is
  /// not known.
  func column(of node: SummaryNumber) -> ColumnField? {
    if columns.isEmpty || node == SummaryTree.root { return nil }
    let place = tree.nodes[node]
    let around: ColumnType
    if place.parent == SummaryTree.root {
      around = .object(columns)
    } else if let column = column(of: place.parent) {
      around = column.type
    } else {
      return nil
    }
    switch (around, place.kind) {
    case (.list(let part), .element), (.map(let part), .anyMember), (.map(let part), .member):
      return ColumnField("", part)
    case (.object(let fields), .member):
      let key = tree.key(of: node)
      return fields.last { $0.name.utf8.elementsEqual(key.text.utf8) }
    default: return nil
    }
  }
}

extension InferenceRun {
  /// The columns that two tables have alike.
  static func alike(_ columns: [ColumnField], _ others: [ColumnField]) -> [ColumnField] {
    columns.compactMap { column in
      others.first {
        $0.name.utf8.elementsEqual(column.name.utf8) && $0.type == column.type
      }.map { other in
        ColumnField(
          column.name, column.type, isNullable: column.isNullable || other.isNullable,
          hasDictionary: column.hasDictionary && other.hasDictionary)
      }
    }
  }
}
