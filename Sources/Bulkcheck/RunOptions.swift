package import BulkcheckCore

/// How a run reads and what it keeps. None of this changes a count, apart from `limit` and `recordBytesMaximum`.
package struct RunOptions: Sendable {
  /// nil: decided for each input by suffix, then by content.
  package var format: InputFormat?
  package var samplesMaximum = 5
  /// nil: all cores.
  package var threads: Int?
  /// Stop after this many records of all inputs, malformed ones included.
  package var limit: Int?
  /// A longer record is malformed.
  package var recordBytesMaximum = 64 << 20
  /// The size of the pieces that workers take; nil: chosen by the engine.
  package var chunkBytes: Int?
  /// What the keys of `unique` rules may take; the others go to files. nil: 1 GiB, or a quarter of the machine's memory.
  package var memoryBytes: Int?
  /// For files without a name, which hold the keys beyond `memoryBytes`; nil: `TMPDIR`, else `/tmp`.
  package var temporaryFolder: String?
  /// What keys the hashes of values; others than those of the process only where results are to be merged.
  var hashKeys = HashKeys.process
  package init() {}

  /// The same options for a run whose partial result is written.
  package func mergeable(profileSHA256: String, secret: String) -> RunOptions {
    var options = self
    options.hashKeys = PartialKeys.keys(profileSHA256: profileSHA256, secret: secret)
    return options
  }
}

extension RunOptions {
  var keyPlan: SeenKeys.Plan { RunOptions.keyPlan(memoryBytes, temporaryFolder) }

  static func keyPlan(_ memoryBytes: Int?, _ temporaryFolder: String?) -> SeenKeys.Plan {
    SeenKeys.Plan(
      bytesMaximum: memoryBytes ?? MachineMemory.share,
      folder: temporaryFolder ?? TemporaryFolder.standard)
  }
}

/// How far a run has come; given to the progress callback after each batch.
package struct RunProgress: Sendable {
  package var inputPath: String
  /// Stored (compressed) bytes of all inputs so far.
  package var bytesRead: Int
  /// The stored size of all inputs; nil if one is unknown.
  package var bytesTotal: Int?
  package var records: Int
}
