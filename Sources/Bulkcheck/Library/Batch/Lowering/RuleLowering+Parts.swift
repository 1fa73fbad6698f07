internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// The parts of a requirement, each as the rules that it becomes.
extension RuleLowering {
  /// Adds the rules of a part.
  mutating func add(
    _ outline: Outline, at place: RulePlace, _ manner: RuleManner
  ) throws(BatchError) {
    if manner.isOneRule { return try addOne(outline, at: place, manner) }
    switch outline {
    case .all(let parts):
      for part in parts { try add(part, at: place, manner) }
    case .because, .annotated:
      var manner = manner
      let part = peel(outline, &manner)
      if !manner.isOneRule { labelField(of: part, at: place, manner.labels) }
      try add(part, at: place, manner)
    case .on(let step, let part):
      guard let inner = try resolve(step, from: place) else {
        return try addOne(outline, at: place, manner)
      }
      try add(part, at: inner, manner)
    case .required(let part):
      try addOne(.required(.all([])), at: place, manner)
      try add(part, at: place.unwrapped, manner)
    case .ifPresent(let part): try add(part, at: place.unwrapped, manner)
    case .each(let part):
      guard let elements = try elements(of: place), elements.node?.isObject == true else {
        return try addElements(part, at: place, manner)
      }
      try add(part, at: elements, manner)
    case .constraint(let constraint, let name) where constraint.words(self).count > 1:
      for word in constraint.words(self) {
        try addOne(.constraint(word, name: name), at: place, manner)
      }
    default: try addOne(outline, at: place, manner)
    }
  }

  /// Takes reasons and annotations off a part; outer ones win.
  private func peel(_ outline: Outline, _ manner: inout RuleManner) -> Outline {
    switch outline {
    case .because(let reason, let part):
      if manner.reason == nil { manner.reason = (reason.code, reason.message) }
      return peel(part, &manner)
    case .annotated(let annotation, let part):
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
    of outline: Outline, at place: RulePlace, _ labels: [String]
  ) {
    guard !labels.isEmpty, case .on(let step, _) = outline,
      let inner = try? resolve(step, from: place), let number = fieldNumbers[inner.path]
    else { return }
    fields[number].labels += labels.filter { !fields[number].labels.contains($0) }
  }

  // MARK: Elements

  /// The rules of `each` for elements without parts of their own. What has no reason of its own is one rule, together
  /// with what the elements' type says.
  private mutating func addElements(
    _ part: Outline, at place: RulePlace, _ manner: RuleManner
  ) throws(BatchError) {
    guard try elements(of: place) != nil else {
      throw unsupportedCollection(place)
    }
    var plain: [Outline] = []
    for piece in pieces(of: part) {
      var own = manner
      let inner = peel(piece, &own)
      if own.isOneRule || inner.isClosure {
        try addOne(.each(inner), at: place, own)
      } else {
        plain.append(inner)
      }
    }
    if !plain.isEmpty { try addOne(.each(.all(plain)), at: place, manner) }
  }

  private func pieces(of outline: Outline) -> [Outline] {
    if case .all(let parts) = outline { return parts.flatMap { pieces(of: $0) } }
    return [outline]
  }

  // MARK: One rule

  /// Adds a part as one rule.
  mutating func addOne(
    _ outline: Outline, at place: RulePlace, _ manner: RuleManner
  ) throws(BatchError) {
    var manner = manner
    var place = place
    var part = peel(outline, &manner)
    // The rule stands under the innermost field that all of it is about.
    while case .on(let step, let inner) = part, let found = try resolve(step, from: place) {
      place = found
      part = peel(inner, &manner)
    }
    if case .all(let parts) = part, parts.isEmpty { return }
    if place.path.steps.isEmpty { return try addEntry(part, at: place, manner) }
    let number = fieldNumber(place.path)
    var mentioned: [FieldPath] = []
    let expression = try statement(part, at: place, &mentioned, isConjunct: true)
    for path in mentioned { mention(path) }
    var made = rule(
      keyword(of: part, expression), expression, at: place.path, scope: fields[number].scope)
    if expression == .constraint(.required) { made.stage = .presence }
    if case .required = part, place.node?.isObject == true { Self.callRequired(&made) }
    if case .each(let inner) = part, inner.isClosure {
      made.attributes.message = MessageTemplate([.closure(closures.count - 1)])
    }
    try complete(&made, manner)
    if case .each = part { dropElementRule(number, replacedBy: expression) }
    if made.stage == .presence, fields[number].rules.contains(where: { $0.stage == .presence }) {
      return
    }
    fields[number].rules.append(made)
  }

  /// A rule that is more than a word of a profile, since CSV has no column for an object, but means that.
  private static func callRequired(_ rule: inout Rule) {
    rule.id = Rule.derivedID("\(rule.field ?? "record").required")
    rule.attributes.message = DefaultMessage.template(.constraint(.required), ids: [])
  }

  /// What the elements' type says is a part of the first rule about all elements.
  private mutating func dropElementRule(_ number: Int, replacedBy expression: Expression) {
    guard case .items(.all(let parts)) = expression else { return }
    fields[number].rules.removeAll { rule in
      guard rule.constraint == "items", case .items(.all(let own)) = rule.expression else {
        return false
      }
      return parts.count > own.count && Array(parts.prefix(own.count)) == own
    }
  }

  private mutating func addEntry(
    _ part: Outline, at place: RulePlace, _ manner: RuleManner
  ) throws(BatchError) {
    var mentioned: [FieldPath] = []
    let expression = try statement(part, at: place, &mentioned, isConjunct: true)
    for path in mentioned { mention(path) }
    let keyword = keyword(of: part, expression)
    var name = "record"
    if case .on(let step, _) = part, !step.path.isEmpty, !step.isNameless {
      name = step.path.description
    }
    var made = Rule(
      id: Rule.derivedID("\(name).\(keyword)"),
      field: mentioned.count == 1 ? mentioned[0].description : nil, constraint: keyword,
      scope: nil, stage: .value, expression: expression,
      attributes: RuleAttributes(message: DefaultMessage.template(expression, ids: [])),
      paths: mentioned)
    try complete(&made, manner)
    entries.append(made)
  }

  // MARK: Attributes

  private func complete(_ rule: inout Rule, _ manner: RuleManner) throws(BatchError) {
    if let id = manner.id {
      try check(id)
      rule.id = id
    }
    if let reason = manner.reason {
      rule.attributes.message = MessageTemplate([.literal(reason.message)])
      rule.attributes.code = reason.code
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

  private func check(_ id: String) throws(BatchError) {
    let isPlain = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    guard let first = id.utf8.first, isPlain(first),
      id.utf8.allSatisfy({ isPlain($0) || ".-_".utf8.contains($0) })
    else {
      throw BatchError.badRule(
        "\"\(id)\"",
        "an id consists of letters, digits, \".\", \"-\" and \"_\", a letter or digit first")
    }
    guard !id.hasPrefix("bulkcheck.") else {
      throw BatchError.badRule(id, "ids that begin with \"bulkcheck.\" are those of built-in rules")
    }
  }
}
