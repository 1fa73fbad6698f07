/// Rows of tables, whose cells have been written as nodes (``RowCells``).
///
/// Columns are taken over for a whole batch when its first lane is filled. Row by row, elements of
/// arrays are added, and those cells are scanned that are JSON.
extension RecordReader {
  /// The rows that are read, and the places of their columns.
  struct Rows {
    /// A column whose cells go to a place.
    struct Column {
      var number: Int
      var state: StateNumber
      /// The place of the value around it.
      var parent: StateNumber
      /// How deep the value around it is nested.
      var depth: Int
      /// The first of its cells.
      var start: Int
    }

    /// A column of arrays that came apart.
    struct List {
      var column: Column
      /// The place of its first row among the numbers of elements.
      var rows: Int
      /// The place of the first element.
      var elements: Int
      /// The place of elements, or ``FieldTree/none``.
      var state: StateNumber
    }

    var nodes = Storage<Node>(uninitialized: 0)
    /// See ``RowCells/elements``.
    var elements = Storage<Int32>(uninitialized: 0)
    var count = 0
    /// The next one.
    var next = 0
    /// The columns whose places are known.
    var names = RowColumns([])
    /// The place of each column, or ``FieldTree/none``.
    private var states: [StateNumber] = []
    /// By column of objects that come apart: they have members without a place.
    private var haveOtherKeys: [Bool] = []
    /// The columns with cells that are scanned.
    var scanned: [Column] = []
    /// The columns of the table that are taken over as they are.
    var taken: [Column] = []
    /// Those of members of objects, and of objects and arrays that came apart.
    var parts: [Column] = []
    /// The arrays among these.
    var lists: [List] = []
    var memberCount = 0
    var hasOtherKeys = false
    /// The lanes of the batch hold rows that do not come next.
    var isAstray = false

    /// Looks up the places of columns.
    mutating func find(_ columns: RowColumns, in tree: FieldTree) {
      names = columns
      states = []
      for column in columns.columns {
        guard column.parent >= 0 else {
          states.append(Rows.member(column.name, of: FieldTree.root, tree))
          continue
        }
        let around = states[column.parent]
        let isElement = columns.columns[column.parent].parts == .elements
        states.append(
          around < 0
            ? FieldTree.none
            : isElement
              ? tree.states[around].everyElement : Rows.member(column.name, of: around, tree))
      }
      haveOtherKeys = columns.columns.indices.map { number in
        columns.children[number].contains { states[$0] < 0 }
      }
      memberCount = columns.ofTable.count
      hasOtherKeys = columns.ofTable.contains { states[$0] < 0 }
    }

    private static func member(
      _ name: String, of state: StateNumber, _ tree: FieldTree
    ) -> StateNumber {
      let key = OwnedBytes(name)
      return withExtendedLifetime(key) { tree.keys.member(key.view, of: state) }
    }

    mutating func begin(_ cells: RowCells, _ tree: FieldTree) {
      if cells.columns !== names { find(cells.columns, in: tree) }
      nodes = cells.nodes
      elements = cells.elements
      count = cells.rowCount
      next = 0
      isAstray = false
      scanned.removeAll(keepingCapacity: true)
      taken.removeAll(keepingCapacity: true)
      parts.removeAll(keepingCapacity: true)
      lists.removeAll(keepingCapacity: true)
      for column in names.ofTable { add(column, around: FieldTree.root, depth: 1, cells) }
    }

    private mutating func add(
      _ number: Int, around parent: StateNumber, depth: Int, _ cells: RowCells
    ) {
      guard states[number] >= 0 else { return }
      let column = Column(
        number: number, state: states[number], parent: parent, depth: depth,
        start: cells.starts[number])
      if cells.haveParts[number] {
        scanned.append(column)
      } else if cells.areApart[number] {
        parts.append(column)
        if names.columns[number].parts == .elements {
          lists.append(
            List(
              column: column, rows: cells.elementStarts[number],
              elements: cells.starts[number + 1], state: states[number + 1]))
        } else {
          for member in names.children[number] {
            add(member, around: column.state, depth: depth + 1, cells)
          }
        }
      } else if parent == FieldTree.root {
        taken.append(column)
      } else {
        parts.append(column)
      }
    }

    /// The number of members of the objects of a column, and whether some have no place.
    func links(_ column: Column) -> (members: Int, hasOtherKeys: Bool) {
      (names.children[column.number].count, haveOtherKeys[column.number])
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
    if !tableRows.lists.isEmpty { takeElements(of: row, into: &table) }
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
      count, members: tableRows.memberCount, hasOtherKeys: tableRows.hasOtherKeys)
    for column in tableRows.taken {
      table.take(tableRows.nodes, from: column.start + row, count, at: column.state)
    }
    for column in tableRows.parts {
      let (members, hasOtherKeys) = tableRows.links(column)
      table.takeParts(
        tableRows.nodes, from: column.start + row, count, at: column.state, members: members,
        hasOtherKeys: hasOtherKeys)
    }
  }

  /// Adds the elements of a row's arrays that came apart.
  private mutating func takeElements(of row: Int, into table: inout ColumnTable) {
    // By index, since a loop over the list would count a reference for each row.
    for index in tableRows.lists.indices {
      let list = tableRows.lists[index]
      if tableRows.nodes[list.column.start + row].kind != .array { continue }
      let start = Int(tableRows.elements[list.rows + row])
      let end = Int(tableRows.elements[list.rows + row + 1])
      table.takeElements(
        tableRows.nodes, from: list.elements + start, end - start, of: list.column.state,
        at: list.state)
    }
  }

  /// Scans the cells of a row that may have parts; false if one is nested too deep.
  private mutating func scanCells(of row: Int, into table: inout ColumnTable) -> Bool {
    for column in tableRows.scanned {
      let cell = tableRows.nodes[column.start + row]
      guard cell.kind == .array || cell.kind == .object else {
        if cell.kind != .absent { _ = table.setNew(cell.at(column.state)) }
        continue
      }
      lines.begin(cell.bytes)
      let read = lines.value(
        0, state: column.state, parent: table.place(column.parent), previous: -1,
        depth: column.depth, into: &table)
      guard read.end == cell.bytes.count else { return false }
    }
    return true
  }

  /// Reads one row again, into the first lane.
  mutating func rescan(row: Int, of cells: RowCells, into table: inout ColumnTable) {
    tableRows.begin(cells, lines.tree)
    takeColumns(from: row, rows: 1, into: &table)
    takeElements(of: row, into: &table)
    _ = scanCells(of: row, into: &table)
  }
}
