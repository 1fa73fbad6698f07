internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// The rules that follow from the record type alone.
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
    made.attributes.message = MessageTemplate(failing: required)
    fields[number].rules.append(CollectedRule(rule: made))
  }

  mutating func declare(_ path: FieldPath, _ types: [ValueType], isArray: Bool) {
    var declaration = Declaration()
    declaration.types = types
    if isArray, let separator = options.listSeparator { declaration.separator = "\(separator)" }
    ruleSet.declarations[path] = declaration
  }

  /// The statement that holds for every element; nil if nothing is known of them.
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
      attributes: RuleAttributes(message: MessageTemplate(failing: expression)),
      paths: [path])
  }
}

/// Built-ins as checks of bytes, where those say the same as the check of the decoded value.
extension RuleLowering {
  /// The statement of a built-in about the value at a place.
  ///
  /// Numbers that are not whole are rounded when they are decoded, and the requirement is about the
  /// rounded one: 0.30000000000000001 is at most 0.3. A number that the bytes show to be right is
  /// right, so only the others are decoded.
  mutating func statement(
    _ constraint: Constraint, _ builtIn: BuiltInCheck, at place: RequirementLocation
  ) throws(BatchError) -> Expression {
    let constraint = constraint.adapted(to: place)
    if constraint.isAboutElements, !place.keepsElements {
      return try closure(builtIn.check, at: place)
    }
    guard let type = Unwrapping.unwrapped(place.type) as? any RoundedNumber.Type else {
      let words = constraint.words(self)
      return words.count == 1 ? .constraint(words[0]) : .all(words.map { .constraint($0) })
    }
    let decoded = try closure(builtIn.check, at: place)
    return constraint.surely(type).map { .any([.constraint($0), decoded]) } ?? decoded
  }
}

extension Constraint {
  /// The constraint as it is said of the kind of value there.
  func adapted(to place: RequirementLocation) -> Constraint {
    if case .itemCount(let minimum, let maximum) = self,
      Unwrapping.unwrapped(place.type) == String.self
    {
      return .length(minimum: minimum, maximum: maximum)
    }
    return withPlainDigits
  }

  fileprivate var isAboutElements: Bool {
    switch self {
    case .itemCount, .notEmpty: true
    default: false
    }
  }

  /// A constraint on the digits of a number that holds only where this one holds for the rounded
  /// number; nil if there is none.
  fileprivate func surely(_ type: any RoundedNumber.Type) -> Constraint? {
    switch self {
    case .const(.number): self
    case .bounds(let lower?, nil):
      type.bound(inside: lower, isLower: true).map { .bounds(lower: $0, upper: nil) }
    case .bounds(nil, let upper?):
      type.bound(inside: upper, isLower: false).map { .bounds(lower: nil, upper: $0) }
    case .bounds(let lower?, let upper?):
      if let lower = type.bound(inside: lower, isLower: true),
        let upper = type.bound(inside: upper, isLower: false)
      {
        .bounds(lower: lower, upper: upper)
      } else {
        nil
      }
    default: nil
    }
  }
}

extension RequirementLocation {
  /// Whether the value has an element for each one in the data: a set drops equal ones, and other
  /// collections may do anything.
  fileprivate var keepsElements: Bool {
    let type = Unwrapping.unwrapped(type)
    return type == String.self || type is any KeepsElements.Type
  }
}

private protocol KeepsElements {}
extension Array: KeepsElements {}

/// A number that may be another one than its digits say.
private protocol RoundedNumber: LosslessStringConvertible {
  var nextUp: Self { get }
  var nextDown: Self { get }
  var isFinite: Bool { get }
}

extension Double: RoundedNumber {}
extension Float: RoundedNumber {}

extension RoundedNumber {
  /// An exclusive limit as the next number that is inside; an inclusive one as it is.
  static func bound(inside limit: Bound, isLower: Bool) -> Bound? {
    guard limit.isExclusive else { return limit }
    guard let number = Self(limit.digits) else { return nil }
    let next = isLower ? number.nextUp : number.nextDown
    return next.isFinite ? Bound(next.description) : nil
  }
}

/// The conditions under which a type can surely decode a record, except those that other rules
/// check.
extension RuleLowering {
  /// The statements that must all hold; nil if only decoding the whole record can show it.
  mutating func decodability(of shape: RecordShape) -> [Expression]? {
    shape.isChoosy ? nil : members(of: shape.root, at: FieldPath())
  }

  private mutating func members(of node: ProbeNode, at path: FieldPath) -> [Expression] {
    var statements: [Expression] = []
    for child in node.children {
      guard let step = child.step else { continue }
      let inner = path.appending(step)
      if child.isObject, !child.isCut {
        statements += members(of: child, at: inner)
      } else if let statement = decodability(of: child, at: inner) {
        mention(inner)
        statements.append(.at(inner, statement))
      }
    }
    return statements
  }

  /// The condition on a value that is there and of the right kind; nil if there is none.
  private mutating func decodability(of node: ProbeNode, at path: FieldPath) -> Expression? {
    guard let type = node.type, node.choices == nil else { return nil }
    if type == String.self || type == Bool.self { return nil }
    if let known = Self.surelyDecodable(type) { return .constraint(known) }
    if node.isArray, !node.isCut, let element = node.element, let own = element.type,
      Unwrapping.element(of: type).map(Unwrapping.unwrapped) == own
    {
      return elements(element, at: path.appending(.everyElement))
    }
    let place = RequirementLocation(path: path, type: type, node: node)
    closures.append(ClosureLowering.decodability(type, place))
    return .constraint(.closure(closures.count - 1))
  }

  private mutating func elements(_ element: ProbeNode, at path: FieldPath) -> Expression? {
    guard element.isObject, !element.isCut else {
      return decodability(of: element, at: path).map { statement in
        mention(path)
        return .items(statement)
      }
    }
    let statements = members(of: element, at: FieldPath())
    if statements.isEmpty { return nil }
    mention(path)
    for case .at(let inner, _) in statements { mention(FieldPath(path.steps + inner.steps)) }
    return .items(.all(statements))
  }

  /// The constraint on bytes that is enough for types met in nearly every record.
  private static func surelyDecodable(_ type: any Decodable.Type) -> Constraint? {
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
    case "Foundation.Date", "FoundationEssentials.Date": finite(Double.greatestFiniteMagnitude)
    default: nil
    }
  }
}
