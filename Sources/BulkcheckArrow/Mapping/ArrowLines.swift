package import BulkcheckCore

/// The rows of batches as lines of JSON, each of them an object of the columns that are read.
///
/// Each worker has its own, which keeps its memory from batch to batch.
package final class ArrowLines {
  private var rows: ArrowRows
  private var arena = ByteArena()
  private let recordBytesMaximum: Int

  /// - Parameters:
  ///   - recordBytesMaximum: a longer line is cut off a byte behind it.
  ///   - bytesMaximum: the most memory that a single row may take.
  ///   - nanIsNull: NaN is null behind a space, not a text.
  package init(recordBytesMaximum: Int, bytesMaximum: Int, nanIsNull: Bool = false) {
    self.recordBytesMaximum = recordBytesMaximum
    rows = ArrowRows(
      cellBytesMaximum: recordBytesMaximum, bytesMaximum: bytesMaximum, nanIsNull: nanIsNull)
  }

  /// Writes some rows of a batch, from the first one on; returns which. `take` gets their lines,
  /// whose bytes are valid only meanwhile, and says whether it takes another one.
  package func write(
    _ batch: ArrowBatch, rows wanted: Range<Int>, columns: [Int], _ take: (ByteView) -> Bool
  ) throws(ArrowError) -> Range<Int> {
    let loaded = try rows.load(batch, rows: wanted, columns: columns)
    for row in loaded {
      arena.reset()
      arena.begin()
      rows.writeRecord(row, columns: columns, into: &arena)
      if let damage = rows.damage { throw damage }
      // The reader of records finds ill-formed text, and lines that are too long.
      if rows.cellFault == .length {
        while arena.runCount <= recordBytesMaximum { arena.append(Ascii.space) }
      }
      arena.append(Ascii.lineFeed)
      if !take(arena.finish()) { return loaded.lowerBound..<row + 1 }
    }
    return loaded
  }
}
