/// Chunks that observers get only when the inputs have ended, because references may make their
/// records invalid: until then they are in a file.
extension RunAccumulator {
  /// Keeps the chunk that was added last.
  package func keep(_ chunk: JudgedChunk) {
    let log = waitingChunks ?? EntryLog(in: run.keys.plan.folder)
    waitingChunks = log
    run.keys.attempt { () throws(TemporaryFileError) in try log.append(chunk.stored) }
  }

  /// The inputs have ended: hands over the chunks that were kept, in their order, with everything
  /// known of their records.
  ///
  /// - Parameter body: returns false if it wants no more.
  package func handOver(_ body: (JudgedChunk) -> Bool) {
    guard let log = waitingChunks else { return }
    waitingChunks = nil
    run.keys.attempt { () throws(TemporaryFileError) in
      let reader = EntryLog.Reader(log)
      var goesOn = true
      while goesOn, let entry = try reader.read() {
        guard let (stored, owner) = JudgedChunk.read(entry) else { throw reader.damage }
        var chunk = stored
        try failReferences(in: &chunk)
        goesOn = withExtendedLifetime(owner) { body(chunk) }
      }
    }
  }

  /// Notes the failures of a chunk's records that only the end of the inputs tells.
  private func failReferences(in chunk: inout JudgedChunk) throws(TemporaryFileError) {
    let first = chunk.place.records
    var found: [NotedDuplicate] = []
    try failReferences(of: chunk.place.input, before: first + chunk.records.count) {
      record, missing in
      let rule = RuleNumber(missing[0].rule)
      let parts = missing.prefix(FailureTrace.placesMaximum).map(\.part).filter { $0 >= 0 }
      found.append(
        NotedDuplicate(
          ordinal: record.number - first, rule: rule, first: nil, parts: parts,
          partCount: missing.count))
    }
    if found.isEmpty { return }
    for failure in found where chunk.records.indices.contains(failure.ordinal) {
      chunk.records[failure.ordinal].noteFailure(
        isError: program.tables.rules[failure.rule].isError)
    }
    chunk.duplicates = (chunk.duplicates + found).sorted {
      ($0.ordinal, $0.rule.value) < ($1.ordinal, $1.rule.value)
    }
  }
}
