internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// The parts of a requirement, each as the rules that it becomes.
extension EngineRule {
  fileprivate func saysTheSame(as other: EngineRule) -> Bool {
    expression == other.expression && attributes.message == other.attributes.message
      && attributes.code == other.attributes.code
  }
}

extension RuleLowering {
  /// Adds the rules of a part.
  mutating func add(
    _ outline: Outline, at place: RequirementLocation, _ manner: RuleManner
  ) throws(BatchError) {
    if manner.isOneRule { return try addOne(outline, at: place, manner) }
    var manner = manner
    // It has the reasons of the whole; each part of it becomes a rule.
    manner.check = nil
    switch outline {
    case .all(let parts):
      for part in parts { try add(part, at: place, manner) }
    case .because, .annotated:
      let part = peel(outline, &manner)
      if !manner.isOneRule { labelField(of: part, at: place, manner.labels) }
      try add(part, at: place, manner)
    case .on(let step, let part):
      guard let inner = try resolve(step, from: place) else {
        return try addOne(outline, at: place, manner)
      }
      try add(part, at: inner, manner)
    case .required(let part):
      var own = manner
      own.reason = part.isNothing ? nil : part.reasonsForMissing.first
      try addOne(.required(.all([])), at: place, own)
      try add(part, at: place.unwrapped, manner)
    case .ifPresent(let part): try add(part, at: place.unwrapped, manner)
    case .each(let part):
      guard let elements = try elements(of: place), elements.node?.isObject == true else {
        return try addElements(outline, at: place, manner)
      }
      try add(part, at: elements, manner)
    case .when:
      // What must hold under a condition is a rule each, so that each has its own reason.
      for part in try conjuncts(of: outline, at: place) { try addOne(part, at: place, manner) }
    case .constraint(let constraint, let builtIn) where constraint.words(self).count > 1:
      for word in constraint.words(self) {
        try addOne(.constraint(word, builtIn), at: place, manner)
      }
    default: try addOne(outline, at: place, manner)
    }
  }

  /// Takes reasons and annotations off a part; outer ones win.
  private func peel(_ outline: Outline, _ manner: inout RuleManner) -> Outline {
    switch outline {
    case .because(let reason, let part):
      if manner.reason == nil { manner.reason = reason }
      return peel(part, &manner)
    case .annotated(let annotation, let part, let check):
      manner.check = manner.check ?? check
      manner.id = manner.id ?? annotation.id
      manner.message = manner.message ?? annotation.message
      manner.severity = manner.severity ?? annotation.severity
      manner.tolerance = manner.tolerance ?? annotation.tolerance
      manner.labels += annotation.labels.filter { !manner.labels.contains($0) }
      return peel(part, &manner)
    case .all(let parts) where parts.count == 1: return peel(parts[0], &manner)
    default: return outline
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
      return part.reasonsForMissing.prefix(1).map { .because($0, .required(.all([]))) }
        + (try conjuncts(of: .ifPresent(part), at: place))
    case .when(let condition, let then, let otherwise):
      return try conjuncts(of: then, at: place).map { .when(condition, then: $0, else: nil) }
        + (try conjuncts(of: otherwise ?? .all([]), at: place)).map {
          .when(condition, then: .all([]), else: $0)
        }
    default: return [outline]
    }
  }

  // MARK: Elements

  /// The rules of `each` for elements without parts of their own.
  private mutating func addElements(
    _ outline: Outline, at place: RequirementLocation, _ manner: RuleManner
  ) throws(BatchError) {
    guard try elements(of: place) != nil else {
      throw unsupportedCollection(place)
    }
    for case .each(let piece) in try conjuncts(of: outline, at: place) {
      var own = manner
      let inner = peel(piece, &own)
      if !own.isOneRule, case .all = inner {
        try addElements(.each(inner), at: place, own)
        continue
      }
      // It takes an element.
      let check = own.check.take()
      try addOne(
        .each(check.map { .annotated(RuleAnnotation(), inner, $0) } ?? inner), at: place, own)
    }
  }

  // MARK: One rule

  /// Adds a part as one rule.
  mutating func addOne(
    _ outline: Outline, at place: RequirementLocation, _ manner: RuleManner
  ) throws(BatchError) {
    var manner = manner
    var place = place
    var part = peel(outline, &manner)
    // The rule is under the innermost field that all of it is about.
    while case .on(let step, let inner) = part, let found = try resolve(step, from: place) {
      place = found
      manner.check = step.part
      part = peel(inner, &manner)
    }
    if case .all(let parts) = part, parts.isEmpty { return }
    if place.path.steps.isEmpty { return try addEntry(part, at: place, manner) }
    let number = fieldNumber(place.path)
    var mentioned: [FieldPath] = []
    let expression = try statement(part, at: place, &mentioned, isConjunct: true)
    for path in mentioned { mention(path) }
    var made = rule(
      keyword(of: part, expression, at: place), expression, at: place.path,
      scope: fields[number].scope)
    if expression == .constraint(.required) { made.stage = .presence }
    if case .required = part, place.node?.isObject == true { Self.callRequired(&made) }
    try complete(&made, part, at: place, manner)
    if case .each = part { dropElementRule(number, replacedBy: expression) }
    // Each requirement for a value that may be missing asks for it.
    if made.stage == .presence, manner.id == nil,
      fields[number].rules.contains(where: { $0.rule.saysTheSame(as: made) })
    {
      return
    }
    fields[number].rules.append(CollectedRule(rule: made, hasGivenID: manner.id != nil))
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

  private mutating func addEntry(
    _ part: Outline, at place: RequirementLocation, _ manner: RuleManner
  ) throws(BatchError) {
    var mentioned: [FieldPath] = []
    let expression = try statement(part, at: place, &mentioned, isConjunct: true)
    for path in mentioned { mention(path) }
    let keyword = keyword(of: part, expression, at: place)
    var name = "record"
    if case .on(let step, _) = part, !step.path.isEmpty, !step.isNameless {
      name = step.path.description
    }
    var made = EngineRule(
      id: "\(name).\(keyword)",
      field: mentioned.count == 1 ? mentioned[0].description : nil, constraint: keyword,
      scope: nil, stage: .value, expression: expression,
      attributes: RuleAttributes(message: MessageTemplate(failing: expression)),
      paths: mentioned)
    try complete(&made, part, at: place, manner)
    entries.append(CollectedRule(rule: made, hasGivenID: manner.id != nil))
  }

  // MARK: Attributes

  private mutating func complete(
    _ rule: inout EngineRule, _ part: Outline, at place: RequirementLocation, _ manner: RuleManner
  ) throws(BatchError) {
    if let id = manner.id {
      try checkID(id)
      rule.id = id
    }
    if let reason = manner.reason ?? reason(of: part) {
      rule.attributes.message = MessageTemplate([.literal(reason.message)])
      rule.attributes.code = reason.code
    } else if manner.message == nil {
      try tellReason(of: part, at: place, manner, &rule)
    }
    if let message = manner.message {
      do throws(MessageParser.Fault) {
        rule.attributes.message = try MessageParser.template(message)
      } catch {
        throw BatchError.badRule(
          manner.id ?? rule.field ?? "of the record", "its message: \(error.reason)")
      }
    }
    rule.attributes.severity = manner.severity ?? .error
    rule.attributes.tolerance = manner.tolerance ?? .zero
    rule.attributes.labels = manner.labels
    rule.isRun = rule.attributes.severity != .off
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
