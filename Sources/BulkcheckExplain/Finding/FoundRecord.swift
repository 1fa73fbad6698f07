package import BulkcheckCore

/// Which record is to be explained.
package enum RecordSelector: Hashable, Sendable {
  /// The one that begins on this line, or that the line is a part of. Counts from 1.
  case line(Int)
  /// The one of this number, malformed ones counted. From 1.
  case record(Int)
}

/// A record of an input, taken out of it.
package struct FoundRecord: Sendable {
  /// Without its line end.
  package var bytes: [UInt8]
  /// The line on which it begins, and how many lines it takes up.
  package var line: Int
  package var lineCount = 1
  package var record: Int
  /// Of the record's first byte, in the decompressed input.
  package var byteOffset: Int
  package var format: InputFormat
  /// CSV: the names of the columns, and the bytes of the header, if the input has one.
  package var columns: [String] = []
  package var header: [UInt8] = []
  package var delimiter = Ascii.comma
}

/// Why there is no record to explain, in a sentence for people.
package struct ExplainError: Error, Sendable, CustomStringConvertible {
  package var description: String
}
