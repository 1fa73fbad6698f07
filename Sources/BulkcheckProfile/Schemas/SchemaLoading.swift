package import BulkcheckCore

/// Why the schema of a profile cannot be used.
package struct SchemaLoadingError: Error {
  package var reason: String
  package init(reason: String) { self.reason = reason }
}

/// Reads the JSON Schema that a profile names; without a file the one that is beside the
/// profile in any case, if there is one.
///
/// Called in both readings of the profile: it has to give the same each time.
package typealias SchemaLoading = (_ file: String?) throws(SchemaLoadingError) -> RuleSet?
