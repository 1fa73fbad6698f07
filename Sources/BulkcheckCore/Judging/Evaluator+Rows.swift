/// CSV rows as objects, for schemas that look at all members: the cells that are not empty, by the
/// names of their columns. Other schemas read the columns that they name, and pay for no more.
extension Evaluator {
  /// Whether the schema looks at cells that it does not name.
  var linksCells: Bool {
    states[FieldTree.root].everyMember >= 0 || schema.comparesObjects
      || schema.forbidsMembers && !layout.unreadColumns.isEmpty
  }

  /// Makes a node for each row, and links the cells to it.
  mutating func linkCells(_ root: Int32) {
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

  private mutating func linkCells(to row: Int32) -> Int32 {
    let state = max(FieldTree.root, states[FieldTree.root].everyMember)
    var count: Int32 = 0
    var previous: Int32 = -1
    func link(_ value: Value, _ name: Int32, _ evaluator: inout Evaluator) {
      let node = Node(
        bytes: value.bytes, state: state, kind: value.kind,
        flags: value.kind == .string ? .isPlain : [])
      let number = evaluator.table.append(node)
      evaluator.table.links[number].keyDistance = UInt32(name)
      if previous >= 0 {
        evaluator.table.links[previous].nextSibling = number
      } else {
        evaluator.table.links[row].firstChild = number
      }
      previous = number
      count += 1
    }
    for index in program.columns.indices {
      let path = schema.pathOfState[program.columns[index].state]
      guard path >= 0, columns[column(path)].values.contains(lane),
        !repeatedColumns.contains(index)
      else { continue }
      link(value(path, lane), Int32(index), &self)
    }
    var row = CSVRowCells(recordBytes, delimiter: layout.delimiter)
    var position = 0
    var index = 0
    while index < layout.unreadColumns.count, let cell = row.next() {
      if position == layout.unreadColumns[index].position {
        if !cell.bytes.isEmpty {
          let value = otherValue(cell.text(into: &arena), otherCellPaths[index])
          link(value, Int32(program.columns.count + index), &self)
        }
        index += 1
      }
      position += 1
    }
    return count
  }

  /// - Parameter path: by which the cell is read, or -1.
  private mutating func otherValue(_ text: ByteView, _ path: Int32) -> Value {
    var value = Value(kind: .string, bytes: text, node: -1, path: path)
    if path >= 0 {
      readCell(&value, as: paths[path].typeList, separator: paths[path].separator)
    }
    return value
  }

  /// A row as JSON text, for comparisons with whole objects.
  private mutating func rowText(_ row: Int32) -> ByteView {
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
    guard namedLayout !== layout else { return }
    namedLayout = layout
    let names = program.columns.map(\.name) + layout.unreadColumns.map(\.name)
    cellNames = names.map { OwnedBytes($0) }
    otherCellPaths = layout.unreadColumns.map { cellPath(of: $0.name) }
    var seen: Set<ExactText> = []
    repeatedColumns = Set(
      program.columns.indices.filter { index in
        schema.pathOfState[program.columns[index].state] >= 0
          && !seen.insert(ExactText(program.columns[index].name)).inserted
      })
  }

  /// The path by which the cells of a column are read that no other path means, or -1: as texts.
  private mutating func cellPath(of name: String) -> Int32 {
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

  /// The lanes whose rows have a cell, among the columns that the program reads, that no name or
  /// pattern beside the keyword is about.
  mutating func lanesWithOtherCells(_ keyword: KeywordCode, _ lanes: Lanes) -> Lanes {
    var found = Lanes.none
    for column in program.columns {
      let path = schema.pathOfState[column.state]
      guard path >= 0 else { continue }
      let cells = lanes & columns[self.column(path)].values
      guard let first = cells.isEmpty ? nil : cells.first,
        isOther(named: program.stepNames[column.state], keyword, first)
      else { continue }
      found |= cells
    }
    return found
  }
}
