/// The names that rules of the schema complain about: members that are missing, and members that
/// are not allowed. Cold: only for what is shown and counted of failures.
extension Evaluator {
  /// A member at fault, perhaps with a value.
  struct NamedMember {
    var name: String
    /// What reports show of the value; nil if the member is missing.
    var shown: (text: String, isTruncated: Bool)?
  }

  /// The names that a rule of the schema complains about, in the record that is looked at alone;
  /// empty if it is about something else.
  mutating func membersAtFault(_ rule: Int32, _ culprit: Int32) -> [NamedMember] {
    let number = schema.keywordOfRule[rule]
    guard number >= 0 else { return [] }
    let keyword = schema.keywords[number]
    switch keyword.code {
    case .required, .dependentRequired:
      return missingNames(keyword, culprit).map { NamedMember(name: $0, shown: nil) }
    case .additionalProperties: return otherMembers(keyword, culprit)
    default: return []
    }
  }

  /// The names that `required` or `dependentRequired` misses in an object; the node of a row is -1.
  mutating func missingNames(_ keyword: KeywordCode, _ node: Int32) -> [String] {
    var names: [String] = []
    if keyword.code == .required {
      addMissing(keyword.partStart, keyword.partCount, node, &names)
      return names
    }
    for index in 0..<keyword.partCount {
      let part = schema.parts[keyword.partStart &+ index]
      if hasMember(part.operand, node) { addMissing(part.start, part.count, node, &names) }
    }
    return names
  }

  private mutating func addMissing(
    _ start: Int32, _ count: Int32, _ node: Int32, _ names: inout [String]
  ) {
    for index in start..<start &+ count where !hasMember(schema.parts[index].operand, node) {
      let name = textViews[schema.parts[index].operand].text
      if !names.contains(where: { $0.isExactly(name) }) { names.append(name) }
    }
  }

  private mutating func hasMember(_ name: Int32, _ node: Int32) -> Bool {
    if isCSV { return !having(member: name, column(schema.rootPath), Lanes(lane)).isEmpty }
    return node >= 0 && member(name, of: node, lane) >= 0
  }

  private mutating func otherMembers(
    _ keyword: KeywordCode, _ node: Int32
  ) -> [NamedMember] {
    if isCSV { return otherCells(keyword) }
    guard node >= 0, table.nodes[node].kind == .object else { return [] }
    var members: [NamedMember] = []
    var places: [ExactText: Int] = [:]
    var cursor = JSONCursor(table.nodes[node].bytes)
    cursor.advance()
    while let key = cursor.nextKey() {
      let name = JSONString.unescape(key, into: &arena)
      let value = cursor.takeValue()
      if isOther(named: name, keyword, lane) {
        let member = NamedMember(name: name.text, shown: ShownText.value(value))
        if let place = places[ExactText(member.name)] {
          members[place] = member
        } else {
          places[ExactText(member.name)] = members.count
          members.append(member)
        }
      }
    }
    return members
  }

  private mutating func otherCells(_ keyword: KeywordCode) -> [NamedMember] {
    let root = column(schema.rootPath)
    guard linksCells else {
      return program.columns.compactMap { column in
        let path = schema.pathOfState[column.state]
        guard path >= 0, columns[self.column(path)].values.contains(lane),
          isOther(named: program.stepNames[column.state], keyword, lane)
        else { return nil }
        return NamedMember(name: column.name, shown: shown(node(at: path)))
      }
    }
    var members: [NamedMember] = []
    var cell = table.firstChild(of: columns[root].places[lane])
    while cell >= 0 {
      let name = key(of: cell)
      if isOther(named: name, keyword, lane) {
        members.append(NamedMember(name: name.text, shown: shown(cell)))
      }
      cell = table.links[cell].nextSibling
    }
    return members
  }

  /// Counts the names as the values that fail; false if the rule is about something else, or they
  /// must not be shown.
  mutating func countMembersAtFault(_ rule: Int32, _ culprit: Int32) -> Bool {
    if let name = MemberName(culprit: culprit) {
      if !isHidden(name) { countName(key(of: name.node).text, rule) }
      return true
    }
    guard schema.keywordOfRule[rule] >= 0 else { return false }
    if hidesNames(rule, culprit) { return true }
    let members = membersAtFault(rule, culprit)
    if members.isEmpty { return false }
    for member in members { countName(member.name, rule) }
    return true
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
    let members = hidesNames(rule, culprit) ? [] : membersAtFault(rule, culprit)
    if let first = members.first {
      let names = members.prefix(FaultTrace.placesMaximum).map { JSONText.quoted($0.name) }
      let more = members.count - names.count
      return names.joined(separator: ", ")
        + (more > 0 ? " and \(DigitText.grouped(more)) more" : "")
        + (members.count == 1 ? " is " : " are ")
        + (first.shown == nil ? "missing" : "not allowed")
    }
    guard let constraint = program.schemaConstraint(of: rule) else { return nil }
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
  fileprivate func schemaStatement(of rule: Int32) -> SchemaStatement? {
    guard let graph = ruleSet.schema else { return nil }
    let wanted = RuleIndex(Int(rule))
    for subschema in graph.subschemas {
      for keyword in subschema.keywords where keyword.rule == wanted { return keyword.statement }
    }
    return nil
  }
}
