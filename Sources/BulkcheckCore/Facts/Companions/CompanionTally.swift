/// Which values of a few fields the records of a chunk have: for each value a set of records.
///
/// At the end of a chunk, the failures of a rule with a value are the bits that the rule's set of
/// failing records and that of the value share.
///
/// A field with too many values is given up for good. Whether that happens depends only on the
/// values of the whole input, not on how it is cut: a chunk has no more values than the input.
///
/// No method calls back, so the run-time exclusivity checks are switched off for what each record
/// touches.
final class CompanionTally: Tally {
  final class Field {
    let path: PathNumber
    /// The different values, in the order of ``records`` from place 1 on.
    let values = FailureTable()
    /// The records whose value is absent or null, and behind them those of each value.
    @safe @exclusivity(unchecked) var records = [RecordBits()]

    init(path: PathNumber) { self.path = path }

    deinit { for bits in records { bits.deallocate() } }

    /// The place of a value; nil if it is one too many.
    ///
    /// - Parameter value: is asked for if it has not been seen in the chunk.
    @inline(__always)
    func place(of hash: UInt64, _ value: () -> FailingValue) -> Int? {
      if let place = values.index(of: hash) { return place + 1 }
      let count = values.entries.count
      guard count < CompanionFact.valuesMaximum else { return nil }
      values.append(FailureTable.Entry(hash: hash, count: 0, value: value(), record: 0))
      if records.count < count + 2 { records.append(RecordBits()) }
      return count + 1
    }

    func clear() {
      values.removeAll()
      for place in records.indices { records[place].clear() }
    }
  }

  private let fact: CompanionFact
  let fields: [Field]
  /// A bit for each field with too many values.
  @safe @exclusivity(unchecked) private(set) var givenUp: UInt64 = 0
  /// The bits of the chunks before, as they were when this tally was merged last.
  private var givenUpBefore: UInt64 = 0
  /// For rules that failed: their failures with each value, field after field.
  private(set) var failures: [(rule: Int, counts: [Int])] = []

  init(_ fact: CompanionFact) {
    self.fact = fact
    fields = fact.paths.map { Field(path: $0) }
  }

  func clear() {
    givenUp = givenUpBefore
    for field in fields { field.clear() }
    failures.removeAll(keepingCapacity: true)
  }

  func isGivenUp(_ field: Int) -> Bool { givenUp &>> UInt64(field) & 1 != 0 }

  func note(_ evaluator: inout Evaluator) {
    for index in fields.indices where !isGivenUp(index) {
      let field = fields[index]
      let column = evaluator.values.column(field.path)
      let values =
        evaluator.values.objects & evaluator.columns[column].captured
        - evaluator.columns[column].insertedAround - evaluator.columns[column].capturedNulls
      let missing = evaluator.values.objects - values
      if !missing.isEmpty { evaluator.insert(missing, into: &field.records[0]) }
      if !note(values, of: field.path, field, &evaluator) { givenUp |= 1 &<< UInt64(index) }
    }
  }

  /// False if the field has too many values, or one that is not simple. Equal values in a row are
  /// noted together.
  private func note(
    _ lanes: Lanes, of path: PathNumber, _ field: Field, _ evaluator: inout Evaluator
  ) -> Bool {
    var lanesOfPlace = Lanes.none
    var latest: (place: Int, hash: UInt64) = (-1, 0)
    for lane in lanes {
      evaluator.lane = lane
      let node = evaluator.columns[path].place(lane)
      let kind = evaluator.values.table.nodes[node].kind
      guard kind != .array, kind != .object,
        evaluator.values.table.nodes[node].bytes.count <= CompanionFact.bytesMaximum
      else { return false }
      let hash = evaluator.values.valueHash(node, at: path, evaluator.counters.seed)
      if latest.place < 0 || hash != latest.hash {
        let place = field.place(of: hash) { evaluator.keepable(evaluator.values.table.nodes[node]) }
        guard let place else { return false }
        if latest.place >= 0 {
          evaluator.insert(lanesOfPlace, into: &field.records[latest.place])
        }
        latest = (place, hash)
        lanesOfPlace = .none
      }
      lanesOfPlace |= Lanes(lane)
    }
    if latest.place >= 0 { evaluator.insert(lanesOfPlace, into: &field.records[latest.place]) }
    return true
  }

  func finish(_ statistics: ChunkStatistics) {
    for rule in statistics.touched where Int(rule) < statistics.program.ruleCount {
      let records = statistics.counters.failures[rule].records
      if !records.isEmpty { failures.append((Int(rule), counts(of: records))) }
    }
  }

  func merge(_ chunk: MergedChunk) {
    var duplicates: [RuleNumber: RecordBits] = [:]
    for duplicate in chunk.duplicates {
      duplicates[duplicate.rule, default: RecordBits()].insert(duplicate.ordinal)
    }
    for (rule, records) in duplicates {
      failures.append((Int(rule), counts(of: records)))
      records.deallocate()
    }
    fact.add(self)
    givenUpBefore = fact.givenUp
  }

  /// The records of each value of each field that is not given up.
  var counts: [Int] { openRecords.map(\.count) }

  /// Those of the given records, in the same order.
  private func counts(of records: RecordBits) -> [Int] {
    openRecords.map { records.count(sharedWith: $0) }
  }

  private var openRecords: [RecordBits] {
    fields.indices.filter { !isGivenUp($0) }.flatMap { index in
      fields[index].records.prefix(fields[index].values.entries.count + 1)
    }
  }
}
