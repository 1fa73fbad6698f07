/// The cells of one row that the scanner has found to be well formed, from left to right.
///
/// The scanner itself keeps the cells that the program names, and only what looks at whole rows
/// comes here.
package struct CSVRowCells {
  /// A cell, without its quotes.
  package struct Cell {
    package let bytes: ByteView
    /// The cell is quoted, and has a doubled quote, which stands for one.
    let isEscaped: Bool

    func text(into arena: inout ByteArena) -> ByteView {
      isEscaped ? CSVCell.unquote(bytes, into: &arena) : bytes
    }
  }

  private let row: ByteView
  private let delimiter: UInt8
  /// The start of the next cell; -1 behind the last one.
  private var position = 0

  package init(_ row: ByteView, delimiter: UInt8) {
    self.row = row
    self.delimiter = delimiter
  }

  /// The next cell; nil if there is none.
  package mutating func next() -> Cell? {
    guard position >= 0 else { return nil }
    guard position < row.count, row[position] == Ascii.quote else {
      let start = position
      let end = row.firstIndex(of: delimiter, from: start) ?? row.count
      position = end < row.count ? end + 1 : -1
      return Cell(bytes: row[start..<end], isEscaped: false)
    }
    let start = position + 1
    var end = start
    var isEscaped = false
    while end < row.count {
      end = row.firstIndex(of: Ascii.quote, from: end) ?? row.count
      guard end + 1 < row.count, row[end + 1] == Ascii.quote else { break }
      isEscaped = true
      end += 2
    }
    // Behind the closing quote stands the delimiter.
    position = end + 1 < row.count ? end + 2 : -1
    return Cell(bytes: row[start..<min(end, row.count)], isEscaped: isEscaped)
  }
}
