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
  /// The chunk begins inside a line that was too long and has been reported: skip to its end.
  package var beginsInsideLongLine = false
  /// The chunk begins inside a line of JSONL that is too long for a record, but so far blank: its
  /// bytes before.
  package var blankBytesBefore = 0
  /// Bytes before the first record: a byte-order mark.
  package var skippedBytes = 0
  /// Read no more records than this.
  package var recordsMaximum = Int.max

  package init(bytes: ByteView, isFinal: Bool, encoding: TextEncoding = .utf8) {
    self.bytes = bytes
    self.isFinal = isFinal
    self.encoding = encoding
  }

  /// The text of the chunk, for positions in its input.
  package var text: ChunkText { ChunkText(bytes: bytes, encoding: encoding, records: records) }
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
  package init() {}
}

/// How the bytes of an input are records.
package enum RecordReading: Sendable {
  /// Lines of JSON, or records of a JSON document, which the chunk lists.
  case json
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

  package init(input: Int, offset: Int = 0, lines: Int = 0, records: Int = 0) {
    self.input = input
    self.offset = offset
    self.lines = lines
    self.records = records
  }
}
