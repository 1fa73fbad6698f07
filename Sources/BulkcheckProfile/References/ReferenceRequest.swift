package import BulkcheckCore

/// What a `references` asks of another file: the values of one of its columns.
package struct ReferenceRequest: Hashable, Sendable {
  /// As the profile writes it.
  package var file: String
  /// As the profile writes it: in CSV the name of a column, in JSONL a path.
  package var column: String
  /// The column as a path; nil if it is none.
  package var path: FieldPath?
  /// nil: told by suffix, then by content.
  package var format: InputFormat?
  /// The types by which cells of CSV are read: those that the checked field declares, arrays and
  /// objects apart.
  package var types: [ValueType]
}

/// The values of a column, loaded.
package struct LoadedReference: Sendable {
  package var values: ValueSet
  /// Of the file's stored bytes, in hexadecimal digits.
  package var sha256: String

  package init(values: ValueSet, sha256: String) {
    self.values = values
    self.sha256 = sha256
  }
}

/// Reads the column that a profile asks for. Given to the reader of profiles by those who may read
/// files.
package typealias ReferenceLoading = (ReferenceRequest) throws(ReferenceFault) -> LoadedReference
