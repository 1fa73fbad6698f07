/// The rows at the end of an input that are not records.
package struct CSVFooters: Sendable {
  private let rows: [[String]]
  private let columns: [String]

  /// - Parameters:
  ///   - bytes: from the first of the rows to the end of the input.
  ///   - columns: the names of the columns.
  package init(_ bytes: ByteView, columns: [String], _ dialect: CSVDialect) {
    self.columns = columns
    var reader = CSVRowReader(bytes: bytes, position: 0, dialect: dialect, isFinal: true)
    var rows: [[String]] = []
    while reader.position < bytes.count {
      let start = reader.position
      let isRow = !Ascii.isLineEnd(bytes[start]) && bytes[start] != dialect.comment
      let cells = isRow ? try? reader.record() : nil
      if cells == nil {
        // A blank line or a comment; or its quoting is wrong, and it is the line.
        reader.position = start
        try? reader.passLine()
      }
      if isRow { rows.append(cells ?? []) }
    }
    self.rows = rows
  }

  /// The cell of a column; nil if there is none.
  ///
  /// - Parameter row: from 1.
  func cell(row: Int, column: String) -> String? {
    guard let place = columns.lastIndex(where: { $0.isExactly(column) }),
      rows.indices.contains(row - 1), rows[row - 1].indices.contains(place)
    else { return nil }
    return rows[row - 1][place]
  }
}
