internal import BulkcheckCore

/// The values of a record by JSON Pointers: rules of a schema fail at places and have no paths.
extension FoundRecord {
  /// The value at the place to which names and numbers of elements lead, as the record has it; one
  /// without a range where there is none.
  func value(at names: [String]) -> InspectedValue {
    let text = OwnedBytes(bytes)
    return withExtendedLifetime(text) {
      format == .jsonl ? jsonValue(at: names, in: text.view) : cell(at: names, in: text.view)
    }
  }

  private func jsonValue(at names: [String], in record: ByteView) -> InspectedValue {
    var cursor = JSONCursor(record)
    for name in names {
      guard cursor.enter(name) else { return .nothing }
    }
    let start = cursor.position
    return InspectedValue(json: cursor.takeValue(), at: start)
  }

  private func cell(at names: [String], in row: ByteView) -> InspectedValue {
    guard names.count == 1, let column = columns.firstIndex(where: { $0.isExactly(names[0]) })
    else { return .nothing }
    let cells = cellRanges(row)
    return cells.indices.contains(column)
      ? InspectedValue(cell: row[cells[column]], at: cells[column].lowerBound, of: row) : .nothing
  }
}

extension JSONCursor {
  /// Moves from a value to one of its members, the last of the name, or to one of its elements.
  fileprivate mutating func enter(_ name: String) -> Bool {
    switch byte {
    case Ascii.openBrace: enterMember(name)
    case Ascii.openBracket: InstanceLocation.position(name).map { enterElement($0) } ?? false
    default: false
    }
  }

  private mutating func enterMember(_ name: String) -> Bool {
    var arena = ByteArena()
    var found: JSONCursor?
    advance()
    while let key = nextKey() {
      if JSONString.unescape(key, into: &arena).text.isExactly(name) { found = self }
      _ = takeValue()
    }
    guard let found else { return false }
    self = found
    return true
  }

  private mutating func enterElement(_ number: Int) -> Bool {
    advance()
    for _ in 0..<number {
      guard byte != Ascii.closeBracket, position < bytes.count else { return false }
      _ = takeValue()
      _ = take(Ascii.comma)
    }
    return byte != Ascii.closeBracket && position < bytes.count
  }
}
