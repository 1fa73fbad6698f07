package import BulkcheckCore
import BulkcheckInput

/// All rows of a CSV text, read by the engine's own scanner with every column captured.
package struct CSVReading {
  /// The delimiter of a whole text.
  package static func delimiter(of text: ByteView) -> UInt8 {
    DelimiterDetection(text, isWhole: true).delimiter ?? CSVOptions.noDelimiter
  }

  package var header: [String]
  package var rows: [[String]] = []
  package var malformed: [MalformedKind] = []

  /// - Parameter columns: their number where the text has no header.
  package init?(
    _ bytes: [UInt8], columns: Int? = nil, delimiter: UInt8? = nil, strayQuotes: Bool = false
  ) {
    var options = CSVOptions()
    options.strayQuotesAreText = strayQuotes
    self.init(bytes, columns: columns, delimiter: delimiter, options)
  }

  /// - Parameter columns: their number where the text has no header.
  package init?(
    _ bytes: [UInt8], columns: Int? = nil, delimiter: UInt8? = nil, _ options: CSVOptions
  ) {
    let buffer = ChunkBuffer(capacity: bytes.count + 1)
    bytes.withUnsafeBufferPointer { pointer in
      guard let start = pointer.baseAddress else { return }
      buffer.append(ByteView(start: start, count: pointer.count))
    }
    let chunk = buffer.bytes
    let separator = delimiter ?? CSVReading.delimiter(of: chunk)
    var position = chunk.hasByteOrderMark ? 3 : 0
    if let columns {
      header = (0..<columns).map { "\($0)" }
    } else {
      let result = CSVHeader.read(
        chunk, isFinal: true, delimiter: separator, options, recordBytesMaximum: 1 << 20)
      guard case .header(let found) = result else { return nil }
      header = found.names
      position = found.consumed
    }
    let names = header.indices.map { "\($0)" }
    let dialect = options.dialect(delimiter: separator)
    let layout = CSVLayout(
      header: names, readers: names.indices.map { (name: names[$0], state: StateNumber($0)) },
      knownNames: ColumnNames(names.exactly), dialect: dialect, recordBytesMaximum: 1 << 20)
    var table = ColumnTable(stateCount: names.count, lanesMaximum: 1)
    var index = TokenIndex()
    index.indexCSV(chunk, from: position, to: chunk.count, dialect)
    var scanner = CSVScanner(layout: layout)
    scanner.begin(chunk, index, isFinal: true)
    while position < chunk.count {
      table.clear()
      switch scanner.scanRecord(&position, into: &table) {
      case .row: rows.append(CSVReading.cells(table, names.count, dialect))
      case .malformed(let fault): malformed.append(fault.kind)
      case .blank: break
      case .incomplete: return nil
      }
    }
    withExtendedLifetime(buffer) {}
  }

  /// The cells of a row, without those that it lacks at its end.
  private static func cells(
    _ table: borrowing ColumnTable, _ count: Int, _ dialect: CSVDialect
  ) -> [String] {
    var cells: [String] = []
    var arena = ByteArena()
    for column in 0..<count {
      let number = table.node(at: StateNumber(column), in: 0)
      guard number >= 0 else { break }
      let node = table.nodes[number]
      let isEscaped = node.flags.contains(.isEscaped)
      cells.append(
        isEscaped ? dialect.text(ofEscaped: node.bytes, into: &arena).text : node.bytes.text)
    }
    return cells
  }
}
