/// Failures of `anyOf` and `oneOf` in words: whether no branch matches or several do, which, and
/// what fails in the one that fits best.
extension FailureExplainer {
  /// Why a choice fails at a value; nil if it is not known, or the keyword is not a choice.
  mutating func choiceText(_ keyword: SchemaStatement, _ rule: RuleNumber, _ culprit: NodeNumber)
    -> String?
  {
    guard keyword.isChoice else { return nil }
    let name = MemberName(culprit: culprit)
    let node = name?.node ?? culprit
    for place in schemaLog().places[rule] ?? [] where place.isName == (name != nil) {
      if place.node == node || name == nil && node < 0 && isWhole(place.node) {
        return choiceText(place.choice.first, at: place)
      }
    }
    return nil
  }

  private mutating func isWhole(_ node: NodeNumber) -> Bool { node < 0 || engine.isRow(node) }

  /// - Parameter isInner: it is about a choice in a branch of another one.
  private mutating func choiceText(
    _ choice: JudgedBranches?, at place: SchemaLog.Place, isInner: Bool = false
  ) -> String? {
    guard let choice else { return nil }
    let matching = choice.matching
    if matching.count > 1 {
      var names: [String] = []
      for branch in matching { names.append(name(of: branch, in: choice)) }
      return "matches \(FailureExplainer.listed(names)), must match exactly one"
    }
    let best = choice.best
    if best.isEmpty { return nil }
    let maximum = best.count == 1 ? JudgedBranches.failuresMaximum : 1
    var told: [ToldBranch] = []
    for branch in best.prefix(ToldBranch.namesMaximum) {
      var one = self.told(branch, at: place, maximum: maximum)
      one.name = name(of: branch, in: choice)
      one.sign = sign(of: branch, in: choice)
      told.append(one)
    }
    if choice.branches.count == 1 { return "does not match \(told[0].name): \(told[0].complaint)" }
    let words = ToldBranch.words(told, of: best.count)
    return "matches no schema of \(schemaName(engine.schema.keywords[choice.keyword]))"
      + (isInner ? " (\(words))" : "; \(words)")
  }

  // MARK: Names

  /// `oneOf/1 ("Company")`.
  private mutating func name(of branch: JudgedBranches.Branch, in choice: JudgedBranches) -> String
  {
    let keyword = engine.schema.keywords[choice.keyword]
    let title = title(of: engine.schema.parts[keyword.partStart &+ branch.part].subschema)
    return "\(schemaName(keyword))/\(branch.part)"
      + (title.map { " (\(ShownText.text($0).text))" } ?? "")
  }

  private func schemaName(_ keyword: KeywordCode) -> String { keyword.kind?.rawValue ?? "" }

  /// The title of a subschema, or of what it refers to.
  private mutating func title(of subschema: Int32) -> String? {
    guard let graph = engine.program.ruleSet.schema, subschema >= 0 else { return nil }
    var next = graph.subschemas[Int(subschema)]
    for _ in 0..<8 {
      if let title = next.title { return title }
      let reference = next.keywords.lazy.compactMap(\.statement.applicator)
        .first { $0.kind == .reference }
      guard let target = reference?.parts.first?.subschema else { return nil }
      next = graph[target]
    }
    return nil
  }

  /// `a, b and c`, or `a, b, c and 2 more`.
  private static func listed(_ names: [String]) -> String {
    let more = names.count - ToldBranch.namesMaximum
    if more > 0 {
      return names.prefix(ToldBranch.namesMaximum).joined(separator: ", ") + " and \(more) more"
    }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  /// `/kind is "company"`: the member that tells which branch is meant; nil if it must not be
  /// shown.
  private mutating func sign(
    of branch: JudgedBranches.Branch, in choice: JudgedBranches
  ) -> String? {
    guard !engine.isCSV, choice.node >= 0,
      let sign = branch.choices.first(where: { sign in
        sign.member >= 0 && !choice.branches.allSatisfy { $0.part == branch.part || $0.has(sign) }
      })
    else { return nil }
    let node = engine.member(sign.member, of: choice.node, engine.lane)
    guard node >= 0, engine.core.values.masking(ofNode: node) == .none else { return nil }
    return "\(location(node)) is \(shown(node))"
  }

  private mutating func location(_ node: NodeNumber) -> String {
    node >= 0 ? engine.core.values.location(ofPart: node) : ""
  }

  private mutating func shown(_ node: NodeNumber) -> String {
    MessageTemplate.shortened(engine.core.values.shown(node).text)
  }

  // MARK: Failures

  /// The first failures of a branch, and how many more there are.
  private mutating func told(
    _ branch: JudgedBranches.Branch, at around: SchemaLog.Place, maximum: Int
  ) -> ToldBranch {
    var told = ToldBranch(name: "")
    var count = 0
    for failure in branch.failures.prefix(maximum) {
      let (text, members) = complaint(failure)
      let isHere = failure.place.node == around.node || failure.place.isName
      told.failures.append(isHere ? text : "\(location(failure.place.node)): \(text)")
      count += members
    }
    told.moreFailures = branch.fit.failureCount - count
    return told
  }

  /// The complaint of a keyword, and how many failures it is.
  private mutating func complaint(_ failure: JudgedBranches.Failure) -> (text: String, count: Int) {
    let place = failure.place
    if let text = choiceText(failure.choice.first, at: place, isInner: true) {
      return (MessageTemplate.shortened(text), 1)
    }
    guard place.keyword >= 0 else { return (forbidden(place), 1) }
    let code = engine.schema.keywords[place.keyword]
    if code.code == .required || code.code == .dependentRequired {
      let members = membersAtFault(code, place.node)
      if let complaint = members.complaint {
        return (MessageTemplate.shortened(complaint), members.count)
      }
    }
    guard let statement = statement(place.keyword) else { return ("", 1) }
    let text = statement.words.message.map { segment in
      switch segment {
      case .literal(let text): text
      case .value: valueText(place)
      case .difference(let otherwise): difference(statement, place) ?? otherwise
      default: ""
      }
    }.joined()
    return (MessageTemplate.shortened(text), 1)
  }

  /// The complaint of a schema `false`.
  private mutating func forbidden(_ place: SchemaLog.Place) -> String {
    if place.isName {
      return "the name \(engine.shown(MemberName(node: place.node)).text) is not allowed"
    }
    if let step = place.trail.last {
      let keyword = engine.schema.keywords[step.keyword]
      if keyword.kind == .additionalProperties, !hidesMembers(place.node),
        let complaint = membersAtFault(keyword, place.node).complaint
      {
        return MessageTemplate.shortened(complaint)
      }
    }
    return "no value is allowed here"
  }

  private mutating func hidesMembers(_ node: NodeNumber) -> Bool {
    node >= 0
      && engine.core.values.masking.maskings[engine.core.values.table.nodes[node].state] != .none
  }

  private mutating func valueText(_ place: SchemaLog.Place) -> String {
    if place.isName { return engine.shown(MemberName(node: place.node)).text }
    return isWhole(place.node) ? "the value" : shown(place.node)
  }

  private mutating func difference(_ statement: SchemaStatement, _ place: SchemaLog.Place)
    -> String?
  {
    if place.isName { return difference(statement, MemberName(node: place.node)) }
    guard let constraint = statement.constraint else { return wordToWrite(statement, place.node) }
    return isWhole(place.node)
      ? nil : openValue(place.node).flatMap { difference(constraint, $0) }
  }

  private mutating func statement(_ keyword: Int32) -> SchemaStatement? {
    let owner = engine.schema.keywords[keyword].owner
    let first = engine.schema.subschemas[owner].start
    return engine.program.ruleSet.schema?.subschemas[Int(owner)].keywords[Int(keyword - first)]
      .statement
  }
}

extension JudgedBranches.Branch {
  /// Whether the member that a sign of another branch is about tells for this one, too.
  fileprivate func has(_ sign: JudgedBranches.Sign) -> Bool {
    choices.contains { $0.member == sign.member }
  }
}

extension SchemaStatement {
  fileprivate var isChoice: Bool { applicator?.kind == .anyOf || applicator?.kind == .oneOf }
}
