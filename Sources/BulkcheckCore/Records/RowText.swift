/// A row of a table as the JSON object that it means, made when something is told of it.
///
/// Cold: only failures that are shown with the place of a part ask for it.
struct RowText {
  private let cells: RowCells
  private let row: Int
  private let text: OwnedBytes
  /// The place of the cell of each column; of a text, behind its quote.
  private let starts: [Int]

  init(_ cells: RowCells, row: Int) {
    self.cells = cells
    self.row = row
    var bytes: [UInt8] = [Ascii.openBrace]
    var starts: [Int] = []
    for (column, name) in cells.columns.names.enumerated() {
      if column > 0 { bytes.append(Ascii.comma) }
      JSONText.append(quoted: name, to: &bytes)
      bytes.append(Ascii.colon)
      let cell = cells.node(column, row)
      if cell.kind == .string { bytes.append(Ascii.quote) }
      starts.append(bytes.count)
      bytes.append(cell.bytes)
      if cell.kind == .string { bytes.append(Ascii.quote) }
    }
    bytes.append(Ascii.closeBrace)
    text = OwnedBytes(bytes)
    self.starts = starts
  }

  var view: ByteView { text.view }

  /// The place at which the cell of a column begins.
  func position(ofColumn name: String) -> Int? {
    cells.columns.names.firstIndex(of: name).map { starts[$0] }
  }

  /// The place at which a part of a cell begins.
  func position(ofPart part: ByteView) -> Int? {
    for column in starts.indices where cells.haveParts[column] {
      let cell = cells.node(column, row).bytes
      if cell.covers(part) { return starts[column] + cell.position(of: part) }
    }
    return nil
  }
}
