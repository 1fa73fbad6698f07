internal import BulkcheckCore
internal import BulkcheckOutput

/// One of the two outputs of records: those that are valid, or the others.
///
/// Records are written with the line ends that they have. The last record of an input may have
/// none. It gets one when another record follows, or at the end if the other output has records. So
/// records never run together, even if the outputs are concatenated. An input whose records all go
/// to one output is written as it was.
struct RecordFile {
  let stream: OutputStream
  /// The line end that the last record lacks; nil if it has one.
  private var missingLineEnd: [UInt8]?
  private(set) var hasRecords = false

  init(stream: OutputStream) { self.stream = stream }

  /// Writes a header, and a byte-order mark before it.
  mutating func writeHeader(_ header: [UInt8]) throws(OutputError) {
    try stream.write(header)
    noteEnd(header.last, isCSV: true)
  }

  /// Ends the record before, if it has no line end.
  mutating func beginRecord() throws(OutputError) {
    guard let missing = missingLineEnd else { return }
    missingLineEnd = nil
    try stream.write(missing)
  }

  /// Writes records in a row, or a part of them.
  mutating func write(_ bytes: ByteView, isCSV: Bool) throws(OutputError) {
    guard bytes.count > 0 else { return }
    try stream.write(bytes)
    noteEnd(bytes[bytes.count - 1], isCSV: isCSV)
    hasRecords = true
  }

  /// In JSONL a carriage return at the end of an input ends no line.
  private mutating func noteEnd(_ byte: UInt8?, isCSV: Bool) {
    let isEnded = byte == Ascii.lineFeed || isCSV && byte == Ascii.carriageReturn
    missingLineEnd = isEnded || byte == nil ? nil : [Ascii.lineFeed]
  }

  mutating func finish(isConcatenated: Bool) throws(OutputError) {
    if isConcatenated { try beginRecord() }
    try stream.finish()
  }
}
