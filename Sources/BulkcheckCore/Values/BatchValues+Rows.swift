/// CSV rows as objects, for schemas that look at all members: the cells that are not empty, by the
/// names of their columns. Other schemas read the columns that they name, and pay for no more.
extension BatchValues {
  /// Whether the schema looks at cells that it does not name.
  var linksCells: Bool {
    mutating get {
      states[FieldTree.root].everyMember >= 0 || schema.comparesObjects
        || schema.forbidsMembers && !layout.unreadColumns.isEmpty
    }
  }

  /// Makes a node for each row, and links the cells to it.
  mutating func linkCells(_ root: ColumnNumber) {
    nameCells()
    let wasAt = lane
    columns[root].isRaw = false
    columns[root].first = -1
    for lane in columns[root].lanes {
      self.lane = lane
      let row = table.append(
        Node(bytes: recordBytes, state: FieldTree.root, kind: .object))
      columns[root].counts[lane] = linkCells(to: row)
      if schema.comparesObjects { table.nodes[row].bytes = rowText(row) }
      columns[root].places[lane] = row
      columns[root].nodes[lane] = table.nodes[row]
      columns[root].captured |= Lanes(lane)
    }
    lane = wasAt
  }

  private mutating func linkCells(to row: NodeNumber) -> Int32 {
    let state = max(FieldTree.root, states[FieldTree.root].everyMember)
    var count: Int32 = 0
    var previous: NodeNumber = -1
    func link(_ value: Value, _ name: Int32, _ values: inout BatchValues) {
      let node = Node(
        bytes: value.bytes, state: state, kind: value.kind,
        flags: value.kind == .string ? .isPlain : [])
      let number = values.table.append(node)
      values.table.links[number].cell = UInt32(name)
      values.table.link(number, behind: previous, of: row)
      previous = number
      count += 1
    }
    for index in program.lists.columns.indices {
      let path = schema.pathOfState[program.lists.columns[index].state]
      guard path >= 0, columns[column(path)].values.contains(lane),
        !rows.repeated.contains(index)
      else { continue }
      link(value(ColumnNumber(of: path), lane), Int32(index), &self)
    }
    var row = CSVRowCells(recordBytes, layout.dialect)
    var position = 0
    var index = 0
    while index < layout.unreadColumns.count, let cell = row.next() {
      if position == layout.unreadColumns[index].position {
        if !cell.bytes.isEmpty {
          let value = otherValue(cell.text(into: &arena), rows.otherPaths[index])
          link(value, Int32(program.lists.columns.count + index), &self)
        }
        index += 1
      }
      position += 1
    }
    return count
  }

  /// - Parameter path: by which the cell is read, or -1.
  private mutating func otherValue(_ text: ByteView, _ path: PathNumber) -> Value {
    var value = Value(kind: .string, bytes: text, node: -1, path: path)
    if path >= 0 {
      readCell(&value, as: tables.paths[path].typeList, separator: tables.paths[path].separator)
    }
    return value
  }

  /// A row as JSON text, for comparisons with whole objects.
  private mutating func rowText(_ row: NodeNumber) -> ByteView {
    var text: [UInt8] = [Ascii.openBrace]
    var cell = table.firstChild(of: row)
    while cell >= 0 {
      if text.count > 1 { text.append(Ascii.comma) }
      JSONText.append(quoted: key(of: cell).text, to: &text)
      text.append(Ascii.colon)
      let node = table.nodes[cell]
      if node.kind == .string {
        JSONText.append(quoted: node.bytes.text, to: &text)
      } else {
        for position in 0..<node.bytes.count { text.append(node.bytes[position]) }
      }
      cell = table.links[cell].nextSibling
    }
    text.append(Ascii.closeBrace)
    let owned = OwnedBytes(text)
    arena.begin()
    withExtendedLifetime(owned) { arena.append(owned.view) }
    return arena.finish()
  }

  /// The names of cells: those that the program reads, then the others.
  private mutating func nameCells() {
    guard rows.layout !== layout else { return }
    rows.layout = layout
    let names = program.lists.columns.map(\.name) + layout.unreadColumns.map(\.name)
    rows.names = names.map { OwnedBytes($0) }
    rows.otherPaths = layout.unreadColumns.map { cellPath(of: $0.name) }
    var seen: Set<ExactText> = []
    rows.repeated = Set(
      program.lists.columns.indices.filter { index in
        schema.pathOfState[program.lists.columns[index].state] >= 0
          && !seen.insert(ExactText(program.lists.columns[index].name)).inserted
      })
  }

  /// The path by which the cells of a column are read that no other path means, or -1: as texts.
  private mutating func cellPath(of name: String) -> PathNumber {
    let bytes = OwnedBytes(name)
    for (pattern, names, path) in program.cellPaths {
      let isMeant =
        pattern < 0
        ? !names.contains(ExactText(name))
        : withExtendedLifetime(bytes) { match(pattern, bytes.view) == .matched }
      if isMeant { return path }
    }
    return -1
  }
}

/// CSV: what is known of the cells that are linked to their rows.
struct LinkedRows {
  /// The layout that all of it belongs to.
  fileprivate var layout = CSVLayout.none
  /// The names of cells: those that the program reads, then the others.
  fileprivate(set) var names: [OwnedBytes] = []
  /// The paths by which the other columns are read.
  fileprivate var otherPaths: [PathNumber] = []
  /// Columns that the program reads by two states.
  fileprivate var repeated: Set<Int> = []
}
