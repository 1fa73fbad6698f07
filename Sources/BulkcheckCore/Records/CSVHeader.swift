/// The header of a CSV input: the names of its columns.
package struct CSVHeader: Sendable {
  package var names: [String]
  /// The position of its first byte.
  package var start: Int
  /// The start of what outputs keep of the lines above the records: the header itself, or lines
  /// above it that the profile passes over by their numbers.
  package var keptStart: Int
  /// The line on which it begins.
  package var line: Int
  /// Bytes up to the first record.
  package var consumed: Int
  /// Lines up to the first record.
  package var lines: Int
  /// Rows up to the first record, blank lines included.
  package var rows: Int

  package enum Result: Sendable {
    case header(CSVHeader)
    /// The input holds no line but blank ones and comments.
    case empty
    /// The input ends before the rows of the header, after so many rows.
    case tooFewRows(Int)
    /// A row of the header is malformed; where it begins.
    case unreadable(RecordFault, rowStart: Int)
    case incomplete
  }

  /// Reads the header at the start of `bytes`, behind a byte-order mark.
  ///
  /// It is in the rows that the options name, or else the first row that is neither blank nor a
  /// comment.
  package static func read(
    _ bytes: ByteView, isFinal: Bool, delimiter: UInt8, _ options: CSVOptions,
    recordBytesMaximum: Int
  ) -> Result {
    CSVHeaderFinder(
      bytes, isFinal: isFinal, delimiter: delimiter, options,
      recordBytesMaximum: recordBytesMaximum
    ).result()
  }
}

/// Passes the rows above a header, and reads its rows.
private struct CSVHeaderFinder {
  private let bytes: ByteView
  private let isFinal: Bool
  private let options: CSVOptions
  private let recordBytesMaximum: Int
  private let tooLong: RecordFault
  private var reader: CSVRowReader
  private var rows = 0
  private var hasText = false
  private var names: [String]?
  private var start = 0
  private var line = 0

  init(
    _ bytes: ByteView, isFinal: Bool, delimiter: UInt8, _ options: CSVOptions,
    recordBytesMaximum: Int
  ) {
    self.bytes = bytes
    self.isFinal = isFinal
    self.options = options
    self.recordBytesMaximum = recordBytesMaximum
    tooLong = RecordFault(
      .length, at: recordBytesMaximum, "the header is longer than a record may be")
    start = bytes.hasByteOrderMark ? 3 : 0
    reader = CSVRowReader(
      bytes: bytes, position: start, dialect: options.dialect(delimiter: delimiter),
      isFinal: isFinal)
  }

  consuming func result() -> CSVHeader.Result {
    let first = start
    while true {
      let rowStart = reader.position
      if rowStart == bytes.count {
        guard isFinal else {
          return isTooFar(first) ? .unreadable(tooLong, rowStart: first) : .incomplete
        }
        return options.headerRows.isEmpty || !hasText ? .empty : .tooFewRows(rows)
      }
      rows += 1
      let isHeader = isHeader(rowStart)
      hasText = hasText || !Ascii.isLineEnd(bytes[rowStart])
      do throws(CSVRowReader.Stop) {
        guard isHeader else {
          try pass(rowStart)
          continue
        }
        if let fault = try readRow(rowStart) { return .unreadable(fault, rowStart: rowStart) }
      } catch {
        switch error {
        case .incomplete:
          let isTooLong = lengthSeen(from: rowStart) > recordBytesMaximum || isTooFar(first)
          return isTooLong ? .unreadable(tooLong, rowStart: rowStart) : .incomplete
        case .fault(let offset, let detail):
          return .unreadable(
            RecordFault(.quote, at: offset - rowStart, detail), rowStart: rowStart)
        }
      }
      guard rows >= options.headerRows.last ?? 0, let names else { continue }
      return .header(
        CSVHeader(
          names: names, start: start, keptStart: options.headerRows.isEmpty ? start : first,
          line: line, consumed: reader.position, lines: reader.lines, rows: rows))
    }
  }

  /// Rows above the header that are together longer than a record may be.
  private func isTooFar(_ first: Int) -> Bool { lengthSeen(from: first) > recordBytesMaximum }

  private func isHeader(_ rowStart: Int) -> Bool {
    if !options.headerRows.isEmpty { return options.headerRows.contains(rows) }
    return !Ascii.isLineEnd(bytes[rowStart]) && bytes[rowStart] != options.comment
      && !options.commentRows.contains(rows)
  }

  /// Passes a row that is not the header.
  private mutating func pass(_ rowStart: Int) throws(CSVRowReader.Stop) {
    let lines = reader.lines
    guard bytes[rowStart] != options.comment else { return try reader.passLine() }
    do throws(CSVRowReader.Stop) {
      _ = try reader.record()
    } catch {
      if case .incomplete = error, lengthSeen(from: rowStart) <= recordBytesMaximum { throw error }
      // Its quoting is wrong: the row is the line on which it begins.
      reader.position = rowStart
      reader.lines = lines
      try reader.passLine()
    }
  }

  /// Reads a row of the header; returns why it cannot be one.
  private mutating func readRow(_ rowStart: Int) throws(CSVRowReader.Stop) -> RecordFault? {
    // Found out before any name is gathered, which would double the memory.
    if bytes.count - rowStart > recordBytesMaximum,
      !hasLineEnd(bytes[rowStart..<(rowStart + recordBytesMaximum + 1)])
    {
      return tooLong
    }
    if names == nil {
      start = rowStart
      line = reader.lines + 1
    }
    let cells = try reader.record()
    if reader.end - rowStart > recordBytesMaximum { return tooLong }
    if let offset = UTF8Check.faultOffset(in: bytes[rowStart..<reader.end]) {
      return RecordFault(.encoding, at: offset, RecordFault.invalidText)
    }
    names = joined(names, cells)
    return nil
  }

  /// The names of several rows; empty cells add nothing.
  private func joined(_ above: [String]?, _ cells: [String]) -> [String] {
    guard var names = above else { return cells }
    for (column, cell) in cells.enumerated() {
      if column == names.count { names.append("") }
      if cell.isEmpty { continue }
      names[column] += names[column].isEmpty ? cell : options.headerJoin + cell
    }
    return names
  }

  /// The bytes from a position on. A carriage return at their end may be half of a line end.
  private func lengthSeen(from start: Int) -> Int {
    guard bytes.count > start else { return 0 }
    return bytes.count - start - (bytes[bytes.count - 1] == Ascii.carriageReturn ? 1 : 0)
  }

  private func hasLineEnd(_ bytes: ByteView) -> Bool {
    bytes.firstIndex(of: Ascii.lineFeed) != nil || bytes.firstIndex(of: Ascii.carriageReturn) != nil
  }
}

extension ByteView {
  /// Begins with the byte-order mark of UTF-8.
  package var hasByteOrderMark: Bool {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
  }
}
