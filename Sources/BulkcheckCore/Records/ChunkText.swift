/// The text of a chunk in UTF-8, and how it is written in its input: where a byte of one is in the
/// other.
///
/// In UTF-8 that is the same place, and nothing is done. Otherwise characters are counted, which
/// takes less than a microsecond for 10 kB of UTF-16 and of one-byte encodings. Only positions that
/// are told are computed, and once the end of each chunk.
package struct ChunkText: Sendable {
  package let bytes: ByteView
  package let encoding: TextEncoding
  /// JSON documents: where its records are.
  package let records: DocumentRecords?
  /// Rows of a table, which have no text.
  package let cells: RowCells?

  package init(
    bytes: ByteView, encoding: TextEncoding, records: DocumentRecords? = nil,
    cells: RowCells? = nil
  ) {
    self.bytes = bytes
    self.encoding = encoding
    self.records = records
    self.cells = cells
  }

  /// How many bytes of the input lie before a position.
  ///
  /// - Parameter position: negative of what began before the chunk, with blanks that are ASCII.
  package func storedOffset(of position: Int) -> Int {
    if encoding == .utf8 { return position }
    if position < 0 { return position * (encoding.isUTF16 ? 2 : 1) }
    return storedCount(from: 0, to: position)
  }

  /// How many bytes of the input a piece is made of.
  package func storedCount(from start: Int, to end: Int) -> Int {
    let (start, end) = (max(0, start), min(end, bytes.count))
    if encoding == .utf8 || start >= end { return max(0, end - start) }
    return encoding.storedCount(of: bytes[start..<end])
  }

  /// A fault of the record that begins at a position, as it is in the input.
  package func stored(_ fault: RecordFault, ofRecordAt start: Int) -> RecordFault {
    if encoding == .utf8 { return fault }
    var stored = fault
    stored.offset = storedCount(from: start, to: max(0, start) + fault.offset)
    if fault.detail == RecordFault.invalidText {
      stored.detail = "bytes without meaning in \(encoding.rawValue)"
    }
    return stored
  }
}

/// Places in the records of a JSON document.
extension ChunkText {
  /// The position in its input of a document whose outline the record is, in bytes; nil of others.
  func outlineOffset(of ordinal: Int) -> Int? {
    // Before it there are blanks only.
    records?.outline(ordinal).map { $0.offset * (encoding.isUTF16 ? 2 : 1) }
  }

  /// How many lines a record takes up.
  package func lines(of place: DocumentRecords.Place) -> Int {
    position(of: place.end - place.start, in: place).line - place.line + 1
  }

  /// Lines before a byte of a record, from the start of the chunk, and bytes before it on its line.
  func position(of offset: Int, in place: DocumentRecords.Place) -> (line: Int, column: Int) {
    var line = place.line
    var lineStart = place.start - place.column
    for position in place.start..<place.start + offset where Ascii.isLineEnd(bytes[position]) {
      // In a record, line feeds have become carriage returns.
      line += 1
      lineStart = position + 1
    }
    let end = place.start + offset
    guard encoding != .utf8 else { return (line, end - lineStart) }
    return (line, storedCount(from: lineStart, to: end) - storedOffset(of: min(lineStart, 0)))
  }
}

/// Positions in the input of many records, or of other places of a chunk. Only the bytes between
/// one and the next are counted.
package struct StoredOffsets {
  private let text: ChunkText
  private var last = (position: 0, offset: 0)

  package init(_ text: ChunkText) { self.text = text }

  /// The position in its input of a record of a chunk.
  package mutating func offset(
    of ordinal: Int, at position: Int, in place: ChunkStart
  ) -> Int {
    text.outlineOffset(of: ordinal) ?? place.offset + offset(of: position)
  }

  /// A position in a chunk, as one in its input.
  mutating func stored(_ position: RecordPosition) -> RecordPosition {
    var stored = position
    stored.start = offset(of: position.start)
    return stored
  }

  /// See ``ChunkText/storedOffset(of:)``.
  mutating func offset(of position: Int) -> Int {
    if text.encoding == .utf8 { return position }
    guard position >= 0 else { return text.storedOffset(of: position) }
    last.offset +=
      text.storedCount(from: last.position, to: position)
      - text.storedCount(from: position, to: last.position)
    last.position = position
    return last.offset
  }
}
