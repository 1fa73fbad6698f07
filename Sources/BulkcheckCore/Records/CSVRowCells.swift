/// The cells of one row that the scanner has found to be well formed, from left to right.
///
/// A byte at a time: the scanner itself keeps the cells that the program names, and only what looks
/// at whole rows comes here.
struct CSVRowCells {
  /// A cell, without its quotes.
  struct Cell {
    let bytes: ByteView
    let isQuoted: Bool

    /// The text of the cell. In a quoted cell a doubled quote stands for one.
    func text(into arena: inout ByteArena) -> ByteView {
      isQuoted ? CSVCell.unquote(bytes, into: &arena) : bytes
    }
  }

  private let row: ByteView
  private let delimiter: UInt8
  /// The start of the next cell; -1 behind the last one.
  private var position = 0

  init(_ row: ByteView, delimiter: UInt8) {
    self.row = row
    self.delimiter = delimiter
  }

  /// The next cell; nil if there is none.
  mutating func next() -> Cell? {
    guard position >= 0 else { return nil }
    let isQuoted = position < row.count && row[position] == Ascii.quote
    let start = isQuoted ? position + 1 : position
    var end = start
    if isQuoted {
      while end < row.count {
        if row[end] == Ascii.quote {
          guard end + 1 < row.count, row[end + 1] == Ascii.quote else { break }
          end += 1
        }
        end += 1
      }
    } else {
      while end < row.count, !endsCell(row[end]) { end += 1 }
    }
    let behind = isQuoted ? end + 1 : end
    position = behind < row.count && row[behind] == delimiter ? behind + 1 : -1
    return Cell(bytes: row[start..<min(end, row.count)], isQuoted: isQuoted)
  }

  private func endsCell(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == Ascii.lineFeed || byte == Ascii.carriageReturn
  }
}
