internal import BulkcheckCore
internal import BulkcheckDocument

/// Constraint blocks as parts of one rule, and the statement that each constraint makes.
extension ProfileReader {
  /// A block for the value at `context.path`: the `all` of its constraints.
  mutating func block(_ node: DocumentNode, _ context: BlockContext, _ what: String) -> Expression {
    guard let members = blockMembers(node) else {
      complain(node, what, expected: "an object of constraints")
      return .all([])
    }
    var parts: [Expression] = []
    var facts = BlockFacts()
    for member in members {
      guard let keyword = Keyword(rawValue: member.name) else {
        complain(
          member.nameOffset,
          Operator(rawValue: member.name) != nil
            ? .operatorInConstraintBlock(member.name)
            : .unknownConstraint(member.name))
        continue
      }
      switch keyword {
      case .use: break
      case .labels: complain(member.nameOffset, .attributeInside("labels", keyword: nil))
      case .unique: complain(member.nameOffset, .misplacedUnique)
      case .normalize, .separator, .boolean, .number:
        if context.declares {
          declare(keyword, member, context)
        } else {
          complain(member.nameOffset, .misplacedDeclaration(keyword.rawValue))
        }
      case .then, .else:
        if members.named("when") == nil {
          complain(member.nameOffset, .withoutWhen(keyword.rawValue))
        }
      default:
        guard let form = form(member, keyword, takesAttributes: false) else { continue }
        let statement = atPlace(of: member, in: node) { reader in
          reader.statement(form, siblings: members, context)
        }
        if case .refers? = statement { complain(member.nameOffset, .misplacedInputReference) }
        facts.note(form, statement)
        if let statement { parts.append(statement) }
      }
    }
    check(facts)
    return .all(parts)
  }

  /// The statement of a constraint about the value at `context.path`; nil if it makes no rule
  /// (docs/reference/constraints.md#presence) or is mistaken.
  mutating func statement(
    _ form: ConstraintForm, siblings: [DocumentMember], _ context: BlockContext
  ) -> Expression? {
    let statement = uncheckedStatement(form, siblings: siblings, context)
    if let statement, context.isAboutNames {
      checkAboutNames(statement, form)
    } else if let statement {
      checkSubject(statement, form, context)
    }
    return statement
  }

  private mutating func uncheckedStatement(
    _ form: ConstraintForm, siblings: [DocumentMember], _ context: BlockContext
  ) -> Expression? {
    let keyword = form.keyword
    let what = "`\(keyword.rawValue)`"
    guard let node = form.operand else { return flag(keyword, true, form, context) }
    switch keyword {
    case _ where keyword.isFlag || keyword == .additionalFields:
      guard let value = boolean(node, what) else { return nil }
      return flag(keyword, value, form, context)
    case .items:
      let path = context.path.appending(.everyElement)
      mention(path, at: form.nameOffset)
      return .items(block(node, context.inner(path), "the block of `items`"))
    case .contains where node.text == nil:
      let path = context.path.appending(.everyElement)
      mention(path, at: form.nameOffset)
      guard node.members != nil else {
        return refuse(node, what, expected: "a string or a block of constraints")
      }
      return .someItem(block(node, context.inner(path, declares: false), "the block of `contains`"))
    case .propertyNames:
      guard node.members != nil else {
        return refuse(node, what, expected: "a block of constraints for names, which are strings")
      }
      return .names(block(node, .names, "the block of `propertyNames`"))
    case .fields: return fields(node, context)
    case .chain:
      guard let steps = list(node, what, of: "steps") else { return nil }
      return .constraint(.chain(steps.compactMap { chainStep($0, context) }))
    case .all, .any, .none:
      guard let elements = list(node, what, of: "constraint blocks") else { return nil }
      let parts = elements.map { block($0, context.operand, "an operand of \(what)") }
      return keyword == .all ? .all(parts) : keyword == .any ? .any(parts) : .none(parts)
    case .not: return .not(block(node, context.operand, "the operand of `not`"))
    case .when:
      let branch = { (name: String) in siblings.named(name)?.value }
      if branch("then") == nil, branch("else") == nil {
        complain(form.nameOffset, .whenWithoutBranch)
      }
      let condition = block(node, context.operand, "the block of `when`")
      return .when(
        condition, then: branch("then").map { block($0, context.operand, "the block of `then`") },
        else: branch("else").map { block($0, context.operand, "the block of `else`") })
    case .type:
      guard let types = types(node) else { return nil }
      if context.declares { declare(keyword, \.types, types, at: form.offset, context) }
      return .constraint(.type(types))
    case .format: return format(form, node, context).map { .constraint($0) }
    case _ where keyword.isBound:
      return bounds(form, node, siblings, context).map { .constraint($0) }
    case .references:
      return reference(node, context)
    default:
      return constraint(keyword, node, form.options).map { .constraint($0) }
    }
  }

  /// `fields` as part of one rule.
  private mutating func fields(_ node: DocumentNode, _ context: BlockContext) -> Expression? {
    guard let members = object(node, "`fields`") else { return nil }
    var parts: [Expression] = []
    for member in members {
      guard let relative = path(member.name, at: member.nameOffset) else { continue }
      let path = context.path.appending(relative)
      mention(path, at: member.nameOffset)
      noteNested(path, in: context.path)
      let what = "the block of \(Complaint.quoted(member.name))"
      parts.append(.at(relative, block(member.value, context.inner(path), what)))
    }
    return .fields(parts)
  }

  /// Notes a path under `fields` of a block that in CSV means several columns.
  mutating func noteNested(_ path: FieldPath, in block: FieldPath) {
    guard block.columnPattern != nil, path.column.rest.isEmpty else { return }
    ruleSet.nestedUnderStars.append(NestedPath(path, in: block))
  }

  private mutating func flag(
    _ keyword: Keyword, _ value: Bool, _ form: ConstraintForm, _ context: BlockContext
  ) -> Expression? {
    if keyword == .additionalFields, !value {
      let (names, coversAll) = known.fieldNames(at: context.path, in: section)
      return .constraint(.onlyFields(names, coversAll: coversAll))
    }
    guard let constraint = keyword.flag(value) else {
      if context.area == .rules {
        complain(form.offset, .judgesNothing(keyword.rawValue, value))
      }
      return nil
    }
    if keyword == .unique, context.path.leadsToSeveral {
      complain(form.nameOffset, .uniqueOverElements)
    }
    return .constraint(constraint)
  }

  // MARK: Declarations

  mutating func types(_ node: DocumentNode) -> [ValueType]? {
    let elements = node.elements ?? [node]
    if elements.isEmpty {
      return refuse(node, "`type`", expected: "a type or a list of at least one type")
    }
    var types: [ValueType] = []
    for element in elements {
      if element.isNull || element.text == "null" {
        complain(element.offset, .nullIsNoType)
      } else if let text = element.text, Format.inProfiles.contains(where: { $0.rawValue == text })
      {
        complain(element.offset, .formatIsNoType(text))
      } else if let type = word(element, "`type`", as: ValueType.self), !types.contains(type) {
        types.append(type)
      }
    }
    return types.isEmpty ? nil : types
  }

  mutating func declare(_ keyword: Keyword, _ member: DocumentMember, _ context: BlockContext) {
    let offset = member.nameOffset
    switch keyword {
    case .separator:
      let separator = text(member.value, "`separator`", mayBeEmpty: false)
      declare(keyword, \.separator, separator, at: offset, context)
    case .boolean:
      declare(keyword, \.booleanWords, booleanWords(member.value), at: offset, context)
      booleanOffsets[NamedField(context.path, in: section)] = offset
    case .number:
      declare(keyword, \.numberForm, numberForm(member.value), at: offset, context)
      numberOffsets[NamedField(context.path, in: section)] = offset
    default:
      guard let steps = list(member.value, "`normalize`", of: "changes", mayBeEmpty: true) else {
        return
      }
      let changes = steps.compactMap { change($0, mayBeDefault: true) }
      declare(keyword, \.normalize, changes, at: offset, context)
    }
  }

  /// Declares a part of what is declared of a field, which another block may not declare otherwise.
  mutating func declare<Value: Equatable>(
    _ keyword: Keyword, _ part: WritableKeyPath<Declaration, Value>, _ value: Value,
    at offset: Int, _ context: BlockContext
  ) {
    let nothing = Declaration()[keyPath: part]
    let former = ownDeclaration(of: context.path)?[keyPath: part] ?? nothing
    if former != nothing, former != value {
      complain(offset, .declaredTwice(keyword.rawValue, path: context.path.description))
    }
    declare(part, value, of: context.path)
  }
}
