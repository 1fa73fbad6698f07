internal import BulkcheckCore
internal import BulkcheckDocument

/// Constraints on one value, and the steps of `normalize` and `chain`.
extension ProfileReader {
  mutating func constraint(
    _ keyword: Keyword, _ node: DocumentNode, _ options: Set<PatternSource.Option>
  ) -> Constraint? {
    let what = "`\(keyword.rawValue)`"
    switch keyword {
    case .minLength: return count(node, what).map { .length(minimum: $0, maximum: nil) }
    case .maxLength: return count(node, what).map { .length(minimum: nil, maximum: $0) }
    case .minItems: return count(node, what).map { .itemCount(minimum: $0, maximum: nil) }
    case .maxItems: return count(node, what).map { .itemCount(minimum: nil, maximum: $0) }
    case .minProperties: return count(node, what).map { .memberCount(minimum: $0, maximum: nil) }
    case .maxProperties: return count(node, what).map { .memberCount(minimum: nil, maximum: $0) }
    case .dependentRequired: return dependencies(node).map { .dependentRequired($0) }
    case .length: return length(node)
    case .pattern: return pattern(node, what, options).map { .pattern($0) }
    case .notPattern: return pattern(node, what, options).map { .notPattern($0) }
    case .contains: return text(node, what).map { .containsText(ExactText($0)) }
    case .startsWith: return text(node, what).map { .startsWith(ExactText($0)) }
    case .endsWith: return text(node, what).map { .endsWith(ExactText($0)) }
    case .minimum: return number(node, what).map { .bounds(lower: Bound($0), upper: nil) }
    case .maximum: return number(node, what).map { .bounds(lower: nil, upper: Bound($0)) }
    case .exclusiveMinimum:
      return number(node, what).map { .bounds(lower: Bound($0, isExclusive: true), upper: nil) }
    case .exclusiveMaximum:
      return number(node, what).map { .bounds(lower: nil, upper: Bound($0, isExclusive: true)) }
    case .range: return range(node)
    case .multipleOf:
      if let digits = node.digits, BigDecimal(digits).signum > 0 { return .multipleOf(digits) }
      return refuse(node, what, expected: "a number above 0")
    case .const: return choice(node, what).map { .const($0) }
    case .enum: return choices(node, what).map { .oneOf($0) }
    case .notEnum: return choices(node, what).map { .noneOf($0) }
    default: return nil
    }
  }

  private mutating func dependencies(_ node: DocumentNode) -> [NameDependency]? {
    guard let members = object(node, "`dependentRequired`") else { return nil }
    return members.map { member in
      let names = texts(member.value, "a list of `dependentRequired`", mayBeEmpty: true) ?? []
      return NameDependency(name: member.name, required: names)
    }
  }

  private mutating func choices(_ node: DocumentNode, _ what: String) -> [Literal]? {
    guard let elements = list(node, what, of: "values") else { return nil }
    return elements.compactMap { choice($0, what) }
  }

  private mutating func length(_ node: DocumentNode) -> Constraint? {
    let form = "a list of two non-negative integers, [min, max]"
    guard let elements = node.elements, elements.count == 2 else {
      return refuse(node, "`length`", expected: form)
    }
    guard let minimum = count(elements[0], "the minimum of `length`"),
      let maximum = count(elements[1], "the maximum of `length`")
    else { return nil }
    guard minimum <= maximum else {
      return refuse(node.offset, .impossiblePair("length", elements))
    }
    return .length(minimum: minimum, maximum: maximum)
  }

  private mutating func range(_ node: DocumentNode) -> Constraint? {
    guard let elements = node.elements, elements.count == 2 else {
      return refuse(node, "`range`", expected: "a list of two numbers, [min, max]")
    }
    guard let minimum = number(elements[0], "the minimum of `range`"),
      let maximum = number(elements[1], "the maximum of `range`")
    else { return nil }
    guard BigDecimal(minimum) <= BigDecimal(maximum) else {
      return refuse(node.offset, .impossiblePair("range", elements))
    }
    return .bounds(lower: Bound(minimum), upper: Bound(maximum))
  }

  private mutating func pattern(
    _ node: DocumentNode, _ what: String, _ options: Set<PatternSource.Option>
  ) -> PatternSource? {
    guard let text = text(node, what) else { return nil }
    let source = PatternSource(text, options: options)
    if let fault = PatternFault(in: source) {
      complain(node.offset, .badPattern(what, fault))
    }
    return source
  }

  // MARK: Steps

  private static let plainChanges = [
    "trim", "lowercase", "uppercase", "collapseWhitespace", "digits",
  ]
  private static let changes = plainChanges + ["replace", "mask", "default"]

  mutating func chainStep(_ node: DocumentNode, _ context: BlockContext) -> ChainStep? {
    guard let members = node.members, members.count == 1, let member = members.first,
      let keyword = Keyword(rawValue: member.name)
    else {
      return change(node, mayBeDefault: false, orCheck: true).map { .change($0) }
    }
    guard keyword.mayBeChained else {
      return refuse(member.nameOffset, .noChainStep(member.name))
    }
    guard let form = form(member, keyword, takesAttributes: false) else { return nil }
    if keyword == .contains, let operand = form.operand, operand.text == nil {
      return refuse(operand, "`contains` in a chain", expected: "a string")
    }
    switch statement(form, siblings: [], context.operand) {
    case .constraint(let constraint): return .check(constraint)
    case .refers: return refuse(member.nameOffset, .misplacedInputReference)
    default: return nil
    }
  }

  /// A step of `normalize` or `chain` that changes the value.
  mutating func change(
    _ node: DocumentNode, mayBeDefault: Bool, orCheck: Bool = false
  ) -> Change? {
    let what = orCheck ? "a step of `chain`" : "a step of `normalize`"
    let known = (mayBeDefault ? Self.changes : Self.changes.filter { $0 != "default" })
    if let word = node.text {
      if let change = Self.plainChange(word) { return change }
      return refuse(
        node.offset,
        Self.changes.contains(word)
          ? .changeWithoutOperand(word) : .unknownWord(what, found: node, known: known))
    }
    guard let members = node.members, members.count == 1, let member = members.first else {
      return refuse(
        node, what,
        expected: orCheck
          ? "an object with one check or change, or the name of a change"
          : "the name of a change, or an object with one change")
    }
    return change(member, what, mayBeDefault: mayBeDefault, known: known, orCheck: orCheck)
  }

  private mutating func change(
    _ member: DocumentMember, _ what: String, mayBeDefault: Bool, known: [String], orCheck: Bool
  ) -> Change? {
    switch member.name {
    case "replace": return replacement(member.value)
    case "mask": return text(member).map { .mask(ExactText($0)) }
    case "default":
      guard mayBeDefault else { return refuse(member.nameOffset, .defaultInChain) }
      return choice(member.value, "`default`").map { .default($0) }
    case let name:
      guard let change = Self.plainChange(name) else {
        let checks = orCheck ? Keyword.allCases.filter(\.mayBeChained).map(\.rawValue) : []
        return refuse(member.nameOffset, .unknownKey(name, in: what, known: known + checks))
      }
      return member.value.boolean == true
        ? change : refuse(member.value, "`\(name)`", expected: "true")
    }
  }

  private static func plainChange(_ word: String) -> Change? {
    switch word {
    case "trim": .trim
    case "lowercase": .lowercase
    case "uppercase": .uppercase
    case "collapseWhitespace": .collapseWhitespace
    case "digits": .digits
    default: nil
    }
  }

  /// `[pattern, text]`, or an object with it under `value` and with `options`.
  private mutating func replacement(_ node: DocumentNode) -> Change? {
    var operand = node
    var options: Set<PatternSource.Option> = []
    if node.members != nil {
      let long = members(node, "the long form of `replace`", keys: ["value", "options"])
      operand = long.named("value")?.value ?? node
      options = long.named("options").map { self.options($0.value) } ?? []
    }
    guard let elements = operand.elements, elements.count == 2 else {
      return refuse(operand, "`replace`", expected: "a list of a pattern and a string")
    }
    guard let source = pattern(elements[0], "the pattern of `replace`", options),
      let text = text(elements[1], "the replacement of `replace`")
    else { return nil }
    if let reason = Pattern.replacementMistake(text, for: source) {
      complain(elements[1].offset, .badReplacement(reason))
    }
    return .replace(source, with: ExactText(text))
  }
}
