package import BulkcheckCore

/// How inputs are read. None of this changes what is found in them, apart from `limit` and
/// `recordBytesMaximum`.
package struct ReadingOptions: Sendable {
  /// nil: decided for each input by suffix, then by content.
  package var format: InputFormat?
  /// nil: all cores.
  package var threads: Int?
  /// Stop after this many records of all inputs, malformed ones included.
  package var limit: Int?
  /// A longer record is malformed.
  package var recordBytesMaximum = 64 << 20
  /// The size of the pieces that workers take; nil: chosen by the run.
  package var chunkBytes: Int?
  /// How CSV is read.
  package var csv = CSVOptions()
  /// What separates cells of CSV, whatever ``csv`` says.
  package var delimiter: UInt8?
  /// The names of columns that rules mean. They decide between delimiters that fit as well.
  package var knownColumns = ColumnNames()
  package init() {}

  var workers: Int { max(1, threads ?? Processors.count) }
}

/// How far the reading of inputs has come; given after each batch.
package struct ReadingProgress: Sendable {
  package var inputPath: String
  /// Stored (compressed) bytes of all inputs so far.
  package var bytesRead: Int
  /// The stored size of the input; nil if it is unknown.
  package var bytesTotal: Int?
  package var records: Int
}
