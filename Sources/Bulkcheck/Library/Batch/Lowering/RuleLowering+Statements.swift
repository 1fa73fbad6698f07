internal import BulkcheckCore
internal import Requirements

/// Parts of a requirement as statements of the rule model.
extension RuleLowering {
  /// The statement of a part about the value at a place.
  ///
  /// - Parameters:
  ///   - mentioned: collects the paths that the statement reads, in order, if the place is the
  ///     record.
  ///   - isConjunct: whether the whole rule fails if this part does. Being undecided then does no
  ///     harm.
  mutating func statement(
    _ outline: Outline, at place: RequirementLocation, _ mentioned: inout [FieldPath],
    isConjunct: Bool
  ) throws(BatchError) -> Expression {
    switch outline {
    case .opaque: return try closure(outline, at: place)
    case .builtIn(let builtIn):
      let expression = try statement(builtIn, at: place)
      return place.failsIfMissing && !expression.isClosure
        ? .all([.constraint(.required), expression]) : expression
    case .mistake(let text): throw BatchError.mistakes([text])
    case .all where outline.isNothing && !isConjunct: return Self.always
    case .all(let parts):
      return .all(try statements(parts, at: place, &mentioned, isConjunct: isConjunct))
    case .any(let parts) where parts.isEmpty: return Self.never
    case .any(let parts):
      return .any(try statements(parts, at: place, &mentioned, isConjunct: false))
    case .not(let part):
      return .not(try statement(part, at: place, &mentioned, isConjunct: false))
    case .when(let condition, let then, let otherwise):
      let whether = try statement(condition, at: place, &mentioned, isConjunct: false)
      let first = try statement(then, at: place, &mentioned, isConjunct: isConjunct)
      guard let otherwise, !otherwise.isNothing else {
        return .when(whether, then: first, else: isConjunct ? nil : Self.always)
      }
      return .when(
        whether, then: first,
        else: try statement(otherwise, at: place, &mentioned, isConjunct: isConjunct))
    case .on(let step, let part):
      return try statement(part, at: step, from: place, &mentioned, isConjunct: isConjunct)
    case .across(let check):
      return try statement(check, at: place, &mentioned, isConjunct: isConjunct)
    case .each(let part), .some(let part):
      guard let elements = try elements(outline, part, at: place) else {
        return try closure(outline, at: place)
      }
      guard case .each = outline, !isConjunct else { return elements }
      // `each` holds for an empty array, about which the engine is undecided.
      return .any([elements, .constraint(.itemCount(minimum: nil, maximum: 0))])
    case .required(let part):
      let required = Self.presence(of: place.node)
      if part.isNothing { return required }
      return .all([
        required,
        try statement(part, at: place.unwrapped, &mentioned, isConjunct: isConjunct),
      ])
    case .ifPresent(let part):
      let inner = try statement(part, at: place.unwrapped, &mentioned, isConjunct: isConjunct)
      if !place.seesMissing { return inner }
      if !isConjunct { return .any([.not(Self.presence(of: place.node)), inner]) }
      return try isSilentIfMissing(part, at: place.unwrapped)
        ? inner : .when(Self.presence(of: place.node), then: inner, else: nil)
    case .because(_, let part):
      return try statement(part, at: place, &mentioned, isConjunct: isConjunct)
    case .annotated(let annotation, let part):
      if let records = annotation as? RecordsAnnotation {
        throw BatchError.unsupported(
          place.name, "\(records.name) is about all records, so it cannot be a part of a rule",
          remedy: "Put it beside the other requirements, not inside any, not, when or rule")
      }
      if let id = (annotation as? RuleAnnotation)?.id {
        throw BatchError.badRule(
          id,
          "it is a part of another rule, and not counted by itself; move `rule` around the whole")
      }
      return try statement(part, at: place, &mentioned, isConjunct: isConjunct)
    }
  }

  /// A statement that holds for every value, and one that holds for none. Inside `not` and `any` it
  /// matters that a part which does not apply holds.
  private static let always = Expression.any([
    .constraint(.required), .not(.constraint(.required)),
  ])
  private static let never = Expression.not(always)

  private mutating func statements(
    _ parts: [Outline], at place: RequirementLocation, _ mentioned: inout [FieldPath],
    isConjunct: Bool
  ) throws(BatchError) -> [Expression] {
    var made: [Expression] = []
    for part in parts {
      made.append(try statement(part, at: place, &mentioned, isConjunct: isConjunct))
    }
    return made
  }

  private mutating func statement(
    _ part: Outline, at step: KeyPathStep, from place: RequirementLocation,
    _ mentioned: inout [FieldPath], isConjunct: Bool
  ) throws(BatchError) -> Expression {
    guard let inner = try resolve(step, from: place) else {
      return try closure(.on(step, part), at: place)
    }
    let isBelowRecord = place.path.steps.isEmpty
    if isBelowRecord, !mentioned.contains(inner.path) { mentioned.append(inner.path) }
    let relative = FieldPath(Array(inner.path.steps[place.path.steps.endIndex...]))
    let expression = try statement(part, at: inner, &mentioned, isConjunct: isConjunct)
    return .at(relative, expression)
  }

  /// The statement of `each` or `some`; nil if elements cannot be checked one by one.
  private mutating func elements(
    _ outline: Outline, _ part: Outline, at place: RequirementLocation
  ) throws(BatchError) -> Expression? {
    guard let elements = try elements(of: place) else { return nil }
    var ignored: [FieldPath] = []
    mention(elements.path)
    let inner = try statement(part, at: elements, &ignored, isConjunct: false)
    if case .some = outline { return .someItem(inner) }
    var parts: [Expression] = []
    if let node = elements.node, !node.isObject,
      case .all(let own)? = elementStatement(node, at: elements.path)
    {
      parts = own
    }
    return .items(.all(parts + [inner]))
  }

  // MARK: Places

  /// The place to which a key path leads; nil if it leads to no stored property.
  mutating func resolve(
    _ step: KeyPathStep, from place: RequirementLocation
  ) throws(BatchError) -> RequirementLocation? {
    guard let type = Optionals.unwrapped(place.type) as? any Decodable.Type,
      let found = try shape(of: type).resolve(step.keyPath)
    else { return nil }
    var inner = RequirementLocation(
      path: place.path.appending(found.path), type: Swift.type(of: step.keyPath).valueType,
      node: found.node,
      reasonPath: place.reasonPath.map { step.path.prefixed(by: $0) })
    guard !inner.seesMissing, found.mayBeMissing else { return inner }
    // `\.nick!` and `\.items[0]` fail if the value is missing. Any other key path has a default for
    // it, which only the decoded value shows.
    inner.isDemanded = step.unwrapsByForce || found.path.hasIndex
    return inner.isDemanded ? inner : nil
  }

  /// The part with the names that its places have in the data, for the paths in its reasons.
  mutating func renamed(
    _ outline: Outline, at place: RequirementLocation
  ) throws(BatchError) -> Outline {
    switch outline {
    case .opaque, .builtIn, .mistake: return outline
    case .all(let parts): return .all(try renamed(parts, at: place))
    case .any(let parts): return .any(try renamed(parts, at: place))
    case .not(let part): return .not(try renamed(part, at: place))
    case .when(let condition, let then, let otherwise):
      return .when(
        try renamed(condition, at: place), then: try renamed(then, at: place),
        else: try renamed(otherwise.map { [$0] } ?? [], at: place).first)
    case .on(let step, let part):
      guard let inner = try resolve(step, from: place) else { return outline }
      return .on(try renamed(step, at: place), try renamed(part, at: inner))
    case .across(let check): return .across(try renamed(check, at: place))
    case .each(let part):
      guard let elements = try elements(of: place) else { return outline }
      return .each(try renamed(part, at: elements))
    case .some(let part):
      guard let elements = try elements(of: place) else { return outline }
      return .some(try renamed(part, at: elements))
    case .required(let part): return .required(try renamed(part, at: place.unwrapped))
    case .ifPresent(let part): return .ifPresent(try renamed(part, at: place.unwrapped))
    case .because(let because, let part): return .because(because, try renamed(part, at: place))
    case .annotated(let annotation, let part):
      return .annotated(annotation, try renamed(part, at: place))
    }
  }

  /// The step with the names that the data has; the same if it leads to no stored property.
  mutating func renamed(
    _ step: KeyPathStep, at place: RequirementLocation
  ) throws(BatchError) -> KeyPathStep {
    guard let inner = try resolve(step, from: place) else { return step }
    var step = step
    let steps = inner.path.steps[place.path.steps.endIndex...]
    step.path = ValuePath(steps.compactMap(\.component))
    step.mayTrap = inner.isDemanded
    return step
  }

  private mutating func renamed(
    _ parts: [Outline], at place: RequirementLocation
  ) throws(BatchError) -> [Outline] {
    var made: [Outline] = []
    for part in parts { made.append(try renamed(part, at: place)) }
    return made
  }

  /// The place of the elements of an array. nil if the value is not an array, or if its type may
  /// hold other elements than the data has.
  mutating func elements(of place: RequirementLocation) throws(BatchError) -> RequirementLocation? {
    let type = Optionals.unwrapped(place.type)
    guard let array = type as? any KeepsElements.Type, let node = place.node, node.isArray,
      node.hasPlainParts
    else { return nil }
    return RequirementLocation(
      path: place.path.appending(.everyElement), type: array.elementType, node: node.element,
      reasonPath: nil)
  }

  // MARK: Closures

  /// The statement of a part that is asked about a decoded value.
  mutating func closure(
    _ part: Outline, at place: RequirementLocation
  ) throws(BatchError) -> Expression {
    guard let check = try check(part, at: place) else {
      throw BatchError.unsupported(
        place.name, "\(place.type) is not Decodable, so no value can be made for the closure",
        remedy: "Make it Decodable, or use a closure for the value that holds it")
    }
    closures.append(check)
    return .constraint(.closure(closures.count - 1))
  }
}

extension Expression {
  /// Whether a closure decides alone. It then sees missing values too.
  var isClosure: Bool {
    if case .constraint(.closure) = self { true } else { false }
  }
}

extension PathStep {
  /// The step in the path of a reason; nil if it leads to several values.
  var component: ValuePath.Component? {
    switch self {
    case .key(let name): .key(name)
    case .index(let position): .index(position)
    default: nil
    }
  }
}

extension FieldPath {
  /// Whether a step leads to one element of an array.
  fileprivate var hasIndex: Bool {
    steps.contains { step in
      if case .index = step { true } else { false }
    }
  }
}

extension KeyPathStep {
  /// Whether the key path has a `!`, by its description.
  fileprivate var unwrapsByForce: Bool { "\(keyPath)".contains("!") }

  /// Whether the runtime knows no name for a step.
  var isNameless: Bool {
    path.components.contains { component in
      if case .key(let name) = component { name.hasPrefix("(") } else { false }
    }
  }
}
