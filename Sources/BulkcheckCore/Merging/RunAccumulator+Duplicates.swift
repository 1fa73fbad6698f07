/// The duplicates found under one rule: apart from its other failures (a value that can have no
/// key), since these are found chunk by chunk, and both are shown in input order.
final class DuplicateFindings {
  /// The first ones.
  var samples: [Sample] = []
  /// The first different values.
  let values = FailureTable()
  /// There were more different values.
  var isOverfull = false

  var isFull: Bool { values.entries.count >= KnownFailures.valuesMaximum }
}

/// `unique`: the merge sees records in input order, and so finds the duplicates.
extension RunAccumulator {
  func addKeys(
    _ statistics: ChunkStatistics, _ task: ChunkTask, _ worker: inout ChunkWorker
  ) {
    var offsets = StoredOffsets(task.text)
    for claim in statistics.keys {
      var stored = claim
      stored.position.start = offsets.offset(of: claim.position.start)
      let first = take(stored, isCSV: worker.isCSV) {
        worker.rescan(task.bytes, claim.position, document: task.records)
        var shown = worker.explainer.duplicateSample(of: claim.rule)
        shown.recordPointer = task.records?.pointer(of: claim.position.ordinal)
        return shown
      }
      guard let first else { continue }
      if notes.contains(.verdicts) {
        statistics.noteDuplicate(
          claim.position.ordinal, isError: program.tables.rules[claim.rule].isError)
      }
      if !notes.isDisjoint(with: [.verdicts, .companions]) {
        duplicates.append(
          NotedDuplicate(
            ordinal: claim.position.ordinal, rule: claim.rule,
            first: lineNumbering.place(of: first)))
      }
    }
  }

  /// Claims a key, or takes a reference to one. If an earlier record has the key and the rule
  /// counts it, the failure is counted, and the earlier claim returned.
  ///
  /// - Parameter show: what reports show of the record; asked only if it may be needed.
  func take<Failure: Error>(
    _ claim: ChunkStatistics.KeyClaim, isCSV: Bool, show: () throws(Failure) -> ShownDuplicate
  ) throws(Failure) -> SeenKey? {
    if program.refersToInput(claim.rule) {
      try takeReference(claim, isCSV: isCSV, show: show)
      return nil
    }
    guard let first = firstClaim(claim), claim.counts else { return nil }
    let number = here.records + claim.position.ordinal
    if countLateFailure(claim, here.input, number) { waiting.noteInvalid(here.input, number) }
    try noteDuplicate(claim, first, isCSV: isCSV, show: show)
    return first
  }

  /// Counts a failure of a record that has been counted already, and returns whether it makes a
  /// valid record invalid. Failures of one record come one after another.
  @discardableResult
  func countLateFailure(
    _ claim: ChunkStatistics.KeyClaim, _ input: Int, _ record: Int
  ) -> Bool {
    let rule = Int(claim.rule)
    duplicateCounts[rule] += 1
    spreads.add(record: record, of: input, rule: rule)
    guard program.tables.rules[rule].isError, !claim.recordIsInvalid,
      lastInvalidByDuplicate != (input, record)
    else { return false }
    lastInvalidByDuplicate = (input, record)
    invalidByDuplicates += 1
    // Counted as valid with the chunk.
    if let document, program.countsSets {
      let set = document.place(of: claim.position.ordinal).set
      addToSet(set, SetCounts(valid: -1, invalid: 1))
    }
    RunAccumulator.add(1, of: input, to: &invalidatedOfInputs)
    return true
  }

  /// The claim of the same key that came first, or nil if this is it.
  private func firstClaim(_ claim: ChunkStatistics.KeyClaim) -> SeenKey? {
    if failure != nil { return nil }
    let number = lineNumbering.number(of: claim.position, in: here)
    return run.keys.claim(claim.key, of: claim.rule, line: number) ?? nil
  }

  /// Keeps the sample and the value of a failure that keys have told, if they are wanted.
  ///
  /// - Parameters:
  ///   - first: the record that has the same key.
  ///   - show: what reports show of it; asked only if they do.
  func noteDuplicate<Failure: Error>(
    _ claim: ChunkStatistics.KeyClaim, _ first: SeenKey?, isCSV: Bool,
    show: () throws(Failure) -> ShownDuplicate
  ) throws(Failure) {
    let rule = Int(claim.rule)
    let findings = duplicateFindings[rule] ?? DuplicateFindings()
    duplicateFindings[rule] = findings
    let table = findings.values
    let record = here.records + claim.position.ordinal
    let isWatched = watched == WatchedRecord(input: here.input, record: record)
    let wantsSample = isWatched || findings.samples.count < samplesMaximum
    // Values are counted as they were written. If nothing changes the values, equal keys mean equal
    // values.
    let values = UniqueValues(of: claim.rule, program, isCSV: isCSV)
    if values == .masked, !wantsSample { return }
    if values == .asWritten {
      if let position = table.index(of: claim.key.low) {
        table.add(1, at: position)
        if !wantsSample { return }
      } else if findings.isFull {
        findings.isOverfull = true
        if !wantsSample { return }
      }
    }
    let shown = try show()
    if values != .masked, let value = shown.value {
      let hash = values == .changed ? shown.hash : claim.key.low
      if let position = table.index(of: hash) {
        if values == .changed { table.add(1, at: position) }
      } else if findings.isFull {
        findings.isOverfull = true
      } else {
        table.append(
          FailureTable.Entry(
            hash: hash, count: 1, value: .text(value), input: here.input, record: record))
      }
    }
    guard wantsSample else { return }
    var sample = Sample(
      claim.position, instanceLocation: program.fixedLocation(of: claim.rule, isCSV: isCSV),
      value: shown.value, messageParts: shown.message
    ).placed(in: here)
    sample.recordPointer = shown.recordPointer
    sample.valueIsTruncated = shown.isTruncated
    sample.first = first.flatMap { lineNumbering.place(of: $0) }
    if isWatched { lateFailures[rule] = sample }
    findings.samples.append(sample)
  }
}
