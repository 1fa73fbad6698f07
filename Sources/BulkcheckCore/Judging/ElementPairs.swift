/// Judges the elements of arrays, each with the one before it, for the rules of a pairing.
///
/// An element is a record of its own here, and the one before is its second part (``PairValues``).
/// What is said of the pairs is gathered by the record in which they are, as for other rules about
/// several elements. Of the record
///
///     {"turns": ["a", "b", "b", "c"]}
///
/// three pairs are judged. The third element fails `"compare": [".", "!=", "previous"]`, and so
/// does the record.
///
/// A class, since the engine that it holds is large, and a part of another one.
final class ElementPairs {
  let code: PairCode
  private var engine: Evaluator
  private var values: PairValues
  /// By lane of the batch of pairs: the pair, and the lane of its record.
  private var pairs: [ElementPair] = []
  private var parents: [Lane] = []
  /// By rule of the pairing.
  private var outcomes: [Outcomes]
  /// By rule of the pairing and record: the first pair that fails worst.
  private var culprits: [ElementPair]
  /// While a record is looked at alone: a rule, and all pairs of which it fails.
  private var watched: Int?
  private var failing: [ElementPair] = []

  init(_ code: PairCode, showsMasked: Bool) {
    self.code = code
    engine = Evaluator(program: code.program, samplesMaximum: 0, showsMasked: showsMasked)
    values = PairValues(code.program)
    outcomes = [Outcomes](repeating: Outcomes(), count: code.rules.count)
    culprits = [ElementPair](
      repeating: ElementPair(), count: code.rules.count * Int(ColumnTable.lanesMaximum))
  }

  private func index(of rule: RuleNumber) -> Int { code.rules.firstIndex(of: rule) ?? 0 }

  private func place(_ index: Int, _ record: Lane) -> Int {
    index * Int(ColumnTable.lanesMaximum) + Int(record.value)
  }

  // MARK: Judging

  /// Begins to judge the elements of some records.
  ///
  /// - Parameter unreadable: the records of these whose arrays are not known.
  func begin(_ records: Lanes, unreadable: Lanes) {
    var none = Outcomes(.missing, in: records - unreadable)
    none.answer.unreadable = unreadable
    for index in outcomes.indices { outcomes[index] = none }
    for place in culprits.indices { culprits[place] = ElementPair() }
    failing.removeAll(keepingCapacity: true)
    beginBatch()
  }

  /// Takes the first element of an array, which has none before it.
  func takeFirst(of record: Lane) {
    for index in outcomes.indices {
      outcomes[index].gather(Outcomes(.notApplicable, in: Lanes(record)))
    }
  }

  /// Takes an element and the one before it.
  func take(_ pair: ElementPair, of record: Lane, from records: inout BatchValues) {
    add(pair, of: record, from: &records)
    if engine.values.table.isFull { judge() }
  }

  /// Judges what has been taken.
  func judge() {
    guard !pairs.isEmpty else { return }
    engine.judge()
    for (index, rule) in code.rules.enumerated() {
      let found = engine.tracked.outcomes[code.program.tables.rules[rule].tracked]
      for lane in found.failing {
        let pair = Int(lane.value)
        let (record, gravity) = (parents[pair], found.answer.gravity(lane))
        if gravity > outcomes[index].answer.gravity(record) {
          culprits[place(index, record)] = pairs[pair]
        }
        if index == watched { failing.append(pairs[pair]) }
        outcomes[index].gather(found.within(Lanes(lane)).mapped(records(of:)))
      }
      outcomes[index].gather(found.mapped(records(of:)))
    }
    beginBatch()
  }

  /// The outcomes of a rule, by record.
  func outcomes(of rule: RuleNumber) -> Outcomes { outcomes[index(of: rule)] }

  /// The pair that makes a rule fail on a record.
  func culprit(of rule: RuleNumber, _ record: Lane) -> ElementPair {
    culprits[place(index(of: rule), record)]
  }

  private func beginBatch() {
    values.begin(&engine.values)
    pairs.removeAll(keepingCapacity: true)
    parents.removeAll(keepingCapacity: true)
  }

  private func add(_ pair: ElementPair, of record: Lane, from records: inout BatchValues) {
    values.take(pair, of: record, from: &records, into: &engine.values)
    pairs.append(pair)
    parents.append(record)
  }

  /// The records of some pairs.
  private func records(of lanes: Lanes) -> Lanes {
    var records = Lanes.none
    for lane in lanes { records |= Lanes(parents[Int(lane.value)]) }
    return records
  }

  // MARK: Failures

  /// Counts the values of a pair that make a rule fail.
  func count(
    _ rule: RuleNumber, _ pair: ElementPair, of record: Lane, from records: inout BatchValues,
    _ statistics: ChunkStatistics
  ) {
    beginBatch()
    add(pair, of: record, from: &records)
    engine.judge()
    engine.statistics = statistics
    engine.lane = 0
    engine.countValue(rule, engine.tracked[code.program.tables.rules[rule].tracked, 0])
    beginBatch()
  }

  /// Begins to keep all pairs that make a rule fail.
  func watch(_ rule: RuleNumber) { watched = index(of: rule) }

  /// Hands over the pairs that were kept.
  func takeFailing() -> [ElementPair] {
    watched = nil
    return failing
  }
}
