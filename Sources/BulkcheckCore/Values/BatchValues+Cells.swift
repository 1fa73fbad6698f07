/// CSV cells: missing values, reading as a type, splitting at a separator.
extension BatchValues {
  /// Decides whether a cell is missing, and reads it as the first of its declared types that it
  /// reads as.
  mutating func readCell(_ value: inout Value, _ code: PathCode, isElement: Bool) {
    if !isElement, program.missingCells.contains(value.bytes) {
      value.kind = .null
      return
    }
    if !code.typeList.isEmpty { readCell(&value, as: code.typeList, separator: code.separator) }
  }

  /// Reads a text as the first of the types that it reads as; otherwise it stays text.
  ///
  /// - Parameter separator: that of its elements, in the pool of texts, or -1.
  mutating func readCell(_ value: inout Value, as types: CellTypes, separator: Int32) {
    value.kind = .string
    for type in types {
      if read(&value, as: type, separator: separator) { return }
    }
  }

  /// Whether an empty cell would be read as an array: it is missing
  /// (docs/reference/values.md#arrays-in-cells).
  mutating func emptyIsArray(_ code: PathCode) -> Bool {
    guard code.separator >= 0 else { return false }
    return code.typeList.first { $0 == .array || $0 == .string } == .array
  }

  mutating func read(_ value: inout Value, as type: ValueType, separator: Int32) -> Bool {
    switch type {
    case .string: return true
    case .object: return false
    case .boolean:
      if value.bytes.isWord("true") { value.kind = .true }
      if value.bytes.isWord("false") { value.kind = .false }
      return value.kind != .string
    case .integer, .number:
      guard let number = Decimal.parse(value.bytes), type == .number || number.isInteger else {
        return false
      }
      value.kind = .number
      return true
    case .array:
      guard separator >= 0 else { return false }
      if value.bytes.isEmpty {
        value.kind = .null
        return true
      }
      value.kind = .array
      value.isCell = true
      value.count = Int32(clamping: elementCount(value.bytes, tables.textViews[separator]))
      return true
    }
  }

  /// Whether a cell without a declared type can be read as an array: its field has a separator.
  @inline(__always)
  mutating func isArrayCell(_ value: Value) -> Bool {
    value.path >= 0 && tables.paths[value.path].separator >= 0
  }

  /// Whether a cell without a declared type can be read as an array: its field has a separator.
  @inline(__always)
  mutating func isSplit(_ column: ColumnNumber) -> Bool {
    let path = columns[column].path
    return path >= 0 && tables.paths[path].separator >= 0
  }

  /// The lanes of arrays, and of cells that can be read as one.
  mutating func arrayLanes(_ column: ColumnNumber) -> Lanes {
    isSplit(column) ? columns[column].arrays | columns[column].cells : columns[column].arrays
  }

  mutating func cellElementCount(_ value: Value) -> Int {
    elementCount(value.bytes, tables.textViews[tables.paths[value.path].separator])
  }

  /// The elements of a cell, behind whose text eight bytes are readable: in a chunk or an arena.
  mutating func elementCount(_ text: ByteView, _ separator: ByteView) -> Int {
    if separator.count == 1 { return text.paddedCount(of: separator[0]) &+ 1 }
    var count = 1
    var position = 0
    while let next = text.firstRange(of: separator, from: position) {
      count += 1
      position = next.upperBound
    }
    return count
  }

  /// Makes nodes of the elements of a cell: once for a batch.
  mutating func splitCell(_ column: ColumnNumber, _ lane: Lane) {
    let place = columns[column].place(lane)
    let isArray =
      columns[column].cellArrays.contains(lane)
      || columns[column].cells.contains(lane) && isSplit(column)
    if columns[column].inserted.contains(lane) { return }
    guard isArray, place >= 0, !table.nodes[place].flags.contains(.isSplit) else { return }
    let (nodes, first) = nodes(column)
    split(place, nodes[first &+ lane].bytes, path: columns[column].path)
  }

  /// Makes nodes of the parts of a cell's text.
  mutating func split(_ place: NodeNumber, _ text: ByteView, path: PathNumber) {
    table.nodes[place].flags.insert(.isSplit)
    table.links[place].firstChild = -1
    let state = table.nodes[place].state
    let every = states[state].indexCount > 0 ? FieldTree.none : states[state].everyElement
    let separator = tables.textViews[tables.paths[path].separator]
    let isInserted = isInserted(place)
    var position = 0
    var index = 0
    var previous: NodeNumber = -1
    while true {
      let end = text.end(ofPartFrom: position, separator)
      let child = every >= 0 ? every : program.tree.element(index, of: state)
      if child >= 0 {
        let node = Node(
          bytes: text.unchecked(from: position, to: end), state: child, kind: .cell,
          flags: isInserted ? .isInserted : [])
        let number =
          states[child].isRepeated || isInserted
          ? table.append(node) : table.set(node, in: table.lane(of: place))
        table.link(number, behind: previous, of: place)
        previous = number
      }
      if end == text.count { return }
      position = end &+ separator.count
      index += 1
    }
  }

  /// The first element's node of an array; the others are its siblings.
  mutating func firstElement(_ column: ColumnNumber, _ lane: Lane) -> NodeNumber {
    let place = partsRoot(column, lane)
    if place < 0 { return -1 }
    if isCSV { splitCell(column, lane) }
    return table.firstChild(of: place)
  }

  /// The JSON text of an array or object. An array made of a cell is written out, its elements read
  /// by their declared types (docs/reference/values.md#arrays-in-cells).
  mutating func jsonText(of value: Value) -> ByteView {
    guard value.isCell || value.kind == .cell else { return value.bytes }
    let separator = tables.textViews[tables.paths[value.path].separator]
    arena.begin()
    arena.append(Ascii.openBracket)
    var position = 0
    while true {
      let end = value.bytes.firstRange(of: separator, from: position)
      let part = value.bytes[position..<(end?.lowerBound ?? value.bytes.count)]
      appendJSON(element(part, of: value))
      guard let end else { break }
      arena.append(Ascii.comma)
      position = end.upperBound
    }
    arena.append(Ascii.closeBracket)
    return arena.finish()
  }

  /// A value as JSON text.
  mutating func json(_ value: Value) -> ByteView {
    guard value.kind == .string else { return value.bytes }
    arena.begin()
    appendJSON(value)
    return arena.finish()
  }

  /// Appends a value as JSON; a cell without a declared type is a text.
  mutating func appendJSON(_ element: Value) {
    guard element.isText else {
      arena.append(element.bytes)
      return
    }
    arena.append(quoted: element.bytes)
  }
}

extension ByteView {
  /// The end of the part of a cell that begins at a position: at the next separator, or the cell's
  /// end. Eight bytes behind the view are readable, as in a chunk or an arena.
  @inline(__always)
  func end(ofPartFrom position: Int, _ separator: ByteView) -> Int {
    separator.count == 1
      ? paddedIndex(of: separator[0], from: position)
      : firstRange(of: separator, from: position)?.lowerBound ?? count
  }
}
