/// A plain reader of single rows, for headers and footers.
struct CSVRowReader {
  enum Stop: Error {
    case incomplete
    case fault(Int, String)
  }

  let bytes: ByteView
  var position: Int
  let dialect: CSVDialect
  let isFinal: Bool
  /// The end of the record without its line end.
  var end = 0
  var lines = 0

  init(bytes: ByteView, position: Int, dialect: CSVDialect, isFinal: Bool) {
    self.bytes = bytes
    self.position = position
    self.dialect = dialect
    self.isFinal = isFinal
  }

  mutating func record() throws(Stop) -> [String] {
    var names: [String] = []
    while true {
      names.append(try cell())
      if position < bytes.count, bytes[position] == dialect.delimiter {
        position += 1
        continue
      }
      try passLineEnd()
      return names
    }
  }

  /// Passes the rest of the line, whatever is in it.
  mutating func passLine() throws(Stop) {
    while position < bytes.count, !Ascii.isLineEnd(bytes[position]) { position += 1 }
    try passLineEnd()
  }

  private mutating func passLineEnd() throws(Stop) {
    end = position
    guard position < bytes.count else {
      guard isFinal else { throw .incomplete }
      lines += 1
      return
    }
    let byte = bytes[position]
    position += 1
    lines += 1
    guard byte == Ascii.carriageReturn else { return }
    if position == bytes.count, !isFinal { throw .incomplete }
    if position < bytes.count, bytes[position] == Ascii.lineFeed { position += 1 }
  }

  private mutating func cell() throws(Stop) -> String {
    position = dialect.contentStart(position, in: bytes)
    if position < bytes.count, isQuote(bytes[position]) { return try quotedCell() }
    let start = position
    while position < bytes.count, !dialect.endsCell(bytes[position]) {
      if isQuote(bytes[position]), !dialect.strayQuotesAreText {
        throw .fault(position, "a quote inside an unquoted cell")
      }
      if isEscape(bytes[position]), position + 1 < bytes.count { passEscape() }
      position += 1
    }
    let cell = bytes[start..<position]
    return dialect.hasEscapes(cell) ? text(ofEscaped: cell) : cell.text
  }

  private mutating func quotedCell() throws(Stop) -> String {
    position += 1
    let start = position
    let linesBefore = lines
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == dialect.quote else {
        if isEscape(byte), position + 1 < bytes.count { passEscape() } else { countLine() }
        if lines - linesBefore >= dialect.cellLinesMaximum {
          throw .fault(position, "a quoted cell has more lines than `maxCellLines` allows")
        }
        position += 1
        continue
      }
      position += 1
      if dialect.quotesAreDoubled, position < bytes.count, bytes[position] == dialect.quote {
        position += 1
        continue
      }
      if position < bytes.count, !dialect.endsCell(bytes[position]) {
        throw .fault(position, "text after a closing quote")
      }
      return text(ofEscaped: bytes[start..<(position - 1)])
    }
    guard isFinal else { throw .incomplete }
    throw .fault(position, "the closing quote is missing")
  }

  /// Bytes that are not text may be here, and so may the one that stands for no quote.
  private func isQuote(_ byte: UInt8) -> Bool { dialect.hasQuotes && byte == dialect.quote }

  private func isEscape(_ byte: UInt8) -> Bool { dialect.hasEscape && byte == dialect.escape }

  private func text(ofEscaped cell: ByteView) -> String {
    var arena = ByteArena()
    return dialect.text(ofEscaped: cell, into: &arena).text
  }

  /// Goes on to the byte that is escaped, the last one of a line end.
  private mutating func passEscape() {
    position += 1
    if bytes[position] == Ascii.carriageReturn, position + 1 < bytes.count,
      bytes[position + 1] == Ascii.lineFeed
    {
      position += 1
    }
    countLine()
  }

  /// Counts a line end within a cell; CRLF counts once.
  private mutating func countLine() {
    let byte = bytes[position]
    let isPair =
      byte == Ascii.carriageReturn && position + 1 < bytes.count
      && bytes[position + 1] == Ascii.lineFeed
    if byte == Ascii.lineFeed || byte == Ascii.carriageReturn && !isPair { lines += 1 }
  }
}
