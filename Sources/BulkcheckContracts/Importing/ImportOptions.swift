package import BulkcheckDocument

/// The tools whose files `bulkcheck import` reads.
package enum ImportFormat: String, CaseIterable, Sendable {
  /// Suites of Great Expectations.
  case greatExpectations = "gx"
  /// Tests in `schema.yml`.
  case dbt
  /// SodaCL checks, and contracts of Soda 4.
  case soda

  /// The name of the tool's files, for sentences.
  package var documentName: String {
    switch self {
    case .greatExpectations: "a suite of Great Expectations"
    case .dbt: "a properties file of dbt"
    case .soda: "a file of Soda checks"
    }
  }
}

/// How files of other tools are read.
package struct ImportOptions: Sendable {
  /// The files of other tables as the profile is to name them, by the names of the tables.
  package var tables: [String: String]

  package init(tables: [String: String] = [:]) { self.tables = tables }
}

/// Reads the files of other tools.
package enum ImportedFile {
  /// Files of other tools nest no deeper.
  package static let nestingMaximum = 128

  /// Reads the tables of a file, in its order.
  ///
  /// - Throws: the mistake of a text that is neither JSON nor YAML, or not a file of the tool.
  package static func tables(
    of document: Document, _ format: ImportFormat, _ options: ImportOptions
  ) throws(DocumentFault) -> [ImportedProfile] {
    let read: [ImportedProfile]? =
      switch format {
      case .greatExpectations: GreatExpectations.suite(document.root, options).map { [$0] }
      case .dbt: Dbt.tables(document.root, options)
      case .soda: Soda.tables(document.root, options)
      }
    guard let read else {
      throw DocumentFault(
        offset: document.root.offset,
        complaint: Complaint(
          "this is not \(format.documentName)", expected: expectation(of: format)))
    }
    return read
  }

  private static func expectation(of format: ImportFormat) -> String {
    switch format {
    case .greatExpectations: "an object with a list of `expectations`"
    case .dbt: "lists under `models`, `sources`, `seeds` or `snapshots`"
    case .soda: "`checks for …`, or a contract with `dataset`"
    }
  }
}
