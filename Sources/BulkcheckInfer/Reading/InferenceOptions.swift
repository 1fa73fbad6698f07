package import BulkcheckCore

/// How data is read to infer a profile from it. Neither `threads` nor `chunkBytes` changes the profile.
package struct InferenceOptions: Sendable {
  /// nil: decided for each input by suffix, then by content.
  package var format: InputFormat?
  /// nil: all cores.
  package var threads: Int?
  /// Stop after this many records of all inputs, malformed ones included.
  package var limit: Int?
  /// Paths beyond these many are left out.
  package var pathsMaximum = 1000
  /// A longer record is malformed.
  package var recordBytesMaximum = 64 << 20
  /// Values kept in the search for duplicates, of all fields together.
  package var hashesMaximum = UniquenessSearch.hashesMaximum
  /// The size of the pieces that workers take; nil: chosen by the run.
  package var chunkBytes: Int?
  package init() {}
}

/// How far the reading of inputs has come; given after each chunk.
package struct InferenceProgress: Sendable {
  /// Stored (compressed) bytes of all inputs so far.
  package var bytesRead: Int
  package var records: Int
}

/// Why no profile can be inferred, in a sentence for people.
package struct InferenceError: Error, Sendable, CustomStringConvertible {
  package var description: String
}
