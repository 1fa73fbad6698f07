/// Rules about pairs of records over a whole run, in input order.
///
/// Each record of a chunk comes with an image and the key of its group. The image of the one before
/// is found, both are judged (``PairJudge``), and the record takes its place. What is found is
/// counted in the statistics of the chunk, before these are added up.
///
/// The first record of a group has none before it. In a partial result it stays open: an earlier
/// part may have one.
final class PairRun {
  private let code: PairCode
  private let number: Int
  private let judge: PairJudge
  private let groups: PairGroups
  /// How many groups there are, whose first records no rule of the pairing applies to.
  private(set) var firstCount = 0

  init(_ number: Int, _ run: RunContext) {
    self.number = number
    code = run.program.lists.pairs[number]
    judge = PairJudge(code, samplesMaximum: run.samplesMaximum)
    groups = PairGroups(run.keys.plan)
  }

  var rules: [RuleNumber] { code.rules }

  /// What was found of the records of a chunk.
  struct Findings {
    var verdicts = PairJudge.Verdicts()
    /// By record: it is the first of its group.
    var firsts: [Int] = []

    fileprivate mutating func add(_ other: PairJudge.Verdicts) {
      verdicts.invalid += other.invalid
      verdicts.failed += other.failed
      verdicts.told += other.told
    }
  }

  /// Judges the records of a chunk.
  ///
  /// - Parameters:
  ///   - place: that of a record.
  ///   - isTold: whether each failure of a record is to be told.
  func take(
    _ statistics: ChunkStatistics, _ text: ChunkText,
    place: (RecordPosition) -> FirstOccurrence, isTold: (_ ordinal: Int) -> Bool
  ) throws(TemporaryFileError) -> Findings {
    var findings = Findings()
    judge.turn(to: text)
    var start = 0
    for claim in statistics.pairs {
      defer { start = claim.imageEnd }
      guard claim.pairing == number else { continue }
      let own = statistics.pairImages[start..<claim.imageEnd]
      if let last = try groups.last(claim.key) {
        try? add(own, claim.position, last)
        if judge.isFull { findings.add(judge.judge(into: statistics, isTold: isTold)) }
      } else {
        firstCount += 1
        findings.firsts.append(claim.position.ordinal)
      }
      try groups.put(image(own, at: place(claim.position))[...], claim.key)
    }
    if !judge.isEmpty { findings.add(judge.judge(into: statistics, isTold: isTold)) }
    return findings
  }

  private func add(
    _ own: ArraySlice<UInt8>, _ position: RecordPosition, _ last: [UInt8]
  ) throws(PartialDamage) {
    var decoder = PartialDecoder(last)
    let first: FirstOccurrence = try decoder.read()
    try judge.add(own, at: position, decoder.rest(), at: first)
  }

  /// An image with the place of its record before it.
  private func image(_ own: ArraySlice<UInt8>, at place: FirstOccurrence) -> [UInt8] {
    var encoder = PartialEncoder()
    encoder.add(place)
    encoder.add(raw: own)
    return encoder.take()
  }
}

extension RunAccumulator {
  /// Judges the records of a chunk by the rules about pairs, before its counts are added up.
  func judgePairs(_ statistics: ChunkStatistics, _ text: ChunkText) {
    guard !pairs.isEmpty, !statistics.pairs.isEmpty else { return }
    var invalid = Set<Int>()
    var told: [NotedDuplicate] = []
    for pair in pairs {
      let found = run.keys.attempt { () throws(TemporaryFileError) in
        try pair.take(statistics, text, place: { lineNumbering.place(of: $0, in: here) }) {
          notes.contains(.verdicts)
            || watched == WatchedRecord(input: here.input, record: here.records + $0)
        }
      }
      guard let found else { return }
      told += found.verdicts.told
      if notes.contains(.verdicts) {
        for ordinal in found.verdicts.failed {
          statistics.noteDuplicate(ordinal, isError: false)
        }
      }
      invalid.formUnion(found.verdicts.invalid)
    }
    pairFailures = told.sorted { $0.ordinal < $1.ordinal }
    for failure in pairFailures
    where watched == WatchedRecord(input: here.input, record: here.records + failure.ordinal) {
      var sample = failure.sample?.placed(in: here, text)
      sample?.first = failure.first
      lateFailures[Int(failure.rule)] = sample
    }
    for ordinal in statistics.invalidate(invalid) where program.countsSets {
      guard let set = text.records?.place(of: ordinal).set else { continue }
      statistics.moveToInvalid(ofSet: set)
    }
  }
}
