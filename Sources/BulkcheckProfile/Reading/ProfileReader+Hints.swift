internal import BulkcheckCore
internal import BulkcheckDocument

/// Notes about rules that are legal but hardly meant.
extension ProfileReader {
  /// Pairs of rules about one value are compared up to this number of rules.
  private static let comparedMaximum = 64

  /// The notes, when all rules are known.
  mutating func noteDoubtfulRules() {
    guard !isFirstReading else { return }
    noteRedundantRules()
    noteStrayOperands()
    noteDoubtfulColumns()
    for index in ruleOffsets.indices {
      for text in Self.texts(ruleSet.rules[index].expression) { noteText(text, of: index) }
    }
  }

  // MARK: Paths that are probably misspelt

  /// Notes each path that only comparisons name, if it is spelled nearly like a field's.
  private mutating func noteStrayOperands() {
    let fields = ruleSet.scopes.map(\.path)
    guard !fields.isEmpty, !operandPaths.isEmpty else { return }
    var uses: [FieldPath: Int] = [:]
    for mention in mentions { uses[mention.path, default: 0] += 1 }
    for operand in operandPaths { uses[operand.path, default: 0] -= 1 }
    for operand in operandPaths where uses[operand.path] == 0 {
      // A field beside it in the comparison is another one: `price`, `prices`.
      let beside = operandPaths.filter { $0.entry == operand.entry }.map(\.path)
      let others = fields.filter { !beside.contains($0) }.map(\.description)
      let written = operand.path.description
      guard let near = NearestWord.of(written, among: others),
        near.filter({ !$0.isNumber }) != written.filter({ !$0.isNumber })
      else { continue }
      notes.append((operand.offset, .strayOperand(written, near)))
    }
  }

  // MARK: Rules that say nothing new

  private mutating func noteRedundantRules() {
    var groups: [NamedField: [(rule: Int, statement: Expression)]] = [:]
    var order: [NamedField] = []
    for index in ruleOffsets.indices {
      let rule = ruleSet.rules[index]
      // What rules of a schema say stands in its graph.
      guard rule.isRun, rule.attributes.tag == nil, rule.expression.keyword == nil else { continue }
      let base = rule.scope.map { ruleSet.scopes[$0.value].path } ?? FieldPath()
      let (path, statement) = Self.core(rule.expression, at: base)
      let field = NamedField(path, in: rule.section)
      if groups[field] == nil { order.append(field) }
      groups[field, default: []].append((index, statement))
    }
    for field in order {
      let group = groups[field, default: []].prefix(Self.comparedMaximum)
      for (place, one) in group.enumerated() {
        let other = group.enumerated().first { other in
          other.offset != place && covers(other.element, one, isLater: other.offset > place)
        }
        guard let other else { continue }
        let ids = (ruleSet.rules[one.rule].id, ruleSet.rules[other.element.rule].id)
        let isSame = Self.implies(one.statement, other.element.statement)
        notes.append(
          (ruleOffsets[one.rule], isSame ? .sameRule(ids.0, ids.1) : .impliedRule(ids.0, ids.1)))
      }
    }
  }

  /// A statement without what only wraps it, and the path that it is about.
  private static func core(
    _ expression: Expression, at path: FieldPath
  ) -> (FieldPath, Expression) {
    var (path, statement) = (path, expression)
    while true {
      switch statement {
      case .all(let parts) where parts.count == 1: statement = parts[0]
      case .at(let relative, let inner):
        path = path.appending(relative)
        statement = inner
      default: return (path, statement)
      }
    }
  }

  /// Whether a rule makes another one needless: it asks for as much, as strictly. Of two that ask
  /// for the same the later one is needless.
  private func covers(
    _ one: (rule: Int, statement: Expression), _ other: (rule: Int, statement: Expression),
    isLater: Bool
  ) -> Bool {
    let (first, second) = (ruleSet.rules[one.rule].attributes, ruleSet.rules[other.rule].attributes)
    guard Self.implies(one.statement, other.statement),
      Self.isAsGrave(first.severity, second.severity),
      first.tolerance == second.tolerance || first.tolerance == .zero
    else { return false }
    let isMutual =
      Self.implies(other.statement, one.statement) && first.severity == second.severity
      && first.tolerance == second.tolerance
    return !isMutual || !isLater
  }

  /// Whether a severity is at least as grave as another.
  private static func isAsGrave(_ one: Severity, _ other: Severity) -> Bool {
    let order = Severity.allCases
    return order.firstIndex(of: one) ?? 0 <= order.firstIndex(of: other) ?? 0
  }

  private static func implies(_ one: Expression, _ other: Expression) -> Bool {
    if one == other { return true }
    guard case .constraint(let first) = one, case .constraint(let second) = other else {
      return false
    }
    return implies(first, second)
  }

  private static func implies(_ one: Constraint, _ other: Constraint) -> Bool {
    switch (one, other) {
    case (.required, .present(true)), (.required, .notNull): true
    case (.bounds(let lower, let upper), .bounds(let otherLower, let otherUpper)):
      isWithin(lower, otherLower, isUpper: false) && isWithin(upper, otherUpper, isUpper: true)
    case (.length(let minimum, let maximum), .length(let otherMinimum, let otherMaximum)),
      (.itemCount(let minimum, let maximum), .itemCount(let otherMinimum, let otherMaximum)),
      (.memberCount(let minimum, let maximum), .memberCount(let otherMinimum, let otherMaximum)):
      (minimum ?? 0) >= (otherMinimum ?? 0) && (maximum ?? .max) <= (otherMaximum ?? .max)
    case (.const, .oneOf), (.oneOf, .oneOf), (.oneOf, .const), (.const, .const):
      choices(one).isSubset(of: choices(other))
    default: false
    }
  }

  private static func isWithin(_ bound: Bound?, _ other: Bound?, isUpper: Bool) -> Bool {
    guard let other else { return true }
    guard let bound else { return false }
    let (mine, theirs) = (BigDecimal(bound.digits), BigDecimal(other.digits))
    if mine == theirs { return bound.isExclusive || !other.isExclusive }
    return isUpper ? mine < theirs : mine > theirs
  }

  private static func choices(_ constraint: Constraint) -> Set<JSONIdentity> {
    switch constraint {
    case .const(let value): [JSONIdentity(value)]
    case .oneOf(let values): Set(values.map(JSONIdentity.init))
    default: []
    }
  }

  // MARK: Texts that are taken as they stand

  private mutating func noteText(_ text: String, of rule: Int) {
    if let name = placeholder(text) {
      notes.append((ruleOffsets[rule], .templateInText(text, name)))
    } else if isExpression(text) {
      notes.append((ruleOffsets[rule], .expressionAsText(text)))
    }
  }

  /// The placeholder that a template would fill in, if the text has a place for something that
  /// there is.
  private func placeholder(_ text: String) -> String? {
    guard let open = text.firstIndex(of: "{") else { return nil }
    let rest = text[text.index(after: open)...]
    guard let close = rest.firstIndex(of: "}") else { return nil }
    let name = String(rest[..<close])
    if ["value", "field", "line", "rule", "left", "right"].contains(name) { return name }
    guard let path = try? PathParser.path(name) else { return nil }
    return known.names(path) ? name : nil
  }

  /// Whether the text could be an operand of `compare`: it computes something from fields of the
  /// profile.
  private func isExpression(_ text: String) -> Bool {
    guard let operand = try? OperandParser.operand(text), !operand.paths.isEmpty else {
      return false
    }
    if case .value = operand { return false }
    return operand.paths.allSatisfy { known.names($0) }
  }

  private static func texts(_ expression: Expression) -> [String] {
    guard case .constraint(let constraint) = expression else {
      return expression.parts.flatMap(texts)
    }
    return texts(constraint)
  }

  private static func texts(_ constraint: Constraint) -> [String] {
    switch constraint {
    case .containsText(let text), .startsWith(let text), .endsWith(let text): [text.text]
    case .const(.text(let text)): [text]
    case .oneOf(let values):
      values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    default: []
    }
  }

  // MARK: Attributes

  /// Notes a tolerance of a rule that is never judged.
  mutating func noteTolerance(of id: String, at offset: Int, _ given: GivenAttributes) {
    guard !isFirstReading, given.severity == .off, given.tolerance != nil else { return }
    notes.append((offset, .toleranceOfOffRule(id)))
  }
}

extension Complaint {
  fileprivate static func strayOperand(_ path: String, _ near: String) -> Complaint {
    Complaint("only comparisons name \(quoted(path))", suggestion: near)
  }

  fileprivate static func sameRule(_ id: String, _ other: String) -> Complaint {
    Complaint("\(quoted(id)) says the same as \(quoted(other))")
  }

  fileprivate static func impliedRule(_ id: String, _ other: String) -> Complaint {
    Complaint("\(quoted(id)) passes wherever \(quoted(other)) passes, so it says nothing new")
  }

  fileprivate static func templateInText(_ text: String, _ name: String) -> Complaint {
    Complaint(
      "\(quoted(text)) is compared literally: only messages fill in \(quoted("{\(name)}"))")
  }

  fileprivate static func expressionAsText(_ text: String) -> Complaint {
    Complaint("\(quoted(text)) is compared as a string: only `compare` evaluates expressions")
  }

  fileprivate static func toleranceOfOffRule(_ id: String) -> Complaint {
    Complaint("\(quoted(id)) is off, so its tolerance has no effect")
  }
}
