package import BulkcheckCore

/// What is known of an input before its first record is read.
package struct InputStart {
  /// In the run, from 0.
  package var number: Int
  /// As given; `-` is standard input.
  package var name: String
  package var format: InputFormat
  package var hasByteOrderMark: Bool
  /// CSV: what separates cells.
  package var delimiter = Ascii.comma
  /// CSV: the names of the columns, from the header or from the profile.
  package var columns: [String] = []
  /// CSV with a header: its bytes with their line end, valid during the call only.
  package var header: ByteView?
  /// CSV with a header: the line on which it begins.
  package var headerLine = 1
  /// CSV with a header: everything before the first record, and the lines in it.
  package var headerBytes = 0
  package var headerLines = 0

  /// How the records are read.
  ///
  /// - Parameters:
  ///   - options: those with which it was opened.
  ///   - readers: CSV: the name of each column that is read, with the state that takes its cells.
  ///   - knownNames: CSV: names that some path of the profile means.
  package func reading(
    _ options: ReadingOptions, readers: [(name: String, state: Int32)] = [],
    knownNames: ColumnNames = ColumnNames()
  ) -> RecordReading {
    if format == .jsonl { return .jsonl }
    return .csv(
      CSVLayout(
        header: columns, readers: readers, knownNames: knownNames, delimiter: delimiter,
        strayQuotesAreText: options.csv.strayQuotesAreText,
        recordBytesMaximum: options.recordBytesMaximum))
  }
}
