/// Reading columns: what rules see of the values at a path, for all records of the batch, once for
/// all rules.
///
/// Most columns have only one kind of value. A C kernel finds the lanes with values of the kind of
/// the first one, so one call sorts such a column, and each further kind takes one more. Plain
/// values stay where they lie in the table. Values are read one by one only if they have an escape,
/// if `normalize` may change them, or if they are cells of a declared type (`BatchValues+Values`).
/// Numbers are read when a rule first asks, as integers of their digits. In the records
///
///     {"n": 7}   {"n": "a"}   {"n": 8}   {"n": "\u0062"}
///
/// the first call finds the numbers (lanes 0 and 2), the second the plain string (lane 1), the
/// third the one with an escape (lane 3). Because of that one, the values are copied from the
/// table, and `b` goes into the ``arena``.
extension BatchValues {
  /// The column of a path, read once for a batch.
  @inline(__always)
  mutating func column(_ path: PathNumber) -> ColumnNumber {
    let column = ColumnNumber(of: path)
    if columns[column].batch != batch { readColumn(path) }
    return column
  }

  /// The nodes of a column's values, from its first lane on. Reading further values may move them.
  @inline(__always)
  mutating func nodes(_ column: ColumnNumber) -> (nodes: Storage<Node>, first: NodeNumber) {
    columns[column].isRaw
      ? (table.nodes, columns[column].first) : (columns[column].nodes, 0)
  }

  /// The lanes in which the bytes of a column's values satisfy a condition.
  @inline(__always)
  mutating func having(
    _ column: ColumnNumber, _ lanes: Lanes, _ isMeant: (ByteView) -> Bool
  ) -> Lanes {
    let (nodes, first) = nodes(column)
    var found = Lanes.none
    for lane in lanes { found.insert(lane, if: isMeant(nodes[first &+ lane].bytes)) }
    return found
  }

  /// The value at a path that is not repeated, in the lane that is looked at alone.
  mutating func value(_ path: PathNumber) -> Value { value(column(path), lane) }

  /// The value in a lane of a column.
  mutating func value(_ column: ColumnNumber, _ lane: Lane) -> Value {
    var value = Value(
      kind: columns[column].kind(lane), node: columns[column].place(lane),
      path: columns[column].path)
    let (nodes, first) = nodes(column)
    if !value.isMissing { value.bytes = nodes[first &+ lane].bytes }
    if value.kind == .array || value.kind == .object { value.count = columns[column].counts[lane] }
    value.isCell = columns[column].cellArrays.contains(lane)
    value.hasOtherKeys = columns[column].otherKeys.contains(lane)
    value.isUnreadable = columns[column].unreadables.contains(lane)
    value.isLocalTime = columns[column].localTimes.contains(lane)
    return value
  }

  /// Puts a value into a lane of a column that is not raw.
  private mutating func put(_ value: Value, _ column: ColumnNumber, _ lane: Lane) {
    let bit = Lanes(lane)
    columns[column].add(bit, value.kind)
    columns[column].nodes[lane] = Node(bytes: value.bytes, state: -1, kind: value.kind)
    columns[column].counts[lane] = value.count
    if value.isCell { columns[column].cellArrays |= bit }
    if value.hasOtherKeys { columns[column].otherKeys |= bit }
    if value.isUnreadable { columns[column].unreadables |= bit }
    if value.isLocalTime { columns[column].localTimes |= bit }
    if value.isInserted { noteInserted(value, column, lane) }
  }

  // MARK: Paths

  @inline(never)
  private mutating func readColumn(_ path: PathNumber) {
    columns[path].clear(tables.paths[path].isPlain ? batchLanes : objects)
    columns[path].batch = batch
    if isCSV {
      let isRow = path == ProgramBuilder.recordPath && !isOfElements
      if isRow || path == schema.rootPath {
        columns[path].objects = objects
        for lane in objects { columns[path].counts[lane] = 1 }
        if hasOtherColumns { columns[path].otherKeys = objects }
        if path == schema.rootPath, linksCells { linkCells(ColumnNumber(of: path)) }
        return
      }
      if tables.paths[path].column >= 0 { splitCells(tables.paths[path].column, below: path) }
    }
    capture(path)
    if tables.paths[path].around >= 0 { takeFromAround(path) }
    sortByKind(ColumnNumber(of: path), columns[path].captured)
    if isCSV {
      readCells(ColumnNumber(of: path))
    } else {
      readOthers(ColumnNumber(of: path))
    }
  }

  /// Finds the captured values at a fixed path.
  private mutating func capture(_ path: PathNumber) {
    let start = tables.paths[path].stateStart
    // In CSV a pointer's number is part of a column's name (docs/reference/paths.md#paths-in-csv):
    // the first state, all of keys.
    let isColumn = isCSV && tables.paths[path].column < 0
    let count = isColumn ? min(tables.paths[path].stateCount, 1) : tables.paths[path].stateCount
    guard count > 0 else { return }
    let wanted = columns[path].lanes - columns[path].unreadables
    let cellState = isCSV ? tables.paths[path].cellState : -1
    let state = cellState >= 0 ? cellState : tables.pathStates[start]
    columns[path].captured = table.present[state] & wanted
    columns[path].first = table.column(state)
    columns[path].isRaw = true
    guard count > 1, cellState < 0 else { return }
    for lane in wanted {
      columns[path].places[lane] = -1
      for index in start..<start &+ count where columns[path].places[lane] < 0 {
        let place = table.node(at: tables.pathStates[index], in: lane)
        columns[path].places[lane] = place
        if place >= 0 { columns[path].captured |= Lanes(lane) }
      }
    }
    columns[path].first = -1
    copyNodes(ColumnNumber(of: path), columns[path].captured)
  }

  /// Makes a column one that is not raw.
  mutating func copyNodes(_ column: ColumnNumber, _ lanes: Lanes) {
    for lane in lanes {
      let place = columns[column].place(lane)
      columns[column].nodes[lane] = table.nodes[place]
    }
    columns[column].isRaw = false
  }

  /// Notes the kinds of captured values. Values at one path mostly have one kind, so what is like
  /// the first one is found at a stroke, then what is like the first of the others.
  private mutating func sortByKind(_ column: ColumnNumber, _ lanes: Lanes) {
    let (nodes, first) = nodes(column)
    var rest = lanes
    while !rest.isEmpty {
      let example = nodes[first &+ rest.first]
      let (alike, empties) = nodes.alike(rest, from: first, example.mark, kernel)
      rest -= alike
      columns[column].add(alike, example.kind)
      if example.flags.contains(.isEscaped) { columns[column].escaped |= alike }
      if example.flags.contains(.isLocalTime) { columns[column].localTimes |= alike }
      if example.flags.contains(.isNaN) { columns[column].nans |= alike }
      switch example.kind {
      case .array, .object: noteParts(column, alike, example.flags)
      case .null: columns[column].capturedNulls |= alike
      default: columns[column].capturedEmpties |= empties
      }
    }
  }

  private mutating func noteParts(_ column: ColumnNumber, _ lanes: Lanes, _ flags: Node.Flags) {
    if flags.contains(.hasOtherKeys) { columns[column].otherKeys |= lanes }
    for lane in lanes {
      let count = table.links[columns[column].place(lane)].count
      columns[column].counts[lane] = count
      columns[column].capturedEmpties.insert(lane, if: count == 0)
    }
  }

  // MARK: JSON

  /// Reads those values of a column that rules do not see as they were captured.
  private mutating func readOthers(_ column: ColumnNumber) {
    let path = columns[column].path
    if tables.paths[path].changeCount > 0 {
      readAgain(column, columns[column].lanes - columns[column].unreadables)
    } else if missingTexts != nil, !tables.paths[path].isPlain {
      readAgain(column, columns[column].strings)
    } else {
      unescape(column, columns[column].escaped)
    }
  }

  /// Unescapes texts that nothing else changes.
  private mutating func unescape(_ column: ColumnNumber, _ lanes: Lanes) {
    if lanes.isEmpty { return }
    if columns[column].isRaw { copyNodes(column, columns[column].captured) }
    for lane in lanes {
      let text = JSONString.unescape(escaped: columns[column].nodes[lane].bytes, into: &arena)
      columns[column].nodes[lane] = Node(bytes: text, state: -1, kind: .string)
    }
  }

  private mutating func readAgain(_ column: ColumnNumber, _ lanes: Lanes) {
    if lanes.isEmpty { return }
    if columns[column].isRaw { copyNodes(column, columns[column].captured) }
    for lane in lanes { readAgain(column, lane) }
  }

  private mutating func readAgain(_ column: ColumnNumber, _ lane: Lane) {
    let place = columns[column].place(lane)
    noteMissing(column, lane, place)
    columns[column].remove(Lanes(lane))
    put(value(ofNode: place, path: columns[column].path), column, lane)
  }

  /// Notes a text that, as it was captured, is a missing value; elements never are.
  private mutating func noteMissing(_ column: ColumnNumber, _ lane: Lane, _ place: NodeNumber) {
    let canBeMissing = isCSV ? !onlyEmptyIsMissing : missingTexts != nil
    guard place >= 0, canBeMissing, !isElement(place) else { return }
    let node = table.nodes[place]
    guard node.kind == .string || node.kind == .cell, !node.isEmpty else { return }
    let isMissing =
      isCSV
      ? missingCells.contains(text(of: node))
      : missingTexts?.contains(text(of: node)) ?? false
    columns[column].capturedNulls.insert(lane, if: isMissing)
  }

  /// The text of a string or cell, as it is meant.
  mutating func text(of node: Node) -> ByteView {
    guard node.flags.contains(.isEscaped) else { return node.bytes }
    return node.kind == .cell
      ? layout.dialect.text(ofEscaped: node.bytes, into: &arena)
      : JSONString.unescape(escaped: node.bytes, into: &arena)
  }

  // MARK: Numbers

  /// Reads the numbers in some lanes as small decimals, those that are.
  mutating func readDecimals(_ column: ColumnNumber, _ lanes: Lanes) {
    let untried = lanes - columns[column].triedNumbers
    if untried.isEmpty { return }
    let (nodes, first) = nodes(column)
    let decimals = columns[column].decimals
    var small = Lanes.none
    for lane in untried {
      guard let decimal = nodes[first &+ lane].bytes.smallDecimal else { continue }
      decimals[lane] = decimal
      small |= Lanes(lane)
    }
    columns[column].smallNumbers |= small
    columns[column].triedNumbers |= untried
  }

  // MARK: CSV

  /// Splits the cells whose elements lie at a path. If a cell is not known, neither are they.
  private mutating func splitCells(_ cellPath: PathNumber, below path: PathNumber) {
    let cells = column(cellPath)
    columns[path].unreadables = columns[cells].unreadables
    for lane in objects - columns[cells].unreadables { splitCell(cells, lane) }
  }

  /// Reads cells as their declared types: the commonest ways for all lanes at once.
  private mutating func readCells(_ column: ColumnNumber) {
    let path = columns[column].path
    guard !tables.paths[path].endsInElement, tables.paths[path].changeCount == 0,
      tables.paths[path].typeList.count < 2
    else {
      readOtherCells(column)
      return
    }
    let escaped = columns[column].escaped
    readPlainCells(column, columns[column].cells - escaped)
    readAgain(column, escaped)
  }

  private mutating func readPlainCells(_ column: ColumnNumber, _ cells: Lanes) {
    let path = columns[column].path
    let (nodes, first) = nodes(column)
    var missing = Lanes.none
    if onlyEmptyIsMissing {
      missing = cells & columns[column].capturedEmpties
    } else {
      let words = missingCells
      missing = having(column, cells) { words.contains($0) }
      columns[column].capturedNulls |= missing - columns[column].capturedEmpties
    }
    columns[column].cells -= cells
    columns[column].nulls |= missing
    let rest = cells - missing
    guard let type = tables.paths[path].typeList.first else {
      columns[column].cells |= rest
      return
    }
    switch type {
    case .string, .object: columns[column].strings = rest
    case .integer: readNumbers(column, rest, areIntegers: true)
    case .number: readNumbers(column, rest, areIntegers: false)
    case .boolean:
      var (yes, no) = (Lanes.none, Lanes.none)
      for lane in rest {
        yes.insert(lane, if: nodes[first &+ lane].bytes.isWord("true"))
        no.insert(lane, if: nodes[first &+ lane].bytes.isWord("false"))
      }
      columns[column].trues = yes
      columns[column].falses = no
      columns[column].strings = rest - yes - no
    case .array: readArrays(column, rest)
    }
  }

  private mutating func readNumbers(_ column: ColumnNumber, _ lanes: Lanes, areIntegers: Bool) {
    let (nodes, first) = nodes(column)
    var numbers = Lanes.none
    var small = Lanes.none
    for lane in lanes {
      let text = nodes[first &+ lane].bytes
      if let decimal = text.smallDecimal, !areIntegers || decimal.scale == 0 {
        columns[column].decimals[lane] = decimal
        small |= Lanes(lane)
      } else if let number = Decimal.parse(text), !areIntegers || number.isInteger {
        numbers |= Lanes(lane)
      }
    }
    columns[column].numbers = numbers | small
    columns[column].smallNumbers = small
    columns[column].triedNumbers = small
    columns[column].strings = lanes - numbers - small
  }

  private mutating func readArrays(_ column: ColumnNumber, _ lanes: Lanes) {
    let place = tables.paths[columns[column].path].separator
    guard place >= 0 else {
      columns[column].strings = lanes
      return
    }
    let separator = tables.textViews[place]
    let (nodes, first) = nodes(column)
    let empty = lanes & columns[column].capturedEmpties
    for lane in lanes - empty {
      columns[column].counts[lane] = Int32(
        clamping: elementCount(nodes[first &+ lane].bytes, separator))
    }
    columns[column].nulls |= empty
    columns[column].arrays = lanes - empty
    columns[column].cellArrays = lanes - empty
  }

  /// Reads cells one by one.
  private mutating func readOtherCells(_ column: ColumnNumber) {
    let others =
      tables.paths[columns[column].path].changeCount > 0
      ? columns[column].lanes - columns[column].unreadables : columns[column].captured
    readAgain(column, others)
  }

  // MARK: Frames

  /// Makes a frame of values that a walk found, and returns the number of its column. It is the
  /// innermost one until ``closeFrame()``.
  ///
  /// - Parameter around: the column from whose lanes the walk began.
  mutating func openFrame(
    _ start: Int, _ end: Int, path: PathNumber, around: ColumnNumber
  ) -> ColumnNumber {
    let frame = nextFrame()
    let count = Int32(end - start)
    columns[frame].clear(Lanes(below: count))
    columns[frame].path = path
    columns[frame].around = around
    let plain = plainMark(path)
    let (parents, records) = (columns[frame].parents, columns[frame].records)
    let (places, nodes) = (columns[frame].places, columns[frame].nodes)
    var captured = Lanes.none
    var texts = Lanes.none
    for lane in 0..<Lane(count) {
      let place = found[start + Int(lane)].place
      let parent = found[start + Int(lane)].parent
      parents[lane] = parent
      records[lane] = columns[around].record(parent)
      places[lane] = place
      guard place >= 0 else { continue }
      captured |= Lanes(lane)
      guard table.nodes[place].mark & ~Node.plainMark == plain else { continue }
      nodes[lane] = table.nodes[place]
      texts |= Lanes(lane)
    }
    columns[frame].captured = captured
    columns[frame].strings = texts
    if isCSV, tables.paths[path].typeList.isEmpty { columns[frame].takeStringsAsCells() }
    for lane in columns[frame].lanes - texts {
      put(value(ofNode: places[lane], path: path), frame, lane)
    }
    return frame
  }

  /// Makes a frame of one value of no record.
  mutating func openFrame(of value: Value) -> ColumnNumber {
    let frame = nextFrame()
    columns[frame].clear(Lanes(0))
    columns[frame].path = value.path
    put(value, frame, 0)
    return frame
  }

  /// Makes a frame of texts without places in the record: the names of members.
  mutating func openFrame(names: [ByteView], path: PathNumber, record: Lane) -> ColumnNumber {
    let frame = nextFrame()
    columns[frame].clear(Lanes(below: Int32(names.count)))
    columns[frame].path = path
    for (index, name) in names.enumerated() {
      let lane = Lane(index)
      columns[frame].parents[lane] = 0
      columns[frame].records[lane] = record
      columns[frame].places[lane] = -1
      put(Value(kind: .string, bytes: name, node: -1, path: path), frame, lane)
    }
    return frame
  }

  /// The mark of the elements that rules see as the texts that were captured.
  private mutating func plainMark(_ path: PathNumber) -> UInt16 {
    let none = UInt16.max
    guard tables.paths[path].changeCount == 0, tables.paths[path].endsInElement else { return none }
    if !isCSV { return UInt16(ValueKind.string.rawValue) }
    let isText = tables.paths[path].typeList.isEmpty || TypeMask.string == tables.paths[path].types
    return isText ? UInt16(ValueKind.cell.rawValue) : none
  }

  /// A column for a frame or for changed values, until ``closeFrame()``.
  mutating func nextFrame() -> ColumnNumber {
    let frame = ColumnNumber(program.pathCount) &+ frameDepth
    if frame == columnCount {
      if Int(frame) == columns.capacity {
        columns = columns.grown(to: columns.capacity * 2, keeping: Int(columnCount))
      }
      columns[frame] = Column(
        lanes: ColumnTable.lanesMaximum, culprits: nil, canInsert: program.insertsParts)
      columnCount += 1
    }
    frameDepth += 1
    columns[frame].serial = framesOpened
    framesOpened += 1
    return frame
  }

  mutating func closeFrame() { frameDepth -= 1 }

  /// A copy of the values of a column, to be changed; until ``closeFrame()``.
  mutating func copy(_ column: ColumnNumber, _ lanes: Lanes) -> ColumnNumber {
    let made = nextFrame()
    columns[made].take(columns[column])
    let (nodes, first) = nodes(column)
    for lane in lanes { columns[made].nodes[lane] = nodes[first &+ lane] }
    for lane in lanes { columns[made].counts[lane] = columns[column].counts[lane] }
    for lane in lanes { columns[made].places[lane] = columns[column].place(lane) }
    for lane in lanes & columns[column].inserted {
      columns[made].insertions[lane] = columns[column].insertions[lane]
    }
    return made
  }

  /// The records in which the lanes of a column lie.
  @inline(__always)
  mutating func records(of lanes: Lanes, _ column: ColumnNumber) -> Lanes {
    guard columns[column].isFrame else { return lanes }
    var found = Lanes.none
    for lane in lanes { found |= Lanes(columns[column].records[lane]) }
    return found
  }

  /// The lanes around a frame that have one of its lanes.
  @inline(__always)
  mutating func parents(of lanes: Lanes, _ frame: ColumnNumber) -> Lanes {
    var found = Lanes.none
    for lane in lanes { found |= Lanes(columns[frame].parents[lane]) }
    return found
  }
}
