package import BulkcheckDocument

/// Reads contracts of the Open Data Contract Standard.
package enum OpenDataContract {
  /// Translates the objects under `schema`.
  ///
  /// - Parameter tables: the paths of files that are given for objects, by their names.
  /// - Throws: what keeps the whole contract from being read, such as its version.
  package static func translate(
    _ root: DocumentNode, fileName: String, tables: [String: String]
  ) throws(DocumentFault) -> [Translation] {
    throw DocumentFault(
      offset: root.offset,
      complaint: Complaint("contracts of the Open Data Contract Standard cannot be read yet"))
  }
}
