package import BulkcheckCore

/// What a profile asks of another file.
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
    /// As the profile writes it: in CSV the name of a column, else a path.
    package var name: String
    /// The name as a path; nil if it is none.
    package var path: FieldPath?
    /// The types by which cells of CSV are read: those that the checked field declares, arrays and
    /// objects apart.
    package var types: [ValueType] = []
  }

  package var purpose = Purpose.values
  /// As the profile writes it.
  package var file: String
  /// At least one.
  package var columns: [Column]
  /// nil: told by suffix, then by content.
  package var format: InputFormat?

  /// The columns as reports name them.
  package var column: String { columns.map(\.name).joined(separator: ", ") }
  /// Those of the first column.
  package var types: [ValueType] { columns.first?.types ?? [] }
}

/// What a file holds of what was asked.
package enum ReferenceContent: Sendable {
  case values(ValueSet)
  case combinations(CombinationSet)
  /// As the document writes it.
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
  /// Of the file's stored bytes, in hexadecimal digits.
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
package typealias ReferenceLoading = (ReferenceRequest) throws(ReferenceFault) -> LoadedReference
