/// A chunk whose counts have been added up: its records, with everything known that can be known of
/// them. What `unique` rules say of a record depends on all records before, and is settled only
/// now.
///
///     | continued | record | record | blank line | record | open blanks | not consumed |
///
/// The bytes are valid only as long as the call lasts that hands the chunk over.
package struct JudgedChunk {
  package var place: ChunkStart
  package var bytes: ByteView
  /// How they are written in the input.
  package var encoding: TextEncoding
  /// JSON documents: where its records are.
  package var document: DocumentRecords?
  /// Rows of a table, which have no bytes.
  package var cells: RowCells?
  /// The rows of the table of which the chunk is made. Not kept with a chunk that waits.
  package var rows: (any TableRows)?
  /// How far the chunk was judged. What follows comes again, at the start of the next chunk.
  package var consumed: Int
  /// Bytes at the start that belong to a line begun in an earlier chunk: the rest, or one more
  /// part, of a record that is too long, or of a line of nothing but blanks that is as long
  /// (``openBlanks``).
  package var continued: Int
  /// Bytes before ``consumed`` that are the start of a line which is longer than a record may be,
  /// and blank so far.
  package var openBlanks: Int
  /// The footers of the input, if it ends in the chunk.
  package var footers: Range<Int>
  /// The records in input order.
  package var records: ContiguousArray<RecordVerdict>
  /// The faults of malformed rows of CSV, if these are noted; ask
  /// ``ChunkWorker/failures(ofRecord:in:)``.
  package var faults: [NotedFault]
  package var duplicates: [NotedDuplicate]
  /// The values that closures have made of records, in input order.
  package var attachments: [RecordAttachment]

  package init(
    place: ChunkStart, task: ChunkTask, end: ChunkEnd, statistics: ChunkStatistics,
    duplicates: [NotedDuplicate]
  ) {
    self.place = place
    bytes = task.bytes
    encoding = task.encoding
    document = task.records
    cells = task.cells
    rows = task.rows
    consumed = end.consumed
    continued = end.continued
    openBlanks = min(end.blankBytes, end.consumed - end.continued)
    footers = (end.footerStart ?? end.consumed)..<end.consumed
    records = statistics.verdicts
    faults = statistics.faults
    // Closures are asked one after another about the records of a batch.
    attachments = statistics.attachments.sorted { $0.ordinal < $1.ordinal }
    self.duplicates = duplicates
  }

  package var text: ChunkText {
    ChunkText(bytes: bytes, encoding: encoding, records: document, cells: cells)
  }

  /// Whether a record is what is around the records of a document.
  package func isOutline(_ ordinal: Int) -> Bool { document?.outline(ordinal) != nil }

  /// The line of a record, from 1; 0 in an input without lines.
  package func line(of record: RecordVerdict) -> Int {
    place.hasLines ? place.lines + record.line + 1 : 0
  }

  /// The bytes of a record with its line end, as far as they lie in this chunk.
  package func range(of record: RecordVerdict) -> Range<Int> {
    let start = max(record.start, 0)
    var end = max(record.end, start)
    // What follows a record of a document belongs to the document.
    if document != nil { return start..<end }
    // A line end is a line feed, a carriage return, or both in this order.
    if end < consumed, bytes[end] == Ascii.carriageReturn { end += 1 }
    if end < consumed, bytes[end] == Ascii.lineFeed { end += 1 }
    return start..<min(end, consumed)
  }
}
