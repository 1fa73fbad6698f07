package import BulkcheckCore
package import BulkcheckInput
package import BulkcheckOutput
internal import BulkcheckProfile
internal import BulkcheckReport

/// Merges partial results, in their order, to what one run over all of their inputs would have
/// found.
package struct PartialMerge {
  /// Failing examples kept for each rule; nil: as many as the runs kept.
  package var samplesMaximum: Int?
  /// The inputs are successive pieces of one input with this name.
  package var inputName: String?
  /// What the keys of `unique` rules, and rules about the table, may take.
  package var options = RunOptions()

  package init() {}

  /// What the merged runs found, and what a report needs besides.
  package struct Result {
    package var summary: RunSummary
    package var check: Check
    /// Why the merge could not be written as a partial result; the other properties then mean
    /// nothing.
    package var outputFailure: OutputError?
  }

  /// Reads each of the partial results once, from front to end.
  ///
  /// - Parameters:
  ///   - partials: at least one.
  ///   - sink: takes the merge as a partial result, which can be merged further. Whether its file
  ///     appears under its name is
  ///     up to the owner.
  ///   - shouldStop: asked before each block; true ends the merge with nil.
  package func merge(
    _ partials: [InputLocation], to sink: (any PartialSink)? = nil,
    shouldStop: () -> Bool = { false }
  ) throws(PartialError) -> Result? {
    var state: MergeState?
    for location in partials {
      let reader = try PartialReader(location)
      let contents = try PartialContents(reader)
      let merge: MergeState
      if let state {
        merge = state
      } else {
        merge = try MergeState(contents, self, sink: sink)
        state = merge
      }
      try merge.begin(contents)
      while let block = try reader.next() {
        if shouldStop() { return nil }
        try merge.take(block, reader)
        if merge.outputFailure != nil { return try merge.result() }
      }
    }
    return try state?.result()
  }
}

/// How a partial result begins.
struct PartialContents {
  let name: String
  let header: PartialHeader
  let profile: [UInt8]

  /// Reads the header and the profile.
  init(_ reader: PartialReader) throws(PartialError) {
    name = reader.name
    guard let first = try reader.next(), first.kind == .header else { throw reader.impossible }
    do throws(PartialDamage) {
      header = try PartialHeader(first.bytes)
    } catch {
      throw reader.impossible
    }
    var profile: [UInt8] = []
    while profile.count < header.profileBytes {
      guard let block = try reader.next(), block.kind == .profile, !block.bytes.isEmpty,
        profile.count + block.bytes.count <= PartialFormat.profileBytesMaximum
      else { throw reader.impossible }
      profile.append(contentsOf: block.bytes)
    }
    guard SHA256.hexadecimal(profile) == header.profileSHA256 else { throw reader.impossible }
    self.profile = profile
  }
}
