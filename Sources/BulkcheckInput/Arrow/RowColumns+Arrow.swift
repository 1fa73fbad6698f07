internal import BulkcheckArrow
internal import BulkcheckCore

extension RowColumns {
  /// The columns of fields, and of the parts of their values that are cells of their own.
  convenience init(_ fields: [ArrowField]) {
    var builder = RowColumnBuilder()
    for (part, field) in fields.enumerated() {
      builder.add(field, field.name, of: -1, part: part, depth: 1)
    }
    self.init(builder.columns)
  }
}

/// Decides which values come apart, by their types.
private struct RowColumnBuilder {
  /// Types that are nested deeper are left to a scanner, which knows what is too deep.
  private static let depthMaximum = 64

  private(set) var columns: [RowColumn] = []

  mutating func add(_ field: ArrowField, _ name: String, of parent: Int, part: Int, depth: Int) {
    let number = columns.count
    columns.append(RowColumn(name, of: parent, part: part))
    // Values of dictionaries have no rows of their own, and are not there for each row.
    guard field.dictionary == nil, depth < RowColumnBuilder.depthMaximum else { return }
    switch field.type {
    case .structure:
      // Of two members with one name the last counts, which a scanner knows.
      let names = Set(field.children.map { ExactText($0.name) })
      guard names.count == field.children.count else { return }
      columns[number].parts = .members
      for (part, child) in field.children.enumerated() {
        add(child, child.name, of: number, part: part, depth: depth + 1)
      }
    case .list, .fixedList:
      guard let element = field.children.first else { return }
      columns[number].parts = .elements
      add(element, "", of: number, part: 0, depth: depth + 1)
    case .map:
      guard let entries = field.children.first, entries.children.count == 2 else { return }
      let isObject = entries.children[0].isObjectKey
      columns[number].parts = isObject ? .entries : .elements
      if !isObject {
        columns.append(RowColumn("", of: number, part: 0))
        columns[number + 1].parts = .members
        columns[number + 1].isEntry = true
      }
      let around = isObject ? number : number + 1
      for (part, name) in ["key", "value"].enumerated() {
        add(entries.children[part], name, of: around, part: part, depth: depth + 2)
      }
    default: return
    }
  }
}
