/// The positions of rules' failures in the inputs.
extension RunAccumulator {
  /// The place of a built-in rule in ``spreads``.
  func spread(of rule: BuiltInRule) -> Int { program.ruleCount + rule.place }

  /// Adds to the count of an input.
  static func add(_ count: Int, of input: Int, to counts: inout [Int]) {
    guard count > 0 else { return }
    if input >= counts.count {
      counts += [Int](repeating: 0, count: input + 1 - counts.count)
    }
    counts[input] += count
  }

  /// Adds where the records of a chunk fail, except for those that keys tell.
  func addSpreads(_ statistics: ChunkStatistics) {
    for rule in statistics.touched where rule < program.ruleCount {
      addSpread(statistics.counters.failures[rule].records, Int(rule))
    }
    for rule in BuiltInRule.allCases {
      addSpread(statistics.counters.builtInFailures[rule.place], spread(of: rule))
    }
  }

  private func addSpread(_ records: RecordBits, _ place: Int) {
    guard !records.isEmpty else { return }
    records.forEachWord { spreads[place].add($0, from: record + $1, input: input) }
    guard notes.contains(.partial) else { return }
    var runs: [Range<Int>] = []
    records.forEachRun { runs.append(record + $0.lowerBound..<record + $0.upperBound) }
    partialLog.add(runs, of: place)
  }

  /// Adds the failing records of a block of a partial result, whose input or piece has begun.
  package func replayFailures(_ bytes: [UInt8]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    while !decoder.isAtEnd {
      let (place, runs) = try PartialLog.failures(&decoder)
      guard place < spreads.count else { throw PartialDamage() }
      for run in try runs.moved(by: record) {
        _ = try PartialDecoder.total(spreads[place].failures, run.count)
        spreads[place].add(run, input: input)
      }
    }
  }
}
