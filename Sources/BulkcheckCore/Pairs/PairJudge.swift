/// Judges pairs of records, up to 64 at a time: an engine of its own, for which a pair is a record
/// with two parts (``PairValues``).
///
/// The values of both come from images (``PairImage``). The outcomes are counted in the statistics
/// of the chunk that has the later record of each.
///
/// A class, since the engine that it holds is large.
final class PairJudge {
  private let code: PairCode
  private var explainer: FailureExplainer
  private var values: PairValues
  /// By lane: where the other record is, and the number of the one that is judged.
  private var firsts: [FirstOccurrence] = []
  private var ordinals: [Int] = []

  init(_ code: PairCode, samplesMaximum: Int) {
    self.code = code
    explainer = FailureExplainer(
      SchemaEvaluator(Evaluator(program: code.program, samplesMaximum: samplesMaximum)))
    values = PairValues(code.program)
    begin()
  }

  var isEmpty: Bool { ordinals.isEmpty }

  private func begin() {
    values.begin(&explainer.engine.core.values)
    firsts.removeAll(keepingCapacity: true)
    ordinals.removeAll(keepingCapacity: true)
  }

  /// Turns to the records of another chunk, of which reports may show the places. Their keys come
  /// with the images.
  func turn(to text: ChunkText) {
    explainer.engine.core.values.chunk = text.bytes
    explainer.engine.core.values.cells = text.cells
  }

  /// Whether a pair can be added to the batch: it has room, and is read in the same way.
  func takes(_ own: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    if isEmpty { return true }
    return !explainer.engine.core.values.table.isFull
      && explainer.engine.isCSV == PairJudge.isCSV(own, other)
  }

  /// A pair with a row of CSV is read as rows are: values of JSON become cells.
  private static func isCSV(_ own: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    own.first != other.first || own.first == PairImage.head(isCSV: true)
  }

  /// Adds a pair to the batch, which takes it.
  ///
  /// - Parameters:
  ///   - own: the image of the record that is judged.
  ///   - position: that of this record in its chunk.
  ///   - other: the image of the record before.
  ///   - first: where that is.
  func add(
    _ own: ArraySlice<UInt8>, at position: RecordPosition, _ other: ArraySlice<UInt8>,
    at first: FirstOccurrence
  ) throws(PartialDamage) {
    values.beginRecords(
      isCSV: PairJudge.isCSV(own, other), in: &explainer.engine.core.values)
    var (own, other) = (own, other)
    guard PairImage.takeHead(&own) != nil, PairImage.takeHead(&other) != nil else {
      throw PartialDamage()
    }
    for piece in code.pieces {
      guard let value = PairImage.next(&own), let before = PairImage.next(&other) else {
        throw PartialDamage()
      }
      try put(value, at: piece.own)
      try put(before, at: piece.previous)
    }
    firsts.append(first)
    ordinals.append(position.ordinal)
    explainer.engine.core.values.take(position, isObject: true)
  }

  private func put(_ value: PairImage.Value, at state: StateNumber) throws(PartialDamage) {
    try values.put(
      value.kind, isLocalTime: value.isLocalTime, at: state, in: &explainer.engine.core.values
    ) { arena in
      arena.reserve(value.bytes.count + 1)
      for byte in value.bytes { arena.append(byte) }
    }
  }

  /// The outcomes of the pairs of a batch.
  struct Verdicts {
    /// The numbers of records in their chunk that a rule of severity error made invalid, and those
    /// that a rule of any severity made fail.
    var invalid: [Int] = []
    var failed: [Int] = []
    /// The failures that are to be told of each record.
    var told: [NotedDuplicate] = []
    /// The outcomes of rules on the record that is watched.
    var watched: [RuleNumber: Outcome] = [:]
  }

  /// Judges the pairs of the batch, and begins another one.
  ///
  /// - Parameters:
  ///   - statistics: take the counts and the samples.
  ///   - telling: the records of which more is to be told.
  func judge(into statistics: ChunkStatistics, telling: Telling) -> Verdicts {
    defer { begin() }
    explainer.engine.core.statistics = statistics
    explainer.engine.core.judge()
    addSamples(to: statistics)
    var verdicts = Verdicts()
    for (lane, ordinal) in ordinals.enumerated() {
      let lane = Lane(lane)
      if ordinal == telling.watched { verdicts.watched = outcomes(lane) }
      guard explainer.engine.core.failed.contains(lane) else { continue }
      verdicts.failed.append(ordinal)
      if explainer.engine.core.invalid.contains(lane) { verdicts.invalid.append(ordinal) }
      if telling.all || ordinal == telling.watched { verdicts.told += told(lane) }
    }
    return verdicts
  }

  /// The records of a chunk of which more is told than counts.
  struct Telling {
    /// All failures of each record.
    var all = false
    /// The number of the record that is watched, with all outcomes.
    var watched: Int?
  }

  private func outcomes(of rule: RuleNumber) -> Outcomes {
    explainer.engine.core.tracked.outcomes[code.program.tables.rules[rule].tracked]
  }

  private func outcomes(_ lane: Lane) -> [RuleNumber: Outcome] {
    var found: [RuleNumber: Outcome] = [:]
    for rule in code.rules {
      let outcomes = outcomes(of: rule)
      found[rule] =
        outcomes.failing.contains(lane)
        ? .failed
        : outcomes.missing.contains(lane)
          ? .missing
          : outcomes.answer.notApplicable.contains(lane) ? .notApplicable : .passed
    }
    return found
  }

  private func addSamples(to statistics: ChunkStatistics) {
    var notes = explainer.engine.core.takeNotes()
    notes.sort { $0.lane < $1.lane }
    for note in notes {
      explainer.begin([note])
      var sample = explainer.described(note)
      sample.first = firsts[Int(note.lane.value)]
      statistics.addSample(sample, of: note.rule)
    }
  }

  private func told(_ lane: Lane) -> [NotedDuplicate] {
    var told: [NotedDuplicate] = []
    for rule in code.rules where outcomes(of: rule).failing.contains(lane) {
      var failure = NotedDuplicate(
        ordinal: ordinals[Int(lane.value)], rule: rule, first: firsts[Int(lane.value)])
      failure.sample = explainer.describedPair(rule, lane)
      told.append(failure)
    }
    return told
  }
}
