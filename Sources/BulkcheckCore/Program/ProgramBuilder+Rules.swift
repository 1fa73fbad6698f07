/// Rules, entries and tags.
extension ProgramBuilder {
  mutating func markReferences() {
    for rule in ruleSet.rules {
      for index in rule.expression.references { rules[index.value].isTracked = true }
    }
  }

  mutating func buildRules() throws(ProgramError) {
    for (index, rule) in ruleSet.rules.enumerated() {
      rules[index].isRun = rule.isRun
      rules[index].isError = rule.attributes.severity == .error
      let isNeeded = rule.isRun || rules[index].isTracked
      rules[index].samplePath = rule.paths.count == 1 ? number(of: rule.paths[0]) : -1
      guard isNeeded else { continue }
      let context = number(of: rule.scope.map { path(of: $0) } ?? FieldPath())
      switch rule.expression {
      case .constraint(.unique):
        makeUnique(index, [context])
      case .unique(let parts):
        makeUnique(index, parts.map { number(of: $0) })
      default:
        rules[index].expression = try instruction(rule.expression, context)
      }
    }
    for (index, rule) in ruleSet.rules.enumerated() where rule.paths.count != 1 {
      guard !rules[index].isUnique else { continue }
      addParts(
        index, rule.paths.compactMap { pathNumbers[$0] }.filter { !paths[Int($0)].isRepeated })
    }
  }

  mutating func makeUnique(_ index: Int, _ parts: [Int32]) {
    rules[index].isUnique = true
    addParts(index, parts)
  }

  private mutating func addParts(_ index: Int, _ parts: [Int32]) {
    rules[index].partStart = Int32(partPaths.count)
    rules[index].partCount = Int32(parts.count)
    partPaths += parts
  }

  mutating func buildTags() {
    var byTag: [String: [Int32]] = [:]
    var order: [String] = []
    for (index, rule) in ruleSet.rules.enumerated() where rule.isRun {
      guard let tag = rule.attributes.tag else { continue }
      if byTag[tag] == nil { order.append(tag) }
      byTag[tag, default: []].append(Int32(index))
      rules[index].isTagged = true
      rules[index].isTracked = true
    }
    tagGroups = order.compactMap { tag in
      byTag[tag]?.sorted { left, right in
        ruleSet.rules[Int(left)].attributes.priority > ruleSet.rules[Int(right)].attributes.priority
      }
    }
  }

  /// Entries of `rules`, referenced ones first (the linter has excluded cycles).
  mutating func buildEntries() {
    var done: Set<Int> = []
    func visit(_ index: Int, _ order: inout [Int32]) {
      guard done.insert(index).inserted else { return }
      for reference in ruleSet.rules[index].expression.references {
        visit(reference.value, &order)
      }
      if ruleSet.rules[index].scope == nil, rules[index].isRun || rules[index].isTracked {
        order.append(Int32(index))
      }
    }
    var order: [Int32] = []
    for index in ruleSet.rules.indices { visit(index, &order) }
    entries = order
  }
}
