/// Rules, entries and tags.
extension ProgramBuilder {
  mutating func markReferences() {
    for (number, rule) in ruleSet.rules.enumerated() {
      for index in rule.expression.references { track(index.value) }
      if ruleSet.isOfPairs, rule.pairing != nil, rule.isRun || ruleSet.isOfElements {
        track(number)
      }
    }
    for rule in ruleSet.tableRules {
      guard case .measure(let measurement) = rule.statement else { continue }
      for index in measurement.condition?.references ?? [] { track(index.value) }
    }
  }

  private mutating func track(_ index: Int) {
    guard rules[index].tracked < 0 else { return }
    rules[index].tracked = Int32(lists.trackedCount)
    lists.trackedCount += 1
  }

  mutating func buildRules() throws(ProgramError) {
    defer { section = nil }
    for (index, rule) in ruleSet.rules.enumerated() {
      section = rule.section
      rules[index].section = SectionNumber(rule.section)
      rules[index].isRun = rule.isRun
      rules[index].isError = rule.attributes.severity == .error
      if case .constraint(.onlyFields(let names, _)) = rule.expression {
        rules[index].names = nameSet(names)
      }
      switch rule.expression {
      case .constraint(.dependentRequired), .names: rules[index].asksForNames = true
      default: break
      }
      let isNeeded = rule.isRun || rules[index].tracked >= 0
      if let pairing = rule.pairing, !ruleSet.isOfPairs {
        rules[index].pairing = Int32(pairing.value)
        continue
      }
      rules[index].samplePath = rule.paths.count == 1 ? number(of: rule.paths[0]) : -1
      guard isNeeded else { continue }
      let context = number(of: rule.scope.map { path(of: $0) } ?? FieldPath())
      switch rule.expression {
      case .constraint(.unique):
        makeUnique(index, [context])
      case .unique(let key):
        makeUnique(index, key.paths.map { number(of: $0) })
        if key.parts == .record {
          lists.keyRules[lists.keyRules.count - 1].whole = recordKey()
        }
        if let condition = key.condition {
          let number = try instruction(condition, context)
          lists.keyRules[lists.keyRules.count - 1].condition = number
        }
      case .refers(let reference):
        makeUnique(index, reference.fields.map { number(of: $0) }, role: .asks)
        offer(reference, for: index)
      case .keyword: rules[index].isKeyword = true
      default:
        rules[index].expression = try instruction(rule.expression, context)
        let made = instructions[Int(rules[index].expression)]
        rules[index].hasElements = made.hasElements
        if rule.isRun, rule.scope == nil, made.code == .when {
          if hasSeveralParts(made.a) { rules[index].condition = made.a }
        }
      }
    }
    for (index, rule) in ruleSet.rules.enumerated() where rule.paths.count != 1 {
      guard !rules[index].isUnique, rules[index].pairing < 0 else { continue }
      section = rule.section
      let parts = rule.paths.compactMap { knownNumber(of: $0) }
      addParts(index, parts.filter { !paths[Int($0)].isRepeated })
    }
  }

  /// Whether a condition has more than one part, on whatever level.
  private func hasSeveralParts(_ condition: Int32) -> Bool {
    let instruction = instructions[Int(condition)]
    switch instruction.code {
    case .all, .any, .none:
      return instruction.b > 1
        || instruction.b == 1 && hasSeveralParts(children[Int(instruction.a)])
    case .not: return hasSeveralParts(instruction.a)
    // One in SQL may be null.
    case .both: return true
    default: return false
    }
  }

  private mutating func makeUnique(
    _ index: Int, _ parts: [PathNumber], role: KeyRule.Role = .unique
  ) {
    rules[index].isUnique = true
    rules[index].keyNumber = Int32(lists.keyRules.count)
    addParts(index, parts)
    lists.keyRules.append(
      KeyRule(
        rule: RuleNumber(index), role: role, partStart: rules[index].partStart,
        partCount: rules[index].partCount, section: rules[index].section,
        isRepeated: parts.contains { paths[Int($0)].isRepeated }))
  }

  /// Finds the members and columns that the key of a whole record reads as they are declared.
  private mutating func recordKey() -> Int32 {
    var key = RecordKeyCode()
    let own = section.map { ruleSet.sections[$0.value].declarations } ?? [:]
    let paths = Set(ruleSet.declarations.keys).union(own.keys)
    for path in paths where !path.leadsToSeveral && !path.steps.isEmpty {
      if case .key(let name) = path.steps[0], path.steps.count == 1 {
        key.members.append((OwnedBytes(name), number(of: path)))
      }
      let column = path.column
      if column.rest.isEmpty { key.columns[ExactText(column.name)] = number(of: path) }
    }
    key.memberNames = nameSet(Set(key.members.map { ExactText($0.name.view.text) }))
    lists.recordKeys.append(key)
    return Int32(lists.recordKeys.count - 1)
  }

  /// The keys that the records of a section, or all, offer to those that refer to them.
  private mutating func offer(_ reference: InputReference, for index: Int) {
    let asking = section
    defer { section = asking }
    section = reference.target
    let parts = reference.columns.map { number(of: $0) }
    let start = Int32(partPaths.count)
    lists.keyRules[lists.keyRules.count - 1].counterpartStart = start
    lists.keyRules.append(
      KeyRule(
        rule: RuleNumber(index), role: .offers, partStart: start, partCount: Int32(parts.count),
        counterpartStart: rules[index].partStart, section: SectionNumber(reference.target)))
    partPaths += parts
  }

  private mutating func addParts(_ index: Int, _ parts: [PathNumber]) {
    rules[index].partStart = Int32(partPaths.count)
    rules[index].partCount = Int32(parts.count)
    partPaths += parts
  }

  mutating func buildTags() {
    var byTag: [ExactText: [RuleNumber]] = [:]
    var order: [ExactText] = []
    for (index, rule) in ruleSet.rules.enumerated() where rule.isRun {
      guard let tag = rule.attributes.tag.map({ ExactText($0) }) else { continue }
      if byTag[tag] == nil { order.append(tag) }
      byTag[tag, default: []].append(RuleNumber(index))
      rules[index].isTagged = true
      track(index)
    }
    lists.tagGroups = order.compactMap { tag in
      byTag[tag]?.sorted { left, right in
        ruleSet.rules[Int(left)].attributes.priority > ruleSet.rules[Int(right)].attributes.priority
      }
    }
  }

  /// Entries of `rules`, referenced ones first (the linter has excluded cycles).
  mutating func buildEntries() {
    var done: Set<Int> = []
    func visit(_ index: Int, _ order: inout [RuleNumber]) {
      guard done.insert(index).inserted else { return }
      for reference in ruleSet.rules[index].expression.references {
        visit(reference.value, &order)
      }
      if rules[index].isKeyword { return }
      if ruleSet.rules[index].scope == nil, rules[index].isRun || rules[index].tracked >= 0 {
        order.append(RuleNumber(index))
      }
    }
    var order: [RuleNumber] = []
    for index in ruleSet.rules.indices { visit(index, &order) }
    entries = order
  }
}
