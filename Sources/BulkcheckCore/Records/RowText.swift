/// A row of a table as the JSON object that it means, made when something is told of it.
///
/// Cold: only failures that are shown, with a value that came apart or with the place of a part,
/// ask for it.
struct RowText {
  private let cells: RowCells
  private let row: Int
  private let text: OwnedBytes
  /// The place of the cell of each column; of a text, behind its quote. -1 if the row has none.
  private let ranges: [Range<Int>]
  /// By column of arrays that came apart: the place of each element; of a text, behind its quote.
  private let elements: [Int: [Int]]

  init(_ cells: RowCells, row: Int) {
    var writer = RowWriter(cells, row: row)
    writer.writeMembers(cells.columns.ofTable)
    self.cells = cells
    self.row = row
    text = OwnedBytes(writer.bytes)
    ranges = writer.ranges
    elements = writer.elements
  }

  var view: ByteView { text.view }

  /// The text of the cell at which members of these names lead; nil if that is part of JSON.
  func cell(at names: [String]) -> ByteView? {
    column(at: names).map { text.view[ranges[$0]] }
  }

  /// The place at which the cell begins to which members of these names lead.
  func position(at names: [String]) -> Int? { column(at: names).map { ranges[$0].lowerBound } }

  /// The place at which an element of such a cell begins.
  func position(ofElement index: Int, at names: [String]) -> Int? {
    guard let places = column(at: names).flatMap({ elements[$0] }), index < places.count else {
      return nil
    }
    return places[index]
  }

  private func column(at names: [String]) -> Int? {
    cells.columns.column(at: names).flatMap { ranges[$0].lowerBound > 0 ? $0 : nil }
  }

  /// The place at which a part of a cell begins that is JSON.
  func position(ofPart part: ByteView) -> Int? {
    for column in ranges.indices where cells.haveParts[column] && ranges[column].lowerBound > 0 {
      let cell = cells.node(column, row).bytes
      if cell.covers(part) { return ranges[column].lowerBound + cell.position(of: part) }
    }
    return nil
  }
}

/// Writes a row.
private struct RowWriter {
  private let cells: RowCells
  private let row: Int
  private(set) var bytes: [UInt8] = []
  private(set) var ranges: [Range<Int>]
  private(set) var elements: [Int: [Int]] = [:]

  init(_ cells: RowCells, row: Int) {
    self.cells = cells
    self.row = row
    ranges = [Range<Int>](repeating: 0..<0, count: cells.columns.columns.count)
  }

  mutating func writeMembers(_ columns: [Int]) {
    bytes.append(Ascii.openBrace)
    for column in columns {
      if column != columns.first { bytes.append(Ascii.comma) }
      JSONText.append(quoted: cells.columns.columns[column].name, to: &bytes)
      bytes.append(Ascii.colon)
      writeCell(column)
    }
    bytes.append(Ascii.closeBrace)
  }

  private mutating func writeCell(_ column: Int) {
    let cell = cells.node(column, row)
    if cell.isApart {
      let start = bytes.count
      if cell.kind == .object {
        writeMembers(cells.columns.children[column])
      } else {
        writeElements(column)
      }
      ranges[column] = start..<bytes.count
    } else {
      ranges[column] = write(cell)
    }
  }

  private mutating func writeElements(_ column: Int) {
    var places: [Int] = []
    bytes.append(Ascii.openBracket)
    for element in cells.elements(column, row) {
      if !places.isEmpty { bytes.append(Ascii.comma) }
      places.append(write(cells.node(column + 1, element)).lowerBound)
    }
    bytes.append(Ascii.closeBracket)
    elements[column] = places
  }

  private mutating func write(_ cell: Node) -> Range<Int> {
    let isText = cell.kind == .string
    // In lines, NaN that is null has a space in front.
    if isText { bytes.append(Ascii.quote) } else if cell.isNaNNull { bytes.append(Ascii.space) }
    let start = bytes.count
    bytes.append(cell.bytes)
    if isText { bytes.append(Ascii.quote) }
    return start..<start + cell.bytes.count
  }
}
