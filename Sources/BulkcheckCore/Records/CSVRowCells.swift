/// The cells of one row that the scanner has found to be well formed, from left to right.
///
/// The scanner itself keeps the cells that the program names, and only what looks at whole rows
/// comes here.
package struct CSVRowCells {
  /// A cell, without its quotes.
  package struct Cell {
    package let bytes: ByteView
    /// The cell has doubled quotes or escapes.
    let isEscaped: Bool
    fileprivate let dialect: CSVDialect

    package func text(into arena: inout ByteArena) -> ByteView {
      isEscaped ? dialect.text(ofEscaped: bytes, into: &arena) : bytes
    }
  }

  private let row: ByteView
  private let dialect: CSVDialect
  /// The start of the next cell; -1 behind the last one.
  private var position = 0

  package init(_ row: ByteView, _ dialect: CSVDialect) {
    self.row = row
    self.dialect = dialect
  }

  /// The next cell; nil if there is none.
  package mutating func next() -> Cell? {
    guard position >= 0 else { return nil }
    let start = dialect.contentStart(position, in: row)
    if start < row.count, row[start] == dialect.quote { return quotedCell(from: start + 1) }
    var end = row.firstIndex(of: dialect.delimiter, from: start) ?? row.count
    while end < row.count, dialect.isEscaped(end, from: start, in: row) {
      end = row.firstIndex(of: dialect.delimiter, from: end + 1) ?? row.count
    }
    position = end < row.count ? end + 1 : -1
    let bytes = row[start..<end]
    return Cell(bytes: bytes, isEscaped: dialect.hasEscapes(bytes), dialect: dialect)
  }

  private mutating func quotedCell(from start: Int) -> Cell {
    var end = start
    var isEscaped = false
    while end < row.count {
      end = row.firstIndex(of: dialect.quote, from: end) ?? row.count
      if end < row.count, dialect.isEscaped(end, from: start, in: row) {
        end += 1
        continue
      }
      guard dialect.quotesAreDoubled, end + 1 < row.count, row[end + 1] == dialect.quote else {
        break
      }
      isEscaped = true
      end += 2
    }
    // Behind the closing quote stands the delimiter.
    position = end + 1 < row.count ? end + 2 : -1
    let bytes = row[start..<min(end, row.count)]
    let hasEscapes = dialect.hasEscape && bytes.firstIndex(of: dialect.escape) != nil
    return Cell(bytes: bytes, isEscaped: isEscaped || hasEscapes, dialect: dialect)
  }
}
