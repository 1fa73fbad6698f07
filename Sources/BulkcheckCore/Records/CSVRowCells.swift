/// The cells of one row that the scanner has found to be well formed, from left to right.
///
/// A byte at a time: the scanner itself keeps the cells that the program names, and only what looks
/// at whole rows comes here.
struct CSVRowCells {
  private let row: ByteView
  private let delimiter: UInt8
  /// Where the next cell starts; -1 behind the last one.
  private var position = 0

  init(_ row: ByteView, delimiter: UInt8) {
    self.row = row
    self.delimiter = delimiter
  }

  /// The next cell, without its quotes; nil if there is none.
  ///
  /// - Returns: the bytes, and whether a quote among them stands for itself and the next one
  ///   (``CSVCell/unquote(_:into:)``).
  mutating func next() -> (bytes: ByteView, isQuoted: Bool)? {
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
    return (row[start..<min(end, row.count)], isQuoted)
  }

  /// As ``next()``, the text of the cell.
  mutating func nextText(into arena: inout ByteArena) -> ByteView? {
    guard let cell = next() else { return nil }
    return cell.isQuoted ? CSVCell.unquote(cell.bytes, into: &arena) : cell.bytes
  }

  private func endsCell(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == Ascii.lineFeed || byte == Ascii.carriageReturn
  }
}
