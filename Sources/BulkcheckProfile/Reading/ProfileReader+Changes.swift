internal import BulkcheckCore
internal import BulkcheckDocument

/// The steps of `normalize` and `chain`.
extension ProfileReader {
  /// The changes without an operand.
  private static let plainChanges: [Change] = [
    .trim, .lowercase, .uppercase, .collapseWhitespace, .digits,
  ]
  private static let changes =
    plainChanges.map(\.description) + ["replace", "mask", "default"]

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
    plainChanges.first { $0.description == word }
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
