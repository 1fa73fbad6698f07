internal import BulkcheckCore
internal import BulkcheckOutput

/// Writes one byte for each record of a run, in input order: 0 valid, 1 invalid, 2 malformed.
///
///     {"age": 20}    00
///     {"age": -1}    01
///     {"age":        02
///
/// For programs that have the records themselves, such as a data frame, and want to know which of
/// them are valid. There are as many bytes as the report counts records.
struct VerdictList {
  let stream: OutputStream
  /// The bytes of one chunk.
  private var bytes: [UInt8] = []

  init(stream: OutputStream) { self.stream = stream }

  /// Writes the verdicts of a chunk's records.
  mutating func write(_ chunk: JudgedChunk) throws(OutputError) {
    bytes.removeAll(keepingCapacity: true)
    bytes.reserveCapacity(chunk.records.count)
    for record in chunk.records {
      bytes.append(record.isValid ? 0 : record.flags.contains(.malformed) ? 2 : 1)
    }
    try stream.write(bytes)
  }
}
