internal import BulkcheckCore
internal import BulkcheckProfile

/// What the record type says by itself.
extension RuleLowering {
  /// Adds the fields below a place.
  ///
  /// - Parameter outer: that the nearest optional object around them is there: else nothing is
  ///   asked of them.
  mutating func addFields(
    of node: ProbeNode, at path: FieldPath, outer: Expression?
  ) throws(BatchError) {
    for child in node.children {
      guard let step = child.step else { continue }
      try addField(child, at: path.appending(step), outer: outer)
    }
  }

  private mutating func addField(
    _ node: ProbeNode, at path: FieldPath, outer: Expression?
  ) throws(BatchError) {
    if let type = node.type, String(reflecting: type).hasPrefix("Foundation"),
      let remedy = Self.unlikeOthers["\(type)"]
    {
      throw BatchError.unsupported(
        path.description, "\(type) decodes from a form that no JSON or CSV data has",
        remedy: remedy)
    }
    if node.isObject {
      return try addFields(
        of: node, at: path, outer: node.isOptional ? .at(path, Self.presence(of: node)) : outer)
    }
    let number = fieldNumber(path)
    if !node.isOptional { addRequired(number, outer) }
    if node.kinds.isEmpty { return }
    declare(path, node.kinds, isArray: node.isArray)
    addRule(number, .type(node.kinds), stage: .type)
    if let choices = node.choices { addRule(number, .oneOf(choices), stage: .value) }
    guard node.isArray, let element = node.element else { return }
    let elements = path.appending(.everyElement)
    if element.isObject {
      try addFields(of: element, at: elements, outer: outer)
    } else if let statement = elementStatement(element, elements) {
      mention(elements)
      let made = rule("items", .items(statement), at: path, scope: fields[number].scope)
      fields[number].rules.append(CollectedRule(rule: made))
    }
  }

  /// Types of Foundation that its own decoders treat specially.
  private static let unlikeOthers = [
    "URL": "Let the property be a String, and make the URL a computed property",
    "Data": "Let the property be a String, and make the Data a computed property",
    "Decimal": "Let the property be a Double or a String",
  ]

  /// That a value is there. No column of CSV holds an object: there one of its parts must be.
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

  private mutating func addRequired(_ number: Int, _ outer: Expression?) {
    let path = fields[number].path
    guard let outer else {
      addRule(number, .required, stage: .presence)
      return
    }
    // A part of an object that may be missing as a whole: no block of a profile says that for CSV
    // too.
    if path.leadsToSeveral { return }
    let required = Expression.constraint(.required)
    var made = rule(
      "required", .when(outer, then: .at(path, required), else: nil), at: path, scope: nil)
    made.constraint = "when"
    made.attributes.message = DefaultMessage.template(required, ids: [])
    fields[number].rules.append(CollectedRule(rule: made))
  }

  mutating func declare(_ path: FieldPath, _ types: [ValueType], isArray: Bool) {
    var declaration = Declaration()
    declaration.types = types
    if isArray, let separator = options.listSeparator { declaration.separator = "\(separator)" }
    ruleSet.declarations[path] = declaration
  }

  /// What every element must be, as one statement; nil if nothing is known.
  func elementStatement(_ element: ProbeNode, _ path: FieldPath) -> Expression? {
    var parts: [Expression] = []
    if !element.isOptional { parts.append(.constraint(.required)) }
    if !element.kinds.isEmpty { parts.append(.constraint(.type(element.kinds))) }
    if let choices = element.choices { parts.append(.constraint(.oneOf(choices))) }
    if element.isArray, let inner = element.element, !inner.isObject,
      let statement = elementStatement(inner, path.appending(.everyElement))
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

  /// A rule with a derived id and what a profile would say by default.
  func rule(
    _ keyword: String, _ expression: Expression, at path: FieldPath, scope: ScopeIndex?
  ) -> EngineRule {
    EngineRule(
      id: "\(path).\(keyword)", field: path.description, constraint: keyword,
      scope: scope, stage: .value, expression: expression,
      attributes: RuleAttributes(message: DefaultMessage.template(expression, ids: [])),
      paths: [path])
  }
}
