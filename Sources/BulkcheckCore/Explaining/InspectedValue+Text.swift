extension InspectedValue {
  /// A value that a record lacks.
  package static var nothing: InspectedValue {
    InspectedValue(
      range: nil, kind: .absent, shown: "absent", text: nil, seenKind: .absent, seen: "absent",
      seenText: nil, elementCount: nil, isQuoted: false)
  }

  /// A value of a record in JSON, as it is.
  ///
  /// - Parameter start: where it begins in the record.
  package init(json: ByteView, at start: Int) {
    self = .nothing
    guard json.count > 0 else { return }
    range = start..<(start + json.count)
    shown = ShownText.value(json).text
    switch json[0] {
    case Ascii.quote where json.count > 1:
      kind = .string
      isQuoted = true
      range = (start + 1)..<(start + json.count - 1)
      var arena = ByteArena()
      text = JSONString.unescape(json[1..<(json.count - 1)], into: &arena).text
    case Ascii.openBrace: kind = .object
    case Ascii.openBracket:
      kind = .array
      elementCount = JSONCursor.elementCount(json)
    case UInt8(ascii: "t"): kind = .true
    case UInt8(ascii: "f"): kind = .false
    case UInt8(ascii: "n"): kind = .null
    default: kind = .number
    }
    (seenKind, seen, seenText) = (kind, shown, text)
  }

  /// A cell of a CSV record, as it is, without its quotes.
  ///
  /// - Parameter start: where it begins in the record.
  package init(cell: ByteView, at start: Int, of row: ByteView) {
    self = .nothing
    kind = .cell
    range = start..<(start + cell.count)
    isQuoted = start > 0 && row[start - 1] == Ascii.quote
    var arena = ByteArena()
    let content = (isQuoted ? CSVCell.unquote(cell, into: &arena) : cell).text
    text = content
    shown = ShownText.text(content).text
    (seenKind, seen, seenText) = (kind, shown, text)
  }
}
