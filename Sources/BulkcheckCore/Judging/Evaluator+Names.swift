/// Names at fault: how they are found in an object, shown, and counted as the values that fail.
extension Evaluator {
  /// Hands over the members of an object (well-formed JSON text) in their order, the names
  /// unescaped.
  @inline(__always)
  mutating func forEachMember(
    of object: ByteView, _ body: (inout Evaluator, _ name: ByteView, _ value: ByteView) -> Void
  ) {
    var cursor = JSONCursor(object)
    guard cursor.take(Ascii.openBrace) else { return }
    while let key = cursor.nextKey() {
      let value = cursor.takeValue()
      body(&self, JSONString.unescape(key, into: &values.arena), value)
    }
  }

  /// The hash of a name that is counted or told from others.
  ///
  /// - Parameter name: lies in a chunk, an arena or ``OwnedBytes``.
  @inline(__always)
  func hash(ofName name: ByteView) -> UInt64 { ByteHash.hashPadded(name, seed: counters.seed) }

  /// Counts the names that ``members(of:where:)`` finds; false if there are none.
  @inline(__always) @discardableResult
  mutating func countNames(
    of object: ByteView, for rule: Int32, where isAtFault: (inout Evaluator, ByteView) -> Bool
  ) -> Bool {
    nameHashes.removeAll()
    var areNamed = false
    forEachMember(of: object) { evaluator, name, _ in
      guard isAtFault(&evaluator, name) else { return }
      let hash = evaluator.hash(ofName: name)
      guard evaluator.nameHashes.insert(hash) else { return }
      evaluator.countName(name, hash, for: rule)
      areNamed = true
    }
    return areNamed
  }

  /// Counts a name as a value that fails.
  mutating func countName(_ name: ByteView, _ hash: UInt64, for rule: Int32) {
    if counters.countKnown(hash, for: rule) || isCounted(hash, for: rule) { return }
    statistics.add(
      .text(JSONText.quoted(name.text)), hash: hash, for: rule, ordinal: values.record.ordinal)
  }

  // MARK: Fields that `additionalFields: false` does not admit

  /// Counts the names of extra fields as the values that fail; false if their object is not one, or
  /// they must not be shown.
  ///
  /// - Parameter rule: one that is about names.
  mutating func countExtraFields(_ rule: Int32, _ culprit: Int32) -> Bool {
    if isCSV {
      guard isAboutRow(rule) else { return false }
      for name in values.layout.otherNames {
        countName(name.view, hash(ofName: name.view), for: rule)
      }
      return true
    }
    guard let object = objectWithExtraFields(rule, culprit) else { return false }
    let known = program.nameSets[Int(rules[rule].names)]
    countNames(of: object, for: rule) { _, name in !known.contains(name) }
    return true
  }

  /// No cell is an object with fields.
  func isAboutRow(_ rule: Int32) -> Bool { rules[rule].samplePath < 0 }

  mutating func objectWithExtraFields(_ rule: Int32, _ culprit: Int32) -> ByteView? {
    let path = rules[rule].samplePath
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
