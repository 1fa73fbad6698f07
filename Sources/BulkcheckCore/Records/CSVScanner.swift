/// Reads CSV records (RFC 4180 with LF, CRLF or CR) from a chunk by its token index and captures
/// the cells of the columns that the program reads.
///
/// The index lists every quote, delimiter and line end, also those inside quotes; the scanner knows
/// from the start of a record which of them count:
///
///     7,"a,""b""",x⏎
///      ^^ ^^^ ^^^^ ^      the comma and the doubled quotes inside the quoted cell are passed over
///
/// When quoting goes wrong, the malformed record is the line on which it began, and reading resumes
/// behind that line (docs/reference/inputs.md#csv-and-tsv). When a record is beyond the largest
/// size and no quote is open, the scanner skips to the next line end. So the result does not depend
/// on how much of the record is in the chunk.
package struct CSVScanner: ~Copyable {
  package enum Result {
    case row, blank
    case malformed(RecordFault)
    /// The record is not complete in this chunk, and more input follows.
    case incomplete
  }

  var chunk = StaticBytes.emptyView
  var tokens = StaticTokens.none
  var tokenCount = 0
  /// No input follows the chunk.
  private var isFinal = false
  let layout: CSVLayout

  /// The token at which the next record's tokens begin.
  var cursor = 0
  /// Line ends passed by the last record.
  package internal(set) var linesPassed = 0
  /// The bytes of the last record, without its line end.
  package internal(set) var recordEnd = 0
  /// The lines of the longest quoted cell of the last record; 0 if none has enough to be noticed.
  package internal(set) var cellLines = 0

  package init(layout: CSVLayout) { self.layout = layout }

  /// Begins to read a newly indexed chunk at the first byte of its index.
  package mutating func begin(_ chunk: ByteView, _ index: borrowing TokenIndex, isFinal: Bool) {
    self.chunk = chunk
    self.isFinal = isFinal
    tokens = index.tokens
    tokenCount = index.tokenCount
    cursor = 0
  }

  private struct Cell {
    var start: Int
    var end: Int
    var flags: Node.Flags = []
    /// The byte behind the cell: a delimiter, a line end or the end of the chunk.
    var behind: Int
  }

  private enum CellResult {
    case cell(Cell)
    case tooLong
    case fault(Int, StaticString)
    case incomplete
  }

  /// Reads the record at `position` and sets `position` behind its line end.
  package mutating func scanRecord(
    _ position: inout Int, into table: inout ColumnTable
  ) -> Result {
    let start = position
    let behind = ordinaryRow(from: start, into: &table)
    if behind >= 0 {
      position = behind
      return .row
    }
    let firstToken = cursor
    linesPassed = 0
    cellLines = 0
    if chunk[start] == layout.dialect.comment, !Ascii.isLineEnd(chunk[start]) {
      return comment(&position)
    }
    if let blankEnd = lineEnd(at: start) {
      recordEnd = start
      guard blankEnd <= chunk.count else { return .incomplete }
      passLineEnd(blankEnd - start)
      position = blankEnd
      return .blank
    }
    var column = 0
    var cellStart = start
    var raggedAt = -1
    var surplusIsEmpty = layout.dialect.padsRows
    while true {
      switch cell(at: cellStart, recordStart: start) {
      case .incomplete:
        cursor = firstToken
        return .incomplete
      case .fault(let offset, let detail):
        cursor = firstToken
        return brokenQuoting(&position, fault: offset, detail, raggedAt: raggedAt, cells: column)
      case .tooLong: return passLongRecord(&position, firstToken)
      case .cell(let cell):
        if column < layout.columnCount {
          capture(cell, column, &table)
        } else if cell.start < cell.end {
          surplusIsEmpty = false
        }
        column += 1
        if cell.behind < chunk.count, chunk[cell.behind] == layout.dialect.delimiter {
          if cell.behind - start >= layout.recordBytesMaximum {
            return passLongRecord(&position, firstToken)
          }
          cursor += 1
          if column == layout.columnCount { raggedAt = cell.behind - start }
          cellStart = cell.behind + 1
          continue
        }
        let isPadded =
          column < layout.columnCount ? layout.dialect.padsRows : surplusIsEmpty
        return finish(
          &position, cell.behind, isPadded ? layout.columnCount : column, raggedAt, firstToken)
      }
    }
  }

  private mutating func finish(
    _ position: inout Int, _ end: Int, _ cells: Int, _ raggedAt: Int, _ firstToken: Int
  ) -> Result {
    let start = position
    recordEnd = end
    if end < chunk.count {
      let behind = lineEnd(at: end) ?? end
      guard behind <= chunk.count else {
        cursor = firstToken
        return .incomplete
      }
      passLineEnd(behind - end)
      position = behind
    } else {
      guard isFinal else {
        cursor = firstToken
        return .incomplete
      }
      linesPassed += 1
      position = end
    }
    if end - start > layout.recordBytesMaximum {
      return .malformed(.tooLong(layout.recordBytesMaximum))
    }
    if cells != layout.columnCount {
      return .malformed(
        cells > layout.columnCount
          ? surplusFault(at: raggedAt, cellCount(cells))
          : RecordFault(.ragged, at: end - start, cellCount(cells)))
    }
    return .row
  }

  /// The position behind the line end at `position`; nil if there is none. Beyond the chunk if that
  /// cannot be seen yet.
  @inline(__always)
  private mutating func lineEnd(at position: Int) -> Int? {
    guard position < chunk.count else { return nil }
    let byte = chunk[position]
    if byte == Ascii.lineFeed { return position + 1 }
    guard byte == Ascii.carriageReturn else { return nil }
    if position + 1 < chunk.count {
      return chunk[position + 1] == Ascii.lineFeed ? position + 2 : position + 1
    }
    return isFinal ? position + 1 : position + 2
  }

  @inline(__always)
  private mutating func passLineEnd(_ length: Int) {
    linesPassed += 1
    cursor += length
  }

  // MARK: Cells

  @inline(__always)
  private mutating func cell(at cellStart: Int, recordStart: Int) -> CellResult {
    let dialect = layout.dialect
    let start = dialect.contentStart(cellStart, in: chunk)
    // Where spaces are delimiters, too, those that were passed are listed.
    while cursor < tokenCount, Int(tokens[cursor]) < start { cursor += 1 }
    if cursor < tokenCount, Int(tokens[cursor]) == start, chunk[start] == dialect.quote {
      return quotedCell(at: start, recordStart: recordStart)
    }
    while cursor < tokenCount {
      let position = Int(tokens[cursor])
      if dialect.hasEscape, dialect.isEscaped(position, from: start, in: chunk) {
        if position - recordStart >= layout.recordBytesMaximum { return .tooLong }
        passInside(position)
        continue
      }
      if chunk[position] == dialect.quote {
        guard dialect.strayQuotesAreText else {
          if position - recordStart >= layout.recordBytesMaximum { return .tooLong }
          return .fault(
            position,
            position == start + 3 && chunk[start..<position].hasByteOrderMark
              ? "a byte-order mark inside the data: were files put together?"
              : "a quote inside an unquoted cell")
        }
        cursor += 1
        continue
      }
      return .cell(Cell(start: start, end: position, behind: position))
    }
    return isFinal
      ? .cell(Cell(start: start, end: chunk.count, behind: chunk.count)) : .incomplete
  }

  private mutating func quotedCell(at start: Int, recordStart: Int) -> CellResult {
    let dialect = layout.dialect
    let linesBefore = linesPassed
    var flags: Node.Flags = []
    cursor += 1
    while cursor < tokenCount {
      let position = Int(tokens[cursor])
      if position - recordStart >= layout.recordBytesMaximum {
        return .fault(position, "the closing quote is missing")
      }
      let isQuote = chunk[position] == dialect.quote
      guard isQuote, !dialect.isEscaped(position, from: start + 1, in: chunk) else {
        passInside(position)
        if linesPassed - linesBefore >= dialect.cellLinesMaximum {
          return .fault(position, "a quoted cell has more lines than `maxCellLines` allows")
        }
        continue
      }
      if dialect.quotesAreDoubled, position + 1 < chunk.count,
        chunk[position + 1] == dialect.quote
      {
        flags.insert(.isEscaped)
        cursor += 2
        continue
      }
      cursor += 1
      let lines = linesPassed - linesBefore + 1
      if lines > layout.cellLinesUnnoticed { cellLines = max(cellLines, lines) }
      let behind = position + 1
      if behind == chunk.count {
        return isFinal
          ? .cell(Cell(start: start + 1, end: position, flags: flags, behind: behind)) : .incomplete
      }
      guard dialect.endsCell(chunk[behind]) else {
        return .fault(behind, "text after a closing quote")
      }
      return .cell(Cell(start: start + 1, end: position, flags: flags, behind: behind))
    }
    if isFinal || chunk.count - recordStart >= layout.recordBytesMaximum {
      return .fault(chunk.count, "the closing quote is missing")
    }
    return .incomplete
  }

  /// Passes a byte that has no meaning where it stands: it is inside quotes, or escaped. CRLF counts
  /// as one line.
  private mutating func passInside(_ position: Int) {
    let byte = chunk[position]
    if byte == Ascii.lineFeed
      || byte == Ascii.carriageReturn
        && (position + 1 == chunk.count || chunk[position + 1] != Ascii.lineFeed)
    {
      linesPassed += 1
    }
    cursor += 1
  }

  private mutating func capture(_ cell: Cell, _ column: Int, _ table: inout ColumnTable) {
    let bytes = chunk[cell.start..<cell.end]
    var flags = cell.flags
    if layout.dialect.hasEscape {
      let isQuoted = cell.start > 0 && chunk[cell.start - 1] == layout.dialect.quote
      let hasEscapes =
        isQuoted
        ? bytes.firstIndex(of: layout.dialect.escape) != nil : layout.dialect.hasEscapes(bytes)
      if hasEscapes { flags.insert(.isEscaped) }
    }
    keep(Node(bytes: bytes, state: -1, kind: .cell, flags: flags), column, &table)
  }

  // MARK: Comments

  /// Passes a line that begins like a comment, quotes and all. One that is longer than a record may
  /// be is a malformed record, as it would be if its start was not seen.
  private mutating func comment(_ position: inout Int) -> Result {
    let start = position
    guard passRest(of: &position, cursor) else { return .incomplete }
    return recordEnd - start > layout.recordBytesMaximum
      ? .malformed(.tooLong(layout.recordBytesMaximum)) : .blank
  }

  /// Passes the rest of a line, whatever it is; false, at the first token again, if it goes on
  /// behind the chunk.
  private mutating func passRest(of position: inout Int, _ firstToken: Int) -> Bool {
    while cursor < tokenCount {
      let token = Int(tokens[cursor])
      if let behind = lineEnd(at: token) {
        guard behind <= chunk.count else { break }
        recordEnd = token
        passLineEnd(behind - token)
        position = behind
        return true
      }
      cursor += 1
    }
    guard isFinal else {
      cursor = firstToken
      return false
    }
    recordEnd = chunk.count
    linesPassed += 1
    position = chunk.count
    return true
  }

  // MARK: Recovery

  /// The record is the line on which it began; reading resumes behind it.
  private mutating func brokenQuoting(
    _ position: inout Int, fault: Int, _ detail: StaticString, raggedAt: Int, cells: Int
  ) -> Result {
    let start = position
    linesPassed = 0
    while cursor < tokenCount {
      let token = Int(tokens[cursor])
      if let behind = lineEnd(at: token) {
        guard behind <= chunk.count else { return .incomplete }
        recordEnd = token
        passLineEnd(behind - token)
        position = behind
        return malformedLine(start, fault, detail, raggedAt, cells)
      }
      cursor += 1
    }
    guard isFinal else { return .incomplete }
    recordEnd = chunk.count
    linesPassed = 1
    position = chunk.count
    return malformedLine(start, fault, detail, raggedAt, cells)
  }

  /// Passes the rest of a record that is too long, outside quotes.
  private mutating func passLongRecord(_ position: inout Int, _ firstToken: Int) -> Result {
    passRest(of: &position, firstToken)
      ? .malformed(.tooLong(layout.recordBytesMaximum)) : .incomplete
  }

  private mutating func malformedLine(
    _ start: Int, _ fault: Int, _ detail: StaticString, _ raggedAt: Int, _ cells: Int
  ) -> Result {
    if recordEnd - start > layout.recordBytesMaximum {
      return .malformed(.tooLong(layout.recordBytesMaximum))
    }
    // The first fault counts: a cell too many may come before the quote.
    if raggedAt >= 0, raggedAt < recordEnd - start {
      return .malformed(surplusFault(at: raggedAt, "more than " + cellCount(cells)))
    }
    return .malformed(RecordFault(.quote, at: min(fault, recordEnd) - start, "\(detail)"))
  }

  /// A cell too many. What separates no cells is not a character either.
  private func surplusFault(at offset: Int, _ detail: String) -> RecordFault {
    layout.dialect.delimiter == CSVOptions.noDelimiter
      ? RecordFault(.encoding, at: offset, RecordFault.invalidText)
      : RecordFault(.ragged, at: offset, detail)
  }

  private func cellCount(_ cells: Int) -> String {
    "\(cells) \(cells == 1 ? "cell" : "cells"), but the header has \(layout.columnCount)"
  }
}
