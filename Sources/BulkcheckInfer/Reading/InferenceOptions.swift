internal import BulkcheckCore
package import BulkcheckInput

/// How data is read to infer a profile from it.
package struct InferenceOptions: Sendable {
  package var reading = ReadingOptions()
  /// Paths beyond these many are left out.
  package var pathsMaximum = 1000
  /// Values kept in the search for duplicates, of all fields together.
  package var hashesMaximum = UniquenessSearch.hashesMaximum
  /// The date-time that is taken for now; nil: that of the clock.
  package var now: String?
  package init() {}
}

/// Why no profile can be inferred, in a sentence for people.
package struct InferenceError: Error, Sendable, CustomStringConvertible {
  package var description: String
}
