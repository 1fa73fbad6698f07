/// The names that rules of the schema complain about: members that are missing, and members that
/// are not allowed.
extension Evaluator {
  /// The names that a rule of the schema complains about, in the record that is looked at alone;
  /// none if it is about something else. Cold: only for what is shown.
  mutating func membersAtFault(_ rule: Int32, _ culprit: Int32) -> NamedMembers {
    let number = schema.keywordOfRule[rule]
    guard number >= 0 else { return NamedMembers() }
    let keyword = schema.keywords[number]
    let maximum = placesShownMaximum
    var members = NamedMembers()
    switch keyword.code {
    case .required, .dependentRequired:
      forEachMissing(keyword, culprit) { _, name, _ in
        members.count += 1
        if members.first.count < maximum { members.first.append(NamedMember(name: name.text)) }
      }
    case .additionalProperties:
      if let object = objectWithOthers(culprit) {
        return self.members(of: object) { $0.isOther(named: $1, keyword, $0.lane) }
      }
      forEachOtherCell(keyword) { evaluator, name, node in
        members.count += 1
        guard members.first.count < maximum else { return }
        members.first.append(NamedMember(name: name.text, shown: evaluator.shown(node)))
      }
    default: break
    }
    return members
  }

  /// Counts the names as the values that fail; false if the rule is about something else, or they
  /// must not be shown.
  mutating func countMembersAtFault(_ rule: Int32, _ culprit: Int32) -> Bool {
    if let name = MemberName(culprit: culprit) {
      guard !isHidden(name) else { return true }
      let key = key(of: name.node)
      countName(key, hash(ofName: key), for: rule)
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
        evaluator.countName(name, hash, for: rule)
        areNamed = true
      }
    case .additionalProperties:
      if let object = objectWithOthers(culprit) {
        return countNames(of: object, for: rule) { $0.isOther(named: $1, keyword, $0.lane) }
      }
      forEachOtherCell(keyword) { evaluator, name, _ in
        evaluator.countName(name, evaluator.hash(ofName: name), for: rule)
        areNamed = true
      }
    default: break
    }
    return areNamed
  }

  /// Hands over each name that is missing, once.
  @inline(__always)
  private mutating func forEachMissing(
    _ keyword: KeywordCode, _ node: Int32,
    _ body: (inout Evaluator, _ name: ByteView, _ hash: UInt64) -> Void
  ) {
    nameHashes.removeAll()
    if keyword.code == .required {
      return forEachMissing(keyword.partStart, keyword.partCount, node, body)
    }
    for index in 0..<keyword.partCount {
      let part = schema.parts[keyword.partStart &+ index]
      if hasMember(part.operand, node) { forEachMissing(part.start, part.count, node, body) }
    }
  }

  private mutating func forEachMissing(
    _ start: Int32, _ count: Int32, _ node: Int32,
    _ body: (inout Evaluator, _ name: ByteView, _ hash: UInt64) -> Void
  ) {
    for index in start..<start &+ count where !hasMember(schema.parts[index].operand, node) {
      let name = textViews[schema.parts[index].operand]
      let hash = hash(ofName: name)
      if nameHashes.insert(hash) { body(&self, name, hash) }
    }
  }

  private mutating func hasMember(_ name: Int32, _ node: Int32) -> Bool {
    if isCSV { return !having(member: name, column(schema.rootPath), Lanes(lane)).isEmpty }
    return node >= 0 && member(name, of: node, lane) >= 0
  }

  private func objectWithOthers(_ node: Int32) -> ByteView? {
    guard !isCSV, node >= 0, table.nodes[node].kind == .object else { return nil }
    return table.nodes[node].bytes
  }

  /// Hands over the cells of the row that no name or pattern beside a keyword is about.
  @inline(__always)
  private mutating func forEachOtherCell(
    _ keyword: KeywordCode, _ body: (inout Evaluator, _ name: ByteView, _ node: Int32) -> Void
  ) {
    guard isCSV else { return }
    guard linksCells else {
      for index in program.columns.indices {
        let state = program.columns[index].state
        let path = schema.pathOfState[state]
        let name = program.stepNames[state]
        if path >= 0, columns[column(path)].values.contains(lane),
          isOther(named: name, keyword, lane)
        {
          body(&self, name, node(at: path))
        }
      }
      return
    }
    var cell = table.firstChild(of: columns[column(schema.rootPath)].places[lane])
    while cell >= 0 {
      let name = key(of: cell)
      if isOther(named: name, keyword, lane) { body(&self, name, cell) }
      cell = table.links[cell].nextSibling
    }
  }

  /// Whether the members at fault may be masked. Those that are missing are named by the schema.
  func hidesNames(_ rule: Int32, _ culprit: Int32) -> Bool {
    guard culprit >= 0, masking.maskings[table.nodes[culprit].state] != .none else { return false }
    let number = schema.keywordOfRule[rule]
    return number < 0 || schema.keywords[number].code == .additionalProperties
  }

  /// What a rule of the schema says of a value, in words that do not repeat the value.
  mutating func schemaDifference(_ rule: Int32, _ culprit: Int32) -> String? {
    if let name = MemberName(culprit: culprit) { return difference(rule, name) }
    if !hidesNames(rule, culprit), let complaint = membersAtFault(rule, culprit).complaint {
      return complaint
    }
    guard let constraint = program.schemaConstraint(of: rule) else {
      return schemaWordToWrite(rule, culprit)
    }
    if isCSV, culprit < 0 || isRow(culprit) {
      // How many members a row has says nothing of their values.
      guard case .memberCount = constraint else { return nil }
      return difference(constraint, value(schema.rootPath))
    }
    guard culprit >= 0, masking.maskings[table.nodes[culprit].state] == .none else { return nil }
    let path = isCSV ? schema.pathOfState[max(0, table.nodes[culprit].state)] : schema.partPath
    return difference(
      constraint, value(ofNode: culprit, path: path >= 0 ? path : schema.partPath))
  }
}

/// The name of a member, where that is at fault and not the value: `propertyNames`.
struct MemberName {
  /// The node of the member.
  var node: Int32

  init(node: Int32) { self.node = node }

  /// - Parameter culprit: what failures are noted with: the number of a node, -1, or a name.
  init?(culprit: Int32) {
    guard culprit < -1 else { return nil }
    node = -2 - culprit
  }

  var culprit: Int32 { -2 - node }
}

extension Evaluator {
  /// What may be shown of a name, as JSON text.
  mutating func shown(_ name: MemberName) -> (text: String, isTruncated: Bool) {
    isHidden(name) ? (MaskedText.value, false) : ShownText.text(key(of: name.node).text)
  }

  private mutating func isHidden(_ name: MemberName) -> Bool {
    // Members of a masked object are masked, but not the other way round.
    guard !isCSV, isMasked(table.nodes[name.node].state) else { return false }
    return nameIsHidden(ofNode: name.node)
  }

  private mutating func difference(_ rule: Int32, _ name: MemberName) -> String? {
    if isHidden(name) { return nil }
    let text = key(of: name.node)
    let statement = program.schemaStatement(of: rule)
    if case .never? = statement {
      return "the name \(ShownText.text(text.text).text) is not allowed"
    }
    let path = schema.namePath
    return statement?.constraint.flatMap {
      difference($0, Value(kind: .string, bytes: text, node: -1, path: path))
    }
  }
}

extension Program {
  /// What a rule of the schema requires, if a profile could require the same.
  func schemaConstraint(of rule: Int32) -> Constraint? {
    let statement = schemaStatement(of: rule)
    if case .memberCount(let minimum, let maximum)? = statement {
      return .memberCount(minimum: minimum, maximum: maximum)
    }
    return statement?.constraint
  }

  /// The keyword of the schema that a rule is.
  func schemaStatement(of rule: Int32) -> SchemaStatement? {
    schemaStatements.isEmpty ? nil : schemaStatements[Int(rule)]
  }
}
