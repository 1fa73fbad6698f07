/// References to other records of the input that no record so far has answered, in input order.
///
/// What reports may show of each is kept with it: the record is gone when the input has ended.
struct WaitingReferences {
  struct Entry {
    var claim: ChunkStatistics.KeyClaim
    /// The place at which its chunk begins.
    var place: ChunkStart
    var isCSV: Bool
    var shown: ShownDuplicate

    /// The number of its record in the input, from 0.
    var record: Int { place.records + claim.position.ordinal }

    /// About what it takes.
    var bytes: Int {
      MemoryLayout<Entry>.stride + (shown.value?.utf8.count ?? 0)
        + shown.message.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.stride }
    }
  }

  private(set) var entries: [Entry] = []
  private(set) var bytes = 0

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    bytes += entry.bytes
  }

  /// A record has turned out to be invalid for another reason.
  mutating func noteInvalid(_ input: Int, _ record: Int) {
    var index = entries.count - 1
    while index >= 0, entries[index].place.input == input, entries[index].record == record {
      entries[index].claim.recordIsInvalid = true
      index -= 1
    }
  }

  /// Forgets those that have been answered.
  mutating func removeAll<Failure: Error>(
    where isAnswered: (Entry) throws(Failure) -> Bool
  ) throws(Failure) {
    var kept: [Entry] = []
    var keptBytes = 0
    for entry in entries {
      if try isAnswered(entry) { continue }
      kept.append(entry)
      keptBytes += entry.bytes
    }
    entries = kept
    bytes = keptBytes
  }
}

/// References to other records of the input: the keys that records offer are claimed as those of
/// `unique` are, and what is asked for is looked up among them, at once or at the end.
extension RunAccumulator {
  /// - Parameter show: what reports show of the record; asked only if it has to wait.
  func takeReference<Failure: Error>(
    _ claim: ChunkStatistics.KeyClaim, isCSV: Bool,
    show: () throws(Failure) -> ShownDuplicate
  ) throws(Failure) {
    guard failure == nil, !hasTooManyReferences else { return }
    guard !claim.isOffer else {
      _ = run.keys.claim(claim.key, of: claim.rule)
      return
    }
    guard claim.counts, !isOffered(claim) else { return }
    var waitingClaim = claim
    if lastInvalidByDuplicate == (here.input, here.records + claim.position.ordinal) {
      waitingClaim.recordIsInvalid = true
    }
    waiting.append(
      WaitingReferences.Entry(
        claim: waitingClaim, place: here, isCSV: isCSV, shown: try show()))
    guard waiting.bytes > waitingBytesMaximum else { return }
    waiting.removeAll { isOffered($0.claim) }
    // Else each further one would be looked for among all.
    if waiting.bytes > waitingBytesMaximum / 2 { hasTooManyReferences = true }
  }

  private func isOffered(_ claim: ChunkStatistics.KeyClaim) -> Bool {
    run.keys.contains(claim.key, of: claim.rule) ?? true
  }

  /// The input has ended: what no record offers is a failure.
  ///
  /// Counted as duplicates are, so that a partial result leaves them out.
  func failReferences() {
    guard endsWithInput, !waiting.entries.isEmpty else { return }
    waiting.removeAll { isOffered($0.claim) }
    let entries = waiting.entries
    waiting = WaitingReferences()
    let end = here
    for entry in entries {
      countLateFailure(entry.claim, entry.place.input, entry.record)
      here = entry.place
      noteDuplicate(entry.claim, nil, isCSV: entry.isCSV) { entry.shown }
    }
    here = end
  }
}
