/// The places in the inputs at which each rule fails.
///
/// Workers note failing records as one bit each, by their number in the chunk (``RecordBits``).
/// Late failures, which only the merge finds, come one by one.
final class SpreadFact: Fact {
  let blockKinds: [PartialBlock.Kind] = [.failures]
  private let run: RunContext
  /// The spread of each rule's failures, by its number; of built-in ones too.
  private var spreads: [FailureSpread]

  init(_ run: RunContext) {
    self.run = run
    spreads = [FailureSpread](
      repeating: FailureSpread(), count: run.program.countedCount)
  }

  /// Adds where the records of a chunk fail.
  func add(_ statistics: ChunkStatistics, at place: ChunkStart) {
    let failed = statistics.touched.map { Int($0) }.filter { $0 < run.program.ruleCount }
    for rule in failed + (run.program.ruleCount..<run.program.countedCount) {
      add(statistics.counters.failures[rule].records, of: rule, place)
    }
  }

  /// Adds a failure of a record that has been counted already.
  func add(record: Int, of input: Int, rule: Int) {
    spreads[rule].add(record..<record + 1, input: input)
  }

  private func add(_ records: RecordBits, of number: Int, _ place: ChunkStart) {
    guard !records.isEmpty else { return }
    records.forEachWord { spreads[number].add($0, from: place.records + $1, input: place.input) }
    guard let log = run.log else { return }
    var runs: [Range<Int>] = []
    records.forEachRun {
      runs.append(place.records + $0.lowerBound..<place.records + $0.upperBound)
    }
    log.failures.add { SpreadFact.write(runs, of: number, to: &$0) }
  }

  func report(to summary: inout RunSummary) {
    for rule in summary.rules.indices where run.program.tables.rules[rule].isRun {
      summary.rules[rule].spread = spreads[rule]
    }
    for rule in BuiltInRule.allCases {
      summary.builtIns[rule]?.spread = spreads[run.program.number(of: rule)]
    }
  }

  // MARK: Partial results

  func replay(_ block: PartialBlock, _ replay: Replay) throws(PartialDamage) {
    var decoder = PartialDecoder(block.bytes)
    while !decoder.isAtEnd {
      let (number, runs) = try SpreadFact.runs(&decoder)
      guard number < spreads.count else { throw PartialDamage() }
      for run in try runs.moved(by: replay.place.records) {
        _ = try PartialDecoder.total(spreads[number].failures, run.count)
        spreads[number].add(run, input: replay.place.input)
      }
    }
  }

  /// The content of a block whose records count from the start of a piece, with those of the whole.
  ///
  /// - Parameter place: where the piece begins in the whole.
  static func content(
    _ bytes: [UInt8], movedTo place: ChunkStart
  ) throws(PartialDamage) -> [UInt8] {
    var decoder = PartialDecoder(bytes)
    var encoder = PartialEncoder()
    while !decoder.isAtEnd {
      let (number, runs) = try runs(&decoder)
      write(try runs.moved(by: place.records), of: number, to: &encoder)
    }
    return encoder.take()
  }

  /// Places are stored as distances.
  ///
  /// - Parameter runs: runs of successive records from the start of the input, in order, none next
  ///   to another.
  private static func write(
    _ runs: [Range<Int>], of number: Int, to encoder: inout PartialEncoder
  ) {
    encoder.add(number)
    encoder.add(runs.count)
    var last = 0
    for run in runs {
      encoder.add(run.lowerBound - last)
      encoder.add(run.count)
      last = run.upperBound
    }
  }

  /// The next rule of a block, and its runs of records, as they were written.
  private static func runs(
    _ decoder: inout PartialDecoder
  ) throws(PartialDamage) -> (number: Int, runs: [Range<Int>]) {
    let number: Int = try decoder.read()
    var runs: [Range<Int>] = []
    var last = 0
    for _ in 0..<(try decoder.count()) {
      let start = try PartialDecoder.total(last, decoder.read())
      last = try PartialDecoder.total(start, decoder.read())
      runs.append(start..<last)
    }
    return (number, runs)
  }
}

extension [Range<Int>] {
  /// - Parameter records: before the piece in which they are counted.
  fileprivate func moved(by records: Int) throws(PartialDamage) -> [Range<Int>] {
    var moved: [Range<Int>] = []
    for run in self {
      let start = try PartialDecoder.total(records, run.lowerBound)
      moved.append(start..<(try PartialDecoder.total(records, run.upperBound)))
    }
    return moved
  }
}
