/// Lowers a ``RuleSet`` to the tables of a ``Program``.
///
/// Equal expressions about the same value become one instruction; if more than one rule uses it, its answer is kept for
/// the record.
struct ProgramBuilder {
  let ruleSet: RuleSet
  var tree: FieldTree
  var instructions: [Instruction] = []
  var children: [Int32] = []
  var leaves: [Leaf] = []
  var paths: [PathCode] = []
  var pathStates: [Int32] = []
  var walks: [Walk] = []
  var walkSteps: [WalkStep] = []
  var changes: [ChangeCode] = []
  var scopes: [ScopeCode] = []
  var scopeList: [Int32] = []
  var ruleList: [RuleStep] = []
  var rules: [RuleCode] = []
  var partPaths: [Int32] = []
  var topScopes: [Int32] = []
  var entries: [Int32] = []
  var tagGroups: [[Int32]] = []
  var texts: [OwnedBytes] = []
  var patterns: [Pattern] = []
  var bounds: [BoundPair] = []
  var multiples: [Decimal] = []
  /// Owners of the digits that decimals point to.
  var numbers: [OwnedDecimal] = []
  var choices: [ChoiceTable] = []
  var nameSets: [TextSet] = []
  var chains: [Range<Int32>] = []
  var memoCount = 0
  var listedPaths: [(path: Int32, field: FieldPath)] = []
  var pathNumbers: [FieldPath: Int32] = [:]
  /// By path number.
  private var fieldPaths: [FieldPath] = []
  /// Path numbers without `normalize`, by those with it.
  private var plainNumbers: [Int32: Int32] = [:]
  var columns: [(name: String, state: Int32)] = []
  var knownColumns: Set<String> = []

  private struct SharedKey: Hashable {
    var expression: Expression
    var path: Int32
  }
  private var shared: [SharedKey: Int32] = [:]
  private var patternNumbers: [PatternSource: Int32] = [:]

  /// The path number of the record itself.
  static let recordPath: Int32 = 0

  init(_ ruleSet: RuleSet) {
    self.ruleSet = ruleSet
    tree = FieldTree(named: [])
  }

  mutating func build() throws(ProgramError) {
    buildTree()
    guard tree.stateCount <= FieldTree.statesMaximum else {
      throw ProgramError(
        description: "the profile names more than \(FieldTree.statesMaximum) places in a record")
    }
    _ = number(of: FieldPath())
    for path in ruleSet.paths where !path.hasEveryElement {
      listedPaths.append((number(of: path), path))
    }
    for path in ruleSet.paths { knownColumns.insert(path.column.name) }
    rules = [RuleCode](repeating: RuleCode(), count: ruleSet.rules.count)
    markReferences()
    buildTags()
    try buildRules()
    assignMemos()
    buildScopes()
    buildEntries()
    for rule in ruleSet.rules { noteSamplePaths(of: rule) }
    buildColumns()
  }

  // MARK: Paths

  private mutating func buildTree() {
    var others: [FieldPath] = []
    var onlyNames: [FieldPath] = []
    for rule in ruleSet.rules {
      others += rule.paths
      for segment in rule.attributes.message.segments {
        if case .path(let path) = segment { others.append(path) }
      }
      collectPaths(
        rule.expression, from: rule.scope.map { path(of: $0) } ?? FieldPath(), &others, &onlyNames)
    }
    for scope in ruleSet.scopes { others.append(scope.path) }
    // The cell that holds a path's elements is read under the path of its column.
    for path in ruleSet.paths + others + onlyNames {
      let rest = path.column.rest
      if !rest.isEmpty { others.append(FieldPath(Array(path.steps.dropLast(rest.count)))) }
      // Walks begin at the fixed part of their path.
      if path.hasEveryElement {
        others.append(FieldPath(Array(path.steps.prefix { $0 != .everyElement })))
      }
    }
    tree = FieldTree(named: ruleSet.paths, others: others + onlyNames)
  }

  /// Whether a key may have a state without being known to `additionalFields`: through a path in a message, or
  /// because the element at an index shares its state with `[*]`.
  var namesMustBeLookedUp: Bool {
    ruleSet.paths.contains { path in
      path.steps.contains { step in
        switch step {
        case .index, .keyOrIndex: true
        case .key, .everyElement: false
        }
      }
    }
      || ruleSet.rules.contains { rule in
        rule.attributes.message.segments.contains { segment in
          if case .path(let path) = segment { !ruleSet.paths.contains(path) } else { false }
        }
      }
  }

  private func path(of scope: ScopeIndex) -> FieldPath { ruleSet.scopes[scope.value].path }

  /// Every absolute path that an expression reads.
  private func collectPaths(
    _ expression: Expression, from context: FieldPath, _ paths: inout [FieldPath],
    _ names: inout [FieldPath]
  ) {
    switch expression {
    case .constraint(.onlyFields(let known)):
      paths.append(context)
      for name in known { names.append(context.appending(.key(name))) }
    case .constraint: paths.append(context)
    case .at(let relative, let inner):
      collectPaths(inner, from: context.appending(relative), &paths, &names)
    case .all(let parts), .any(let parts), .none(let parts), .fields(let parts):
      for part in parts { collectPaths(part, from: context, &paths, &names) }
    case .not(let inner): collectPaths(inner, from: context, &paths, &names)
    case .when(let condition, let then, let otherwise):
      for part in [condition, then, otherwise].compactMap({ $0 }) {
        collectPaths(part, from: context, &paths, &names)
      }
    case .items(let inner), .someItem(let inner):
      collectPaths(inner, from: context.appending(.everyElement), &paths, &names)
    case .compare(let left, _, let right): paths += [left, right]
    case .unique(let parts): paths += parts
    case .outcome: break
    }
  }

  /// The number of an absolute path; makes its code at first sight.
  mutating func number(of path: FieldPath) -> Int32 {
    if let known = pathNumbers[path] { return known }
    let number = Int32(paths.count)
    pathNumbers[path] = number
    fieldPaths.append(path)
    paths.append(PathCode())
    var code = PathCode()
    code.isRepeated = path.hasEveryElement
    switch path.steps.last {
    case .everyElement, .index: code.endsInElement = true
    default: break
    }
    code.isMasked = ruleSet.maskedPaths.contains(path)
    code.stateStart = Int32(pathStates.count)
    if !code.isRepeated { pathStates += tree.states(of: path) }
    code.stateCount = Int32(pathStates.count) - code.stateStart
    if let declaration = ruleSet.declarations[path] { declare(declaration, &code) }
    if code.typeCount == 0, case .index = path.steps.last {
      // The elements of a cell are read by `items.type`, whatever path leads to them (SEMANTICS 40).
      let every = FieldPath(path.steps.dropLast() + [.everyElement])
      var inherited = PathCode()
      if let declaration = ruleSet.declarations[every] { declare(declaration, &inherited) }
      code.typeList = inherited.typeList
      code.typeCount = inherited.typeCount
    }
    let column = path.column
    if !column.rest.isEmpty, !column.name.isEmpty {
      code.column = self.number(of: FieldPath(Array(path.steps.dropLast(column.rest.count))))
    }
    paths[Int(number)] = code
    let elements = path.appending(.everyElement)
    if tree.reaches(elements) { paths[Int(number)].element = self.number(of: elements) }
    return number
  }

  /// The same path, read without its `normalize`: `contains` is about the whole array (SEMANTICS 78).
  private mutating func withoutNormalization(_ number: Int32) -> Int32 {
    guard paths[Int(number)].changeCount > 0 else { return number }
    if let known = plainNumbers[number] { return known }
    var code = paths[Int(number)]
    code.changeCount = 0
    paths.append(code)
    fieldPaths.append(fieldPaths[Int(number)])
    plainNumbers[number] = Int32(paths.count - 1)
    return Int32(paths.count - 1)
  }

  private mutating func declare(_ declaration: Declaration, _ code: inout PathCode) {
    for type in declaration.types ?? [] {
      let position = ValueType.allCases.firstIndex(of: type) ?? 0
      code.typeList |= UInt32(position) << UInt32(3 * code.typeCount)
      code.typeCount += 1
      code.types.insert(TypeMask(type))
    }
    if let separator = declaration.separator { code.separator = text(separator) }
    code.changeStart = Int32(changes.count)
    let steps = declaration.normalize.compactMap { change in try? lower(change) }
    code.changeStart = Int32(changes.count)
    changes += steps
    code.changeCount = Int32(changes.count) - code.changeStart
  }

  private mutating func noteSamplePaths(of rule: Rule) {
    for path in rule.paths { _ = number(of: path) }
    for segment in rule.attributes.message.segments {
      if case .path(let path) = segment { _ = number(of: path) }
    }
  }

  private mutating func buildColumns() {
    var seen: Set<Int32> = []
    for (path, number) in pathNumbers.sorted(by: { $0.value < $1.value }) {
      guard path.column.rest.isEmpty, !path.steps.isEmpty else { continue }
      _ = number
      for state in tree.states(of: path) where seen.insert(state).inserted {
        columns.append((path.column.name, state))
      }
    }
  }

  // MARK: Rules

  private mutating func markReferences() {
    for rule in ruleSet.rules {
      for index in rule.expression.references { rules[index.value].isTracked = true }
    }
  }

  private mutating func buildRules() throws(ProgramError) {
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
  }

  private mutating func makeUnique(_ index: Int, _ parts: [Int32]) {
    rules[index].isUnique = true
    rules[index].partStart = Int32(partPaths.count)
    rules[index].partCount = Int32(parts.count)
    partPaths += parts
  }

  private mutating func buildTags() {
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
  private mutating func buildEntries() {
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

  // MARK: Scopes

  private mutating func buildScopes() {
    let count = ruleSet.scopes.count
    var codes: [ScopeCode] = []
    var childScopes = [[Int32]](repeating: [], count: count)
    for (index, scope) in ruleSet.scopes.enumerated() {
      var code = ScopeCode(place: .field, path: number(of: scope.path))
      code.isRepeated = scope.path.hasEveryElement
      switch scope.place {
      case .field(let path):
        if path.hasEveryElement {
          code.place = .walkedField
          code.walk = walk(path, from: FieldPath(), isRelative: false)
        }
        topScopes.append(Int32(index))
      case .items(let parent):
        code.place = .items
        childScopes[parent.value].append(Int32(index))
      case .member(let parent, let relative):
        code.place = .member
        if scope.path.hasEveryElement {
          code.place = .walkedMember
          let parentPath = ruleSet.scopes[parent.value].path
          code.walk = walk(relative, from: parentPath, isRelative: parentPath.hasEveryElement)
        }
        childScopes[parent.value].append(Int32(index))
      }
      codes.append(code)
    }
    scopes = codes
    for index in 0..<count {
      scopes[index].childStart = Int32(scopeList.count)
      scopes[index].childCount = Int32(childScopes[index].count)
      scopeList += childScopes[index]
    }
    listRules(childScopes)
  }

  private mutating func listRules(_ childScopes: [[Int32]]) {
    var own = [[Int32]](repeating: [], count: scopes.count)
    for (index, rule) in ruleSet.rules.enumerated() {
      guard let scope = rule.scope, rules[index].isRun || rules[index].isTracked else { continue }
      own[scope.value].append(Int32(index))
      rules[index].isRepeated = scopes[scope.value].isRepeated
    }
    func subtree(_ scope: Int) -> [Int32] {
      own[scope] + childScopes[scope].flatMap { subtree(Int($0)) }
    }
    for scope in scopes.indices {
      let presence = list(own[scope].filter { ruleSet.rules[Int($0)].stage == .presence })
      let type = list(own[scope].filter { ruleSet.rules[Int($0)].stage == .type })
      let value = list(own[scope].filter { ruleSet.rules[Int($0)].stage == .value })
      (scopes[scope].presenceStart, scopes[scope].presenceCount) = presence
      (scopes[scope].typeStart, scopes[scope].typeCount) = type
      (scopes[scope].valueStart, scopes[scope].valueCount) = value
      scopes[scope].goodTypes = goodTypes(of: scopes[scope])
      (scopes[scope].subtreeStart, scopes[scope].subtreeCount) =
        list(childScopes[scope].flatMap { subtree(Int($0)) })
    }
  }

  private mutating func list(_ rules: [Int32]) -> (Int32, Int32) {
    let start = Int32(ruleList.count)
    ruleList += rules.map(step)
    return (start, Int32(rules.count))
  }

  /// See ``ScopeCode/goodTypes``.
  private func goodTypes(of scope: ScopeCode) -> TypeMask {
    guard !scope.isRepeated, scope.presenceCount + scope.typeCount > 0 else { return [] }
    let presence = ruleList[
      Int(scope.presenceStart)..<Int(scope.presenceStart + scope.presenceCount)]
    let type = ruleList[Int(scope.typeStart)..<Int(scope.typeStart + scope.typeCount)]
    let passWhereThere: [Leaf.Code] = [.required, .present, .notNull]
    guard presence.allSatisfy({ $0.leaf >= 0 && $0.isQuiet && passWhereThere.contains($0.code) }),
      type.allSatisfy({ $0.leaf >= 0 && $0.isQuiet && $0.code == .type })
    else { return [] }
    return type.reduce(TypeMask.any) { $0.intersection($1.types) }
  }

  private func step(_ rule: Int32) -> RuleStep {
    let code = rules[Int(rule)]
    var step = RuleStep(rule: rule, expression: code.expression)
    step.isQuiet = !code.isTracked
    step.isUnique = code.isUnique
    guard code.expression >= 0 else { return step }
    let instruction = instructions[Int(code.expression)]
    if instruction.code == .leaf, instruction.memo == -1 {
      step.leaf = instruction.a
      step.code = leaves[Int(instruction.a)].code
      if step.code == .type {
        step.types = TypeMask(rawValue: UInt8(leaves[Int(instruction.a)].operand))
      }
    }
    return step
  }

  // MARK: Walks

  /// The steps from a value to the values at a repeated path. From a value at a fixed path (`isRelative` false) the walk
  /// starts at its fixed part, which is read by its slot.
  private mutating func walk(
    _ relative: FieldPath, from context: FieldPath, isRelative: Bool
  ) -> Int32 {
    let whole = context.appending(relative)
    var origin: Int32 = -1
    var steps = relative.steps[...]
    if !isRelative {
      let fixed = whole.steps.prefix { $0 != .everyElement }
      origin = number(of: FieldPath(Array(fixed)))
      steps = whole.steps[fixed.endIndex...]
    }
    let start = Int32(walkSteps.count)
    for step in steps { walkSteps.append(lower(step)) }
    walks.append(
      Walk(
        origin: origin, stepStart: start, stepCount: Int32(steps.count),
        target: number(of: whole)))
    return Int32(walks.count - 1)
  }

  private mutating func lower(_ step: PathStep) -> WalkStep {
    switch step {
    case .key(let name): WalkStep(code: .key, text: text(name))
    case .index(let position): WalkStep(code: .index, position: Int32(clamping: position))
    case .everyElement: WalkStep(code: .every)
    case .keyOrIndex(let name, let position):
      WalkStep(code: .keyOrIndex, text: text(name), position: Int32(clamping: position))
    }
  }

  // MARK: Expressions

  /// The instruction for an expression about the value at a path.
  private mutating func instruction(
    _ expression: Expression, _ path: Int32
  ) throws(ProgramError) -> Int32 {
    let key = SharedKey(expression: expression, path: path)
    if let known = shared[key] {
      share(known)
      return known
    }
    let made = try make(expression, path)
    let number = Int32(instructions.count)
    instructions.append(made)
    shared[key] = number
    return number
  }

  /// A second use: the answer is kept. Values below a `[*]` differ from element to element, so theirs are not.
  private mutating func share(_ number: Int32) {
    guard instructions[Int(number)].memo == -1 else { return }
    instructions[Int(number)].memo = -2
  }

  /// Gives memo slots to the shared instructions about single values.
  private mutating func keep(_ number: Int32, _ path: Int32) {
    guard instructions[Int(number)].memo == -2, !paths[Int(path)].isRepeated else { return }
    instructions[Int(number)].memo = Int32(memoCount)
    memoCount += 1
  }

  private mutating func make(
    _ expression: Expression, _ path: Int32
  ) throws(ProgramError) -> Instruction {
    let declared = paths[Int(path)].types
    switch expression {
    case .constraint(let constraint):
      var leaf = try self.leaf(constraint)
      leaf.declared = declared
      if leaf.code == .chain {
        for change in chains[Int(leaf.operand)] where changes[Int(change)].code == .check {
          leaves[Int(changes[Int(change)].operand)].declared = declared
        }
      }
      leaves.append(leaf)
      return Instruction(code: .leaf, a: Int32(leaves.count - 1))
    case .all(let parts): return try list(.all, parts, path)
    case .any(let parts): return try list(.any, parts, path)
    case .none(let parts): return try list(.none, parts, path)
    case .fields(let parts):
      var made = try list(.fields, parts, path)
      made.declared = declared
      return made
    case .not(let inner): return Instruction(code: .not, a: try instruction(inner, path))
    case .when(let condition, let then, let otherwise):
      var made = Instruction(code: .when, a: try instruction(condition, path))
      if let then { made.b = try instruction(then, path) }
      if let otherwise { made.c = try instruction(otherwise, path) }
      return made
    case .at(let relative, let inner): return try at(relative, inner, path)
    case .items(let inner), .someItem(let inner):
      var elements = number(of: fieldPath(path).appending(.everyElement))
      var code = Instruction.Code.items
      if case .someItem = expression {
        code = .someItem
        elements = withoutNormalization(elements)
      }
      return Instruction(
        code: code, a: elements, b: try instruction(inner, elements), declared: declared)
    case .compare(let left, let operation, let right):
      let position = ComparisonOperator.allCases.firstIndex(of: operation) ?? 0
      return Instruction(
        code: .compare, a: number(of: left), b: Int32(position), c: number(of: right))
    case .outcome(let rule): return Instruction(code: .outcome, a: Int32(rule.value))
    case .unique:
      throw ProgramError(description: "unique must stand alone in a rule")
    }
  }

  private func fieldPath(_ number: Int32) -> FieldPath {
    fieldPaths[Int(number)]
  }

  private mutating func at(
    _ relative: FieldPath, _ inner: Expression, _ path: Int32
  ) throws(ProgramError) -> Instruction {
    let context = fieldPath(path)
    let whole = context.appending(relative)
    let target = number(of: whole)
    let child = try instruction(inner, target)
    if !whole.hasEveryElement { return Instruction(code: .atPath, a: target, b: child) }
    let walk = walk(relative, from: context, isRelative: context.hasEveryElement)
    return Instruction(code: .atWalk, a: walk, b: child)
  }

  private mutating func list(
    _ code: Instruction.Code, _ parts: [Expression], _ path: Int32
  ) throws(ProgramError) -> Instruction {
    var numbers: [Int32] = []
    for part in parts { numbers.append(try instruction(part, path)) }
    let start = Int32(children.count)
    children += numbers
    return Instruction(code: code, a: start, b: Int32(numbers.count))
  }

  // MARK: Operands

  mutating func text(_ text: String) -> Int32 {
    texts.append(OwnedBytes(text))
    return Int32(texts.count - 1)
  }

  mutating func pattern(_ source: PatternSource) throws(ProgramError) -> Int32 {
    if let known = patternNumbers[source] { return known }
    do throws(PatternError) {
      patterns.append(try Pattern(source))
    } catch {
      throw ProgramError(description: "the pattern \(source.pattern) is wrong: \(error.message)")
    }
    let number = Int32(patterns.count - 1)
    patternNumbers[source] = number
    return number
  }

  /// Assigns the memo slots; called when all instructions are there.
  mutating func assignMemos() {
    for (key, number) in shared.sorted(by: { $0.value < $1.value }) { keep(number, key.path) }
    for index in instructions.indices where instructions[index].memo == -2 {
      instructions[index].memo = -1
    }
  }
}

extension Expression {
  /// The rules whose outcome the expression asks for.
  var references: [RuleIndex] {
    switch self {
    case .outcome(let rule): [rule]
    case .all(let parts), .any(let parts), .none(let parts), .fields(let parts):
      parts.flatMap(\.references)
    case .not(let inner), .at(_, let inner), .items(let inner), .someItem(let inner):
      inner.references
    case .when(let condition, let then, let otherwise):
      condition.references + (then?.references ?? []) + (otherwise?.references ?? [])
    case .constraint, .compare, .unique: []
    }
  }
}
