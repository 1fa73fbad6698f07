internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// The rules that follow from the record type alone.
extension RuleLowering {
  /// Adds the fields below a place.
  ///
  /// - Parameter outer: the nearest object around them that may be missing. If it is, nothing is
  ///   asked of them.
  mutating func addFields(
    of node: ProbeNode, at path: FieldPath, outer: OptionalObject?
  ) throws(BatchError) {
    // If the members depend on the data, only decoding the whole shows whether it is right.
    if !node.hasPlainParts { return }
    for child in node.children {
      guard let step = child.step, child.catcher == nil else { continue }
      try addField(child, at: path.appending(step), outer: outer)
    }
  }

  /// An object that may be missing, and the path to it.
  struct OptionalObject {
    let path: FieldPath
    /// The statement that the object is there.
    let presence: Expression
  }

  private mutating func addField(
    _ node: ProbeNode, at path: FieldPath, outer: OptionalObject?
  ) throws(BatchError) {
    if node.isObject { return try addObject(node, at: path, outer: outer) }
    let number = fieldNumber(path)
    addPresence(node, number, outer)
    if node.kinds.isEmpty || node.isTolerant { return }
    declare(path, node.kinds, isArray: node.isArray)
    addRule(number, .type(node.kinds), stage: .type)
    addChoices(of: node, number, at: path)
    try addElements(of: node, number, at: path)
  }

  /// Adds the fields of an object. If they do not show that it is one, a rule of its own does.
  private mutating func addObject(
    _ node: ProbeNode, at path: FieldPath, outer: OptionalObject?
  ) throws(BatchError) {
    if !node.showsItself {
      let number = fieldNumber(path)
      addPresence(node, number, outer)
      if !node.isTolerant { addRule(number, .type([.object]), stage: .type) }
    }
    let inner =
      node.isOptional ? OptionalObject(path: path, presence: Self.presence(of: node)) : outer
    try addFields(of: node, at: path, outer: inner)
  }

  private mutating func addChoices(of node: ProbeNode, _ number: Int, at path: FieldPath) {
    guard let choices = node.choices else { return }
    let usual = Constraint.oneOf(choices)
    var made = rule(
      usual.keyword, choice(choices, of: node, at: path), at: path, scope: fields[number].scope)
    made.attributes.message = MessageTemplate(failing: .constraint(usual))
    fields[number].rules.append(CollectedRule(rule: made))
  }

  /// The statement that an enumeration has a value with one of the raw values, or with another one
  /// that it can be decoded from.
  private mutating func choice(
    _ choices: [Literal], of node: ProbeNode, at path: FieldPath
  ) -> Expression {
    let usual = Expression.constraint(.oneOf(choices))
    guard !isForDocument, let type = node.type else { return usual }
    let place = RequirementLocation(path: path, type: type, node: node)
    closures.append(ClosureLowering.decodability(type, place, plan))
    return .any([usual, .constraint(.closure(closures.count - 1))])
  }

  private mutating func addElements(
    of node: ProbeNode, _ number: Int, at path: FieldPath
  ) throws(BatchError) {
    guard node.isArray, node.hasPlainParts, let element = node.element, element.catcher == nil
    else { return }
    let elements = path.appending(.everyElement)
    if let statement = elementStatement(element, at: path.appending(.everyElement)) {
      mention(elements)
      let made = rule("items", .items(statement), at: path, scope: fields[number].scope)
      fields[number].rules.append(CollectedRule(rule: made))
    }
    // Elements of elements that are objects have fields, too.
    var (place, inner) = (elements, element)
    while inner.isArray, inner.hasPlainParts, let next = inner.element {
      place = place.appending(.everyElement)
      inner = next
    }
    guard inner.isObject else { return }
    // An optional element may be null, and then has no fields.
    let outer =
      inner.isOptional ? OptionalObject(path: place, presence: .constraint(.required)) : nil
    try addFields(of: inner, at: place, outer: outer)
  }

  /// The statement that a value is there. CSV has no column for an object, so one of its parts must
  /// be there.
  static func presence(of node: ProbeNode?) -> Expression {
    let required = Expression.constraint(.required)
    guard let node, node.isObject else { return required }
    return .any([required] + leaves(of: node, at: FieldPath()).map { .at($0, required) })
  }

  private static func leaves(of node: ProbeNode, at path: FieldPath) -> [FieldPath] {
    node.children.flatMap { child in
      guard let step = child.step else { return [FieldPath]() }
      let inner = path.appending(step)
      return child.isObject ? leaves(of: child, at: inner) : [inner]
    }
  }

  private mutating func addPresence(
    _ node: ProbeNode, _ number: Int, _ outer: OptionalObject?
  ) {
    if node.isOptional { return }
    let path = fields[number].path
    let presence =
      node.acceptsNull ? Expression.constraint(.present(true)) : Self.presence(of: node)
    guard let outer else {
      var made = rule("required", presence, at: path, scope: fields[number].scope)
      made.stage = .presence
      made.attributes.message = MessageTemplate(failing: .constraint(.required))
      fields[number].rules.append(CollectedRule(rule: made))
      return
    }
    // The value is a part of an object that may be missing. No block of a profile can say that for
    // CSV too, so the rule is a condition.
    let inner = FieldPath(Array(path.steps[outer.path.steps.endIndex...]))
    // If an array is between them, the elements that are there are asked.
    if inner.leadsToSeveral { return addPresence(node, number, nil) }
    let statement = Expression.at(
      outer.path, .when(outer.presence, then: .at(inner, presence), else: nil))
    var made = rule("required", statement, at: path, scope: nil)
    made.constraint = "when"
    made.attributes.message = MessageTemplate(failing: .constraint(.required))
    fields[number].rules.append(CollectedRule(rule: made))
  }

  mutating func declare(_ path: FieldPath, _ types: [ValueType], isArray: Bool) {
    var declaration = Declaration()
    declaration.types = types
    if isArray, let separator = options.listSeparator { declaration.separator = "\(separator)" }
    ruleSet.declarations[path] = declaration
  }

  /// The statement about every element that follows from its type; nil if nothing is known of
  /// elements, or if their parts show it.
  mutating func elementStatement(_ element: ProbeNode, at path: FieldPath) -> Expression? {
    var parts: [Expression] = []
    if element.isObject {
      if element.showsItself, !element.isOptional { return nil }
      if !element.isOptional { parts.append(.constraint(.required)) }
      if !element.showsItself, !element.isTolerant { parts.append(.constraint(.type([.object]))) }
      return parts.isEmpty ? nil : .all(parts)
    }
    if !element.isOptional, !element.acceptsNull { parts.append(.constraint(.required)) }
    if !element.kinds.isEmpty, !element.isTolerant {
      parts.append(.constraint(.type(element.kinds)))
    }
    if let choices = element.choices { parts.append(choice(choices, of: element, at: path)) }
    if element.isArray, element.hasPlainParts, let inner = element.element,
      let statement = elementStatement(inner, at: path.appending(.everyElement))
    {
      parts.append(.items(statement))
    }
    return parts.isEmpty ? nil : .all(parts)
  }

  private mutating func addRule(_ number: Int, _ constraint: Constraint, stage: EngineRule.Stage) {
    var made = rule(
      constraint.keyword, .constraint(constraint), at: fields[number].path,
      scope: fields[number].scope)
    made.stage = stage
    fields[number].rules.append(CollectedRule(rule: made))
  }

  /// A rule with a derived id and the default message of a profile.
  func rule(
    _ keyword: String, _ expression: Expression, at path: FieldPath, scope: ScopeIndex?
  ) -> EngineRule {
    EngineRule(
      id: "\(path).\(keyword)", field: path.description, constraint: keyword,
      scope: scope, stage: .value, expression: expression,
      attributes: RuleAttributes(message: MessageTemplate(failing: expression)),
      paths: [path])
  }
}

/// The conditions under which a type can surely decode a record, without those that other rules
/// check.
extension RuleLowering {
  /// The conditions, which must all hold; nil if only decoding the whole record can show it.
  mutating func decodability(of shape: RecordShape) throws(BatchError) -> [Expression]? {
    shape.isChoosy || !shape.root.hasPlainParts || shape.root.catches
      ? nil : try members(of: shape.root, at: FieldPath())
  }

  /// The conditions on the members of an object, as statements about the object.
  private mutating func members(
    of node: ProbeNode, at path: FieldPath
  ) throws(BatchError) -> [Expression] {
    var statements: [Expression] = []
    for child in node.children {
      guard let step = child.step else { continue }
      let inner = path.appending(step)
      if try isPlain(child) {
        statements += try members(of: child, at: inner)
      } else if let statement = try decodability(of: child, at: inner) {
        mention(inner)
        statements.append(.at(inner, statement))
      }
    }
    return statements
  }

  /// Whether an object can be decoded if its members can.
  private mutating func isPlain(_ node: ProbeNode) throws(BatchError) -> Bool {
    guard node.isObject, !node.isCut, !node.choosesInside else { return false }
    guard let type = node.type else { return true }
    return try !shape(of: type).isChoosy
  }

  /// The condition on a value that is there and of the right kind; nil if there is none.
  private mutating func decodability(
    of node: ProbeNode, at path: FieldPath
  ) throws(BatchError) -> Expression? {
    guard let type = node.type, node.choices == nil else { return nil }
    if type == String.self || type == Bool.self { return nil }
    if let known = surelyDecodable(type) { return .constraint(known) }
    if type is any KeepsElements.Type, !node.isCut, !node.choosesInside, let element = node.element
    {
      return try elements(element, at: path.appending(.everyElement))
    }
    let place = RequirementLocation(path: path, type: type, node: node)
    closures.append(ClosureLowering.decodability(type, place, plan))
    return .constraint(.closure(closures.count - 1))
  }

  /// The condition on the elements of an array; nil if there is none.
  private mutating func elements(
    _ element: ProbeNode, at path: FieldPath
  ) throws(BatchError) -> Expression? {
    guard try isPlain(element) else {
      guard let statement = try decodability(of: element, at: path) else { return nil }
      mention(path)
      return .items(statement)
    }
    let statements = try members(of: element, at: FieldPath())
    if statements.isEmpty { return nil }
    mention(path)
    for case .at(let inner, _) in statements { mention(FieldPath(path.steps + inner.steps)) }
    return .items(.all(statements))
  }

  /// The constraint on bytes under which a value of a common type can be decoded; nil for other
  /// types.
  private func surelyDecodable(_ type: any Decodable.Type) -> Constraint? {
    func limits<Number: FixedWidthInteger>(_ type: Number.Type) -> Constraint {
      .bounds(lower: Bound("\(Number.min)"), upper: Bound("\(Number.max)"))
    }
    func finite(_ greatest: some BinaryFloatingPoint & CustomStringConvertible) -> Constraint {
      .bounds(lower: Bound("-\(greatest)"), upper: Bound("\(greatest)"))
    }
    if RecordDecoding.isReadAtOnce(type), let integer = type as? any FixedWidthInteger.Type {
      return limits(integer)
    }
    if type == Double.self { return finite(Double.greatestFiniteMagnitude) }
    if type == Float.self { return finite(Float.greatestFiniteMagnitude) }
    return switch String(reflecting: type) {
    case "Foundation.UUID", "FoundationEssentials.UUID": .format(.uuid)
    case "Foundation.Date", "FoundationEssentials.Date":
      plan.readsDatesFromNumbers ? finite(Double.greatestFiniteMagnitude) : nil
    default: nil
    }
  }
}

extension ProbeNode {
  /// Whether a member that must be there shows that the object around it is one.
  var showsItself: Bool {
    hasPlainParts
      && children.contains { child in
        child.catcher == nil && !child.acceptsMissing && !child.acceptsNull
          && (!child.isObject || child.showsItself)
      }
  }
}
