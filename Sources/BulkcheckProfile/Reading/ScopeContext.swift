internal import BulkcheckCore

/// A block under `fields` whose constraints are rules of their own.
struct ScopeContext {
  var index: ScopeIndex
  var path: FieldPath
  /// The beginning of the derived ids of its rules.
  var idPrefix: String
  /// Inherited by its rules.
  var labels: [String]
}
