/// Finds what of a program can be done by plans; see ``FieldPlan``.
struct PlanBuilder {
  let program: ProgramBuilder
  let isCSV: Bool
  var scopes: [FieldPlan] = []
  var entries: [EntryPlan] = []
  var parts: [FieldPlan] = []
  var steps: [PlanStep] = []
  var bounds: [ScaledBounds] = []
  private var plannedFields: Set<Int> = []

  init(_ program: ProgramBuilder, isCSV: Bool) {
    self.program = program
    self.isCSV = isCSV
  }

  mutating func build() -> PlanSet {
    for scope in program.topScopes { addScope(scope) }
    for rule in program.entries { addEntry(rule) }
    let attached = attachEntries()
    let main = mainRow()
    let others = program.listedPaths.indices.filter { !plannedFields.contains($0) }
    return PlanSet(
      scopes: Storage(scopes, padding: FieldPlan()), scopeCount: Int32(scopes.count),
      main: Storage(main, padding: PlanStep(code: .general)), mainCount: main.count,
      entries: Storage(entries, padding: EntryPlan(rule: -1)),
      entryCount: Int32(entries.count - attached.count), attached: Storage(attached, padding: -1),
      parts: Storage(parts, padding: FieldPlan()),
      steps: Storage(steps, padding: PlanStep(code: .general)),
      bounds: Storage(bounds, padding: ScaledBounds(minimum: 0, maximum: 0)),
      otherFields: Storage(others.map(Int32.init), padding: -1),
      otherFieldCount: Int32(others.count))
  }

  /// The plans of the scopes, with what is attached to them, one behind the other, then the fields
  /// that only have to be counted.
  private mutating func mainRow() -> [PlanStep] {
    var row: [PlanStep] = []
    for (number, plan) in scopes.enumerated() {
      let own = steps[Int(plan.stepStart)..<Int(plan.stepEnd)] + attachedSteps(of: plan)
      var load = PlanStep(
        code: .value, ruleStep: Int32(number), rule: Int32(row.count + 1 + own.count),
        operand: slot(plan.state))
      let kind = mainKind(of: plan)
      load.kind = kind
      load.minimum = Int(Node.mark(state: plan.state, kind: kind))
      if kind == .array || kind == .object { load.code = .array }
      if plan.needsInteger { load.code = .integer }
      if isCSV, kind == .absent, plan.state >= 0, onlyEmptyIsMissing {
        load.code = .cell
        load.minimum = Int(Node.mark(state: plan.state, kind: .cell))
      }
      row.append(load)
      row += own
    }
    for field in program.listedPaths.indices where !plannedFields.contains(field) {
      let path = program.listedPaths[field].path
      guard reading(of: path) != nil, !isCSV || onlyEmptyIsMissing else { continue }
      plannedFields.insert(field)
      var load = PlanStep(code: .field, ruleStep: Int32(field), operand: state(of: path))
      load.minimum = Int(Node.mark(state: state(of: path), kind: isCSV ? .cell : .string))
      row.append(load)
    }
    return row
  }

  /// CSV: an empty cell, and no other, is missing.
  var onlyEmptyIsMissing: Bool { (program.ruleSet.missingValues ?? [""]) == [""] }

  /// The last slot stays empty: scopes without a plan have no value there.
  private func slot(_ state: Int32) -> Int32 { state >= 0 ? state : Int32(program.tree.stateCount) }

  /// The one kind for which nothing more has to be asked before the steps run.
  func mainKind(of plan: FieldPlan) -> ValueKind {
    guard plan.state >= 0 else { return .absent }
    switch plan.reading {
    case .text: return onlyEmptyIsMissing ? .cell : .absent
    case .integer, .number, .boolean, .array: return .absent
    case .json: break
    }
    let kinds: [ValueKind] = [.string, .number, .true, .array, .object]
    return kinds.first { plan.kinds.contains($0) } ?? .absent
  }

  // MARK: Scopes

  private mutating func addScope(_ number: Int32) {
    let scope = program.scopes[Int(number)]
    var plan = FieldPlan(scope: number, path: scope.path)
    defer { scopes.append(plan) }
    guard scope.place == .field, scope.childCount == 0,
      scope.presenceCount + scope.typeCount == 0 || !scope.goodTypes.isEmpty,
      let reading = reading(of: scope.path)
    else { return }
    let hasGates = scope.presenceCount + scope.typeCount > 0
    let types = hasGates ? scope.goodTypes : .any
    var kinds = KindMask(types)
    if let read = self.kinds(of: reading) { kinds.formIntersection(read) }
    let list = Int(scope.valueStart)..<Int(scope.valueStart + scope.valueCount)
    // Checks that are about one kind narrow the kinds, as long as one is left.
    var lowered: [(steps: [PlanStep], kinds: KindMask)] = []
    for place in list { lowered.append(lower(rule: program.ruleList[place], at: place)) }
    let common = lowered.reduce(kinds) { $0.intersection($1.kinds) }
    // The steps of parts are in the pool by now.
    let start = Int32(steps.count)
    for (place, rule) in zip(list, lowered) {
      if common.isEmpty, !rule.kinds.isSuperset(of: kinds) {
        steps.append(general(place))
      } else {
        steps += rule.steps
      }
    }
    plan.kinds = common.isEmpty ? kinds : common
    guard !plan.kinds.isEmpty else { return }
    plan.state = state(of: scope.path)
    plan.reading = reading
    plan.needsInteger =
      plan.kinds.contains(KindMask.number) && types.contains(.integer) && !types.contains(.number)
    plan.stepStart = start
    plan.stepEnd = Int32(steps.count)
    plan.field = Int32(program.listedPaths.firstIndex { $0.path == scope.path } ?? -1)
    let isQuiet =
      list.allSatisfy { isQuietWhereMissing($0) } && typeRules(of: scope).allSatisfy(\.isQuiet)
    plan.isOptional = isQuiet && scope.presenceCount == 0
    plan.isNullable =
      isQuiet && presenceRules(of: scope).allSatisfy { $0.isQuiet && $0.code == .present }
    if plan.field >= 0 {
      // Two entries of `fields` may name one path; its states are counted once.
      if !plannedFields.insert(Int(plan.field)).inserted { plan.field = -1 }
    }
  }

  private func typeRules(of scope: ScopeCode) -> ArraySlice<RuleStep> {
    program.ruleList[Int(scope.typeStart)..<Int(scope.typeStart + scope.typeCount)]
  }

  private func presenceRules(of scope: ScopeCode) -> ArraySlice<RuleStep> {
    program.ruleList[Int(scope.presenceStart)..<Int(scope.presenceStart + scope.presenceCount)]
  }

  /// Whether the rule's outcome for a missing value is `missing` and nobody asks for it: a single
  /// check other than those of presence.
  private func isQuietWhereMissing(_ place: Int) -> Bool {
    let rule = program.ruleList[place]
    return rule.isQuiet && !rule.isUnique && rule.leaf >= 0 && !rule.code.judgesMissing
  }

  private func general(_ place: Int) -> PlanStep {
    PlanStep(code: .general, ruleStep: Int32(place), rule: program.ruleList[place].rule)
  }

  /// The steps of a rule of a scope, and the kinds for which they speak.
  private mutating func lower(
    rule: RuleStep, at place: Int
  ) -> (steps: [PlanStep], kinds: KindMask) {
    var kinds = KindMask.present
    var made: [PlanStep] = []
    guard rule.isQuiet, !rule.isUnique, rule.expression >= 0,
      lower(rule.expression, &kinds, &made), !made.isEmpty, !kinds.isEmpty
    else { return ([general(place)], .present) }
    for index in made.indices {
      made[index].ruleStep = Int32(place)
      made[index].rule = rule.rule
    }
    return (made, kinds)
  }

  // MARK: Reading

  /// Whether values at the path are what their nodes say, but for escapes.
  func isPlain(_ path: Int32) -> Bool {
    program.paths[Int(path)].changeCount == 0 && program.ruleSet.missingValues == nil
  }

  /// How the only value at a path is read; nil if that takes more than a plan knows.
  func reading(of path: Int32) -> FieldPlan.Reading? {
    let code = program.paths[Int(path)]
    guard !code.isRepeated, code.stateCount == 1, code.changeCount == 0 else { return nil }
    guard isCSV else { return isPlain(path) ? .json : nil }
    guard code.column < 0, !code.endsInElement, code.typeCount <= 1 else { return nil }
    if code.typeCount == 0 { return code.separator < 0 ? .text : nil }
    switch ValueType.allCases[Int(code.typeList & 7)] {
    case .string: return .text
    case .integer: return .integer
    case .number: return .number
    case .boolean: return .boolean
    case .array: return code.separator < 0 ? nil : .array
    case .object: return nil
    }
  }

  func kinds(of reading: FieldPlan.Reading) -> KindMask? {
    switch reading {
    case .json: nil
    case .text: .string
    case .integer, .number: .number
    case .boolean: .boolean
    case .array: .array
    }
  }

  func state(of path: Int32) -> Int32 {
    program.pathStates[Int(program.paths[Int(path)].stateStart)]
  }
}
