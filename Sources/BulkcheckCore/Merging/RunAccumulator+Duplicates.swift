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

  /// Takes a value that is not in the table.
  func take(_ value: String, _ hash: UInt64, input: Int, record: Int) {
    guard !isFull else {
      isOverfull = true
      return
    }
    values.append(
      FailureTable.Entry(hash: hash, count: 1, value: .text(value), input: input, record: record))
  }
}

/// `unique`: the merge sees records in input order, and so finds the duplicates.
extension RunAccumulator {
  func addKeys(
    _ statistics: ChunkStatistics, _ task: ChunkTask, _ worker: inout ChunkWorker
  ) {
    var offsets = StoredOffsets(task.text)
    // The record that the worker has looked at last may be one of another chunk.
    worker.askedParts = nil
    var firsts = firstClaims(statistics)
    defer { take(&firsts, upTo: .max, task.text) }
    for claim in statistics.keys {
      take(&firsts, upTo: claim.position.ordinal, task.text)
      var stored = claim
      stored.position.start = offsets.offset(of: claim.position.start)
      let set = program.countsSets ? document?.place(of: claim.position.ordinal).set : nil
      let first = take(stored, isCSV: worker.isCSV, set: set) {
        worker.keyDetail(of: claim, task.text)
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
  /// - Parameters:
  ///   - set: that of the record, if sets are counted.
  ///   - detail: what reports show of the record; asked only if it may be needed.
  func take<Failure: Error>(
    _ claim: ChunkStatistics.KeyClaim, isCSV: Bool, set: Int?,
    detail: () throws(Failure) -> KeyDetail
  ) throws(Failure) -> SeenKey? {
    if program.refersToInput(claim.rule) {
      try takeReference(claim, isCSV: isCSV, detail: detail)
      return nil
    }
    guard let first = firstClaim(claim), claim.counts else { return nil }
    let number = here.records + claim.position.ordinal
    let isFirst = countLateFailure(
      claim.rule, ofRecord: number, of: here.input, isInvalid: claim.recordIsInvalid, set: set)
    if isFirst { waiting.noteInvalid(here.input, number) }
    try noteDuplicate(claim, first, isCSV: isCSV, detail: detail)
    return first
  }

  /// Counts a failure of a record that has been counted already, and returns whether it makes a
  /// valid record invalid. Failures of one record come one after another.
  @discardableResult
  func countLateFailure(
    _ rule: RuleNumber, ofRecord record: Int, of input: Int, isInvalid: Bool, set: Int?
  ) -> Bool {
    duplicateCounts[Int(rule)] += 1
    spreads.add(record: record, of: input, rule: Int(rule))
    guard program.tables.rules[rule].isError, !isInvalid,
      lastInvalidByDuplicate != (input, record)
    else { return false }
    lastInvalidByDuplicate = (input, record)
    invalidByDuplicates += 1
    RunAccumulator.add(1, of: input, to: &invalidatedOfInputs)
    if let set { invalidatedOfSets[RecordSetPlace(input: input, set: set), default: 0] += 1 }
    return true
  }

  /// The claim of the same key that came first, or nil if this is it.
  private func firstClaim(_ claim: ChunkStatistics.KeyClaim) -> SeenKey? {
    if failure != nil { return nil }
    let number = lineNumbering.number(of: claim.position, in: here)
    return run.keys.claim(claim.key, of: claim.rule, line: number) ?? nil
  }

  /// Keeps the sample and the value of a duplicate, if they are wanted.
  ///
  /// - Parameters:
  ///   - first: the record that has the same key.
  ///   - detail: what reports show of it; asked only if they do.
  private func noteDuplicate<Failure: Error>(
    _ claim: ChunkStatistics.KeyClaim, _ first: SeenKey, isCSV: Bool,
    detail: () throws(Failure) -> KeyDetail
  ) throws(Failure) {
    let findings = findings(of: claim.rule)
    let table = findings.values
    let record = here.records + claim.position.ordinal
    let wantsSample = wantsSample(findings, here.input, record)
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
    let shown = try detail()
    if values != .masked, let value = shown.value {
      let hash = values == .changed ? shown.hash : claim.key.low
      if let position = table.index(of: hash) {
        if values == .changed { table.add(1, at: position) }
      } else {
        findings.take(value, hash, input: here.input, record: record)
      }
    }
    guard wantsSample else { return }
    var sample = Sample(claim.position, messageParts: []).placed(in: here)
    show(shown, of: claim.rule, isCSV: isCSV, in: &sample)
    sample.first = lineNumbering.place(of: first)
    keep(sample, of: claim.rule, findings)
  }

  // MARK: Samples

  func findings(of rule: RuleNumber) -> DuplicateFindings {
    let findings = duplicateFindings[Int(rule)] ?? DuplicateFindings()
    duplicateFindings[Int(rule)] = findings
    return findings
  }

  func wantsSample(_ findings: DuplicateFindings, _ input: Int, _ record: Int) -> Bool {
    watched == WatchedRecord(input: input, record: record)
      || findings.samples.count < samplesMaximum
  }

  /// Puts the details of a claim into a sample that has its place.
  func show(_ detail: KeyDetail, of rule: RuleNumber, isCSV: Bool, in sample: inout Sample) {
    sample.recordPointer = detail.recordPointer
    sample.instanceLocation = detail.location ?? program.fixedLocation(of: rule, isCSV: isCSV)
    sample.value = detail.value
    sample.valueIsTruncated = detail.valueIsTruncated
    var texts = detail.pathTexts[...]
    sample.messageParts = program.message(of: rule, detail.value) { _ in
      texts.popFirst() ?? ""
    }
  }

  /// Keeps a sample that is wanted.
  func keep(_ sample: Sample, of rule: RuleNumber, _ findings: DuplicateFindings) {
    if watched == WatchedRecord(input: sample.input, record: sample.record - 1) {
      lateFailures[Int(rule)] = sample
    }
    findings.samples.append(sample)
  }
}
