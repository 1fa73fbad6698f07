/// The memory of failures: the first samples of each rule, and its most frequent values. Only
/// failing records come here, and past the first few they cost a hash and a counter.
extension Evaluator {
  /// Counts the records in which a rule failed.
  @inline(__always)
  mutating func countFailing(_ rule: RuleNumber, _ lanes: Lanes) {
    counters.count(rule, .failed, lanes.count)
    noteFailed(lanes, isError: tables.rules[rule].isError)
    if !collectsFailures { noteRecords(rule, lanes) }
  }

  /// Counts what made a rule fail on the record at hand.
  @inline(__always)
  mutating func countValue(_ rule: RuleNumber, _ culprit: NodeNumber) {
    let path = tables.rules[rule].samplePath
    if tables.rules[rule].isAboutNames, countExtraFields(rule, culprit) { return }
    guard path >= 0 else {
      return tables.rules[rule].pairing < 0 ? countParts(rule) : countPair(rule)
    }
    countValue(rule, at: failingNode(at: path, culprit), path)
  }

  /// Counts the value of a node as one that made a rule fail.
  ///
  /// - Parameter path: that of the rule, or -1.
  @inline(__always)
  mutating func countValue(_ rule: RuleNumber, at place: NodeNumber, _ path: PathNumber) {
    let node = values.shownNode(place)
    guard node >= 0, values.masking(ofNode: node) == .none else { return }
    let hash = values.valueHash(node, at: path, counters.seed)
    if !counters.countKnown(hash, for: rule) { noteValue(rule, values.table.nodes[node], hash) }
  }

  /// Notes on which records a rule failed.
  @inline(__always)
  mutating func noteRecords(_ rule: RuleNumber, _ lanes: Lanes) {
    statistics.touch(rule)
    insert(lanes, into: &counters.failures[rule].records)
  }

  /// - Parameter lanes: not empty.
  @inline(__always)
  mutating func insert(_ lanes: Lanes, into records: inout RecordBits) {
    let first = values.positions[0].ordinal
    let last = Int32(truncatingIfNeeded: 63 &- lanes.bits.leadingZeroBitCount)
    // A malformed record has a number and no lane.
    if values.positions[last].ordinal &- first == Int(last) {
      return records.insert(lanes, from: first)
    }
    for lane in lanes { records.insert(values.positions[lane].ordinal) }
  }

  /// The node whose value made a rule about one path fail, or -1.
  @inline(__always)
  mutating func failingNode(at path: PathNumber, _ culprit: NodeNumber) -> NodeNumber {
    culprit >= 0 || path < 0
      ? culprit : (values.tables.paths[path].isRepeated ? -1 : values.node(at: path))
  }

  // MARK: Values

  /// A failing value that may have to be kept.
  @inline(never)
  private mutating func noteValue(_ rule: RuleNumber, _ node: Node, _ hash: UInt64) {
    if isCounted(hash, for: rule) { return }
    statistics.add(keepable(node), hash: hash, for: rule, ordinal: values.record.ordinal)
  }

  /// A value as it can be kept until the chunk is merged. A view into the chunk lives as long; one
  /// into the arena only as long as the record.
  mutating func keepable(_ node: Node) -> FailingValue {
    let dialect = values.layout.dialect
    // The merge reads doubled quotes, and no other escapes.
    let isPlain = dialect.quote == Ascii.quote && !dialect.hasEscape
    return values.chunk.covers(node.bytes)
      && (isPlain || node.kind != .cell || !node.flags.contains(.isEscaped))
      ? .node(node) : .text(ShownText.of(node, dialect: dialect).text)
  }

  mutating func countParts(_ rule: RuleNumber) {
    let hash = partsHash(of: rule)
    if hash == 0 || counters.countKnown(hash, for: rule) || isCounted(hash, for: rule) { return }
    guard let text = shownParts(of: rule)?.text else { return }
    statistics.add(.text(text), hash: hash, for: rule, ordinal: values.record.ordinal)
  }

  /// A hash of the raw values of a rule's parts; 0 if there are none, or one is masked.
  mutating func partsHash(of rule: RuleNumber) -> UInt64 {
    var hash: UInt64 = 0
    var part = tables.rules[rule].partStart
    let end = part &+ tables.rules[rule].partCount
    while part < end {
      let number = program.tables.partPaths[part]
      part &+= 1
      let node = values.shownNode(values.node(at: number))
      guard node >= 0 else {
        // What `default` puts there is a part of the key all the same.
        let isHidden =
          !values.masking.isOpen && tables.rules[rule].keyNumber >= 0
          && program.hides(number, isCSV: isCSV)
        if isHidden { return 0 }
        continue
      }
      if values.masking(ofNode: node) != .none { return 0 }
      // Kinds are below 256: a number at one path is not taken for a text at another.
      let path = UInt64(truncatingIfNeeded: number.value) &<< 8
      hash = values.valueHash(node, at: number, hash &+ counters.seed &+ path)
    }
    return hash
  }

  /// A hash of the raw value at one of several places of a rule; 0 if there is none, or it is
  /// masked.
  mutating func partHash(of rule: RuleNumber, _ place: NodeNumber) -> UInt64 {
    let node = values.shownNode(place)
    guard node >= 0, values.masking(ofNode: node) == .none else { return 0 }
    return values.valueHash(node, at: tables.rules[rule].samplePath, counters.seed)
  }

  /// Counts a failing value where that takes more than a counter that is there; false if the value
  /// is new.
  mutating func isCounted(_ hash: UInt64, for rule: RuleNumber) -> Bool {
    statistics.touch(rule)
    counters.makeRoom(rule)
    return counters.countKnown(hash, for: rule) || statistics.countNew(hash, for: rule)
  }

  /// The object of those of a rule's values that are present.
  mutating func shownParts(of rule: RuleNumber) -> (text: String, isTruncated: Bool)? {
    var parts: [String] = []
    var isTruncated = false
    let section = program.ruleSet.rules[Int(rule)].section
    for path in program.ruleSet.rules[Int(rule)].paths {
      guard let number = program.number(of: path, in: section),
        !values.tables.paths[number].isRepeated
      else {
        continue
      }
      let node = values.shownNode(values.node(at: number))
      guard node >= 0 else { continue }
      let value = values.shown(node)
      isTruncated = isTruncated || value.isTruncated
      let name =
        path.isOfPrevious && program.ruleSet.isWithFirst
        ? "first.\(path.inItsRecord)" : path.words
      parts.append(JSONText.quoted(name) + ": " + value.text)
    }
    return parts.isEmpty ? nil : ("{" + parts.joined(separator: ", ") + "}", isTruncated)
  }

  // MARK: Names at fault

  /// The hash of a name that is counted or told from others.
  ///
  /// - Parameter name: lies in a chunk, an arena or ``OwnedBytes``.
  @inline(__always)
  mutating func hash(ofName name: ByteView) -> UInt64 {
    ByteHash.hash(name, seed: counters.seed, isPadded: true)
  }

  /// Counts a name as a value that fails, once for an object: ``nameHashes`` has those before.
  mutating func countNewName(_ name: ByteView, for rule: RuleNumber) {
    let hash = hash(ofName: name)
    if nameHashes.insert(hash) { countName(name, hash, for: rule) }
  }

  /// Counts a name as a value that fails.
  mutating func countName(_ name: ByteView, _ hash: UInt64, for rule: RuleNumber) {
    if counters.countKnown(hash, for: rule) || isCounted(hash, for: rule) { return }
    statistics.add(
      .text(JSONText.quoted(name.text)), hash: hash, for: rule, ordinal: values.record.ordinal)
  }

  // MARK: Fields that `additionalFields: false` does not admit

  /// Counts the names of extra fields as the values that fail; false if their object is not one, or
  /// they must not be shown.
  ///
  /// - Parameter rule: one that is about names.
  private mutating func countExtraFields(_ rule: RuleNumber, _ culprit: NodeNumber) -> Bool {
    if isCSV {
      guard isAboutRow(rule) else { return false }
      for name in unknownColumns(of: rule).names {
        countName(name.view, hash(ofName: name.view), for: rule)
      }
      return true
    }
    guard let object = objectWithExtraFields(rule, culprit) else { return false }
    let known = program.lists.nameSets[Int(tables.rules[rule].names)]
    nameHashes.removeAll()
    var members = MemberCursor(object)
    while let member = members.next(&values.arena) {
      if !known.contains(member.name) { countNewName(member.name, for: rule) }
    }
    return true
  }

  /// No cell is an object with fields.
  mutating func isAboutRow(_ rule: RuleNumber) -> Bool { tables.rules[rule].samplePath < 0 }

  mutating func objectWithExtraFields(_ rule: RuleNumber, _ culprit: NodeNumber) -> ByteView? {
    let path = tables.rules[rule].samplePath
    let node =
      path >= 0
      ? values.shownNode(failingNode(at: path, culprit))
      : values.table.node(at: FieldTree.root, in: lane)
    guard node >= 0, values.table.nodes[node].kind == .object,
      values.masking.maskings[values.table.nodes[node].state] != .whole
    else { return nil }
    return values.table.nodes[node].bytes
  }
}
