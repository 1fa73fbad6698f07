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
    case .length: return length(node)
    case .pattern: return pattern(node, what, options).map { .pattern($0) }
    case .notPattern: return pattern(node, what, options).map { .notPattern($0) }
    case .contains: return text(node, what).map { .containsText($0) }
    case .startsWith: return text(node, what).map { .startsWith($0) }
    case .endsWith: return text(node, what).map { .endsWith($0) }
    case .format: return word(node, what, as: Format.self).map { .format($0) }
    case .minimum: return number(node, what).map { .bounds(lower: Bound($0), upper: nil) }
    case .maximum: return number(node, what).map { .bounds(lower: nil, upper: Bound($0)) }
    case .exclusiveMinimum:
      return number(node, what).map { .bounds(lower: Bound($0, isExclusive: true), upper: nil) }
    case .exclusiveMaximum:
      return number(node, what).map { .bounds(lower: nil, upper: Bound($0, isExclusive: true)) }
    case .range: return range(node)
    case .multipleOf:
      guard let digits = node.digits, ExactNumber(digits).isPositive else {
        complain(node, what, expected: "a number above 0")
        return nil
      }
      return .multipleOf(digits)
    case .const: return choice(node, what).map { .const($0) }
    case .enum: return choices(node, what).map { .oneOf($0) }
    case .notEnum: return choices(node, what).map { .noneOf($0) }
    default: return nil
    }
  }

  private mutating func choices(_ node: DocumentNode, _ what: String) -> [Literal]? {
    guard let elements = list(node, what, of: "values") else { return nil }
    return elements.compactMap { choice($0, what) }
  }

  private mutating func length(_ node: DocumentNode) -> Constraint? {
    let form = "a list of two integers that are not negative, [min, max]"
    guard let elements = node.elements, elements.count == 2 else {
      complain(node, "`length`", expected: form)
      return nil
    }
    guard let minimum = count(elements[0], "the minimum of `length`"),
      let maximum = count(elements[1], "the maximum of `length`")
    else { return nil }
    guard minimum <= maximum else {
      complain(node.offset, .impossiblePair("length", elements))
      return nil
    }
    return .length(minimum: minimum, maximum: maximum)
  }

  private mutating func range(_ node: DocumentNode) -> Constraint? {
    guard let elements = node.elements, elements.count == 2 else {
      complain(node, "`range`", expected: "a list of two numbers, [min, max]")
      return nil
    }
    guard let minimum = number(elements[0], "the minimum of `range`"),
      let maximum = number(elements[1], "the maximum of `range`")
    else { return nil }
    guard ExactNumber(minimum) <= ExactNumber(maximum) else {
      complain(node.offset, .impossiblePair("range", elements))
      return nil
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
    guard let members = node.members, let member = members.first else {
      return change(node, mayBeDefault: false, orCheck: true).map { .change($0) }
    }
    guard members.count == 1, let keyword = Keyword(rawValue: member.name) else {
      return change(node, mayBeDefault: false, orCheck: true).map { .change($0) }
    }
    guard keyword.mayBeChained else {
      complain(member.nameOffset, .noChainStep(member.name))
      return nil
    }
    guard let form = form(member, keyword, takesAttributes: false) else { return nil }
    if keyword == .contains, let operand = form.operand, operand.text == nil {
      complain(operand, "`contains` in a chain", expected: "a text")
      return nil
    }
    guard case .constraint(let constraint)? = statement(form, siblings: [], context.operand) else {
      return nil
    }
    return .check(constraint)
  }

  /// A step of `normalize` or `chain` that changes the value.
  mutating func change(
    _ node: DocumentNode, mayBeDefault: Bool, orCheck: Bool = false
  ) -> Change? {
    let what = orCheck ? "a step of `chain`" : "a step of `normalize`"
    let known = (mayBeDefault ? Self.changes : Self.changes.filter { $0 != "default" })
    if let word = node.text {
      if let change = Self.plainChange(word) { return change }
      complain(
        node.offset,
        Self.changes.contains(word)
          ? .changeWithoutOperand(word) : .unknownWord(what, found: node, known: known))
      return nil
    }
    guard let members = node.members, members.count == 1, let member = members.first else {
      complain(
        node, what,
        expected: orCheck
          ? "an object with one check or change, or the name of a change"
          : "the name of a change, or an object with one change")
      return nil
    }
    return change(member, what, mayBeDefault: mayBeDefault, known: known, orCheck: orCheck)
  }

  private mutating func change(
    _ member: DocumentMember, _ what: String, mayBeDefault: Bool, known: [String], orCheck: Bool
  ) -> Change? {
    switch member.name {
    case "replace": return replacement(member.value)
    case "mask": return text(member).map { .mask($0) }
    case "default":
      guard mayBeDefault else {
        complain(member.nameOffset, .defaultInChain)
        return nil
      }
      return choice(member.value, "`default`").map { .default($0) }
    case let name:
      guard let change = Self.plainChange(name) else {
        let checks = orCheck ? Keyword.allCases.filter(\.mayBeChained).map(\.rawValue) : []
        complain(member.nameOffset, .unknownKey(name, in: what, known: known + checks))
        return nil
      }
      guard member.value.boolean == true else {
        complain(member.value, "`\(name)`", expected: "true")
        return nil
      }
      return change
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
    if let members = node.members {
      for member in members {
        switch member.name {
        case "value": operand = member.value
        case "options": options = self.options(member.value)
        default:
          complain(
            member.nameOffset,
            .unknownKey(
              member.name, in: "the long form of `replace`", known: ["value", "options"]))
        }
      }
    }
    guard let elements = operand.elements, elements.count == 2 else {
      complain(operand, "`replace`", expected: "a list of a pattern and a text")
      return nil
    }
    guard let source = pattern(elements[0], "the pattern of `replace`", options),
      let text = text(elements[1], "the text of `replace`")
    else { return nil }
    if let reason = Pattern.replacementMistake(text, for: source) {
      complain(elements[1].offset, .badReplacement(reason))
    }
    return .replace(source, with: text)
  }
}
