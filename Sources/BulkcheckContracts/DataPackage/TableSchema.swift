package import BulkcheckDocument

/// Reads Table Schemas.
package enum TableSchema {
  /// Translates a schema that stands alone.
  package static func translate(_ root: DocumentNode) -> Translation {
    Translation(
      name: nil, offset: root.offset,
      profile: .object(["bulkcheck": .number(1, at: root.offset)], at: root.offset))
  }
}
