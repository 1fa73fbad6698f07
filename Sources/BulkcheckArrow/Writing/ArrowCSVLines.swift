internal import BulkcheckCore

/// Rows of batches as lines of CSV (RFC 4180, with line feeds), of all columns.
///
/// A cell is the text of its value, as the mapping to JSON has it, without the quotes of JSON. Null
/// is an empty cell, and an empty text a quoted one.
///
/// Each worker has its own, which keeps its memory from batch to batch.
package final class ArrowCSVLines {
  private var rows: ArrowRows
  private var cells = ByteArena()

  /// - Parameter bytesMaximum: the most memory that a single row may take.
  package init(bytesMaximum: Int = 1 << 30) {
    rows = ArrowRows(cellBytesMaximum: bytesMaximum, bytesMaximum: bytesMaximum)
  }

  /// The line with the names of the columns.
  ///
  /// Throws ``ArrowError/Cause/notFlat`` if a column has lists or objects, which no cell can hold.
  package static func header(of schema: ArrowSchema) throws(ArrowError) -> [UInt8] {
    var line: [UInt8] = []
    for (index, field) in schema.fields.enumerated() {
      guard isFlat(field) else { throw ArrowError(.notFlat, column: field.name) }
      if index > 0 { line.append(Ascii.comma) }
      ByteView.withUTF8(of: field.name) { append($0, to: &line, isQuoted: field.name.isEmpty) }
    }
    line.append(Ascii.lineFeed)
    return line
  }

  private static func isFlat(_ field: ArrowField) -> Bool {
    switch field.type {
    case .list, .fixedList, .structure, .map: false
    case .union: field.children.allSatisfy(isFlat)
    case .runEnds: isFlat(field.children[1])
    default: true
    }
  }

  /// Appends the lines of rows of a batch.
  ///
  /// Precondition: the numbers rise, and the reader of the batch has been asked for all columns.
  package func append(
    _ batch: ArrowBatch, rows wanted: [Int], to lines: inout [UInt8]
  ) throws(ArrowError) {
    let columns = Array(batch.layout.columns.indices)
    var next = 0
    while next < wanted.count {
      let span = RowSpan.first(of: wanted, from: next)
      let loaded = try rows.load(batch, rows: span, columns: columns)
      while next < wanted.count, wanted[next] < loaded.upperBound {
        try append(wanted[next], columns, to: &lines)
        next += 1
      }
    }
  }

  private func append(
    _ row: Int, _ columns: [Int], to lines: inout [UInt8]
  ) throws(ArrowError) {
    cells.reset()
    for column in columns {
      if column > 0 { lines.append(Ascii.comma) }
      let cell = rows.cell(column, row, into: &cells)
      if let damage = rows.damage { throw damage }
      switch cell.kind {
      // A line without a byte would not be a row.
      case .null:
        if columns.count == 1 { lines += [Ascii.quote, Ascii.quote] }
      default: Self.append(cell.bytes, to: &lines, isQuoted: cell.bytes.isEmpty)
      }
    }
    lines.append(Ascii.lineFeed)
  }

  private static func append(_ text: ByteView, to line: inout [UInt8], isQuoted: Bool) {
    let needsQuotes = (0..<text.count).contains {
      [Ascii.comma, Ascii.quote, Ascii.lineFeed, Ascii.carriageReturn].contains(text[$0])
    }
    guard isQuoted || needsQuotes else {
      line.append(text)
      return
    }
    line.append(Ascii.quote)
    for index in 0..<text.count {
      if text[index] == Ascii.quote { line.append(Ascii.quote) }
      line.append(text[index])
    }
    line.append(Ascii.quote)
  }
}
