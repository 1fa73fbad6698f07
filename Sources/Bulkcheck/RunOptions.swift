package import BulkcheckCore
package import BulkcheckInput

/// How a check reads and what it keeps. None of this changes a count, apart from limits.
package struct RunOptions: Sendable {
  package var reading = ReadingOptions()
  package var samplesMaximum = 5
  /// What the keys of `unique` rules, and rules about the table, may take; the rest goes to files,
  /// or is estimated. nil: 1 GiB, or a quarter of the machine's memory.
  package var memoryBytes: Int?
  /// For files without a name, which hold the keys beyond `memoryBytes`; nil: `TMPDIR`, else
  /// `/tmp`.
  package var temporaryFolder: String?
  /// What keys the hashes of values. Only runs that will be merged have other keys than those of
  /// the process.
  var hashKeys = HashKeys.process
  /// Reports show what the profile masks: only to find out which value a failure is about.
  package var showsMasked = false
  /// Which values of other fields failures come with is counted, for reports that show it.
  package var countsCompanions = false
  /// The input is one record of a whole that is not there: what it refers to may be elsewhere.
  package var isPartOfInput = false
  /// The record whose failures under rules that ask for other records are kept.
  package var watched: WatchedRecord?
  /// The date-time that rules take for now; nil: that of the clock when a run begins.
  package var now: String?
  package init() {}

  /// The same options for a run whose partial result is written.
  package func mergeable(profileSHA256: String, secret: String) -> RunOptions {
    var options = self
    // Results are merged only if all of their runs took the same time for now.
    options.now = now ?? Instant.nowText
    // Nobody knows yet whether the merged report will be a page.
    options.countsCompanions = true
    options.hashKeys = PartialKeys.keys(profileSHA256: profileSHA256, secret: secret)
    return options
  }
}

extension RunOptions {
  var keyPlan: SeenKeys.Plan {
    SeenKeys.Plan(
      bytesMaximum: memoryBytes ?? MachineMemory.share,
      folder: temporaryFolder ?? TemporaryFolder.standard)
  }
}
