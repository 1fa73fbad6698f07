/// The bytes that have a meaning in CSV, for everything that looks at the bytes of rows.
package struct CSVDialect: BitwiseCopyable, Hashable, Sendable {
  package let delimiter: UInt8
  /// ``noByte``: quotes are text.
  package let quote: UInt8
  /// ``noByte``: there is none.
  package let escape: UInt8
  /// A line feed, with which no row begins: there is none.
  package let comment: UInt8
  package let quotesAreDoubled: Bool
  package let strayQuotesAreText: Bool
  package let skipsInitialSpace: Bool
  package let padsRows: Bool
  /// The lines that a quoted cell may have.
  package let cellLinesMaximum: Int
  /// A text that counts as null and has an escape, as it is written, from the lowest byte on; it
  /// has at most eight.
  private let null: UInt64
  private let nullCount: Int

  /// A byte that no text has.
  package static let noByte: UInt8 = 0xFE
  /// A quoted cell of more lines is worth a notice, unless the profile says how many it may have.
  package static let cellLinesNoticed = 10

  /// RFC 4180.
  package init(delimiter: UInt8) { self.init(CSVOptions(), delimiter: delimiter) }

  init(_ options: CSVOptions, delimiter: UInt8) {
    self.delimiter = delimiter
    quote = options.quote ?? CSVDialect.noByte
    escape = options.escape ?? CSVDialect.noByte
    comment = options.comment ?? Ascii.lineFeed
    quotesAreDoubled = options.quotesAreDoubled
    strayQuotesAreText = options.strayQuotesAreText
    skipsInitialSpace = options.skipsInitialSpace
    padsRows = options.padsRows
    cellLinesMaximum = options.cellLinesMaximum ?? .max
    let null = Array((options.nullSequence ?? "").utf8)
    let isKept = null.count <= 8 && options.escape.map(null.contains) ?? false
    nullCount = isKept ? null.count : 0
    self.null = isKept ? null.reversed().reduce(0) { $0 << 8 | UInt64($1) } : 0
  }

  /// Whether an unquoted cell is the text for null as it is written, such as `\\N`.
  func isNull(_ cell: ByteView) -> Bool {
    guard nullCount > 0, cell.count == nullCount else { return false }
    var word: UInt64 = 0
    for index in stride(from: cell.count - 1, through: 0, by: -1) {
      word = word << 8 | UInt64(cell[index])
    }
    return word == null
  }

  /// Whether an unquoted cell has escapes that stand for something else.
  func hasEscapes(_ cell: ByteView) -> Bool {
    hasEscape && cell.firstIndex(of: escape) != nil && !isNull(cell)
  }

  package var hasQuotes: Bool { quote != CSVDialect.noByte }
  package var hasEscape: Bool { escape != CSVDialect.noByte }

  /// Cells need no look at bytes that no index lists.
  var hasOrdinaryRows: Bool { quotesAreDoubled && !hasEscape && !skipsInitialSpace }

  /// The lines that a quoted cell may have without a second look.
  var cellLinesUnnoticed: Int {
    cellLinesMaximum == .max ? CSVDialect.cellLinesNoticed : cellLinesMaximum
  }

  /// Whether a byte ends an unquoted cell, unless it is escaped.
  @inline(__always)
  func endsCell(_ byte: UInt8) -> Bool { byte == delimiter || Ascii.isLineEnd(byte) }

  /// Whether the byte at a position of a cell is escaped: an odd number of escapes come before it.
  func isEscaped(_ position: Int, from start: Int, in bytes: ByteView) -> Bool {
    guard hasEscape else { return false }
    var first = position
    // A carriage return and a line feed are one line end.
    if first > start, bytes[first] == Ascii.lineFeed, bytes[first - 1] == Ascii.carriageReturn {
      first -= 1
    }
    let end = first
    while first > start, bytes[first - 1] == escape { first -= 1 }
    return (end - first) & 1 == 1
  }

  /// The first byte of a cell that is no space to be skipped.
  @inline(__always)
  func contentStart(_ start: Int, in bytes: ByteView) -> Int {
    guard skipsInitialSpace else { return start }
    var start = start
    while start < bytes.count, bytes[start] == Ascii.space { start += 1 }
    return start
  }

  /// The text of a cell with doubled quotes or escapes.
  ///
  /// Returns `raw` itself if it has none.
  @inline(__always)
  package func text(ofEscaped raw: ByteView, into arena: inout ByteArena) -> ByteView {
    if let first = raw.firstIndex(of: quote) { return unescaped(raw, from: first, into: &arena) }
    return hasEscape && raw.firstIndex(of: escape) != nil
      ? unescaped(raw, from: raw.count, into: &arena) : raw
  }

  /// - Parameter first: the first quote, or the end.
  @inline(never)
  private func unescaped(
    _ raw: ByteView, from first: Int, into arena: inout ByteArena
  ) -> ByteView {
    arena.begin()
    if hasEscape {
      appendUnescaped(raw, to: &arena)
      return arena.finish()
    }
    var copied = 0
    var next: Int? = first
    while let quote = next, quote < raw.count {
      // The first quote of the pair is copied, the second passed over.
      arena.append(raw[copied..<(quote + 1)])
      copied = Swift.min(quote + 2, raw.count)
      next = raw.firstIndex(of: self.quote, from: copied)
    }
    arena.append(raw[copied..<raw.count])
    return arena.finish()
  }

  private func appendUnescaped(_ raw: ByteView, to arena: inout ByteArena) {
    var position = 0
    while position < raw.count {
      let byte = raw[position]
      let isPair =
        position + 1 < raw.count
        && (byte == escape || byte == quote && quotesAreDoubled && raw[position + 1] == quote)
      if isPair { position += 1 }
      arena.append(raw[position])
      position += 1
    }
  }
}
