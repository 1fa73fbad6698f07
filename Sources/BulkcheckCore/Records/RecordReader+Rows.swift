/// Rows of tables, whose cells have been written as nodes (``RowCells``).
///
/// Columns with one value for each row are taken over for a whole batch when its first lane is
/// filled, as are the members of objects. What else comes apart is put into its places row by row,
/// as a scanner would have put it (``RowLinks``).
extension RecordReader {
  /// The rows that are read, and the places of their columns.
  struct Rows {
    /// A column whose cells go to a place.
    struct Column {
      var number: Int32
      var state: StateNumber
      /// The place of the value around it.
      var parent: StateNumber
      /// How deep the value around it is nested.
      var depth: Int
      /// The first of its cells.
      var start: Int
    }

    /// A column as those need it who put its cells one by one.
    struct Code: BitwiseCopyable {
      var name = StaticBytes.emptyView
      var start = 0
      /// The place of the first of its cells among ``RowCells/parts``.
      var partStart = 0
      /// The place of its values, or ``FieldTree/none``; ``unknown`` below members of maps and
      /// single elements.
      var state = FieldTree.none
      /// The place of members with its name, or ``FieldTree/none``.
      var named = FieldTree.none
      var parts = RowColumn.Parts.none
      /// Some cell is JSON.
      var isScanned = false
      /// The columns of its parts, and the next one of the same value.
      var child: Int32 = -1
      var next: Int32 = -1
      var childCount: Int32 = 0
      /// Objects: some members have no place by their names.
      var hasOtherKeys = false

      static let unknown: StateNumber = -2
    }

    /// By column, and behind them that of the rows themselves.
    var codes = Storage<Code>(uninitialized: 0)
    var nodes = Storage<Node>(uninitialized: 0)
    /// See ``RowCells/parts``.
    var parts = Storage<Int32>(uninitialized: 0)
    var cells: RowCells?
    var count = 0
    /// The next row.
    var next = 0
    /// The columns whose places are known.
    var names = RowColumns([])
    /// The columns of the table that are taken over as they are.
    var taken: [Column] = []
    /// Those of members of objects, and of objects and arrays that come apart.
    var members: [Column] = []
    /// The arrays among these: their elements are added row by row.
    var lists: [Column] = []
    /// The columns whose cells are put one by one.
    var linked: [Column] = []
    /// The members of rows form a list.
    var linksRows = false
    /// The lanes of the batch hold rows that do not come next.
    var isAstray = false

    /// The code of the rows themselves.
    var rowCode: Int32 { Int32(truncatingIfNeeded: names.columns.count) }

    /// Looks up the places of columns.
    private mutating func find(_ columns: RowColumns, in tree: FieldTree) {
      names = columns
      codes.deallocate()
      codes = Storage(capacity: columns.columns.count + 1, repeating: Code())
      let row = columns.columns.count
      codes[row].state = FieldTree.root
      codes[row].parts = .members
      for (number, column) in columns.columns.enumerated() {
        codes[number].name = columns.names[number].view
        codes[number].parts = column.parts
        place(number, of: column.parent < 0 ? row : column.parent, tree)
      }
      for (number, children) in columns.children.enumerated() {
        codes[number].childCount = Int32(children.count)
        codes[number].child = children.first.map { Int32($0) } ?? -1
        for (child, next) in zip(children, children.dropFirst()) { codes[child].next = Int32(next) }
        codes[number].hasOtherKeys = children.contains { codes[$0].named < 0 }
      }
    }

    private func place(_ number: Int, of parent: Int, _ tree: FieldTree) {
      let around = codes[parent].state
      guard around >= 0 else {
        codes[number].state = around
        return
      }
      switch codes[parent].parts {
      case .none: break
      case .members:
        let named = tree.keys.member(codes[number].name, of: around)
        codes[number].named = named
        codes[number].state = named >= 0 ? named : tree.states[around].everyMember
      case .elements:
        codes[number].state =
          tree.states[around].indexCount > 0 ? Code.unknown : tree.states[around].everyElement
      case .entries: codes[number].state = Code.unknown
      }
    }

    mutating func begin(_ cells: RowCells, _ tree: FieldTree) {
      if cells.columns !== names { find(cells.columns, in: tree) }
      self.cells = cells
      nodes = cells.nodes
      parts = cells.parts
      count = cells.rowCount
      next = 0
      isAstray = false
      for number in cells.starts.indices {
        codes[number].start = cells.starts[number]
        codes[number].partStart = cells.partStarts[number]
        codes[number].isScanned = cells.haveParts[number]
      }
      taken.removeAll(keepingCapacity: true)
      members.removeAll(keepingCapacity: true)
      lists.removeAll(keepingCapacity: true)
      linked.removeAll(keepingCapacity: true)
      linksRows = tree.states[FieldTree.root].linksChildren
      if linksRows { return }
      for column in names.ofTable { add(column, around: FieldTree.root, depth: 1, tree) }
    }

    private mutating func add(
      _ number: Int, around parent: StateNumber, depth: Int, _ tree: FieldTree
    ) {
      let code = codes[number]
      guard code.named >= 0 else { return }
      let column = Column(
        number: Int32(number), state: code.named, parent: parent, depth: depth, start: code.start)
      let state = tree.states[code.named]
      if code.isScanned { return linked.append(column) }
      switch code.parts {
      case .none:
        if parent == FieldTree.root { taken.append(column) } else { members.append(column) }
      case .members where !state.linksChildren && !state.isReadWhole:
        members.append(column)
        for member in names.children[number] {
          add(member, around: code.named, depth: depth + 1, tree)
        }
      case .elements where !state.isReadWhole && haveNoParts(elementsOf: code):
        members.append(column)
        lists.append(column)
      case .members, .elements, .entries: linked.append(column)
      }
    }

    /// Whether the elements of arrays are taken over as they are.
    @inline(__always)
    func haveNoParts(elementsOf list: Code) -> Bool {
      let element = codes[list.child]
      return element.parts == .none && !element.isScanned && element.state != Code.unknown
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
    if tableRows.linksRows || !tableRows.linked.isEmpty, !link(row, into: &table) {
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
    let code = tableRows.codes[tableRows.rowCode]
    table.takeObjects(count, members: Int(code.childCount), hasOtherKeys: code.hasOtherKeys)
    for column in tableRows.taken {
      table.take(tableRows.nodes, from: column.start + row, count, at: column.state)
    }
    for column in tableRows.members {
      let code = tableRows.codes[column.number]
      table.takeParts(
        tableRows.nodes, from: column.start + row, count, at: column.state,
        members: Int(code.childCount), hasOtherKeys: code.hasOtherKeys)
    }
  }

  /// Adds the elements of a row's arrays.
  private mutating func takeElements(of row: Int, into table: inout ColumnTable) {
    // By index, since a loop over the list would count a reference for each row.
    for index in tableRows.lists.indices {
      let list = tableRows.lists[index]
      if tableRows.nodes[list.start + row].kind != .array { continue }
      takeElements(of: list.number, row, into: table.place(list.state), &table)
    }
  }

  /// Makes the elements of an array, which are taken over as they are, those of its node.
  @inline(__always)
  private mutating func takeElements(
    of column: Int32, _ row: Int, into array: NodeNumber, _ table: inout ColumnTable
  ) {
    let code = tableRows.codes[column]
    let element = tableRows.codes[code.child]
    let start = Int(tableRows.parts[code.partStart &+ 2 &* row])
    let end = Int(tableRows.parts[code.partStart &+ 2 &* row &+ 1])
    table.takeElements(
      tableRows.nodes, from: element.start &+ start, end &- start, of: array, at: element.state)
  }

  /// Reads one row again, into the first lane.
  mutating func rescan(row: Int, of cells: RowCells, into table: inout ColumnTable) {
    tableRows.begin(cells, lines.tree)
    takeColumns(from: row, rows: 1, into: &table)
    takeElements(of: row, into: &table)
    _ = link(row, into: &table)
  }

  // MARK: One by one

  /// Puts those cells of a row into their places that are not taken over by columns; false if one
  /// is nested too deep.
  @inline(never)
  private mutating func link(_ row: Int, into table: inout ColumnTable) -> Bool {
    if tableRows.linksRows {
      return linkMembers(
        of: tableRows.rowCode, row, node: table.place(FieldTree.root), depth: 1, &table)
    }
    for index in tableRows.linked.indices {
      let column = tableRows.linked[index]
      let read = put(
        column.number, row, at: column.state, of: table.place(column.parent), behind: -1,
        depth: column.depth, &table)
      if read.end < 0 { return false }
    }
    return true
  }

  /// Puts a cell, with all its parts, at a place, as ``JSONScanner`` does with a value.
  ///
  /// - Parameters:
  ///   - parent: the node of the value around it.
  ///   - previous: the part of that before it, or -1.
  ///   - depth: how deep the value around it is nested.
  private mutating func put(
    _ column: Int32, _ row: Int, at state: StateNumber, of parent: NodeNumber,
    behind previous: NodeNumber, depth: Int, _ table: inout ColumnTable
  ) -> JSONScanner.ReadValue {
    let code = tableRows.codes[column]
    let cell = tableRows.nodes[code.start &+ row]
    if cell.kind == .absent { return JSONScanner.ReadValue(end: 0, node: -1) }
    let slot = lines.place(cell.at(state), parent, previous, &table)
    let read = JSONScanner.ReadValue(end: 0, node: slot.added)
    guard cell.kind == .object || cell.kind == .array else { return read }
    guard cell.isApart else {
      lines.begin(cell.bytes)
      let end = lines.fill(
        slot.node, 0, isObject: cell.kind == .object, depth: depth &+ 1, into: &table)
      return end == cell.byteCount ? read : .malformed
    }
    if lines.states[state].isReadWhole, let cells = tableRows.cells {
      table.nodes[slot.node].bytes = cells.text(of: cell)
    }
    let isFine =
      switch code.parts {
      case .members: linkMembers(of: column, row, node: slot.node, depth: depth &+ 1, &table)
      case .elements: linkElements(of: column, row, node: slot.node, depth: depth &+ 1, &table)
      case .entries: linkEntries(of: column, row, node: slot.node, depth: depth &+ 1, &table)
      case .none: true
      }
    return isFine ? read : .malformed
  }

  /// Puts the members of an object: into columns, or as a list.
  private mutating func linkMembers(
    of column: Int32, _ row: Int, node: NodeNumber, depth: Int, _ table: inout ColumnTable
  ) -> Bool {
    let state = table.nodes[node].state
    let code = tableRows.codes[column]
    let isList = lines.states[state].isRepeated || lines.states[state].linksChildren
    let every = isList ? lines.states[state].everyMember : FieldTree.none
    let isKnown = code.state == state
    var hasOtherKeys = isKnown && code.hasOtherKeys
    var previous: NodeNumber = -1
    var child = code.child
    while child >= 0 {
      let member = tableRows.codes[child]
      var target = member.named
      if !isKnown {
        target = lines.keys.member(member.name, of: state)
        hasOtherKeys = hasOtherKeys || target < 0
      }
      if target < 0 { target = every }
      if target >= 0 {
        let value = put(child, row, at: target, of: node, behind: previous, depth: depth, &table)
        if value.end < 0 { return false }
        if isList, value.node >= 0 {
          previous = value.node
          table.setKey(member.name, isEscaped: false, of: previous)
        }
      }
      child = member.next
    }
    table.links[node].count = code.childCount
    if hasOtherKeys { table.nodes[node].flags.insert(.hasOtherKeys) }
    return true
  }

  /// Puts the elements of an array.
  private mutating func linkElements(
    of column: Int32, _ row: Int, node: NodeNumber, depth: Int, _ table: inout ColumnTable
  ) -> Bool {
    let state = table.nodes[node].state
    let code = tableRows.codes[column]
    if code.state == state, tableRows.haveNoParts(elementsOf: code) {
      takeElements(of: column, row, into: node, &table)
      return true
    }
    let start = tableRows.parts[code.partStart &+ 2 &* row]
    let end = tableRows.parts[code.partStart &+ 2 &* row &+ 1]
    let every = lines.states[state].everyElement
    let hasPositions = lines.states[state].indexCount > 0
    var previous: NodeNumber = -1
    for element in start..<end {
      let target = hasPositions ? lines.tree.element(Int(element &- start), of: state) : every
      if target < 0 { continue }
      let value = put(
        code.child, Int(element), at: target, of: node, behind: previous, depth: depth, &table)
      if value.end < 0 { return false }
      if value.node >= 0 { previous = value.node }
    }
    table.links[node].count = end &- start
    return true
  }

  /// Puts the members of an object that is a map.
  private mutating func linkEntries(
    of column: Int32, _ row: Int, node: NodeNumber, depth: Int, _ table: inout ColumnTable
  ) -> Bool {
    let state = table.nodes[node].state
    let code = tableRows.codes[column]
    let keys = tableRows.codes[code.child]
    let isList = lines.states[state].isRepeated || lines.states[state].linksChildren
    let every = isList ? lines.states[state].everyMember : FieldTree.none
    var (count, others): (Int32, Int32) = (0, 0)
    var previous: NodeNumber = -1
    let start = tableRows.parts[code.partStart &+ 2 &* row]
    let end = tableRows.parts[code.partStart &+ 2 &* row &+ 1]
    for entry in start..<end {
      let key = tableRows.nodes[keys.start &+ Int(entry)]
      var target = lines.child(key.bytes, key.flags, of: state)
      if target < 0 {
        table.nodes[node].flags.insert(.hasOtherKeys)
        target = every
        others &+= 1
      }
      guard target >= 0 else {
        count &+= 1
        continue
      }
      let value = put(
        keys.next, Int(entry), at: target, of: node, behind: previous, depth: depth, &table)
      if value.end < 0 { return false }
      // In columns, a key that comes again counts, too.
      if !isList || value.node >= 0 { count &+= 1 }
      if isList, value.node >= 0 {
        previous = value.node
        table.setKey(key.bytes, isEscaped: key.flags.contains(.isEscaped), of: previous)
      }
    }
    table.links[node].count = count
    if every >= 0, others > 1 { lines.dropRepeatedMembers(of: node, at: every, others, &table) }
    return true
  }
}
