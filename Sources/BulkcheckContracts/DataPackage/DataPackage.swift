package import BulkcheckDocument

/// Reads Data Packages of version 1 and 2.
package enum DataPackage {
  /// Translates the resources.
  ///
  /// - Parameter tables: the paths of files that are given for resources, by their names.
  package static func translate(
    _ root: DocumentNode, tables: [String: String]
  ) throws(DocumentFault) -> [Translation] {
    []
  }
}
