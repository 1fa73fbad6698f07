/// The cells of rows of a table, as nodes: a chunk whose records have no text.
///
/// A row means an object with one member for each column, and a cell is what a scanner would have
/// captured of that member (``Node``): a text that needs no escape is the text itself, any other
/// one is written with escapes, an array or object is JSON. So rules see no difference to a line.
///
/// The nodes of a column lie side by side, so that ``RecordReader`` takes them over a batch at a
/// time:
///
///     | plan: row 0, row 1, … | seats: row 0, row 1, … | …
///
/// One belongs to each place for chunks, and is filled anew for each chunk. Whoever fills it keeps
/// the bytes of the cells until the chunk has been merged.
///
/// `@unchecked Sendable`: it goes from thread to thread with its chunk; one of them has it.
package final class RowCells: @unchecked Sendable {
  package private(set) var columns = RowColumns([])
  package private(set) var rowCount = 0
  /// Those of the column `c` from `c * rowCount` on. Their states mean nothing.
  package private(set) var nodes = Storage<Node>(uninitialized: 0)
  /// By column: some cell is an array or an object.
  package var haveParts: [Bool] = []
  /// The bytes of all cells.
  package var byteCount = 0

  package init() {}

  /// The memory of the cells, or of their texts.
  package var memoryBytes: Int {
    byteCount + columns.names.count * rowCount * MemoryLayout<Node>.stride
  }

  deinit { nodes.deallocate() }

  /// The cell of a column in a row.
  func node(_ column: Int, _ row: Int) -> Node { nodes[column * rowCount + row] }

  /// Forgets all cells, and makes room for others.
  package func begin(_ columns: RowColumns, rows: Int) {
    self.columns = columns
    rowCount = rows
    byteCount = 0
    haveParts = [Bool](repeating: false, count: columns.names.count)
    let count = columns.names.count * rows
    guard count > nodes.capacity else { return }
    nodes.deallocate()
    nodes = Storage(uninitialized: count + count / 4)
  }
}

/// The names of the columns of a table. One for all chunks of an input, so that readers look them
/// up once.
package final class RowColumns: Sendable {
  package let names: [String]
  /// The most bytes that the line of a row has besides its values.
  package let lineBytes: Int

  package init(_ names: [String]) {
    self.names = names
    // Escapes of the name, its quotes and those of a value, `:`, `,`, and a null.
    lineBytes = names.reduce(2) { $0 + 6 * $1.utf8.count + 10 }
  }
}
