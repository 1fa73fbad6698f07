package import BulkcheckCore
import BulkcheckInput

/// All rows of a CSV text, read by the engine's own scanner with every column captured.
package struct CSVReading {
  /// The delimiter of a whole text.
  package static func delimiter(of text: ByteView) -> UInt8 {
    DelimiterDetection.delimiter(of: text, isWhole: true) ?? CSVOptions.noDelimiter
  }

  package var header: [String]
  package var rows: [[String]] = []
  package var malformed: [MalformedKind] = []

  /// - Parameter columns: their number where the text has no header.
  package init?(
    _ bytes: [UInt8], columns: Int? = nil, delimiter: UInt8? = nil, strayQuotes: Bool = false
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
        chunk, isFinal: true, delimiter: separator, strayQuotesAreText: strayQuotes,
        recordBytesMaximum: 1 << 20)
      guard case .header(let found) = result else { return nil }
      header = found.names
      position = found.consumed
    }
    let names = header.indices.map { "\($0)" }
    let layout = CSVLayout(
      header: names, readers: names.indices.map { (name: names[$0], state: StateNumber($0)) },
      knownNames: ColumnNames(names.exactly), delimiter: separator, strayQuotesAreText: strayQuotes,
      recordBytesMaximum: 1 << 20)
    var table = ColumnTable(stateCount: names.count, lanesMaximum: 1)
    var index = TokenIndex()
    index.indexCSV(chunk, from: position, to: chunk.count, delimiter: separator)
    var scanner = CSVScanner(layout: layout)
    scanner.begin(chunk, index, isFinal: true)
    while position < chunk.count {
      table.clear()
      switch scanner.scanRecord(&position, into: &table) {
      case .row: rows.append(CSVReading.cells(table, names.count))
      case .malformed(let fault): malformed.append(fault.kind)
      case .blank: break
      case .incomplete: return nil
      }
    }
    withExtendedLifetime(buffer) {}
  }

  private static func cells(_ table: borrowing ColumnTable, _ count: Int) -> [String] {
    var cells: [String] = []
    for column in 0..<count {
      let node = table.nodes[table.node(at: StateNumber(column), in: 0)]
      let text = node.bytes.text
      cells.append(
        node.flags.contains(.isEscaped)
          ? text.split(separator: "\"\"", omittingEmptySubsequences: false)
            .joined(separator: "\"") : text)
    }
    return cells
  }
}
