internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// The parts of a requirement, each as the rules that it becomes.
extension RuleLowering {
  /// Adds the rules of a part.
  mutating func add(
    _ outline: Outline, at place: RequirementLocation, _ manner: RuleManner
  ) throws(BatchError) {
    if manner.isOneRule { return try addOne(outline, at: place, manner) }
    switch outline {
    case .all(let parts):
      for part in parts { try add(part, at: place, manner) }
    case .annotated(let annotation, let part):
      var manner = manner
      manner.take(annotation)
      if !manner.isOneRule { labelField(of: part, at: place, manner.labels) }
      try add(part, at: place, manner)
    case .on(let step, let part):
      guard let inner = try resolve(step, from: place) else {
        return try addOne(outline, at: place, manner)
      }
      try add(part, at: inner, manner)
    case .required(let part):
      try addOne(part.presence, at: place, manner)
      try add(.ifPresent(part), at: place, manner)
    case .ifPresent(let part):
      if !place.seesMissing { return try add(part, at: place, manner) }
      for piece in try conjuncts(of: part, at: place.unwrapped) {
        if try isSilentIfMissing(piece, at: place.unwrapped) {
          try add(piece, at: place.unwrapped, manner)
        } else {
          try addOne(.ifPresent(piece), at: place, manner)
        }
      }
    case .each(let part):
      guard let elements = try elements(of: place), elements.node?.isObject == true,
        !elements.seesMissing
      else { return try addElements(outline, at: place, manner) }
      try add(part, at: elements, manner)
    case .when:
      // What must hold under a condition is a rule each, so that each has its own reason.
      for part in try conjuncts(of: outline, at: place) { try addOne(part, at: place, manner) }
    case .builtIn(let builtIn):
      guard let words = constraint(of: builtIn, at: place)?.words(self), words.count > 1,
        !place.failsIfMissing
      else { return try addOne(outline, at: place, manner) }
      for word in words { try addOne(outline, at: place, manner, saying: word) }
    default: try addOne(outline, at: place, manner)
    }
  }

  /// Labels around all that is said of a field are the field's own.
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

  /// The rules of `each` for elements without parts of their own.
  private mutating func addElements(
    _ outline: Outline, at place: RequirementLocation, _ manner: RuleManner
  ) throws(BatchError) {
    guard try elements(of: place) != nil else { return try addOne(outline, at: place, manner) }
    for piece in try conjuncts(of: outline, at: place) {
      // What is said of the rule of each element is said of the rule.
      var own = manner
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
  /// - Parameter word: what is said of the value in place of all that a built-in says.
  private mutating func addOne(
    _ outline: Outline, at outer: RequirementLocation, _ manner: RuleManner,
    saying word: Constraint? = nil
  ) throws(BatchError) {
    var manner = manner
    // The rule is under the innermost field that all of it is about.
    let (part, place) = try focus(outline, at: outer, &manner)
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
    let collected = try completed(made, part, at: place, manner)
    if isEntry {
      entries.append(collected)
      return
    }
    let number = fieldNumber(place.path)
    if case .each = part { dropElementRule(number, replacedBy: expression) }
    // Each requirement for a value that may be missing asks for it.
    if made.stage == .presence, !collected.hasGivenID,
      fields[number].rules.contains(where: { $0.saysTheSame(as: collected) })
    {
      return
    }
    fields[number].rules.append(collected)
  }

  /// Follows key paths to the place that all of a part is about, and takes what annotations say.
  private mutating func focus(
    _ outline: Outline, at place: RequirementLocation, _ manner: inout RuleManner
  ) throws(BatchError) -> (Outline, RequirementLocation) {
    switch outline {
    case .annotated(let annotation, let part):
      manner.take(annotation)
      return try focus(part, at: place, &manner)
    case .because(let because, let part):
      let (inner, found) = try focus(part, at: place, &manner)
      return (.because(because, inner), found)
    case .all(let parts) where parts.count == 1: return try focus(parts[0], at: place, &manner)
    case .ifPresent(.annotated(let annotation, let part)):
      manner.take(annotation)
      return try focus(.ifPresent(part), at: place, &manner)
    case .on(let step, let part):
      guard let inner = try resolve(step, from: place) else { return (outline, place) }
      return try focus(part, at: inner, &manner)
    default: return (outline, place)
    }
  }

  /// A rule that is more than a word of a profile, since CSV has no column for an object, but means
  /// that.
  private static func callRequired(_ rule: inout EngineRule) {
    rule.id = "\(rule.field ?? "record").required"
    rule.attributes.message = MessageTemplate(failing: .constraint(.required))
  }

  /// Drops the rule that follows from the elements' type: it is a part of the first rule about all
  /// elements.
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
    }
    return EngineRule(
      id: "\(name).\(keyword)",
      field: mentioned.count == 1 ? mentioned[0].description : nil, constraint: keyword,
      scope: nil, stage: .value, expression: expression,
      attributes: RuleAttributes(message: MessageTemplate(failing: expression)),
      paths: mentioned)
  }

  // MARK: Attributes

  private mutating func completed(
    _ made: EngineRule, _ part: Outline, at place: RequirementLocation, _ manner: RuleManner
  ) throws(BatchError) -> CollectedRule {
    var collected = CollectedRule(rule: made, hasGivenID: manner.id != nil)
    if let id = manner.id {
      try checkID(id)
      collected.rule.id = id
    }
    // A message of its own says what is wrong: nothing is decoded to find it.
    try giveReason(of: part, at: place, to: &collected, tells: manner.message == nil)
    if let message = manner.message {
      do throws(MessageParser.Fault) {
        collected.rule.attributes.message = try MessageParser.template(message)
      } catch {
        throw BatchError.badRule(
          manner.id ?? made.field ?? "of the record", "its message: \(error.reason)")
      }
    }
    collected.rule.attributes.severity = manner.severity ?? .error
    collected.rule.attributes.tolerance = manner.tolerance ?? .zero
    collected.rule.attributes.labels = manner.labels
    collected.rule.isRun = collected.rule.attributes.severity != .off
    return collected
  }

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
  fileprivate func saysTheSame(as other: Self) -> Bool {
    rule.expression == other.rule.expression
      && rule.attributes.message == other.rule.attributes.message && reason == other.reason
  }
}

extension Outline {
  /// That a value is there, with the reason that the part gives for a missing one.
  fileprivate var presence: Outline {
    let reason = reasonForMissing ?? .missing
    if reason == .missing { return .required(.all([])) }
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
