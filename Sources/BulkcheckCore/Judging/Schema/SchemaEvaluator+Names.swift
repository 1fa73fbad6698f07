/// The names that rules of the schema complain about: members that are missing, and members that
/// are not allowed.
extension SchemaEvaluator {
  /// Counts the names as the values that fail; false if the rule is about something else, or they
  /// must not be shown.
  mutating func countMembersAtFault(_ rule: RuleNumber, _ culprit: NodeNumber) -> Bool {
    if let name = MemberName(culprit: culprit) {
      guard !isHidden(name) else { return true }
      let key = core.values.key(of: name.node)
      core.countName(key, core.hash(ofName: key), for: rule)
      return true
    }
    let number = schema.keywordOfRule[rule]
    guard number >= 0 else { return false }
    if hidesNames(rule, culprit) { return true }
    let keyword = schema.keywords[number]
    var areNamed = false
    switch keyword.code {
    case .required, .dependentRequired:
      forEachMissing(keyword, culprit) { evaluator, name, hash in
        evaluator.core.countName(name, hash, for: rule)
        areNamed = true
      }
    case .applicator where keyword.kind == .additionalProperties:
      if let object = objectWithOthers(culprit) {
        core.nameHashes.removeAll()
        var members = MemberCursor(object)
        while let member = members.next(&core.values.arena) {
          guard isOther(named: member.name, keyword, lane) else { continue }
          core.countNewName(member.name, for: rule)
          areNamed = true
        }
        return areNamed
      }
      forEachOtherCell(keyword) { evaluator, name, _ in
        evaluator.core.countName(name, evaluator.core.hash(ofName: name), for: rule)
        areNamed = true
      }
    default: break
    }
    return areNamed
  }

  /// Hands over each name that is missing, once.
  @inline(__always)
  mutating func forEachMissing(
    _ keyword: KeywordCode, _ node: NodeNumber,
    _ body: (inout SchemaEvaluator, _ name: ByteView, _ hash: UInt64) -> Void
  ) {
    core.nameHashes.removeAll()
    forEachRequired(keyword, missingIn: node) { evaluator, operand in
      let name = evaluator.core.values.tables.textViews[operand]
      let hash = evaluator.core.hash(ofName: name)
      if evaluator.core.nameHashes.insert(hash) { body(&evaluator, name, hash) }
    }
  }

  /// Hands over the names that are missing, by their numbers in the pool of texts.
  @inline(__always)
  mutating func forEachRequired(
    _ keyword: KeywordCode, missingIn node: NodeNumber,
    _ body: (inout SchemaEvaluator, _ operand: Int32) -> Void
  ) {
    if keyword.code == .required {
      return forEachRequired(keyword.partStart, keyword.partCount, missingIn: node, body)
    }
    for index in 0..<keyword.partCount {
      let part = schema.parts[keyword.partStart &+ index]
      if hasMember(part.operand, node) {
        forEachRequired(part.start, part.count, missingIn: node, body)
      }
    }
  }

  private mutating func forEachRequired(
    _ start: Int32, _ count: Int32, missingIn node: NodeNumber,
    _ body: (inout SchemaEvaluator, _ operand: Int32) -> Void
  ) {
    for index in start..<start &+ count where !hasMember(schema.parts[index].operand, node) {
      body(&self, schema.parts[index].operand)
    }
  }

  private mutating func hasMember(_ name: Int32, _ node: NodeNumber) -> Bool {
    if isCSV {
      return !having(member: name, core.values.column(schema.rootPath), Lanes(lane)).isEmpty
    }
    return node >= 0 && member(name, of: node, lane) >= 0
  }

  mutating func objectWithOthers(_ node: NodeNumber) -> ByteView? {
    guard !isCSV, node >= 0, core.values.table.nodes[node].kind == .object else { return nil }
    core.values.writeText(of: node)
    return core.values.table.nodes[node].bytes
  }

  /// Hands over the cells of the row that no name or pattern beside a keyword is about.
  @inline(__always)
  mutating func forEachOtherCell(
    _ keyword: KeywordCode,
    _ body: (inout SchemaEvaluator, _ name: ByteView, _ node: NodeNumber) -> Void
  ) {
    guard isCSV else { return }
    guard core.values.linksCells else {
      for index in program.lists.columns.indices {
        let state = program.lists.columns[index].state
        let path = schema.pathOfState[state]
        let name = program.tables.stepNames[state]
        if path >= 0, columns[core.values.column(path)].values.contains(lane),
          isOther(named: name, keyword, lane)
        {
          body(&self, name, core.values.node(at: path))
        }
      }
      return
    }
    var cell = core.values.table.firstChild(
      of: columns[core.values.column(schema.rootPath)].places[lane])
    while cell >= 0 {
      let name = core.values.key(of: cell)
      if isOther(named: name, keyword, lane) { body(&self, name, cell) }
      cell = core.values.table.links[cell].nextSibling
    }
  }

  /// Whether the members at fault may be masked. Those that are missing are named by the schema.
  mutating func hidesNames(_ rule: RuleNumber, _ culprit: NodeNumber) -> Bool {
    guard culprit >= 0,
      core.values.masking.maskings[core.values.table.nodes[culprit].state] != .none
    else {
      return false
    }
    let number = schema.keywordOfRule[rule]
    return number < 0 || schema.keywords[number].kind == .additionalProperties
  }
}

/// The name of a member, where that is at fault and not the value: `propertyNames`.
struct MemberName {
  /// The node of the member.
  var node: NodeNumber

  init(node: NodeNumber) { self.node = node }

  /// - Parameter culprit: what failures are noted with: the number of a node, -1, or a name.
  init?(culprit: NodeNumber) {
    guard culprit < -1 else { return nil }
    node = NodeNumber(-2 - culprit.value)
  }

  var culprit: NodeNumber { NodeNumber(-2 - node.value) }
}

extension SchemaEvaluator {
  /// The text that may be shown of a name, as JSON.
  mutating func shown(_ name: MemberName) -> (text: String, isTruncated: Bool) {
    isHidden(name) ? (MaskedText.value, false) : ShownText.text(core.values.key(of: name.node).text)
  }

  mutating func isHidden(_ name: MemberName) -> Bool {
    // Members of a masked object are masked, but not the other way round.
    guard !isCSV, core.values.isMasked(core.values.table.nodes[name.node].state) else {
      return false
    }
    return core.values.nameIsHidden(ofNode: name.node)
  }
}
