/// How many records a rule about their order looked at, and how many are out of order.
struct OrderCounts: Hashable, Sendable {
  var judged = 0
  /// A value is missing, so that the record was passed over.
  var skipped = 0
  /// A value can have no order; the record was passed over, too.
  var mistyped = 0
  var outOfOrder = 0

  mutating func add(_ other: OrderCounts) {
    judged += other.judged
    skipped += other.skipped
    mistyped += other.mistyped
    outOfOrder += other.outOfOrder
  }
}

extension OrderCounts: PartialCodable {
  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&judged)
    try coder.code(&skipped)
    try coder.code(&mistyped)
    try coder.code(&outOfOrder)
    try coder.check(max(skipped, mistyped, outOfOrder) <= judged)
  }
}

/// The findings about successive records.
struct OrderFindings {
  struct Ends {
    /// The values of the first record that was taken.
    var first: [OrderValue] = []
    var sample = Sample()
    /// The values of the last one.
    var last: [OrderValue] = []
  }

  var counts = OrderCounts()
  /// Nil if no record was taken.
  var ends: Ends?
  /// The first record out of order.
  var violation: Sample?
}

/// The findings of one chunk about the order of its records. How its first one follows those before
/// is found out when chunks are added up.
///
/// No method calls back, so the run-time exclusivity checks are switched off for what each record
/// touches.
final class OrderTally: Tally {
  private struct Key: BitwiseCopyable {
    var path: PathNumber = 0
    var temporal: TemporalReading?
    var isDescending = false
  }

  private let fact: OrderFact
  private let code: OrderCode
  private let keys: Storage<Key>
  @safe @exclusivity(unchecked) private var counts = OrderCounts()
  /// The first record that was taken; the last values are filled in when the chunk is merged.
  private var ends: OrderFindings.Ends?
  /// The first record out of order.
  private var violation: Sample?
  @safe @exclusivity(unchecked) private var hasFirst = false
  /// The values of the record at hand, and those of the last one that was taken.
  @safe @exclusivity(unchecked) private var candidate: Storage<OrderView>
  @safe @exclusivity(unchecked) private var latest: Storage<OrderView>
  /// The position of the last record that was taken.
  @safe @exclusivity(unchecked) private var lastPosition = RecordPosition()
  /// The latest values lie in the batch at hand, not in ``arena``.
  @safe @exclusivity(unchecked) private var isOfBatch = false
  private var arena = ByteArena()

  init(_ fact: OrderFact, _ code: OrderCode) {
    self.fact = fact
    self.code = code
    let keys = code.paths.enumerated().map { number, path in
      Key(
        path: path, temporal: code.times[number], isDescending: code.keys[number].isDescending)
    }
    self.keys = Storage(keys, padding: Key())
    candidate = Storage(capacity: keys.count, repeating: .none)
    latest = Storage(capacity: keys.count, repeating: .none)
  }

  deinit {
    keys.deallocate()
    candidate.deallocate()
    latest.deallocate()
  }

  func clear() {
    counts = OrderCounts()
    ends = nil
    violation = nil
    hasFirst = false
    isOfBatch = false
  }

  func note(_ evaluator: inout Evaluator) {
    for lane in lanesInOrder(&evaluator) {
      guard read(lane, &evaluator) else {
        counts.mistyped &+= 1
        continue
      }
      lastPosition = evaluator.values.positions[lane]
      guard take() else { continue }
      evaluator.lane = lane
      let sample = sample(&evaluator)
      if ends == nil {
        ends = OrderFindings.Ends(first: last, sample: sample)
      } else {
        violation = sample
      }
    }
    endBatch()
  }

  func merge(_ chunk: MergedChunk) {
    let ends = ends.map {
      OrderFindings.Ends(
        first: $0.first, sample: $0.sample.placed(in: chunk.place, chunk.text), last: last)
    }
    fact.add(
      OrderFindings(
        counts: counts, ends: ends, violation: violation?.placed(in: chunk.place, chunk.text)),
      at: lastPlace(in: chunk))
  }

  private func lastPlace(in chunk: MergedChunk) -> FirstOccurrence {
    let isRecord = chunk.text.records != nil || !chunk.place.hasLines
    return FirstOccurrence(
      input: chunk.place.input,
      number: isRecord
        ? chunk.place.records + lastPosition.ordinal + 1
        : chunk.place.lines + lastPosition.line + 1,
      isRecord: isRecord)
  }

  /// Counts the records of the batch; returns those whose values can have an order.
  private func lanesInOrder(_ evaluator: inout Evaluator) -> Lanes {
    let objects = evaluator.lanes(of: code.section)
    if objects.isEmpty { return .none }
    var missing = Lanes.none
    var mistyped = Lanes.none
    for number in 0..<keys.capacity {
      let path = keys[number].path
      let column = evaluator.values.column(path)
      let unreadable = objects & evaluator.columns[column].unreadables
      let present = (objects & evaluator.columns[column].values) - unreadable
      missing |= objects - present - unreadable
      let comparable = evaluator.columns[column].texts | evaluator.columns[column].numbers
      let types = evaluator.tables.paths[path].types
      let typed = types.isEmpty ? present : evaluator.including(types, column, present)
      mistyped |= unreadable | (present - (typed & comparable))
      // Dates and times are read record by record.
      if keys[number].temporal != nil { continue }
      evaluator.values.readDecimals(
        column, present & (evaluator.columns[column].numbers | evaluator.columns[column].cells))
    }
    mistyped -= missing
    counts.judged += objects.count
    counts.skipped += missing.count
    counts.mistyped += mistyped.count
    return objects - missing - mistyped
  }

  /// Reads what a record is compared by; false if a date or time is not in the notation of its
  /// field.
  private func read(_ lane: Lane, _ evaluator: inout Evaluator) -> Bool {
    for number in 0..<keys.capacity {
      let column = evaluator.values.column(keys[number].path)
      let (nodes, first) = evaluator.values.nodes(column)
      let bytes = nodes[first &+ lane].bytes
      let kind: OrderValue.Kind =
        evaluator.columns[column].strings.contains(lane)
        ? .text : evaluator.columns[column].cells.contains(lane) ? .cell : .number
      if let temporal = keys[number].temporal {
        let isLocal = evaluator.columns[column].localTimes.contains(lane)
        guard let view = OrderView(kind, bytes, as: temporal, isLocal: isLocal) else {
          return false
        }
        candidate[number] = view
      } else {
        let isSmall = kind != .text && evaluator.columns[column].smallNumbers.contains(lane)
        candidate[number] = OrderView(
          kind, bytes, isSmall ? evaluator.columns[column].decimals[lane] : nil)
      }
    }
    return true
  }

  /// The values of the last record, if there is a first one.
  private var last: [OrderValue] {
    hasFirst ? (0..<keys.capacity).map { OrderValue(latest[$0]) } : []
  }

  /// Takes the record at hand; true if it is the first one, or the first out of order, and is to be
  /// shown.
  @inline(__always)
  private func take() -> Bool {
    swap(&latest, &candidate)
    isOfBatch = true
    guard hasFirst else {
      hasFirst = true
      return true
    }
    if holds(candidate, latest) { return false }
    counts.outOfOrder &+= 1
    return violation == nil
  }

  /// Does as ``OrderCode/holds(_:_:)``.
  @inline(__always)
  private func holds(_ before: Storage<OrderView>, _ after: Storage<OrderView>) -> Bool {
    OrderCode.holds(keys: keys.capacity, strictly: code.strictly) { number in
      let order = OrderView.compare(before[number], after[number], keys[number].temporal)
      return order.map { keys[number].isDescending ? -$0 : $0 }
    }
  }

  /// Keeps what the next batch is compared with.
  private func endBatch() {
    guard isOfBatch else { return }
    isOfBatch = false
    arena.reset()
    for number in 0..<keys.capacity {
      arena.begin()
      arena.append(latest[number].bytes)
      latest[number].bytes = arena.finish()
    }
  }

  private func sample(_ evaluator: inout Evaluator) -> Sample {
    var shown: [String] = []
    for (number, path) in code.paths.enumerated() {
      let place = evaluator.values.shownNode(evaluator.values.node(at: path))
      guard place >= 0 else { continue }
      let value = evaluator.values.shownLabel(place, at: path)
      shown.append(
        code.paths.count == 1
          ? value : JSONText.quoted(code.keys[number].path.description) + ": " + value)
    }
    return Sample(
      evaluator.values.record,
      value: code.paths.count == 1 ? shown.first : "{" + shown.joined(separator: ", ") + "}",
      messageParts: [evaluator.program.ruleSet.tableRules[code.index].orderMessage])
  }
}

extension TableRule {
  /// The message about a record out of order.
  fileprivate var orderMessage: String {
    let text = attributes.message.plainText
    return text == words ? "out of order: must be " + words : text
  }
}

extension MessageTemplate {
  /// The text of a message without places to fill.
  fileprivate var plainText: String {
    segments.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
  }
}
