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

  /// The findings about the records of a group; of a rule without groups, of all.
  private struct Group {
    var counts = OrderCounts()
    /// The first record that was taken; the last values are filled in when the chunk is merged.
    var ends: OrderFindings.Ends?
    /// The first record out of order.
    var violation: Sample?
    var label: String?
    var firstPosition = RecordPosition()
    /// The position of the last record that was taken.
    var lastPosition = RecordPosition()
    var hasLast = false
    /// The values of the last record lie in the batch at hand, not in the arena.
    var isOfBatch = false
  }

  private let fact: OrderFact
  private let code: OrderCode
  private let keys: Storage<Key>
  /// The keys of groups; nil if there are none.
  private let groupKeys: FingerprintTable?
  @safe @exclusivity(unchecked) private var groups: [Group] = []
  /// The group of each lane of the batch.
  private let groupOfLane: Storage<Int32>
  /// The groups that have a record in the batch.
  @safe @exclusivity(unchecked) private var touched: [Int] = []
  /// The values of the record at hand, and of each group those of the last one that was taken.
  private let candidate: Storage<OrderView>
  @safe @exclusivity(unchecked) private var latest: Storage<OrderView>
  /// The last record that was taken: its group, and the one before it there, if the chunk has it.
  @safe @exclusivity(unchecked) private var lastGroup = -1
  @safe @exclusivity(unchecked) private var beforeLast: RecordPosition?
  private var arena = ByteArena()

  init(_ fact: OrderFact, _ code: OrderCode) {
    self.fact = fact
    self.code = code
    let keys = code.paths.enumerated().map { number, path in
      Key(
        path: path, temporal: code.times[number], isDescending: code.keys[number].isDescending)
    }
    self.keys = Storage(keys, padding: Key())
    groupKeys = code.groupPaths.isEmpty ? nil : FingerprintTable()
    groupOfLane = Storage(capacity: Int(ColumnTable.lanesMaximum), repeating: 0)
    candidate = Storage(capacity: keys.count, repeating: .none)
    latest = Storage(capacity: keys.count, repeating: .none)
    clear()
  }

  deinit {
    keys.deallocate()
    groupOfLane.deallocate()
    candidate.deallocate()
    latest.deallocate()
  }

  func clear() {
    groups.removeAll(keepingCapacity: true)
    groupKeys?.removeAll()
    if groupKeys == nil { groups.append(Group()) }
    lastGroup = -1
    beforeLast = nil
    arena.reset()
  }

  func note(_ evaluator: inout Evaluator) {
    for lane in lanesInOrder(&evaluator) {
      let group = Int(groupOfLane[lane])
      guard read(lane, &evaluator) else {
        groups[group].counts.mistyped &+= 1
        continue
      }
      lastGroup = group
      beforeLast = groups[group].hasLast ? groups[group].lastPosition : nil
      groups[group].lastPosition = evaluator.values.positions[lane]
      guard take(group) else { continue }
      evaluator.lane = lane
      let sample = sample(&evaluator)
      if groups[group].ends == nil {
        groups[group].ends = OrderFindings.Ends(first: last(of: group), sample: sample)
      } else {
        groups[group].violation = sample
      }
    }
    endBatch()
  }

  func merge(_ chunk: MergedChunk) {
    if lastGroup >= 0 {
      fact.noteLast(of: groupKeys?[lastGroup], before: beforeLast.map(chunk.place(of:)))
    }
    for (number, group) in groups.enumerated() {
      var findings = OrderFindings()
      findings.counts = group.counts
      findings.violation = group.violation?.placed(in: chunk.place, chunk.text)
      if let ends = group.ends {
        findings.ends = OrderFindings.Ends(
          first: ends.first, sample: ends.sample.placed(in: chunk.place, chunk.text),
          last: last(of: number))
        findings.lastPlace = chunk.place(of: group.lastPosition)
      }
      if groupKeys != nil {
        findings.label = group.label
        findings.firstPlace = chunk.place(of: group.firstPosition)
      }
      fact.add(findings, to: groupKeys?[number])
    }
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
    guard let groupKeys else {
      groups[0].counts.judged += objects.count
      groups[0].counts.skipped += missing.count
      groups[0].counts.mistyped += mistyped.count
      return objects - missing - mistyped
    }
    for lane in objects {
      let group = group(lane, groupKeys, &evaluator)
      groupOfLane[lane] = Int32(group)
      groups[group].counts.judged &+= 1
      if missing.contains(lane) { groups[group].counts.skipped &+= 1 }
      if mistyped.contains(lane) { groups[group].counts.mistyped &+= 1 }
    }
    return objects - missing - mistyped
  }

  /// The group of a record.
  private func group(
    _ lane: Lane, _ groupKeys: FingerprintTable, _ evaluator: inout Evaluator
  ) -> Int {
    let (number, isNew) = groupKeys.number(of: evaluator.groupKey(code.groupPaths, lane))
    guard isNew else { return number }
    var group = Group()
    group.label = evaluator.groupLabel(code.groupPaths, lane)
    group.firstPosition = evaluator.values.positions[lane]
    groups.append(group)
    let count = groups.count * keys.capacity
    if latest.capacity < count { latest = latest.grown(to: count * 2, padding: .none) }
    return number
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

  /// The values of the last record of a group, if one was taken.
  private func last(of group: Int) -> [OrderValue] {
    guard groups[group].hasLast else { return [] }
    return (0..<keys.capacity).map { OrderValue(latest[group * keys.capacity + $0]) }
  }

  /// Takes the record at hand; true if it is the first one of its group, or the first out of order
  /// there, and is to be shown.
  @inline(__always)
  private func take(_ group: Int) -> Bool {
    let start = group &* keys.capacity
    let isFirst = !groups[group].hasLast
    let isInOrder = isFirst || holds(from: start)
    for number in 0..<keys.capacity { latest[start &+ number] = candidate[number] }
    if !groups[group].isOfBatch {
      groups[group].isOfBatch = true
      touched.append(group)
    }
    groups[group].hasLast = true
    if isInOrder { return isFirst }
    groups[group].counts.outOfOrder &+= 1
    return groups[group].violation == nil
  }

  /// Does as ``OrderCode/holds(_:_:)``.
  @inline(__always)
  private func holds(from start: Int) -> Bool {
    OrderCode.holds(keys: keys.capacity, strictly: code.strictly) { number in
      let order = OrderView.compare(
        latest[start &+ number], candidate[number], keys[number].temporal)
      return order.map { keys[number].isDescending ? -$0 : $0 }
    }
  }

  /// Keeps what the next batch is compared with.
  private func endBatch() {
    // Those of all groups stay until the chunk ends; without groups there is one.
    if groupKeys == nil, !touched.isEmpty { arena.reset() }
    for group in touched {
      groups[group].isOfBatch = false
      for number in group * keys.capacity..<(group + 1) * keys.capacity {
        arena.begin()
        arena.append(latest[number].bytes)
        latest[number].bytes = arena.finish()
      }
    }
    touched.removeAll(keepingCapacity: true)
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
      messageParts: fact.messageParts)
  }
}
