internal import BulkcheckDocument

/// Why a column of a reference file cannot be loaded.
package struct ReferenceLoadingError: Error, Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// The file cannot be opened, or not be read to its end; with the reason and the remedy.
    case cannotOpen(String)
    case unreadable(String)
    /// A record cannot be parsed; with what the file seems to be instead, if that is known.
    case malformed(line: Int, detail: String, hint: String?)
    /// A line of JSONL is not an object.
    case notAnObject(line: Int)
    /// The column, or a key on the way to it, occurs twice in the record; nil: in the header of
    /// CSV.
    case repeated(line: Int?)
    /// An array or object, which a reference does not compare.
    case container(line: Int)
    /// CSV: the header lacks the column; with the names that it has.
    case unknownColumn([String])
    /// JSONL: the column is not a path, or no record has it.
    case noPath, absentEverywhere
    case noRecords
    /// Each value is empty or null.
    case noValues
    case tooManyValues
    /// JSONL: the path leads to several values, of which a combination has one.
    case severalValues
    /// A document with a number: it cannot be parsed, has no number there, or is longer than so
    /// many bytes.
    case notJSON(String)
    case noNumber
    case tooLong(Int)
  }

  /// The path at which the file was looked for.
  package var path: String
  package var cause: Cause

  /// The column at fault; nil: all that were asked for.
  package var column: String?

  package init(path: String, cause: Cause, column: String? = nil) {
    self.path = path
    self.cause = cause
    self.column = column
  }

  /// The error in one sentence, for those who have no profile.
  package var sentence: String { Complaint.reference(self, column: column ?? "").sentence }

  /// Whether the profile's `column`, not its `file`, is probably wrong.
  var isAboutColumn: Bool {
    switch cause {
    case .unknownColumn, .noPath, .absentEverywhere, .noValues, .container, .repeated,
      .severalValues, .noNumber:
      true
    case .cannotOpen, .unreadable, .malformed, .notAnObject, .noRecords, .tooManyValues, .notJSON,
      .tooLong:
      false
    }
  }
}
