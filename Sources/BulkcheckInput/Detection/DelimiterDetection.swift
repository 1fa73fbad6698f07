package import BulkcheckCore

/// Finds the delimiter of a CSV input that neither its profile nor its format names.
package struct DelimiterDetection {
  /// The possible delimiters; of equals the first one wins.
  private static let all: [UInt8] = [
    Ascii.comma, UInt8(ascii: ";"), Ascii.tab, UInt8(ascii: "|"),
  ]

  private let content: ByteView
  private let isWhole: Bool
  private let options: CSVOptions
  private let names: ColumnNames

  /// - Parameters:
  ///   - content: the decompressed beginning of the input.
  ///   - isWhole: nothing follows it.
  ///   - options: what is known of the input.
  ///   - names: those that the profile means.
  package init(
    _ content: ByteView, isWhole: Bool, _ options: CSVOptions = CSVOptions(),
    names: ColumnNames = ColumnNames()
  ) {
    self.content = content
    self.isWhole = isWhole
    self.options = options
    self.names = names
  }

  /// The one of `,` `;` tab `|` that gives the header and more than half of the first rows the same
  /// number of cells, above one; nil if none does: the input has one column.
  ///
  /// Most rows decide, then most cells, then the names that the profile knows. Where there is only
  /// a header, names come before cells.
  package var delimiter: UInt8? {
    let shapes = candidates.map(rows).filter(\.agree)
    guard shapes.count > 1 else { return shapes.first?.delimiter }
    var best: (delimiter: UInt8, rank: [Int])?
    for shape in shapes {
      let known = knownNames(shape.delimiter)
      let rank =
        shape.agreeing == 1
        ? [1, known, shape.cells] : [shape.agreeing, shape.cells, known]
      if let best, !best.rank.lexicographicallyPrecedes(rank) { continue }
      best = (shape.delimiter, rank)
    }
    return best?.delimiter
  }

  /// The delimiter that fits where another one was given, which does not; nil if the given one
  /// does, or none.
  package func better(than given: UInt8) -> UInt8? { rows(given).agree ? nil : delimiter }

  /// Rows that have another number of cells than the header, which seems to be one of them.
  package struct TableBelow: Hashable {
    package var delimiter: UInt8
    /// The first of them, counted from 1 with blank lines.
    package var row: Int
    /// The cells of most rows, and of the header that was taken.
    package var cells: Int
    package var headerCells: Int
  }

  /// The rows below others that are not of the table; nil if the header agrees with the rows, or no
  /// delimiter gives most of them the same number of cells.
  ///
  /// - Parameter given: the delimiter, if it is known.
  package func tableBelow(given: UInt8? = nil) -> TableBelow? {
    let delimiters = given.map { [$0] } ?? candidates
    let found = delimiters.compactMap { delimiter in
      rows(delimiter).common.map { (delimiter: delimiter, $0) }
    }
    guard let best = found.max(by: { ($0.1.count, $0.1.cells) < ($1.1.count, $1.1.cells) }),
      best.1.firstRow > 1, best.1.cells != best.1.headerCells,
      // Below a single name there may be texts with commas.
      given != nil || best.1.firstRow > 2 || best.1.headerCells > 1
    else { return nil }
    return TableBelow(
      delimiter: best.delimiter, row: best.1.firstRow, cells: best.1.cells,
      headerCells: best.1.headerCells)
  }

  /// The row that seems to be the header, if that is not the first one.
  ///
  /// Rows above it have another number of cells, or as many of which several are empty. It has
  /// names: different texts that are no numbers.
  ///
  /// - Parameter given: the delimiter, if it is known.
  package func headerBelow(given: UInt8? = nil) -> (delimiter: UInt8, row: Int)? {
    if let table = tableBelow(given: given) {
      return isHeader(table.row, table.delimiter) ? (table.delimiter, table.row) : nil
    }
    guard let delimiter = given ?? delimiter, let first = names(in: 1, delimiter),
      first.count(where: \.isEmpty) > 1,
      let row = (2...Self.rowsAboveMaximum).first(where: { isHeader($0, delimiter) })
    else { return nil }
    return (delimiter, row)
  }

  /// More rows above a header that are filled up with empty cells are hardly ever there.
  private static let rowsAboveMaximum = 10

  private func isHeader(_ row: Int, _ delimiter: UInt8) -> Bool {
    guard let names = names(in: row, delimiter), names.count > 1 else { return false }
    return names.allSatisfy { !$0.isEmpty && OwnedDecimal($0) == nil }
      && names.exactly.count == names.count
  }

  private func names(in row: Int, _ delimiter: UInt8) -> [String]? {
    var options = options
    options.headerRows = [row]
    let result = CSVHeader.read(
      content, isFinal: isWhole, delimiter: delimiter, options, recordBytesMaximum: content.count)
    guard case .header(let header) = result else { return nil }
    return header.names
  }

  private var candidates: [UInt8] {
    Self.all.filter { !options.isSpecial($0) }
  }

  private func rows(_ delimiter: UInt8) -> FirstRows {
    FirstRows(content, isWhole: isWhole, options, delimiter: delimiter)
  }

  private func knownNames(_ delimiter: UInt8) -> Int {
    var options = options
    options.strayQuotesAreText = true
    let result = CSVHeader.read(
      content, isFinal: isWhole, delimiter: delimiter, options, recordBytesMaximum: content.count)
    guard case .header(let header) = result else { return 0 }
    return header.names.count(where: names.contains)
  }
}

/// How many cells a delimiter gives the first rows of an input.
///
/// Rows are found as the reader does. Quotes count where a cell begins with one. Where quoting goes
/// wrong, the row is the line on which it began, and agrees with none.
private struct FirstRows {
  let delimiter: UInt8
  /// The cells of the header.
  private(set) var cells = 0
  /// The header included, lines without a byte and comments not.
  private var rows = 0
  /// Rows with as many cells as the header, itself included.
  private(set) var agreeing = 0
  private let options: CSVOptions
  /// By numbers of cells above one: how many rows have them, and the number of the first of these.
  private var shapes: [Int: (count: Int, firstRow: Int)] = [:]

  /// Rows with wrong quoting are read twice. There is an end to that.
  private static let wrongRowsMaximum = 100

  var agree: Bool { cells > 1 && agreeing * 2 > rows }

  /// The number of cells that more than half of the rows have, and at least two, and their first.
  var common: (cells: Int, count: Int, firstRow: Int, headerCells: Int)? {
    guard let shape = shapes.first(where: { $0.value.count * 2 > rows }), shape.value.count > 1
    else { return nil }
    return (shape.key, shape.value.count, shape.value.firstRow, cells)
  }

  init(_ content: ByteView, isWhole: Bool, _ options: CSVOptions, delimiter: UInt8) {
    self.delimiter = delimiter
    self.options = options
    var wrongRows = 0
    var number = 0
    var position = content.indexAfterByteOrderMark
    while position < content.count {
      number += 1
      let isComment = content[position] == options.comment && number != options.headerRows.last
      let row =
        isComment
        ? (cells: 0, end: lineEnd(content, from: position))
        : row(content, from: position, isWhole: isWhole)
      // Nobody knows yet what the last row would have been.
      if row.end == content.count, !isWhole, rows > 0 { return }
      defer { position = Self.behindLineEnd(content, at: row.end) }
      if isComment || isNoRecord(number, content[position]) { continue }
      rows += 1
      if rows == 1 { cells = row.cells }
      if row.cells == cells, cells > 0 { agreeing += 1 }
      if row.cells > 1 { shapes[row.cells, default: (0, number)].count += 1 }
      guard row.cells == 0 else { continue }
      wrongRows += 1
      if wrongRows == Self.wrongRowsMaximum { return }
    }
  }

  /// Whether a row is not a record. Of several rows of a header, the last one has a name for each
  /// column.
  private func isNoRecord(_ number: Int, _ first: UInt8) -> Bool {
    Ascii.isLineEnd(first) || number < options.headerRows.last ?? 0
      || options.commentRows.contains(number)
  }

  /// The cells of the row at a position, 0 if its quoting is wrong, and where it ends.
  private func row(
    _ content: ByteView, from start: Int, isWhole: Bool
  ) -> (cells: Int, end: Int) {
    var cells = 1
    var position = start
    var beginsCell = true
    while position < content.count, !Ascii.isLineEnd(content[position]) {
      let byte = content[position]
      position += 1
      if byte == options.escape {
        position = min(position + 1, content.count)
        continue
      }
      guard byte == options.quote, beginsCell else {
        let isSkipped = options.skipsInitialSpace && byte == Ascii.space && beginsCell
        beginsCell = byte == delimiter || isSkipped
        if byte == delimiter { cells += 1 }
        continue
      }
      beginsCell = false
      guard let end = endOfQuotes(content, byte, from: position) else {
        return (0, isWhole ? lineEnd(content, from: start) : content.count)
      }
      guard end == content.count || content[end] == delimiter || Ascii.isLineEnd(content[end])
      else { return (0, lineEnd(content, from: start)) }
      position = end
    }
    return (cells, position)
  }

  /// Behind the quote that closes a cell; nil if there is none.
  private func endOfQuotes(_ content: ByteView, _ quote: UInt8, from start: Int) -> Int? {
    var position = start
    while position < content.count {
      let byte = content[position]
      position += 1
      if byte == options.escape {
        position += 1
      } else if byte == quote {
        guard options.quotesAreDoubled, position < content.count, content[position] == quote else {
          return position
        }
        position += 1
      }
    }
    return nil
  }

  private func lineEnd(_ content: ByteView, from start: Int) -> Int {
    (start..<content.count).first { Ascii.isLineEnd(content[$0]) } ?? content.count
  }

  private static func behindLineEnd(_ content: ByteView, at end: Int) -> Int {
    guard end < content.count else { return end }
    let isPair =
      content[end] == Ascii.carriageReturn && end + 1 < content.count
      && content[end + 1] == Ascii.lineFeed
    return end + (isPair ? 2 : 1)
  }
}
