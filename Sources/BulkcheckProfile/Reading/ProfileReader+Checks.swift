internal import BulkcheckCore

/// Mistakes that show only when the whole profile has been read.
extension ProfileReader {
  /// Paths that a declared type rules out (SEMANTICS 79).
  mutating func checkPaths() {
    for mention in mentions {
      let steps = mention.path.steps
      if let first = steps.first, Self.isElement(first) {
        complain(mention.offset, .recordHasNoElements(mention.path))
      }
      for length in steps.indices.dropFirst() {
        let prefix = FieldPath(Array(steps[..<length]))
        guard let types = ruleSet.declarations[prefix]?.types,
          !Self.isPossible(steps[length], in: types)
        else { continue }
        complain(mention.offset, .impossibleStep(mention.path, into: prefix, types: types))
        break
      }
    }
  }

  private static func isPossible(_ step: PathStep, in types: [ValueType]) -> Bool {
    switch step {
    case .key: types.contains(.object)
    case .index, .everyElement: types.contains(.array)
    case .keyOrIndex: types.contains(.object) || types.contains(.array)
    }
  }

  // MARK: References

  /// `rule` must not lead to `unique` rules or in a circle (SEMANTICS 45).
  mutating func checkReferences() {
    var edges: [Int: [Reference]] = [:]
    for reference in references where ruleSet.rules.indices.contains(reference.to) {
      if Self.isUnique(ruleSet.rules[reference.to].expression) {
        complain(reference.offset, .referenceToUnique(reference.id))
      }
      edges[reference.from, default: []].append(reference)
    }
    // Depth first with an explicit stack: chains of references may be as long as the profile.
    var isDone: Set<Int> = []
    for start in edges.keys.sorted() where !isDone.contains(start) {
      var way: [(rule: Int, next: Int)] = [(start, 0)]
      while let top = way.last {
        guard let outgoing = edges[top.rule], top.next < outgoing.count else {
          isDone.insert(top.rule)
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let reference = outgoing[top.next]
        if let position = way.firstIndex(where: { $0.rule == reference.to }) {
          let circle = way[position...].map { ruleSet.rules[$0.rule].id }
          complain(reference.offset, .referenceCycle(circle + [reference.id]))
        } else if !isDone.contains(reference.to) {
          way.append((reference.to, 0))
        }
      }
    }
  }

  private static func isUnique(_ expression: Expression) -> Bool {
    switch expression {
    case .unique, .constraint(.unique): true
    default: false
    }
  }

  // MARK: Tags

  /// Rules of one tag and priority must exclude each other by their `when` (SEMANTICS 22).
  mutating func checkTags() {
    let tagged = ruleSet.rules.indices.filter { ruleSet.rules[$0].attributes.tag != nil }
    for (position, index) in tagged.enumerated() {
      let rule = ruleSet.rules[index]
      for other in tagged[..<position].map({ ruleSet.rules[$0] }) {
        guard let tag = rule.attributes.tag, let otherTag = other.attributes.tag,
          ExactText(tag) == ExactText(otherTag),
          other.attributes.priority == rule.attributes.priority,
          !excludeEachOther(rule, other)
        else { continue }
        complain(
          tagOffsets[index] ?? ruleOffsets[index],
          .equalPriorities(tag, rule.id, other.id, rule.attributes.priority))
        break
      }
    }
  }

  private func excludeEachOther(_ left: Rule, _ right: Rule) -> Bool {
    let ours = whenChoices(left)
    let theirs = whenChoices(right)
    return ours.contains { path, values in
      theirs.contains { other, others in
        path == other && !values.contains { value in others.contains { value.equalsAsJSON($0) } }
      }
    }
  }

  /// The `const` and `enum` that stand directly in a rule's `when`.
  private func whenChoices(_ rule: Rule) -> [(FieldPath, [Literal])] {
    guard case .when(let condition, _, _) = rule.expression else { return [] }
    let base = rule.scope.map { ruleSet.scopes[$0.value].path } ?? FieldPath()
    var choices: [(FieldPath, [Literal])] = []
    for part in Self.parts(condition) {
      if case .at(let path, let block) = part {
        choices += Self.parts(block).compactMap(Self.choice).map { (base.appending(path), $0) }
      } else if let values = Self.choice(part) {
        choices.append((base, values))
      }
    }
    return choices
  }

  /// The statements of a block.
  private static func parts(_ block: Expression) -> [Expression] {
    if case .all(let parts) = block { parts } else { [] }
  }

  private static func choice(_ statement: Expression) -> [Literal]? {
    switch statement {
    case .constraint(.const(let value)): [value]
    case .constraint(.oneOf(let values)): values
    default: nil
    }
  }

  // MARK: Former ids

  /// A former id (`was`) stands for one rule, which is not there any more.
  mutating func checkFormerIDs() {
    var seen: Set<ExactText> = []
    for former in formerIDs {
      if idOffsets[ExactText(former.id)] != nil {
        complain(former.offset, .formerIDInUse(former.id))
      } else if !seen.insert(ExactText(former.id)).inserted {
        complain(former.offset, .repeatedFormerID(former.id))
      }
    }
  }
}
