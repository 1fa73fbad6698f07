internal import BulkcheckCore
internal import Requirements

/// Parts of a requirement as statements of the rule model.
extension RuleLowering {
  /// The statement of a part about the value at a place.
  ///
  /// - Parameters:
  ///   - mentioned: the paths that it reads below the place, in order of mention; below the record
  ///     only.
  ///   - isConjunct: the whole fails if this part does; being undecided then does no harm.
  mutating func statement(
    _ outline: Outline, at place: RequirementLocation, _ mentioned: inout [FieldPath],
    isConjunct: Bool
  ) throws(BatchError) -> Expression {
    switch outline {
    case .opaque(let check):
      return try closure(check, at: place)
    case .builtIn(let builtIn):
      return try closure(builtIn.check, at: place)
    case .constraint(let constraint, let builtIn):
      let expression = try statement(constraint, builtIn, at: place)
      return place.failsIfMissing ? .all([.constraint(.required), expression]) : expression
    case .mistake(let text): throw BatchError.mistakes([text])
    case .all where outline.isNothing && !isConjunct: return Self.always
    case .all(let parts):
      return .all(try statements(parts, at: place, &mentioned, isConjunct: isConjunct))
    case .any(let parts, _):
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
    case .each(let part), .some(let part):
      let elements = try elements(outline, part, at: place)
      guard case .each = outline, !isConjunct else { return elements }
      // Of no elements each is right; the engine is undecided about them.
      return .any([elements, .constraint(.itemCount(minimum: nil, maximum: 0))])
    case .required(let part):
      let required = Self.presence(of: place.node)
      if part.isNothing { return required }
      return .all([
        required,
        try statement(part, at: place.unwrapped, &mentioned, isConjunct: isConjunct),
      ])
    case .ifPresent(let part):
      let inner = try statement(
        part, at: place.unwrapped, &mentioned, isConjunct: isConjunct)
      return isConjunct ? inner : .any([.not(Self.presence(of: place.node)), inner])
    case .because(_, let part):
      return try statement(part, at: place, &mentioned, isConjunct: isConjunct)
    case .annotated(let annotation, let part, _):
      if let id = annotation.id {
        throw BatchError.badRule(
          id,
          "it is a part of another rule, and not counted by itself; move `rule` around the whole")
      }
      return try statement(part, at: place, &mentioned, isConjunct: isConjunct)
    }
  }

  /// True of every value: inside `not` and `any` it matters that a part which does not apply holds.
  private static let always = Expression.any([
    .constraint(.required), .not(.constraint(.required)),
  ])

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
      guard let whole = step.whole else {
        throw BatchError.unsupported(
          "\(step.path)", "no property is found at this key path",
          remedy: "Use a closure for the value that holds it")
      }
      return try closure(whole, at: place)
    }
    let isBelowRecord = place.path.steps.isEmpty
    if isBelowRecord, !mentioned.contains(inner.path) { mentioned.append(inner.path) }
    let relative = FieldPath(Array(inner.path.steps[place.path.steps.endIndex...]))
    let expression = try statement(part, at: inner, &mentioned, isConjunct: isConjunct)
    return .at(relative, expression)
  }

  private mutating func elements(
    _ outline: Outline, _ part: Outline, at place: RequirementLocation
  ) throws(BatchError) -> Expression {
    guard let elements = try elements(of: place) else { throw unsupportedCollection(place) }
    var ignored: [FieldPath] = []
    mention(elements.path)
    let inner = try statement(part, at: elements, &ignored, isConjunct: false)
    if case .some = outline { return .someItem(inner) }
    var parts: [Expression] = []
    if let node = elements.node, !node.isObject,
      case .all(let own)? = elementStatement(node, elements.path)
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
    guard let type = Unwrapping.unwrapped(place.type) as? any Decodable.Type,
      let found = try shape(of: type).resolve(step.keyPath)
    else { return nil }
    var inner = RequirementLocation(
      path: place.path.appending(found.path), type: Swift.type(of: step.keyPath).valueType,
      node: found.node,
      reasonPath: place.reasonPath.map { ValuePath($0.components + step.path.components) })
    guard !inner.seesMissing, found.mayBeMissing else { return inner }
    // `\.nick!` and `\.items[0]` ask for a value that may be missing: then they fail. Anything else
    // has a default for it, which only the decoded value shows.
    inner.isDemanded = step.unwrapsByForce || found.path.hasIndex
    return inner.isDemanded ? inner : nil
  }

  /// The place of the elements of an array; nil if the value is none.
  mutating func elements(of place: RequirementLocation) throws(BatchError) -> RequirementLocation? {
    let type = Unwrapping.unwrapped(place.type)
    guard place.node?.isArray == true, let element = Unwrapping.element(of: type) else {
      return nil
    }
    let decodable = Unwrapping.unwrapped(element) as? any Decodable.Type
    let node: ProbeNode? =
      if let known = place.node?.element { known } else if let decodable {
        try shape(of: decodable).root
      } else { nil }
    return RequirementLocation(
      path: place.path.appending(.everyElement), type: element, node: node, reasonPath: nil)
  }

  func unsupportedCollection(_ place: RequirementLocation) -> BatchError {
    BatchError.unsupported(
      place.name, "elements of \(place.type) cannot be checked one by one in a batch",
      remedy: "Only arrays can; use a closure for the whole value")
  }

  // MARK: Closures

  mutating func closure(
    _ check: OpaqueCheck, at place: RequirementLocation
  ) throws(BatchError) -> Expression {
    guard let type = place.type as? any Decodable.Type else {
      throw BatchError.unsupported(
        place.name, "\(place.type) is not Decodable, so no value can be made for the closure",
        remedy: "Make it Decodable, or use a closure for the value that holds it")
    }
    closures.append(ClosureLowering.check(check, type, place))
    return .constraint(.closure(closures.count - 1))
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
