internal import BulkcheckArrow
internal import BulkcheckCore

extension RowColumns {
  /// The columns of fields, and of the parts of their values that are cells of their own.
  convenience init(_ fields: [ArrowField], reads: FieldsRead?) {
    var builder = RowColumnBuilder(reads: reads ?? FieldsRead([]))
    for (part, field) in fields.enumerated() {
      builder.add(field, of: -1, part: part, way: [ExactText(field.name)])
    }
    self.init(builder.columns)
  }
}

/// Decides which values come apart, by their types and by what is read of them.
private struct RowColumnBuilder {
  /// Types that are nested deeper are left to a scanner, which knows what is too deep.
  private static let depthMaximum = 64

  let reads: FieldsRead
  private(set) var columns: [RowColumn] = []

  init(reads: FieldsRead) { self.reads = reads }

  mutating func add(_ field: ArrowField, of parent: Int, part: Int, way: [ExactText]) {
    let number = columns.count
    columns.append(RowColumn(field.name, of: parent, part: part))
    guard field.dictionary == nil, way.count < RowColumnBuilder.depthMaximum else { return }
    switch field.type {
    case .structure:
      let names = Set(field.children.map { ExactText($0.name) })
      guard reads.objects.contains(way), names.count == field.children.count,
        RowColumnBuilder.depth(field) < RowColumnBuilder.depthMaximum
      else { return }
      columns[number].parts = .members
      for (part, child) in field.children.enumerated() {
        add(child, of: number, part: part, way: way + [ExactText(child.name)])
      }
    case .list(.offsets), .list(.largeOffsets), .fixedList:
      guard reads.arrays.contains(way), let element = field.children.first,
        RowColumnBuilder.areCells(element)
      else { return }
      columns[number].parts = .elements
      columns.append(RowColumn("", of: number, part: 0))
    default: return
    }
  }

  /// Whether the elements of lists are cells whatever they are: none of them can be refused, also
  /// where the list is null.
  private static func areCells(_ element: ArrowField) -> Bool {
    guard element.dictionary == nil else { return false }
    switch element.type {
    case .text(.offsets), .text(.largeOffsets), .bool, .int, .float, .decimal, .time, .duration:
      return true
    case .null, .text, .binary, .fixedBinary, .date, .timestamp, .interval, .list, .fixedList,
      .structure, .map, .union, .runEnds:
      return false
    }
  }

  private static func depth(_ field: ArrowField) -> Int {
    1 + (field.children.map { depth($0) }.max() ?? 0)
  }
}
