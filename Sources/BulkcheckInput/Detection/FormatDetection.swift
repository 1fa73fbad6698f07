package import BulkcheckCore

/// Decides whether an input is JSONL, a JSON document, CSV or TSV.
package enum FormatDetection {
  /// The format by the path's suffix, with or without `.gz` or `.zst`, in any case; otherwise by
  /// the content.
  ///
  /// `content` is the decompressed beginning of the input. It is JSON if its first byte that is not
  /// blank (space, tab, CR, LF; a byte-order mark skipped) is `{` or `[` or a record separator (RFC
  /// 7464), else CSV. JSON whose first value ends on its line, with another one on a line below, is
  /// JSONL. What else begins as a document is one.
  ///
  /// - Parameter isDocument: JSON is a document, unless the suffix says that it is lines.
  package static func format(
    path: String, content: ByteView, isDocument: Bool = false
  ) -> InputFormat {
    switch suffix(of: path) {
    case ".jsonl", ".ndjson": return .jsonl
    case ".csv": return .csv
    case ".tsv": return .tsv
    case let suffix:
      return format(content: content, isJSON: suffix == ".json", isDocument: isDocument)
    }
  }

  /// The suffixes in words.
  static let suffixesText = ".jsonl, .ndjson, .json, .csv or .tsv, plain or with .gz or .zst"

  /// Whether the path ends as that of a format does, with or without that of a compression.
  package static func hasSuffix(_ path: String) -> Bool { suffix(of: path) != nil }

  private static func suffix(of path: String) -> String? {
    var name = path.lowercased()
    for ending in [".gz", ".zst"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    return [".jsonl", ".ndjson", ".json", ".csv", ".tsv"].first(where: name.hasSuffix)
  }

  private static func format(
    content: ByteView, isJSON: Bool, isDocument: Bool
  ) -> InputFormat {
    guard let first = firstInk(content, from: content.indexAfterByteOrderMark) else {
      return isJSON || isDocument ? .json : .csv
    }
    switch content[first] {
    case DocumentCutter.separator: return .json
    case Ascii.openBracket where isJSON: return .json
    case Ascii.openBrace, Ascii.openBracket:
      return isDocument || beginsDocument(content, from: first) ? .json : .jsonl
    default: return isJSON ? (isDocument ? .json : .jsonl) : .csv
    }
  }

  private static func firstInk(_ content: ByteView, from start: Int) -> Int? {
    start < content.count
      ? (start..<content.count).first { !Ascii.isBlank(content[$0]) } : nil
  }

  /// Whether the content, which begins with a bracket or a brace, is the beginning of a document
  /// and not of lines.
  private static func beginsDocument(_ content: ByteView, from first: Int) -> Bool {
    let buffer = ChunkBuffer()
    buffer.append(content)
    var extent = JSONExtent()
    let end = buffer.withRoom { extent.end(in: $0, from: first) }
    if let end, extent.lines == 0, hasValue(content, below: end) { return false }
    // The value was made one line.
    buffer.reset(capacity: content.count)
    buffer.append(content)
    var cutter = DocumentCutter(.noRecords, recordBytesMaximum: content.count)
    cutter.read(buffer, from: 0, at: 0, into: buffer.records)
    return cutter.fault == nil || cutter.fault?.0 == .trailing
  }

  /// Whether a value begins on a line below a position.
  private static func hasValue(_ content: ByteView, below position: Int) -> Bool {
    guard let lineEnd = content.firstIndex(of: Ascii.lineFeed, from: position),
      let next = firstInk(content, from: lineEnd)
    else { return false }
    return Ascii.opensContainer(content[next]) || ScalarText(first: content[next]) != nil
  }
}

extension ByteView {
  /// 3 if the bytes begin with the UTF-8 byte-order mark, otherwise 0.
  var indexAfterByteOrderMark: Int { hasByteOrderMark ? 3 : 0 }
}

/// Finds the delimiter of a CSV input that neither its profile nor its format names.
package enum DelimiterDetection {
  /// The possible delimiters; of equals the first one wins.
  private static let candidates: [UInt8] = [
    Ascii.comma, UInt8(ascii: ";"), Ascii.tab, UInt8(ascii: "|"),
  ]

  /// The one of `,` `;` tab `|` that gives the header and more than half of the first rows the same
  /// number of cells, above one; nil if none does: the input has one column.
  ///
  /// Most rows decide, then most cells, then the names that the profile knows. Where there is only
  /// a header, names come before cells.
  ///
  /// - Parameters:
  ///   - content: the decompressed beginning of the input.
  ///   - isWhole: nothing follows it.
  ///   - names: those that the profile means.
  package static func delimiter(
    of content: ByteView, isWhole: Bool, names: ColumnNames = ColumnNames()
  ) -> UInt8? {
    let shapes = candidates.map { FirstRows(content, isWhole: isWhole, delimiter: $0) }
      .filter(\.agree)
    guard shapes.count > 1 else { return shapes.first?.delimiter }
    var best: (delimiter: UInt8, rank: [Int])?
    for shape in shapes {
      let known = knownNames(content, isWhole, shape.delimiter, names)
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
  package static func better(
    than given: UInt8, of content: ByteView, isWhole: Bool, names: ColumnNames
  ) -> UInt8? {
    guard !FirstRows(content, isWhole: isWhole, delimiter: given).agree else { return nil }
    return delimiter(of: content, isWhole: isWhole, names: names)
  }

  private static func knownNames(
    _ content: ByteView, _ isWhole: Bool, _ delimiter: UInt8, _ names: ColumnNames
  ) -> Int {
    let result = CSVHeader.read(
      content, isFinal: isWhole, delimiter: delimiter, strayQuotesAreText: true,
      recordBytesMaximum: content.count)
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
  /// The header included, lines without a byte not.
  private var rows = 0
  /// Rows with as many cells as the header, itself included.
  private(set) var agreeing = 0

  /// Rows with wrong quoting are read twice. There is an end to that.
  private static let wrongRowsMaximum = 100

  var agree: Bool { cells > 1 && agreeing * 2 > rows }

  init(_ content: ByteView, isWhole: Bool, delimiter: UInt8) {
    self.delimiter = delimiter
    var wrongRows = 0
    var position = content.indexAfterByteOrderMark
    while position < content.count {
      if Ascii.isLineEnd(content[position]) {
        position += 1
        continue
      }
      let row = Self.row(content, from: position, delimiter, isWhole: isWhole)
      // Nobody knows yet what the last row would have been.
      if row.end == content.count, !isWhole, rows > 0 { return }
      rows += 1
      if rows == 1 { cells = row.cells }
      if row.cells == cells, cells > 0 { agreeing += 1 }
      position = row.end
      guard row.cells == 0 else { continue }
      wrongRows += 1
      if wrongRows == Self.wrongRowsMaximum { return }
    }
  }

  /// The cells of the row at a position, 0 if its quoting is wrong, and where it ends.
  private static func row(
    _ content: ByteView, from start: Int, _ delimiter: UInt8, isWhole: Bool
  ) -> (cells: Int, end: Int) {
    var cells = 1
    var position = start
    var beginsCell = true
    while position < content.count, !Ascii.isLineEnd(content[position]) {
      let byte = content[position]
      position += 1
      guard byte == Ascii.quote, beginsCell else {
        beginsCell = byte == delimiter
        if beginsCell { cells += 1 }
        continue
      }
      beginsCell = false
      guard let end = endOfQuotes(content, from: position) else {
        return (0, isWhole ? lineEnd(content, from: start) : content.count)
      }
      guard end == content.count || content[end] == delimiter || Ascii.isLineEnd(content[end])
      else { return (0, lineEnd(content, from: start)) }
      position = end
    }
    return (cells, position)
  }

  /// Behind the quote that closes a cell; nil if there is none.
  private static func endOfQuotes(_ content: ByteView, from start: Int) -> Int? {
    var position = start
    while let quote = content.firstIndex(of: Ascii.quote, from: position) {
      position = quote + 1
      guard position < content.count, content[position] == Ascii.quote else { return position }
      position += 1
    }
    return nil
  }

  private static func lineEnd(_ content: ByteView, from start: Int) -> Int {
    (start..<content.count).first { Ascii.isLineEnd(content[$0]) } ?? content.count
  }
}

extension ByteView {
  /// The text up to the first line end, behind a byte-order mark.
  var firstLine: String {
    let start = indexAfterByteOrderMark
    let end = (start..<count).first { Ascii.isLineEnd(self[$0]) } ?? count
    return self[start..<end].text
  }
}
