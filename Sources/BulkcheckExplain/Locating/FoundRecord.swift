package import BulkcheckCore

/// Which record to explain.
package enum RecordSelector: Hashable, Sendable {
  /// The one that begins on this line, or that the line is a part of. Counts from 1.
  case line(Int)
  /// The one of this number, malformed ones counted. From 1.
  case record(Int)
  /// The one at this place of a JSON document.
  case pointer(String)
}

/// A record of an input, taken out of it.
package struct FoundRecord: Sendable {
  /// In UTF-8, without its line end. Of an over-long one, only enough to show that it is too long.
  package var bytes: [UInt8] = []
  /// The line on which it begins, and how many lines it takes up.
  package var line = 1
  package var lineCount = 1
  /// It is told by line and offset: see ``ChunkStart/hasLines``.
  package var hasLines = true
  package var record = 1
  /// JSON documents: its JSON Pointer.
  package var pointer: String?
  /// JSON documents that a schema splits: which of its parts it is.
  package var part: DocumentPart?
  /// JSON documents: the names and indices in the places of the stars of its record pointer.
  package var keys: [DocumentKey] = []
  /// The position of the record's first byte, in the decompressed input as it is encoded.
  package var byteOffset = 0
  package var format = InputFormat.jsonl
  /// Rows of a table: its columns.
  package var columnTypes: [ColumnField]?
  /// Why it cannot be parsed.
  package var fault: RecordFault?
  /// The fault, with the bytes counted as they are in the input.
  package var storedFault: RecordFault?
  /// CSV: the names of the columns, and the bytes of the header, if the input has one.
  package var columns: [String] = []
  package var header: [UInt8] = []
  package var dialect = CSVDialect(delimiter: Ascii.comma)
}

/// Why there is no record to explain, in a sentence for people.
package struct ExplainError: Error, Sendable, CustomStringConvertible {
  package var description: String
}
