/// Judges the elements of arrays, each with the one before it, for the rules of a pairing.
///
/// An element is a record of its own here, and the one before is its second part (``PairBatch``).
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
  /// An element and the one before it, by their nodes in the batch of records.
  struct Pair: BitwiseCopyable {
    var element: NodeNumber = -1
    var before: NodeNumber = -1
  }

  let code: PairCode
  private var batch: PairBatch
  /// By lane of the batch of pairs: the pair, and the lane of its record.
  private var pairs: [Pair] = []
  private var parents: [Lane] = []
  /// By rule of the pairing.
  private var outcomes: [Outcomes]
  /// By rule of the pairing and record: the first pair that fails worst.
  private var culprits: [Pair]
  /// While a record is looked at alone: a rule, and all pairs of which it fails.
  private var watched: Int?
  private var failing: [Pair] = []

  init(_ code: PairCode, showsMasked: Bool) {
    self.code = code
    batch = PairBatch(code.program, samplesMaximum: 0, showsMasked: showsMasked)
    outcomes = [Outcomes](repeating: Outcomes(), count: code.rules.count)
    culprits = [Pair](
      repeating: Pair(), count: code.rules.count * Int(ColumnTable.lanesMaximum))
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
    for place in culprits.indices { culprits[place] = Pair() }
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
  func take(_ pair: Pair, of record: Lane, _ values: inout BatchValues) {
    add(pair, of: record, &values)
    if batch.isFull { judge() }
  }

  /// Judges what has been taken.
  func judge() {
    guard !pairs.isEmpty else { return }
    batch.judge()
    for (index, rule) in code.rules.enumerated() {
      let found = batch.outcomes(of: rule)
      for lane in found.failing {
        let pair = Int(lane.value)
        let (record, gravity) = (parents[pair], found.answer.gravity(lane))
        if gravity > outcomes[index].answer.gravity(record) {
          culprits[place(index, record)] = pairs[pair]
        }
        if index == watched { failing.append(pairs[pair]) }
        outcomes[index].gather(found.within(Lanes(lane)).mapped(records))
      }
      outcomes[index].gather(found.mapped(records))
    }
    beginBatch()
  }

  /// The outcomes of a rule, by record.
  func outcomes(of rule: RuleNumber) -> Outcomes { outcomes[index(of: rule)] }

  /// The pair that makes a rule fail on a record.
  func culprit(of rule: RuleNumber, _ record: Lane) -> Pair {
    culprits[place(index(of: rule), record)]
  }

  private func beginBatch() {
    batch.begin()
    pairs.removeAll(keepingCapacity: true)
    parents.removeAll(keepingCapacity: true)
  }

  private func add(_ pair: Pair, of record: Lane, _ values: inout BatchValues) {
    batch.beginElements(isCSV: values.isCSV)
    put(pair.element, at: FieldTree.root, &values)
    put(pair.before, at: code.program.tree.previous, &values)
    // Only its number is asked for: what is told of a pair is placed in its record.
    var position = RecordPosition()
    position.ordinal = values.positions[record].ordinal
    batch.endPair(position)
    pairs.append(pair)
    parents.append(record)
  }

  private func put(_ place: NodeNumber, at state: StateNumber, _ values: inout BatchValues) {
    values.writeText(of: place)
    let node = values.table.nodes[place]
    let isText = node.kind == .string || node.kind == .cell
    let bytes = isText ? values.text(of: node) : node.bytes
    do throws(PartialDamage) {
      try batch.put(node.kind, isLocalTime: node.flags.contains(.isLocalTime), at: state) {
        $0.append(bytes)
      }
    } catch {
      assertionFailure("a value of a record that has been read is well-formed")
    }
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
    _ rule: RuleNumber, _ pair: Pair, of record: Lane, _ values: inout BatchValues,
    _ statistics: ChunkStatistics
  ) {
    judge(pair, of: record, &values)
    batch.explainer.engine.core.statistics = statistics
    batch.explainer.engine.core.lane = 0
    batch.explainer.engine.core.countValue(rule, batch.culprit(of: rule, 0))
    beginBatch()
  }

  /// The failure of a rule on a pair, in words, as if the element were a record.
  func described(
    _ rule: RuleNumber, _ pair: Pair, of record: Lane, _ values: inout BatchValues
  ) -> Sample {
    judge(pair, of: record, &values)
    defer { beginBatch() }
    return batch.described(rule, 0)
  }

  private func judge(_ pair: Pair, of record: Lane, _ values: inout BatchValues) {
    beginBatch()
    add(pair, of: record, &values)
    batch.judge()
  }

  /// Begins to keep all pairs that make a rule fail.
  func watch(_ rule: RuleNumber) { watched = index(of: rule) }

  /// Hands over the pairs that were kept.
  func takeFailing() -> [Pair] {
    watched = nil
    return failing
  }
}
