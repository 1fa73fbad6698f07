/// Runs of several rule sets over inputs of their own, which one report tells of.
extension RunSummary {
  /// Adds what another run counted, but for its rules and fields: these belong to its rule set.
  package mutating func join(_ other: RunSummary) {
    let start = inputs.count
    while invalidOfInputs.count < start { invalidOfInputs.append(0) }
    inputs += other.inputs
    invalidOfInputs += other.invalidOfInputs
    valid += other.valid
    invalid += other.invalid
    malformed += other.malformed
    sections.append(other.total)
    limitReached = limitReached || other.limitReached
    now = now ?? other.now
    interrupted = interrupted || other.interrupted
    outputFailed = outputFailed || other.outputFailed
    seconds += other.seconds
    ended = other.ended ?? ended
    threads = Swift.max(threads, other.threads)
    bytesJudged += other.bytesJudged
  }

  /// Returns the summary with its inputs counted behind so many others.
  package func behind(inputs count: Int) -> RunSummary {
    guard count > 0 else { return self }
    var summary = self
    summary.rules = rules.map { $0.behind(inputs: count) }
    summary.tables = tables.map { $0.behind(inputs: count) }
    summary.builtIns = builtIns.mapValues { $0.behind(inputs: count) }
    return summary
  }
}

extension RuleStatistics {
  func behind(inputs count: Int) -> RuleStatistics {
    var statistics = self
    for index in samples.indices {
      statistics.samples[index].input += count
      statistics.samples[index].first?.input += count
    }
    statistics.spread.moveBehind(inputs: count)
    return statistics
  }

  /// Adds the counts and examples of the same built-in rule of another run.
  package mutating func join(_ other: RuleStatistics) {
    counts.passed += other.counts.passed
    counts.failed += other.counts.failed
    counts.missing += other.counts.missing
    counts.blocked += other.counts.blocked
    counts.notApplicable += other.counts.notApplicable
    counts.overridden += other.counts.overridden
    samples += other.samples
    topValues = Array(
      (topValues + other.topValues).sorted { $0.count > $1.count }.prefix(topValuesMaximum))
    // Ranges of different lengths are not added up.
    spread = spread.failures == 0 ? other.spread : other.spread.failures == 0 ? spread : .init()
    kinds.merge(other.kinds) { $0 + $1 }
  }

  private var topValuesMaximum: Int { 5 }
}
