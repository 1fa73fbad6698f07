/// Names at fault: how they are found in an object, shown, and counted as the values that fail.
extension Evaluator {
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
  mutating func countExtraFields(_ rule: RuleNumber, _ culprit: NodeNumber) -> Bool {
    if isCSV {
      guard isAboutRow(rule) else { return false }
      for name in values.layout.otherNames {
        countName(name.view, hash(ofName: name.view), for: rule)
      }
      return true
    }
    guard let object = objectWithExtraFields(rule, culprit) else { return false }
    let known = program.nameSets[Int(tables.rules[rule].names)]
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
