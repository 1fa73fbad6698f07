internal import BulkcheckCore
internal import BulkcheckDocument

/// The key `rules`: statements about the record.
extension ProfileReader {
  static let entryOperators = [
    "all", "any", "none", "not", "when", "compare", "unique", "determines", "references",
    "sql",
  ]

  mutating func readRules(_ node: DocumentNode) {
    guard let entries = list(node, "`rules`", of: "rules", mayBeEmpty: true) else { return }
    for entry in entries { readEntry(entry) }
  }

  private mutating func readEntry(_ node: DocumentNode) {
    guard let members = object(node, "an entry of `rules`") else { return }
    beginEntry(members)
    defer { endEntry() }
    let given = attributes(members)
    var operators: [DocumentMember] = []
    for member in members where AttributeKey(rawValue: member.name) == nil {
      if Self.entryOperators.contains(member.name) {
        operators.append(member)
      } else if member.name == "then" || member.name == "else" {
        if members.named("when") == nil {
          complain(member.nameOffset, .withoutWhen(member.name))
        }
      } else if Self.isWithin(member, members) {
        continue
      } else if member.name == "where", members.named("unique") != nil {
        continue
      } else if member.name == "previous" {
        continue
      } else if ["normalize", "separator", "boolean", "number"].contains(member.name) {
        complain(member.nameOffset, .misplacedDeclaration(member.name))
      } else {
        let known =
          Self.entryOperators + ["then", "else", "previous", "where"] + AttributeKey.names
        complain(
          member.nameOffset, .unknownKey(member.name, in: "an entry of `rules`", known: known))
      }
    }
    if members.named("id") == nil {
      complain(node.offset, .missing("id", in: "an entry of `rules`"))
    }
    if operators.isEmpty, members.named("then") == nil, members.named("else") == nil {
      complain(node.offset, .checksNothing(in: "rules", known: Self.entryOperators))
    }
    for extra in operators.dropFirst() {
      complain(
        extra.nameOffset, .secondOperator(extra.name, first: operators[0].name, in: "rules"))
    }
    guard let member = operators.first else { return }
    let statement = entryStatement(member, members)
    guard let id = given.id, let statement else { return }
    addRule(
      member.name, statement, id: id.text, at: id.offset, given,
      paths: inOrder(entryPaths.map(\.asRead)).map(\.path))
    if let entryPairing { pairLast(entryPairing, member.name) }
  }

  private mutating func entryStatement(
    _ member: DocumentMember, _ members: [DocumentMember]
  ) -> Expression? {
    if member.name == "references" { return combination(member.value) }
    if member.name == "determines" { return determines(member) }
    if member.name == "sql" { return sqlRule(member.value) }
    return member.name == "unique" ? unique(member, members) : operation(member, members)
  }

  private mutating func unique(
    _ member: DocumentMember, _ members: [DocumentMember]
  ) -> Expression? {
    var key: UniqueKey?
    if let text = member.value.text {
      key = text == "*" ? UniqueKey(.record) : nil
      if key == nil {
        complain(member.value, "`unique`", expected: "a list of paths, or \"*\" for all columns")
      }
    } else if let elements = list(member.value, "`unique`", of: "paths") {
      let paths = singlePaths(elements, "an element of `unique`")
      if !paths.isEmpty { key = UniqueKey(.values(paths)) }
    }
    guard let condition = members.named("where") else { return key.map { .unique($0) } }
    if condition.value.members?.isEmpty == true { note(condition.nameOffset, .emptyWhere) }
    // A sample shows the values that occur again, and not those of the condition.
    let parts = entryPaths
    noteCondition(condition.value)
    key?.condition = pathBlock(condition.value, "the block of `where`")
    entryPaths = parts
    return key.map { .unique($0) }
  }

  /// A block of `rules`: paths to constraint blocks, and operators.
  mutating func pathBlock(_ node: DocumentNode, _ what: String) -> Expression {
    guard let members = node.members else {
      if node.text != nil { return sqlBlock(node, what) }
      complain(node, what, expected: "an object that maps paths to constraint blocks, or SQL")
      return .all([])
    }
    var parts: [Expression] = []
    for member in members {
      if Self.isWithin(member, members) {
        continue
      } else if Operator(rawValue: member.name) != nil {
        if let part = operation(member, members) { parts.append(part) }
      } else if let path = path(member.name, at: member.nameOffset) {
        mention(path, at: member.nameOffset)
        entryPaths.append(mention(of: path, at: member.nameOffset))
        guard member.value.members != nil else {
          complain(member.value.offset, .notAConstraintBlock(member.name, found: member.value))
          continue
        }
        let context = BlockContext(area: .rules, path: path, declares: false)
        let inner = block(member.value, context, "the block of \(Complaint.quoted(member.name))")
        parts.append(.at(path, inner))
      }
    }
    return .all(parts)
  }

  /// An operator and its operands; nil for the `then` and `else` that belong to a `when`.
  private mutating func operation(
    _ member: DocumentMember, _ siblings: [DocumentMember]
  ) -> Expression? {
    let what = "`\(member.name)`"
    switch Operator(rawValue: member.name) {
    case .all: return blocks(member.value, what).map { .all($0) }
    case .any: return blocks(member.value, what).map { .any($0) }
    case .none?: return blocks(member.value, what).map { .none($0) }
    case .not: return .not(pathBlock(member.value, "the operand of `not`"))
    case .when:
      let then = siblings.named("then")
      let otherwise = siblings.named("else")
      if then == nil, otherwise == nil { complain(member.nameOffset, .whenWithoutBranch) }
      noteCondition(member.value)
      return .when(
        pathBlock(member.value, "the block of `when`"),
        then: then.map { pathBlock($0.value, "the block of `then`") },
        else: otherwise.map { pathBlock($0.value, "the block of `else`") })
    case .then, .else:
      if siblings.named("when") == nil {
        complain(member.nameOffset, .withoutWhen(member.name))
      }
      return nil
    case .compare: return comparison(member.value, within: within(siblings))
    case .rule: return reference(member.value)
    case nil: return nil
    }
  }

  private mutating func blocks(_ node: DocumentNode, _ what: String) -> [Expression]? {
    guard let elements = list(node, what, of: "blocks") else { return nil }
    return elements.map { pathBlock($0, "an operand of \(what)") }
  }

  /// Paths that lead to one value at most. One that is there twice is noted.
  mutating func singlePaths(_ nodes: [DocumentNode], _ what: String) -> [FieldPath] {
    var paths: [FieldPath] = []
    for node in nodes {
      guard let path = singlePath(node, what) else { continue }
      if paths.contains(path) { note(node.offset, .repeatedPath(path)) }
      paths.append(path)
    }
    return paths
  }

  private mutating func note(_ offset: Int, _ complaint: Complaint) {
    if !isFirstReading { notes.append((offset, complaint)) }
  }

  /// A path that leads to one value at most.
  mutating func singlePath(_ node: DocumentNode, _ what: String) -> FieldPath? {
    guard let path = path(node, what) else { return nil }
    mention(path, at: node.offset)
    entryPaths.append(mention(of: path, at: node.offset))
    return path.leadsToSeveral ? refuse(node.offset, .severalValues(what)) : path
  }

  private mutating func reference(_ node: DocumentNode) -> Expression? {
    guard let id = text(node, "`rule`") else { return nil }
    if reach.hasPrevious { return refuse(node.offset, .referenceInPaired) }
    // In the first reading no id is known; any index does.
    let index = known.ruleIndexes[ExactText(id)] ?? RuleIndex(0)
    if isInSectionCondition {
      complain(node.offset, .ruleInSectionCondition)
    } else if BuiltInRule.allCases.contains(where: { $0.id == id }) {
      complain(node.offset, .referenceToBuiltIn(id))
    } else if known.tableIDs.contains(ExactText(id)) {
      complain(node.offset, .referenceToTable(id))
    } else if known.ruleIndexes[ExactText(id)] == nil {
      let own = idPrefix + id
      let nearest = known.ruleIndexes[ExactText(own)] == nil ? nearestRule(id) : own
      complain(node.offset, .unknownRule(id, nearest: nearest))
    } else {
      references.append(
        Reference(from: ruleSet.rules.count, to: index.value, id: id, offset: node.offset))
    }
    return .outcome(index)
  }
}

extension Complaint {
  fileprivate static func repeatedPath(_ path: FieldPath) -> Complaint {
    Complaint("\(quoted(path.description)) is there twice")
  }

  fileprivate static let emptyWhere = Complaint(
    "`where` names no condition, so no record meets it")
}
