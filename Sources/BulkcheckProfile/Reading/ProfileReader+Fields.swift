internal import BulkcheckCore
internal import BulkcheckDocument

/// The key `fields`: blocks whose constraints are rules of their own.
extension ProfileReader {
  mutating func readFields(_ node: DocumentNode) {
    guard let members = object(node, "`fields`") else { return }
    for member in members {
      guard let path = path(member.name, at: member.nameOffset) else { continue }
      readField(
        member, place: .field(path), path: path, idPrefix: path.description, inherited: [])
    }
  }

  /// One entry of `fields`, of the profile or nested.
  private mutating func readField(
    _ member: DocumentMember, place: Scope.Place, path: FieldPath, idPrefix: String,
    inherited: [String]
  ) {
    mention(path, at: member.nameOffset)
    readScope(member.value, place: place, path: path, idPrefix: idPrefix, inherited: inherited)
  }

  mutating func readScope(
    _ node: DocumentNode, place: Scope.Place, path: FieldPath, idPrefix: String,
    inherited: [String]
  ) {
    let index = ScopeIndex(ruleSet.scopes.count)
    ruleSet.scopes.append(Scope(place: place, path: path, section: section))
    guard let members = blockMembers(node) else {
      return complain(
        node, "the block of \(Complaint.quoted(path.description))",
        expected: "an object of constraints")
    }
    var scope = ScopeContext(index: index, path: path, idPrefix: idPrefix, labels: inherited)
    if let member = members.named("labels") {
      scope.labels = merged(labels(member.value), inherited)
    }
    if scope.labels.contains("pii") { ruleSet.maskedPaths.insert(path) }

    let context = BlockContext(area: .fields, path: path, declares: true)
    var facts = BlockFacts()
    for member in members {
      guard let keyword = Keyword(rawValue: member.name) else {
        complain(member.nameOffset, .unknownConstraint(member.name))
        continue
      }
      switch keyword {
      case .labels, .use: break
      case .normalize, .separator, .boolean, .number:
        if path.countsFromEnd, keyword != .separator {
          complain(member.nameOffset, .changesFromEnd(keyword, path))
        }
        declare(keyword, member, context)
      case .then, .else:
        if members.named("when") == nil, !isUnusedDefinition {
          complain(member.nameOffset, .withoutWhen(keyword.rawValue))
        }
      default:
        guard let form = form(member, keyword, takesAttributes: true) else { continue }
        atPlace(of: member, in: node) { reader in
          if keyword == .items, !form.isLong {
            reader.readItems(member, scope)
          } else if keyword == .fields, !form.isLong {
            reader.readNestedFields(member, scope)
          } else {
            reader.readRule(form, siblings: members, scope: scope, context, &facts)
          }
        }
      }
    }
    check(facts)
  }

  private mutating func readItems(_ member: DocumentMember, _ scope: ScopeContext) {
    let path = scope.path.appending(.everyElement)
    mention(path, at: member.nameOffset)
    readScope(
      member.value, place: .items(of: scope.index), path: path, idPrefix: scope.idPrefix + ".items",
      inherited: scope.labels)
  }

  private mutating func readNestedFields(_ member: DocumentMember, _ scope: ScopeContext) {
    guard let members = object(member.value, "`fields`") else { return }
    for member in members {
      guard let relative = path(member.name, at: member.nameOffset) else { continue }
      noteNested(scope.path.appending(relative), in: scope.path)
      let separator = relative.steps.first.map(Self.isElement) ?? false ? "" : "."
      readField(
        member, place: .member(of: scope.index, relative), path: scope.path.appending(relative),
        idPrefix: scope.idPrefix + separator + relative.description, inherited: scope.labels)
    }
  }

  static func isElement(_ step: PathStep) -> Bool {
    switch step {
    case .index, .everyElement: true
    case .key, .keyOrIndex, .everyMember, .recordKey, .previous: false
    }
  }

  private func merged(_ own: [String], _ inherited: [String]) -> [String] {
    guard !own.isEmpty, !inherited.isEmpty else { return own.isEmpty ? inherited : own }
    let known = Set(own)
    return own + inherited.filter { !known.contains($0) }
  }

  // MARK: Rules

  private mutating func readRule(
    _ form: ConstraintForm, siblings: [DocumentMember], scope: ScopeContext,
    _ context: BlockContext, _ facts: inout BlockFacts
  ) {
    var given = attributes(form.attributes)
    let statement = statement(form, siblings: siblings, context)
    facts.note(form, statement)
    guard let statement else { return }
    let keyword = form.keyword.rawValue
    given.labels = merged(given.labels, scope.labels)
    addRule(
      keyword, statement, id: scope.idPrefix + "." + keyword, at: form.nameOffset, given,
      paths: [scope.path], scope: scope.index, stage: Self.stage(form.keyword, statement),
      from: form.nameOffset)
  }

  private static func stage(_ keyword: Keyword, _ statement: Expression) -> Rule.Stage {
    switch (keyword, statement) {
    case (.required, _), (.present, _), (.nullable, _): .presence
    case (.type, _): .type
    case (.format, .constraint(.format(let format))):
      format.temporalKind == nil ? .value : .format
    case (.format, _): .format
    case (_, .constraint(.instants)): .bound
    default: .value
    }
  }

  /// Adds a rule.
  ///
  /// - Parameters:
  ///   - id: its id if none is given, and `offset`: the place that it then has.
  ///   - origin: where its statement is, if not where its id is given.
  mutating func addRule(
    _ constraint: String, _ statement: Expression, id: String, at offset: Int,
    _ given: GivenAttributes, paths: [FieldPath], scope: ScopeIndex? = nil,
    stage: Rule.Stage = .value, from origin: Int? = nil
  ) {
    let (ownID, offset) = given.id ?? (id, offset)
    let id = idPrefix + ownID
    var rule = Rule(
      id: id, field: paths.count == 1 ? paths[0].description : nil, constraint: constraint,
      scope: scope, stage: stage, expression: statement,
      attributes: RuleAttributes(
        message: MessageTemplate(failing: statement, ids: known.ruleIDs)), paths: paths)
    if given.message?.showsSide == true {
      let count = statement.comparisons.count
      if count != 1 { complain(given.messageOffset, .sidesOfComparisons(count)) }
    }
    rule.section = section
    rule.attributes.tag = given.tag?.text
    rule.attributes.priority = given.priority ?? 50
    note(id, at: offset, given, rule.paths, defaultTolerance, &rule.attributes)
    rule.isRun = rule.attributes.severity != .off
    noteTolerance(of: id, at: offset, given)
    if let tag = given.tag { tagOffsets[ruleSet.rules.count] = tag.offset }
    ruleOffsets.append(offset)
    ruleOrigins.append(origin ?? offset)
    ruleSet.rules.append(rule)
  }

  /// `"additionalFields": false` for the record itself (docs/reference/constraints.md#objects).
  mutating func readTopAdditionalFields(_ member: DocumentMember) {
    guard let form = form(member, .additionalFields, takesAttributes: true) else { return }
    let given = attributes(form.attributes)
    let context = BlockContext(area: .fields, path: FieldPath(), declares: true)
    guard let statement = statement(form, siblings: [], context) else { return }
    let keyword = form.keyword.rawValue
    addRule(keyword, statement, id: keyword, at: form.nameOffset, given, paths: [])
  }
}

extension Complaint {
  fileprivate static func sidesOfComparisons(_ count: Int) -> Complaint {
    Complaint(
      "`message` has {left} or {right}, but its rule has "
        + (count == 0 ? "no `compare`" : "\(count) times `compare`"),
      expected: "a rule with one `compare`; a field of that name is written {\"left\"}")
  }

  fileprivate static func changesFromEnd(_ keyword: Keyword, _ path: FieldPath) -> Complaint {
    let every = FieldPath(path.steps.map { $0.isFromEnd ? .everyElement : $0 })
    return Complaint(
      "`\(keyword.rawValue)` under \(quoted(path.description)), which counts from the end",
      expected: "`\(keyword.rawValue)` under \(quoted(every.description)), for every element")
  }
}
