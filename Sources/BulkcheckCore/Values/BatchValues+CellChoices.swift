/// Arrays among the choices of `const`, `enum` and `notEnum`, against the elements of a CSV cell.
extension BatchValues {
  /// Whether a cell has the elements of a listed array. They are read by their declared type;
  /// without one each is read as the type of the value that it is compared with
  /// (docs/reference/values.md#csv-cells, docs/reference/values.md#arrays-in-cells).
  mutating func isChoice(_ cell: Value, in table: ChoiceTable) -> Bool {
    for index in 0..<table.containerCount where hasElements(cell, of: table.containers[index]) {
      return true
    }
    return false
  }

  private mutating func hasElements(_ cell: Value, of array: ByteView) -> Bool {
    var cursor = JSONCursor(array)
    guard cursor.take(Ascii.openBracket) else { return false }
    let separator = tables.textViews[tables.paths[cell.path].separator]
    var position = 0
    while cursor.byte != Ascii.closeBracket {
      guard position <= cell.bytes.count else { return false }
      let end = cell.bytes.firstRange(of: separator, from: position)
      let part = cell.bytes[position..<(end?.lowerBound ?? cell.bytes.count)]
      guard equals(element(part, of: cell), &cursor) else { return false }
      _ = cursor.take(Ascii.comma)
      position = end?.upperBound ?? cell.bytes.count + 1
    }
    return position > cell.bytes.count
  }

  /// An element as its declared type has it; a cell where none is declared.
  mutating func element(_ text: ByteView, of cell: Value) -> Value {
    let path = tables.paths[cell.path].element
    guard path >= 0, !tables.paths[path].typeList.isEmpty else {
      return Value(kind: .cell, bytes: text, node: -1, path: path)
    }
    var element = Value(kind: .string, bytes: text, node: -1, path: path)
    for type in tables.paths[path].typeList {
      if type != .array, read(&element, as: type, separator: tables.paths[path].separator) { break }
    }
    return element
  }

  /// Whether an element equals the value at the cursor; on true the cursor is behind that.
  private mutating func equals(_ element: Value, _ cursor: inout JSONCursor) -> Bool {
    if cursor.byte == Ascii.quote {
      let text = JSONString.unescape(cursor.takeString(), into: &arena)
      return element.isText && text.equals(element.bytes)
    }
    guard element.kind != .string, cursor.byte != Ascii.openBracket, cursor.byte != Ascii.openBrace
    else { return false }
    let scalar = cursor.takeScalar()
    guard let listed = Decimal.parse(scalar) else {
      return !scalar.isWord("null") && scalar.equals(element.bytes)
    }
    guard let number = Decimal.parse(element.bytes) else { return false }
    return Decimal.compare(number, listed) == 0
  }
}
