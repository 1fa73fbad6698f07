/// A stretch of an input, cut by the reader where a record probably ends.
package struct ChunkTask: Sendable {
  /// The bytes. 64 more are readable behind them, and the first of those is a line feed.
  package var bytes: ByteView
  /// Nothing follows.
  package var isFinal: Bool
  /// How the text is written in the input; the bytes are its UTF-8.
  package var encoding: TextEncoding
  /// JSON documents: where its records are. They are all of them whole.
  package var records: DocumentRecords?
  /// Rows of a table, which stand in for text: there are no bytes.
  package var cells: RowCells?
  /// The rows of the table of which the chunk is made, if they are known.
  package var rows: (any TableRows)?
  /// The chunk begins inside a line that was too long and has been reported: skip to its end.
  package var beginsInsideLongLine = false
  /// The chunk begins inside a line of JSONL that is too long for a record, but so far blank: its
  /// bytes before.
  package var blankBytesBefore = 0
  /// Bytes before the first record: a byte-order mark.
  package var skippedBytes = 0
  /// Read no more records than this.
  package var recordsMaximum = Int.max
  /// CSV: the rows before it in the input, if rows are told by their numbers.
  package var rowsBefore: Int?
  /// CSV: the last rows are held back, because they may be footers.
  package var holdsFooters = true

  package init(bytes: ByteView, isFinal: Bool, encoding: TextEncoding = .utf8) {
    self.bytes = bytes
    self.isFinal = isFinal
    self.encoding = encoding
  }

  /// The text of the chunk, for positions in its input.
  package var text: ChunkText {
    ChunkText(bytes: bytes, encoding: encoding, records: records, cells: cells)
  }
}

/// How far the reading of a chunk came.
package struct ChunkEnd: Sendable {
  /// The first byte not read: the chunk's length, unless a record is incomplete or the maximum of
  /// records was reached.
  package var consumed = 0
  /// Records read, malformed ones included.
  package var records = 0
  /// Line ends passed.
  package var lines = 0
  /// Bytes at the start that belong to a line begun in an earlier chunk: one that is too long.
  package var continued = 0
  /// The chunk ends inside a line that is too long; it has been counted.
  package var isInsideLongLine = false
  /// The chunk ends inside a line that is too long, but blank so far: its bytes up to here.
  package var blankBytes = 0
  /// CSV: rows that are not records: blank lines and comments.
  package var otherRows = 0
  /// CSV: the rows at the end that were not read because they may be footers, if nothing follows
  /// them in the chunk.
  package var rowsHeld = 0
  /// CSV: where the footers of the input begin, if it ends here. They are read, but no records.
  package var footerStart: Int?
  /// CSV: the rows at the end that were held back, or are footers.
  package var rowsHeldOrRead = 0
  package var longCells = LongCells()
  package init() {}
}

/// The CSV cells that span many lines, which a quote too many may have swallowed.
package struct LongCells: Hashable, Sendable {
  /// The records with such cells.
  package var count = 0
  /// The first record with the longest of them, from 0.
  package var record = 0
  /// The lines of that record.
  package var lines = 0

  package init() {}

  /// A larger figure is that of a damaged partial result, and could not be added up.
  package static let figureMaximum = 1 << 48

  /// `record 34 spans 69 lines: …`; nil if there are none.
  package var hint: String? {
    guard count > 0 else { return nil }
    let others =
      count == 1 ? "" : ", and \(count - 1) more \(count == 2 ? "has" : "have") long cells"
    return "record \(record + 1) spans \(lines) lines\(others): if that is a quote too many, "
      + "\"maxCellLines\": 1 makes such records malformed; set it to \(lines) if it is right"
  }

  package mutating func note(record: Int, lines: Int) {
    count += 1
    guard lines > self.lines else { return }
    self.record = record
    self.lines = lines
  }

  /// Adds those of the records that follow `records` others.
  package mutating func add(_ other: LongCells, behind records: Int) {
    count = min(count + other.count, LongCells.figureMaximum)
    guard other.lines > lines else { return }
    record = min(records, LongCells.figureMaximum) + other.record
    lines = other.lines
  }
}

/// How the bytes of an input are records.
package enum RecordReading: Sendable {
  /// Lines of JSON, or records of a JSON document, which the chunk lists.
  case json
  /// Rows of a table with these columns, as cells or as lines of JSON.
  case rows([ColumnField])
  /// Records of the sets that a schema has in a JSON document.
  case splitDocument
  case csv(CSVLayout)
}

/// The place at which a chunk begins: what comes before it in its input.
package struct ChunkStart: BitwiseCopyable, Sendable {
  /// The number of the input in the run, from 0.
  package var input: Int
  /// Bytes before it, in the encoding of the input.
  package var offset: Int
  /// Lines before it, a header's too.
  package var lines: Int
  /// Records before it, malformed ones included.
  package var records: Int
  /// Records are told by line and offset. They are not if a program made the text that is read.
  package var hasLines: Bool

  package init(
    input: Int, offset: Int = 0, lines: Int = 0, records: Int = 0, hasLines: Bool = true
  ) {
    self.input = input
    self.offset = offset
    self.lines = lines
    self.records = records
    self.hasLines = hasLines
  }
}
