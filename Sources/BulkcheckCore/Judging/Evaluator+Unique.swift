/// `unique`, and references to other records of the input: workers note the keys of each record;
/// the merge, which sees records in input order, finds the duplicates, and what no record offers.
extension Evaluator {
  /// Judges a rule about keys as far as the records alone tell.
  mutating func judgeUnique(_ rule: RuleNumber, _ lanes: Lanes) -> Outcomes {
    var answer = Answer()
    let number = tables.rules[rule].keyNumber
    let keyRule = program.lists.keyRules[Int(number)]
    var open = lanes
    if keyRule.condition >= 0 {
      let record = values.column(ProgramBuilder.recordPath)
      let condition = judge(keyRule.condition, record, lanes)
      answer.limited = condition.limited
      answer.unreadable = condition.unreadable
      open = condition.yes
      answer.notApplicable = lanes - open - condition.limited - condition.unreadable
      if tables.instructions[keyRule.condition].code == .both {
        let nulls = answer.notApplicable - condition.no
        if !nulls.isEmpty { counters.count(rule, ChunkCounters.partLeftOut, nulls.count) }
      }
    }
    let asked = open
    for part in tables.rules[rule].partStart..<tables.rules[rule].partStart
      + tables.rules[rule].partCount
    {
      let column = values.column(program.tables.partPaths[part])
      answer.unreadable |= asked & columns[column].unreadables
      open &= columns[column].values
    }
    open -= answer.unreadable
    if keyRule.role == .asks {
      answer.no = open - scalars(keyRule, open)
      open -= answer.no
    }
    for lane in open {
      let key = key(of: number, lane)
      keys[number, lane] = key
    }
    keys.lanes[number] |= open
    // As far as these records go: others decide later.
    answer.yes = open
    return Outcomes(answer, in: lanes)
  }

  /// Notes the keys for which a rule asks at each of several values: none fails by itself.
  mutating func judgeReference(
    _ rule: RuleNumber, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Outcomes {
    var answer = Answer()
    answer.unreadable = lanes & columns[column].unreadables
    answer.yes = lanes & columns[column].values - answer.unreadable
    let number = tables.rules[rule].keyNumber
    for lane in answer.yes {
      partKeys.append(
        referenceKey(of: rule, column, lane), of: number, columns[column].record(lane))
    }
    return Outcomes(answer, in: lanes)
  }

  /// The key for which a value asks that is one of several. Of an array or an object it is one that
  /// no record offers.
  mutating func referenceKey(
    of rule: RuleNumber, _ column: ColumnNumber, _ lane: Lane
  ) -> Fingerprint {
    if (columns[column].objects | columns[column].arrays).contains(lane) {
      return .null(program.hashKeys)
    }
    let keyRule = program.lists.keyRules[Int(tables.rules[rule].keyNumber)]
    return partKey(values.value(column, lane), keyRule.counterpartStart)
  }

  /// Notes the keys that records offer, whatever is said of them.
  private mutating func noteOffers() {
    for (number, keyRule) in program.lists.keyRules.enumerated() where keyRule.role == .offers {
      var open = lanes(of: keyRule.section)
      for part in keyRule.partStart..<keyRule.partStart + keyRule.partCount {
        open &= columns[values.column(program.tables.partPaths[part])].values
      }
      open = scalars(keyRule, open)
      for lane in open {
        let key = key(of: Int32(number), lane)
        keys[Int32(number), lane] = key
      }
      keys.lanes[number] = open
    }
  }

  /// The lanes in which no part is an array or an object, which nothing can refer to.
  private mutating func scalars(_ keyRule: KeyRule, _ lanes: Lanes) -> Lanes {
    var found = lanes
    for part in keyRule.partStart..<keyRule.partStart + keyRule.partCount {
      let column = values.column(program.tables.partPaths[part])
      found -= columns[column].objects | columns[column].arrays
    }
    return found
  }

  private mutating func key(of number: Int32, _ lane: Lane) -> Fingerprint {
    let keyRule = program.lists.keyRules[Int(number)]
    if keyRule.whole >= 0 { return keyOfRecord(Int(keyRule.whole), lane) }
    let start = keyRule.partStart
    if keyRule.partCount == 1 { return partKey(start, keyRule, lane) }
    var key = FingerprintBuilder(.parts, program.hashKeys)
    for part in start..<start + keyRule.partCount { key.append(partKey(part, keyRule, lane)) }
    return key.finish()
  }

  private mutating func partKey(
    _ part: Int32, _ keyRule: KeyRule, _ lane: Lane
  ) -> Fingerprint {
    let value = values.value(values.column(program.tables.partPaths[part]), lane)
    return keyRule.role == .unique
      ? fingerprint(of: value)
      : partKey(value, keyRule.counterpartStart + (part - keyRule.partStart))
  }

  /// The key of a value that is compared with those of a part.
  private mutating func partKey(_ value: Value, _ counterpart: Int32) -> Fingerprint {
    guard value.kind == .cell else { return fingerprint(of: value) }
    // A cell without a declared type is read as what it is compared with.
    let types = values.tables.paths[program.tables.partPaths[counterpart]].types
    let keys = program.hashKeys
    if types.contains(.boolean), value.bytes.isWord("true") || value.bytes.isWord("false") {
      return Fingerprint(boolean: value.bytes.isWord("true"), keys)
    }
    if types.contains(.number) || types.contains(.integer),
      let number = Decimal.parse(value.bytes)
    {
      return Fingerprint(number: number, keys)
    }
    return Fingerprint(text: value.bytes, keys)
  }

  /// Hands over the keys of the batch, record by record: an overridden rule still claims its key.
  mutating func claimKeys() {
    if program.hasInputReferences { noteOffers() }
    for lane in values.batchLanes {
      for (number, keyRule) in program.lists.keyRules.enumerated() {
        let number = Int32(number)
        if keys.lanes[number].contains(lane) { claim(keys[number, lane], of: number, lane) }
        guard keyRule.isRepeated else { continue }
        var part: Int32 = 0
        while let key = partKeys.next(of: number, lane) {
          claim(key, of: number, lane, part: part)
          part &+= 1
        }
      }
    }
  }

  private mutating func claim(
    _ key: Fingerprint, of number: Int32, _ lane: Lane, part: Int32 = -1
  ) {
    let keyRule = program.lists.keyRules[Int(number)]
    let code = tables.rules[keyRule.rule]
    // A value around some of several may be of another kind, and the rule has failed.
    let outcomes = keyRule.isRepeated ? gathered.outcomes[code.gathered] : Outcomes()
    let hasFailed = outcomes.failing.contains(lane)
    statistics.noteKey(
      ChunkStatistics.KeyClaim(
        rule: keyRule.rule, isOffer: keyRule.role == .offers, part: part,
        counts: code.isRun && !hasFailed && !keys.overridden[number].contains(lane),
        isBlocked: outcomes.blocked.contains(lane), recordIsInvalid: invalid.contains(lane),
        key: key, position: values.positions[lane]))
  }

  mutating func fingerprint(of value: Value) -> Fingerprint {
    let keys = program.hashKeys
    switch value.kind {
    case .string, .cell: return fingerprint(of: value.bytes, isNumber: false)
    case .number: return fingerprint(of: value.bytes, isNumber: true)
    case .true: return Fingerprint(boolean: true, keys)
    case .false: return Fingerprint(boolean: false, keys)
    case .array, .object:
      let json = values.jsonText(of: value)
      return JSONValue.fingerprint(json, &values.arena, keys)
    case .absent, .null: return .null(keys)
    }
  }

  /// The fingerprint of the value in a lane: fast for short values that come again.
  @inline(__always)
  mutating func fingerprint(_ column: ColumnNumber, _ lane: Lane) -> Fingerprint {
    let isNumber = columns[column].numbers.contains(lane)
    guard isNumber || columns[column].texts.contains(lane) else {
      return fingerprint(of: values.value(column, lane))
    }
    let (nodes, first) = values.nodes(column)
    let bytes = nodes[first &+ lane].bytes
    guard bytes.count <= FingerprintCache.bytesMaximum else {
      return fingerprint(of: bytes, isNumber: isNumber)
    }
    return fingerprints.fingerprint(bytes, isNumber: isNumber) {
      fingerprint(of: bytes, isNumber: isNumber)
    }
  }

  /// The fingerprint of a text or a number.
  @inline(never)
  mutating func fingerprint(of bytes: ByteView, isNumber: Bool) -> Fingerprint {
    if isNumber, let number = Decimal.parse(bytes) {
      return Fingerprint(number: number, program.hashKeys)
    }
    return Fingerprint(text: bytes, program.hashKeys)
  }
}

/// The keys of `unique` rules in a batch, by number of the key and lane.
struct BatchKeys {
  private let keys: Storage<Fingerprint>
  /// The lanes that have a key.
  fileprivate let lanes: Storage<Lanes>
  /// The lanes in which another rule of the tag speaks.
  fileprivate let overridden: Storage<Lanes>
  private let width: Int32

  init(count: Int, lanes width: Int32, _ hashKeys: HashKeys, in memory: inout MemoryOwner) {
    keys = memory.own(Storage(capacity: count * Int(width), repeating: .null(hashKeys)))
    lanes = memory.own(Storage(capacity: count, repeating: .none))
    overridden = memory.own(Storage(capacity: count, repeating: .none))
    self.width = width
  }

  func clear() {
    lanes.fill(.none, count: lanes.capacity)
    overridden.fill(.none, count: overridden.capacity)
  }

  func override(_ number: Int32, _ lanes: Lanes) { overridden[number] = lanes }

  fileprivate subscript(number: Int32, lane: Lane) -> Fingerprint {
    get { keys[number &* width &+ lane] }
    nonmutating set { keys[number &* width &+ lane] = newValue }
  }
}

/// The keys for which rules ask at several values of a record, by number of the key, in the order
/// of the batch.
struct PartKeys {
  private struct Entry {
    var lane: Lane
    var key: Fingerprint
  }

  private var entries: [[Entry]]
  /// How many have been handed over.
  private var taken: [Int]

  init(count: Int) {
    entries = [[Entry]](repeating: [], count: count)
    taken = [Int](repeating: 0, count: count)
  }

  mutating func clear() {
    for number in entries.indices where !entries[number].isEmpty {
      entries[number].removeAll(keepingCapacity: true)
      taken[number] = 0
    }
  }

  fileprivate mutating func append(_ key: Fingerprint, of number: Int32, _ lane: Lane) {
    entries[Int(number)].append(Entry(lane: lane, key: key))
  }

  /// Hands over the next key of a record; nil: it has no more.
  fileprivate mutating func next(of number: Int32, _ lane: Lane) -> Fingerprint? {
    let index = taken[Int(number)]
    guard index < entries[Int(number)].count, entries[Int(number)][index].lane == lane else {
      return nil
    }
    taken[Int(number)] += 1
    return entries[Int(number)][index].key
  }
}
