package import BulkcheckCore

/// How another file is read, as far as the profile says so: what `input` says of the inputs.
package struct ReferenceInput: Hashable, Sendable {
  package var encoding: EncodingChoice?
  package var records: RecordPointer?
  package var csv = CSVOptions()
  /// nil: as for inputs that say nothing.
  package var missingValues: [String]?
  /// The changes to the values of columns, by the names that the profile asks for.
  package var changes: [ColumnChanges] = []

  package struct ColumnChanges: Hashable, Sendable {
    package var column: String
    package var changes: [Change]
  }

  package init() {}
}

/// The values of another file for which a profile asks.
package struct ReferenceRequest: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    /// The different values of one column.
    case values
    /// The different combinations of several columns.
    case combinations
    /// The number at a path of a JSON document.
    case number
  }

  package struct Column: Hashable, Sendable {
    /// The name as the profile writes it: in CSV that of a column, otherwise a path.
    package var name: String
    /// The name as a path; nil if it is none.
    package var path: FieldPath?
    /// The types by which cells of CSV are read: those that the checked field declares, arrays and
    /// objects apart.
    package var types: [ValueType] = []
  }

  package var purpose = Purpose.values
  /// The file as the profile writes it.
  package var file: String
  /// At least one.
  package var columns: [Column]
  /// nil: told by suffix, then by content.
  package var format: InputFormat?
  package var input = ReferenceInput()

  package init(
    purpose: Purpose = .values, file: String, columns: [Column], format: InputFormat? = nil
  ) {
    self.purpose = purpose
    self.file = file
    self.columns = columns
    self.format = format
  }

  /// The columns as reports name them.
  package var column: String { columns.map(\.name).joined(separator: ", ") }
  /// The types of the first column.
  package var types: [ValueType] { columns.first?.types ?? [] }
}

extension ReferenceRequest.Column {
  /// The column by the name that an author gave it.
  ///
  /// - Parameter types: those that the checked field declares.
  package init(named name: String, types: [ValueType]) {
    self.init(
      name: name, path: try? PathParser.path(name),
      types: types.filter { $0 != .array && $0 != .object })
  }
}

/// The values that a file holds of those that were asked for.
package enum ReferenceContent: Sendable {
  case values(ValueSet)
  case combinations(CombinationSet)
  /// A number as the document writes it.
  case number(String)

  /// How many different values there are.
  package var count: Int {
    switch self {
    case .values(let values): values.count
    case .combinations(let combinations): combinations.count
    case .number: 1
    }
  }
}

/// A reference, loaded.
package struct LoadedReference: Sendable {
  package var content: ReferenceContent
  /// The digest of the file's stored bytes, in hexadecimal digits.
  package var sha256: String

  package init(_ content: ReferenceContent, sha256: String) {
    self.content = content
    self.sha256 = sha256
  }

  package init(values: ValueSet, sha256: String) {
    self.init(.values(values), sha256: sha256)
  }
}

/// Reads what a profile asks for. Given to the reader of profiles by those who may read files.
package typealias ReferenceLoading = (ReferenceRequest) throws(ReferenceLoadingError) ->
  LoadedReference
