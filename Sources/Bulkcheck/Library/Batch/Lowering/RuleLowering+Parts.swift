internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// The parts of a requirement, each as the rules that it becomes.
extension RuleLowering {
  /// Adds the rules of a part.
  ///
  /// - Parameter given: the attributes that annotations around the part give.
  mutating func add(
    _ outline: Outline, at place: RequirementLocation, _ given: RuleAnnotation
  ) throws(BatchError) {
    if let records = outline.acrossRecords { return try add(records, outline, at: place, given) }
    if given.isOneRule { return try addOne(outline, at: place, given) }
    switch outline {
    case .all(let parts):
      for part in parts { try add(part, at: place, given) }
    case .annotated(let annotation, let part):
      var given = given
      given.take(annotation)
      if !given.isOneRule { labelField(of: part, at: place, given.labels) }
      try add(part, at: place, given)
    case .on(let step, let part):
      guard let inner = try resolve(step, from: place) else {
        return try addOne(outline, at: place, given)
      }
      try add(part, at: inner, given)
    case .required(let part):
      try addOne(part.presence, at: place, given)
      try add(.ifPresent(part), at: place, given)
    case .ifPresent(let part):
      if !place.seesMissing { return try add(part, at: place, given) }
      for piece in try conjuncts(of: part, at: place.unwrapped) {
        if try isSilentIfMissing(piece, at: place.unwrapped) {
          try add(piece, at: place.unwrapped, given)
        } else {
          try addOne(.ifPresent(piece), at: place, given)
        }
      }
    case .each(let part):
      guard let elements = try elements(of: place), elements.node?.isObject == true,
        !elements.seesMissing
      else { return try addElements(outline, at: place, given) }
      try add(part, at: elements, given)
    case .when:
      // What must hold under a condition is a rule each, so that each has its own reason.
      for part in try conjuncts(of: outline, at: place) { try addOne(part, at: place, given) }
    case .builtIn(let builtIn):
      guard let words = constraint(of: builtIn, at: place)?.profileConstraints,
        words.count > 1,
        !place.failsIfMissing
      else { return try addOne(outline, at: place, given) }
      for word in words { try addOne(outline, at: place, given, saying: word) }
    default: try addOne(outline, at: place, given)
    }
  }

  /// Labels around all that is said of a field become labels of the field.
  private mutating func labelField(
    of outline: Outline, at place: RequirementLocation, _ labels: [String]
  ) {
    guard !labels.isEmpty, case .on(let step, _) = outline,
      let inner = try? resolve(step, from: place), let number = fieldNumbers[inner.path]
    else { return }
    fields[number].labels += labels.filter { !fields[number].labels.contains($0) }
  }

  // MARK: Conditions

  /// The parts that must all hold, including those reached through key paths, elements and
  /// conditions.
  private mutating func conjuncts(
    of outline: Outline, at place: RequirementLocation
  ) throws(BatchError) -> [Outline] {
    switch outline {
    case .all(let parts):
      var found: [Outline] = []
      for part in parts { found += try conjuncts(of: part, at: place) }
      return found
    case .on(let step, let part):
      guard let inner = try resolve(step, from: place) else { return [outline] }
      return try conjuncts(of: part, at: inner).map { .on(step, $0) }
    case .each(let part):
      guard let elements = try elements(of: place) else { return [outline] }
      return try conjuncts(of: part, at: elements).map { .each($0) }
    case .ifPresent(let part):
      return try conjuncts(of: part, at: place.unwrapped).map { .ifPresent($0) }
    case .required(let part) where !part.isNothing:
      return [part.presence] + (try conjuncts(of: .ifPresent(part), at: place))
    case .when(let condition, let then, let otherwise):
      return try conjuncts(of: then, at: place).map { .when(condition, then: $0, else: nil) }
        + (try conjuncts(of: otherwise ?? .all([]), at: place)).map {
          .when(condition, then: .all([]), else: $0)
        }
    default: return [outline]
    }
  }

  /// Whether the rules of a part say nothing where the value at the place is missing, so that they
  /// need not ask whether it is there.
  mutating func isSilentIfMissing(
    _ outline: Outline, at place: RequirementLocation
  ) throws(BatchError) -> Bool {
    switch outline {
    case .opaque: return !place.takesMissing
    case .builtIn(let builtIn):
      return !place.failsIfMissing
        && (constraint(of: builtIn, at: place) != nil || !place.takesMissing)
    case .across: return !place.takesMissing
    case .mistake: return true
    case .all(let parts):
      for part in parts {
        guard try isSilentIfMissing(part, at: place) else { return false }
      }
      return true
    case .on(let step, let part):
      guard let inner = try resolve(step, from: place) else { return !place.takesMissing }
      return try isSilentIfMissing(part, at: inner)
    case .each:
      let elements = try elements(of: place)
      return elements != nil || !place.takesMissing
    case .ifPresent(let part):
      if place.seesMissing { return true }
      return try isSilentIfMissing(part, at: place)
    case .because(_, let part), .annotated(_, let part):
      return try isSilentIfMissing(part, at: place)
    case .any, .not, .when, .some, .required: return false
    }
  }

  // MARK: Elements

  /// Adds the rules of `each` for elements without fields of their own.
  private mutating func addElements(
    _ outline: Outline, at place: RequirementLocation, _ given: RuleAnnotation
  ) throws(BatchError) {
    guard try elements(of: place) != nil else { return try addOne(outline, at: place, given) }
    for piece in try conjuncts(of: outline, at: place) {
      // Annotations inside `each` are those of the rule about all elements.
      var own = given
      var inner = piece
      while case .each(.annotated(let annotation, let part)) = inner {
        own.take(annotation)
        inner = .each(part)
      }
      if !own.isOneRule, case .each(.all) = inner {
        try addElements(inner, at: place, own)
      } else {
        try addOne(inner, at: place, own)
      }
    }
  }

  // MARK: One rule

  /// Adds a part as one rule.
  ///
  /// - Parameter word: a constraint in place of the part: one of several that a built-in becomes.
  private mutating func addOne(
    _ outline: Outline, at outer: RequirementLocation, _ given: RuleAnnotation,
    saying word: Constraint? = nil
  ) throws(BatchError) {
    var given = given
    // The rule is under the innermost field that all of it is about.
    let (part, place) = try focus(outline, at: outer, &given)
    if part.isNothing { return }
    let isEntry = place.path.steps.isEmpty
    var mentioned: [FieldPath] = []
    let expression: Expression =
      if let word { .constraint(word) } else {
        try statement(part, at: place, &mentioned, isConjunct: true)
      }
    for path in mentioned { mention(path) }
    let keyword = word?.keyword ?? keyword(of: part, expression, at: place)
    var made =
      isEntry
      ? entry(part, keyword, expression, mentioned)
      : rule(
        keyword, expression, at: place.path, scope: fields[fieldNumber(place.path)].scope)
    if expression == .constraint(.required) { made.stage = .presence }
    if part.isPresence, place.node?.isObject == true { Self.callRequired(&made) }
    let collected = try completed(made, part, at: place, given)
    if isEntry {
      entries.append(collected)
      return
    }
    let number = fieldNumber(place.path)
    if case .each = part { dropElementRule(number, replacedBy: expression) }
    // Every requirement for an optional asks for its value, which one rule does for all of them.
    if made.stage == .presence, !collected.hasGivenID,
      fields[number].rules.contains(where: { $0.saysTheSame(as: collected) })
    {
      return
    }
    fields[number].rules.append(collected)
  }

  /// Follows key paths to the place that all of a part is about, and takes what annotations say.
  private mutating func focus(
    _ outline: Outline, at place: RequirementLocation, _ given: inout RuleAnnotation
  ) throws(BatchError) -> (Outline, RequirementLocation) {
    switch outline {
    case .annotated(let annotation, _) where annotation is RecordsAnnotation:
      return (outline, place)
    case .annotated(let annotation, let part):
      given.take(annotation)
      return try focus(part, at: place, &given)
    case .because(let because, let part):
      let (inner, found) = try focus(part, at: place, &given)
      return (.because(because, inner), found)
    case .all(let parts) where parts.count == 1: return try focus(parts[0], at: place, &given)
    case .ifPresent(.annotated(let annotation, let part)):
      given.take(annotation)
      return try focus(.ifPresent(part), at: place, &given)
    case .on(let step, let part):
      guard let inner = try resolve(step, from: place) else { return (outline, place) }
      return try focus(part, at: inner, &given)
    default: return (outline, place)
    }
  }

  /// Gives a rule the id and the message of `required`. CSV has no column for an object, so the
  /// statement that an object is there is longer than the keyword of a profile.
  private static func callRequired(_ rule: inout EngineRule) {
    rule.id = "\(rule.field ?? "record").required"
    rule.attributes.message = MessageTemplate(failing: .constraint(.required))
  }

  /// Drops the rule that follows from the elements' type, since the first rule about all elements
  /// contains it.
  private mutating func dropElementRule(_ number: Int, replacedBy expression: Expression) {
    guard case .items(.all(let parts)) = expression else { return }
    fields[number].rules.removeAll { collected in
      guard collected.rule.constraint == "items",
        case .items(.all(let own)) = collected.rule.expression
      else { return false }
      return parts.count > own.count && Array(parts.prefix(own.count)) == own
    }
  }

  /// A rule about the record.
  private func entry(
    _ part: Outline, _ keyword: String, _ expression: Expression, _ mentioned: [FieldPath]
  ) -> EngineRule {
    var name = "record"
    if case .on(let step, _) = part, !step.path.isEmpty, !step.isNameless {
      name = step.path.description
    } else if let first = part.partsCheck?.steps.first, !first.path.isEmpty, !first.isNameless {
      name = first.path.description
    }
    return EngineRule(
      id: "\(name).\(keyword)",
      field: mentioned.count == 1 ? mentioned[0].description : nil, constraint: keyword,
      scope: nil, stage: .value, expression: expression,
      attributes: RuleAttributes(message: MessageTemplate(failing: expression)),
      paths: mentioned)
  }

  // MARK: Attributes

  /// The rule with its reason and the given attributes.
  private mutating func completed(
    _ made: EngineRule, _ part: Outline, at place: RequirementLocation, _ given: RuleAnnotation
  ) throws(BatchError) -> CollectedRule {
    var collected = CollectedRule(rule: made)
    // With a given message, nothing is decoded to find a reason.
    try giveReason(
      of: part, at: place, to: &collected, mayDecode: given.message == nil && !isForDocument)
    return try attributed(collected, given)
  }

  /// The rule with the given attributes.
  func attributed(
    _ made: CollectedRule, _ given: RuleAnnotation
  ) throws(BatchError) -> CollectedRule {
    var collected = made
    collected.hasGivenID = given.id != nil
    if let id = given.id {
      try checkID(id)
      collected.rule.id = id
    }
    let name = given.id ?? made.rule.field ?? "of the record"
    if let message = given.message {
      do throws(MessageParser.Fault) {
        collected.rule.attributes.message = try MessageParser.template(message)
      } catch {
        throw BatchError.badRule(name, "its message: \(error.reason)")
      }
    }
    if collected.rule.attributes.message.showsSide, made.rule.expression.comparisons.count != 1 {
      throw BatchError.badRule(name, "its message: {left} and {right} need one comparison")
    }
    collected.rule.attributes.severity = given.severity ?? .error
    collected.rule.attributes.tolerance = given.tolerance ?? .zero
    collected.rule.attributes.labels = given.labels
    collected.rule.isRun = collected.rule.attributes.severity != .off
    return collected
  }

  /// Throws if a profile would refuse the id.
  func checkID(_ id: String) throws(BatchError) {
    guard RuleID.isPlain(id) else {
      throw BatchError.badRule(
        "\"\(id)\"",
        "an id has only letters, digits, \".\", \"-\" and \"_\", and starts with a letter or digit")
    }
    guard !id.hasPrefix("bulkcheck.") else {
      throw BatchError.badRule(id, "ids that begin with \"bulkcheck.\" are reserved")
    }
  }
}

extension RuleLowering.CollectedRule {
  /// Whether both have the same statement, message and reason.
  fileprivate func saysTheSame(as other: Self) -> Bool {
    rule.expression == other.rule.expression
      && rule.attributes.message == other.rule.attributes.message && hasReason(of: other)
  }

  private func hasReason(of other: Self) -> Bool {
    guard let reason = reason?.reason, let otherReason = other.reason?.reason else {
      return reason == nil && other.reason == nil
    }
    return reason.isIdentical(to: otherReason)
  }
}

extension Outline {
  /// The requirement that a value is there, with the reason that the part gives for a missing one.
  fileprivate var presence: Outline {
    let reason = reasonForMissing ?? .missing
    if reason.isIdentical(to: .missing) { return .required(.all([])) }
    let because = Because(message: reason.message, code: reason.code, replacesCode: true)
    return .because(because, .required(.all([])))
  }

  /// Whether it asks only for a value to be there.
  fileprivate var isPresence: Bool {
    switch self {
    case .required(let part): part.isNothing
    case .because(_, let part): part.isPresence
    default: false
    }
  }
}
