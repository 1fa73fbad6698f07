internal import BulkcheckCore
internal import BulkcheckDocument

/// Mistakes that show only when the whole profile has been read.
extension ProfileReader {
  /// Records are nested no deeper, so that a longer path cannot occur.
  static let pathStepsMaximum = 512

  /// Paths that a declared type rules out (docs/reference/paths.md#declarations).
  mutating func checkPaths() {
    let ofAll = declaredTypes(ruleSet.declarations)
    let ofSections = ruleSet.sections.map { declaredTypes($0.declarations) }
    for mention in mentions {
      // What a section declares of a path goes before what the profile does.
      let declared = mention.section.map { [ofSections[$0.value], ofAll] } ?? [ofAll]
      let steps = mention.path.steps
      if steps.count > Self.pathStepsMaximum {
        complain(mention.offset, .endlessPath(steps.count))
        continue
      }
      if let first = steps.first, Self.isElement(first) {
        complain(mention.offset, .recordHasNoElements(mention.path))
      }
      var places = declared.map { Optional($0.root) }
      for (index, step) in steps.enumerated() {
        let types = zip(declared, places).lazy.compactMap { tree, place in
          place.flatMap { tree[$0] }
        }.first
        if let types, !Self.isPossible(step, in: types) {
          let prefix = FieldPath(Array(steps[..<index]))
          complain(mention.offset, .impossibleStep(mention.path, into: prefix, types: types))
          break
        }
        places = zip(declared, places).map { tree, place in
          place.flatMap { tree.place(step, from: $0) }
        }
        if places.allSatisfy({ $0 == nil }) { break }
      }
    }
  }

  /// The types that paths are declared to have.
  private func declaredTypes(_ declarations: [FieldPath: Declaration]) -> PathTree<[ValueType]?> {
    var tree = PathTree<[ValueType]?>(nil)
    for (path, declaration) in declarations
    where declaration.types != nil && !path.steps.isEmpty
      && path.steps.count <= Self.pathStepsMaximum
    {
      var place = tree.root
      for step in path.steps { place = tree.addStep(step, from: place, nil) }
      tree[place] = declaration.types
    }
    return tree
  }

  private static func isPossible(_ step: PathStep, in types: [ValueType]) -> Bool {
    switch step {
    case .key, .everyMember, .recordKey, .previous: types.contains(.object)
    case .index, .everyElement: types.contains(.array)
    case .keyOrIndex: types.contains(.object) || types.contains(.array)
    }
  }

  // MARK: References

  /// `rule` must not lead to `unique` rules or in a circle
  /// (docs/reference/rules.md#referring-to-another-rule).
  mutating func checkReferences() {
    var edges: [Int: [Reference]] = [:]
    for reference in references where ruleSet.rules.indices.contains(reference.to) {
      if Self.isUnique(ruleSet.rules[reference.to].expression) {
        complain(reference.offset, .referenceToUnique(reference.id))
      } else if ruleSet.rules[reference.to].pairing?.isOfElements == false {
        complain(reference.offset, .referenceToPaired(reference.id))
      }
      edges[reference.from, default: []].append(reference)
    }
    // Depth first with an explicit stack: chains of references may be as long as the profile.
    var isDone: Set<Int> = []
    for start in edges.keys.sorted() where !isDone.contains(start) {
      var way: [(rule: Int, next: Int)] = [(start, 0)]
      var positions = [start: 0]
      while let top = way.last {
        guard let outgoing = edges[top.rule], top.next < outgoing.count else {
          isDone.insert(top.rule)
          positions[top.rule] = nil
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let reference = outgoing[top.next]
        if let position = positions[reference.to] {
          let circle = way[position...].map { ruleSet.rules[$0.rule].id }
          complain(reference.offset, .referenceCycle(circle + [reference.id]))
        } else if !isDone.contains(reference.to) {
          positions[reference.to] = way.count
          way.append((reference.to, 0))
        }
      }
    }
  }

  private static func isUnique(_ expression: Expression) -> Bool {
    switch expression {
    case .unique, .constraint(.unique), .refers: true
    default: false
    }
  }

  // MARK: Tags

  private struct TagAndPriority: Hashable {
    let tag: ExactText
    let priority: Double
  }

  /// Rules of one tag and priority must exclude each other by their `when`
  /// (docs/reference/profile.md#tags).
  mutating func checkTags() {
    var groups: [TagAndPriority: TaggedRules] = [:]
    for (index, rule) in ruleSet.rules.enumerated() {
      guard let tag = rule.attributes.tag else { continue }
      let key = TagAndPriority(tag: ExactText(tag), priority: rule.attributes.priority)
      let choices = whenChoices(rule)
      if let other = groups[key, default: TaggedRules()].conflict(with: choices) {
        complain(
          tagOffsets[index] ?? ruleOffsets[index],
          .equalPriorities(tag, rule.id, other, rule.attributes.priority))
      }
      groups[key, default: TaggedRules()].add(rule.id, choices)
    }
  }

  /// The `const` and `enum` that stand directly in a rule's `when`, and in that of its section.
  private func whenChoices(_ rule: Rule) -> TaggedRules.Choices {
    var choices: TaggedRules.Choices = [:]
    if let section = rule.section {
      if let condition = ruleSet.sections[section.value].condition {
        Self.addChoices(of: condition, at: FieldPath(), to: &choices)
      }
    }
    if case .when(let condition, _, _) = rule.expression {
      let base = rule.scope.map { ruleSet.scopes[$0.value].path } ?? FieldPath()
      Self.addChoices(of: condition, at: base, to: &choices)
    }
    return choices
  }

  private static func addChoices(
    of condition: Expression, at base: FieldPath, to choices: inout TaggedRules.Choices
  ) {
    for part in parts(condition) {
      if case .at(let path, let block) = part {
        let values = parts(block).compactMap(choice)
        if !values.isEmpty { choices[base.appending(path), default: []] += values }
      } else if let values = choice(part) {
        choices[base, default: []].append(values)
      }
    }
  }

  /// The statements of a block.
  private static func parts(_ block: Expression) -> [Expression] {
    if case .all(let parts) = block { parts } else { [] }
  }

  private static func choice(_ statement: Expression) -> Set<JSONIdentity>? {
    switch statement {
    case .constraint(.const(let value)): [JSONIdentity(value)]
    case .constraint(.oneOf(let values)): Set(values.map(JSONIdentity.init))
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
