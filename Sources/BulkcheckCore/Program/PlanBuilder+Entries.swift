/// Entries of `rules` as plans.
extension PlanBuilder {
  mutating func addEntry(_ rule: Int32) {
    var plan = EntryPlan(rule: rule)
    defer { entries.append(plan) }
    let code = program.rules[Int(rule)]
    guard !code.isUnique, !code.isTracked, code.expression >= 0 else { return }
    let instruction = program.instructions[Int(code.expression)]
    if instruction.code == .when {
      guard instruction.b >= 0, instruction.c < 0,
        let condition = conjunction(instruction.a), let then = conjunction(instruction.b)
      else { return }
      plan.isConditional = true
      plan.shortText = shortText(condition)
      plan.conditionStart = Int32(parts.count)
      parts += condition
      plan.conditionEnd = Int32(parts.count)
      plan.thenStart = Int32(parts.count)
      parts += then
      plan.thenEnd = Int32(parts.count)
    } else if instruction.code == .compare {
      guard compare(instruction, &plan) else { return }
    } else if instruction.code == .any {
      guard let alternatives = alternatives(instruction) else { return }
      plan.isAlternative = true
      plan.thenStart = Int32(parts.count)
      parts += alternatives
      plan.thenEnd = Int32(parts.count)
    } else {
      guard let tests = conjunction(code.expression) else { return }
      plan.thenStart = Int32(parts.count)
      parts += tests
      plan.thenEnd = Int32(parts.count)
    }
    plan.isGeneral = false
  }

  /// A statement about the record as plans that must all hold; nil if it is more than that.
  private mutating func conjunction(_ number: Int32) -> [FieldPlan]? {
    let instruction = program.instructions[Int(number)]
    switch instruction.code {
    case .all where instruction.b > 0:
      var tests: [FieldPlan] = []
      for child in children(of: instruction) {
        guard let more = conjunction(child) else { return nil }
        tests += more
      }
      return tests
    case .atPath:
      guard let reading = reading(of: instruction.a) else { return nil }
      var kinds = self.kinds(of: reading) ?? .present
      var made: [PlanStep] = []
      guard lower(instruction.b, &kinds, &made), !kinds.isEmpty else { return nil }
      var plan = part(instruction.a, kinds, made, reading)
      plan.isOptional = !judgesMissing(instruction.b)
      return [plan]
    default: return nil
    }
  }

  /// Statements of which one must hold, each about a single value; nil if one is more than that.
  private mutating func alternatives(_ instruction: Instruction) -> [FieldPlan]? {
    var tests: [FieldPlan] = []
    for child in children(of: instruction) {
      guard let test = conjunction(child), test.count == 1 else { return nil }
      tests += test
    }
    return tests
  }

  /// Whether a statement about one value may be true or false where the value is missing.
  private func judgesMissing(_ number: Int32) -> Bool {
    let instruction = program.instructions[Int(number)]
    switch instruction.code {
    case .leaf: return program.leaves[Int(instruction.a)].code.judgesMissing
    case .all: return children(of: instruction).contains { judgesMissing($0) }
    case .items: return false
    default: return true
    }
  }

  mutating func part(
    _ path: Int32, _ kinds: KindMask, _ made: [PlanStep], _ reading: FieldPlan.Reading
  ) -> FieldPlan {
    var plan = FieldPlan(path: path)
    plan.state = program.paths[Int(path)].isRepeated ? -1 : state(of: path)
    plan.kinds = kinds
    plan.reading = reading
    plan.stepStart = Int32(steps.count)
    steps += made
    plan.stepEnd = Int32(steps.count)
    return plan
  }

  /// The condition as a question about one short text, if that is all it is.
  private func shortText(_ condition: [FieldPlan]) -> ShortText {
    guard condition.count == 1, condition[0].state >= 0,
      condition[0].stepEnd == condition[0].stepStart + 1
    else { return ShortText() }
    let step = steps[Int(condition[0].stepStart)]
    guard step.code == .choice, isCSV ? onlyEmptyIsMissing && condition[0].reading == .text : true,
      let text = program.choices[Int(step.operand)].texts.onlyShortText, text.count > 0
    else { return ShortText() }
    return ShortText(
      state: condition[0].state,
      mark: Node.mark(state: condition[0].state, kind: isCSV ? .cell : .string),
      count: text.count, bytes: text.bytes)
  }

  /// A comparison of two single values, which is done here where both are texts or numbers; cells
  /// are left to the graph.
  private func compare(_ instruction: Instruction, _ plan: inout EntryPlan) -> Bool {
    guard !isCSV, reading(of: instruction.a) != nil, reading(of: instruction.c) != nil else {
      return false
    }
    plan.isComparison = true
    plan.leftState = state(of: instruction.a)
    plan.rightState = state(of: instruction.c)
    plan.operation = ComparisonOperator.allCases[Int(instruction.b)]
    return true
  }

  // MARK: Entries in the main row

  /// Moves entries about a field that has a plan behind all others and notes them with the plan;
  /// returns their numbers, plan by plan.
  mutating func attachEntries() -> [Int32] {
    var places: [Int: [EntryPlan]] = [:]
    entries = entries.filter { entry in
      guard let scope = scopes.firstIndex(where: { canCarry($0, entry) }) else { return true }
      places[scope, default: []].append(entry)
      return false
    }
    var attached: [Int32] = []
    for scope in scopes.indices {
      scopes[scope].attachedStart = Int32(attached.count)
      for entry in places[scope] ?? [] {
        attached.append(Int32(entries.count))
        entries.append(entry)
      }
      scopes[scope].attachedEnd = Int32(attached.count)
    }
    return attached
  }

  /// Whether the entry asks only for what can be said as soon as the plan's value is loaded.
  private func canCarry(_ plan: FieldPlan, _ entry: EntryPlan) -> Bool {
    guard !entry.isGeneral, !entry.isConditional, !entry.isComparison, !entry.isAlternative,
      entry.thenEnd == entry.thenStart + 1, plan.state >= 0
    else { return false }
    let part = parts[Int(entry.thenStart)]
    guard part.state == plan.state, part.reading == plan.reading else { return false }
    if isCSV { return part.reading != .array && part.kinds.isSuperset(of: plan.kinds) }
    let kind = mainKind(of: plan)
    return kind != .absent && part.kinds.contains(kind)
  }

  /// The steps of the entries that are attached to a plan.
  func attachedSteps(of plan: FieldPlan) -> [PlanStep] {
    let first = entries.count - Int(scopes.last?.attachedEnd ?? 0)
    return (plan.attachedStart..<plan.attachedEnd).flatMap { number in
      let entry = entries[first + Int(number)]
      let part = parts[Int(entry.thenStart)]
      return steps[Int(part.stepStart)..<Int(part.stepEnd)].map { step in
        var step = step
        step.rule = entry.rule
        return step
      }
    }
  }
}
