/// Rows of tables, whose cells have been written as nodes (``RowCells``).
///
/// Columns are taken over for a whole batch when its first lane is filled. Only cells that are
/// arrays or objects are scanned, row by row.
extension RecordReader {
  /// The rows that are read, and the places of their columns.
  struct Rows {
    var nodes = Storage<Node>(uninitialized: 0)
    var count = 0
    /// The next one.
    var next = 0
    /// The columns whose places are known.
    var names = RowColumns([])
    /// The place of each column, or ``FieldTree/none``.
    var states: [StateNumber] = []
    /// The columns with cells that are scanned.
    var scanned: [Int] = []
    /// The others.
    var taken: [Int] = []
    var hasOtherKeys = false
    /// The lanes of the batch hold rows that do not come next.
    var isAstray = false

    /// Looks up the places of columns.
    mutating func find(_ columns: RowColumns, in tree: FieldTree) {
      names = columns
      states = columns.names.map { name in
        let key = OwnedBytes(name)
        return withExtendedLifetime(key) { tree.keys.member(key.view, of: FieldTree.root) }
      }
      hasOtherKeys = states.contains(FieldTree.none)
    }

    mutating func begin(_ cells: RowCells, _ tree: FieldTree) {
      if cells.columns !== names { find(cells.columns, in: tree) }
      nodes = cells.nodes
      count = cells.rowCount
      next = 0
      isAstray = false
      scanned.removeAll(keepingCapacity: true)
      taken.removeAll(keepingCapacity: true)
      for column in states.indices where states[column] >= 0 {
        if cells.haveParts[column] { scanned.append(column) } else { taken.append(column) }
      }
    }
  }

  /// Reads the next row.
  @inline(__always)
  mutating func nextOfTable(into table: inout ColumnTable) -> Found {
    let row = tableRows.next
    guard row < tableRows.count, take(row, row) else {
      isDone = true
      end.consumed = 0
      return .end
    }
    if table.lane == 0 || tableRows.isAstray {
      takeColumns(from: row, rows: tableRows.count - row, into: &table)
    }
    tableRows.next = row &+ 1
    end.lines &+= 1
    if !tableRows.scanned.isEmpty, !scanCells(of: row, into: &table) {
      // Another row comes into its lane.
      tableRows.isAstray = true
      fault = RecordFault.tooDeep(at: 0)
      return .malformed
    }
    return .object
  }

  /// Takes over the cells of so many rows, or of as many as there are lanes from the one at hand
  /// on.
  private mutating func takeColumns(
    from row: Int, rows: Int, into table: inout ColumnTable
  ) {
    let count = min(table.lanesLeft, rows)
    tableRows.isAstray = false
    table.takeObjects(
      count, members: tableRows.states.count, hasOtherKeys: tableRows.hasOtherKeys)
    for column in tableRows.taken {
      table.take(
        tableRows.nodes, from: column * tableRows.count + row, count,
        at: tableRows.states[column])
    }
  }

  /// Scans the cells of a row that may have parts; false if one is nested too deep.
  private mutating func scanCells(of row: Int, into table: inout ColumnTable) -> Bool {
    for column in tableRows.scanned {
      let state = tableRows.states[column]
      let cell = tableRows.nodes[column * tableRows.count + row]
      guard cell.kind == .array || cell.kind == .object else {
        _ = table.setNew(cell.at(state))
        continue
      }
      lines.begin(cell.bytes)
      let read = lines.value(
        0, state: state, parent: table.place(FieldTree.root), previous: -1, depth: 1,
        into: &table)
      guard read.end == cell.bytes.count else { return false }
    }
    return true
  }

  /// Reads one row again, into the first lane.
  mutating func rescan(row: Int, of cells: RowCells, into table: inout ColumnTable) {
    tableRows.begin(cells, lines.tree)
    takeColumns(from: row, rows: 1, into: &table)
    _ = scanCells(of: row, into: &table)
  }
}
