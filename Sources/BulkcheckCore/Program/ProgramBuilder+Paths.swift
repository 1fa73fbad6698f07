/// Paths: the field tree, the code of each path, walks over repeated ones.
extension ProgramBuilder {
  mutating func buildTree() {
    var others: [FieldPath] = []
    var onlyNames: [FieldPath] = []
    for index in ruleSet.pairings.indices {
      others += ruleSet.pairings[index].by + ruleSet.pieces(ofPairs: index)
    }
    for rule in ruleSet.rules where rule.pairing == nil || ruleSet.isOfPairs {
      others += rule.paths
      for segment in rule.attributes.message.segments {
        if case .path(let path) = segment { others.append(path) }
      }
      let place = rule.scope.map { path(of: $0) } ?? FieldPath()
      rule.expression.collectPaths(from: place, lists.closures, &others, &onlyNames)
    }
    for scope in ruleSet.scopes { others.append(scope.path) }
    others += tablePaths(&onlyNames)
    // The cell that holds a path's elements is read under the path of its column.
    let named = ruleSet.paths
    for field in ruleSet.fields {
      section = field.section
      if let path = cellPath(of: field.path) { others.append(path) }
    }
    section = nil
    for path in named + others + onlyNames {
      let rest = path.column.rest
      if !rest.isEmpty { others.append(FieldPath(Array(path.steps.dropLast(rest.count)))) }
      // Walks begin at the fixed part of their path.
      if path.leadsToSeveral { others.append(path.fixedPart) }
    }
    tree = FieldTree(
      named: named, others: others + onlyNames, schema: ruleSet.schema,
      isOfElements: ruleSet.isOfElements)
  }

  /// Whether a key may have a state without being known to `additionalFields`: through a path in a
  /// message or a list of columns, or because a part shares its state with all others (`[*]`, `*`).
  var namesMustBeLookedUp: Bool {
    let named = Set(ruleSet.paths)
    // The names that other sections know have states, too.
    return ruleSet.schema != nil || !ruleSet.sections.isEmpty
      || named.contains { path in
        path.steps.contains { step in
          switch step {
          case .index, .keyOrIndex, .everyMember: true
          case .key, .everyElement, .recordKey, .previous: false
          }
        }
      }
      || ruleSet.tableRules.contains { !$0.columnPaths.isEmpty }
      || ruleSet.rules.contains { rule in
        rule.attributes.message.segments.contains { segment in
          if case .path(let path) = segment { !named.contains(path) } else { false }
        }
      }
  }

  func path(of scope: ScopeIndex) -> FieldPath { ruleSet.scopes[scope.value].path }

  /// The number of an absolute path; makes its code at first sight.
  mutating func number(of path: FieldPath) -> PathNumber {
    if let known = knownNumber(of: path) { return known }
    let number = PathNumber(paths.count)
    lists.pathNumbers[NamedField(path, in: reader(of: path))] = number
    lists.fieldPaths.append(path)
    paths.append(PathCode())
    var code = PathCode()
    code.isRepeated = path.leadsToSeveral
    switch path.steps.last {
    case .everyElement, .index: code.endsInElement = true
    case nil, .previous: code.endsInElement = ruleSet.isOfElements
    default: break
    }
    code.stateStart = Int32(pathStates.count)
    code.countsFromEnd = path.countsFromEnd
    if !code.isRepeated, !code.countsFromEnd { pathStates += tree.states(of: path) }
    code.stateCount = Int32(pathStates.count) - code.stateStart
    if let cellPath = cellPath(of: path) {
      lists.ownCellPaths[number] = cellPath
      if !code.isRepeated { code.cellState = tree.states(of: cellPath).first ?? -1 }
    }
    if let declaration = declaration(of: path) {
      declare(declaration, &code)
      if insertsParts(path) { placeDefaults(of: path, &code) }
    }
    if code.typeList.isEmpty, case .index = path.steps.last {
      // The elements of a cell are read by `items.type`, whatever path leads to them
      // (docs/reference/values.md#arrays-in-cells).
      let every = FieldPath(path.steps.dropLast() + [.everyElement])
      var inherited = PathCode()
      if let declaration = declaration(of: every) { declare(declaration, &inherited) }
      code.typeList = inherited.typeList
    }
    let column = path.column
    if !column.rest.isEmpty, !column.name.isEmpty {
      code.column = self.number(of: FieldPath(Array(path.steps.dropLast(column.rest.count))))
    }
    if column.rest.isEmpty, let pattern = path.columnPattern,
      let state = tree.states(of: path).first
    {
      code.columnGroup = Int32(lists.columnGroups.count)
      lists.columnGroups.append(ColumnGroup(pattern: pattern, path: number, state: state))
    }
    paths[Int(number)] = code
    if !code.isRepeated { notePathAround(path, number) }
    let elements = path.appending(.everyElement)
    if tree.reaches(elements) { paths[Int(number)].element = self.number(of: elements) }
    return number
  }

  /// The number of the path when it is read without its `normalize`: `contains` is about the whole
  /// array (docs/reference/values.md#arrays-in-cells).
  mutating func withoutNormalization(_ number: PathNumber) -> PathNumber {
    guard paths[Int(number)].changeCount > 0 else { return number }
    if let known = plainNumbers[number] { return known }
    var code = paths[Int(number)]
    code.changeCount = 0
    paths.append(code)
    lists.fieldPaths.append(lists.fieldPaths[Int(number)])
    plainNumbers[number] = PathNumber(paths.count - 1)
    return PathNumber(paths.count - 1)
  }

  mutating func declare(_ declaration: Declaration, _ code: inout PathCode) {
    for type in declaration.types ?? [] {
      code.typeList.append(type)
      code.types.insert(TypeMask(type))
    }
    if let separator = declaration.separator { code.separator = text(separator) }
    var steps: [ChangeCode] = []
    for change in declaration.normalize {
      do throws(ProgramError) { steps.append(try lower(change)) } catch { declarationError = error }
    }
    code.changeStart = Int32(changes.count)
    changes += steps
    code.changeCount = Int32(changes.count) - code.changeStart
  }

  mutating func noteSamplePaths(of rule: Rule) {
    section = rule.section
    defer { section = nil }
    // What a rule about pairs shows is read by the program of pairs.
    if let pairing = rule.pairing, !ruleSet.isOfPairs {
      for piece in ruleSet.pieces(ofPairs: pairing.value) { _ = number(of: piece) }
      return
    }
    for path in rule.paths { _ = number(of: path) }
    for segment in rule.attributes.message.segments {
      if case .path(let path) = segment { _ = number(of: path) }
    }
  }

  mutating func buildColumns() {
    var seen: Set<StateNumber> = []
    for (field, _) in lists.pathNumbers.sorted(by: { $0.value < $1.value }) {
      let path = field.path
      guard path.column.rest.isEmpty, !path.steps.isEmpty, !path.leadsToSeveral else { continue }
      for state in tree.states(of: path) where seen.insert(state).inserted {
        lists.columns.append((path.column.name, state))
      }
      let cellState = lists.pathNumbers[field].map { paths[Int($0)].cellState } ?? -1
      if cellState >= 0, seen.insert(cellState).inserted {
        lists.columns.append((path.column.name, cellState))
      }
    }
    // In CSV a row is an object without further parts.
    for (state, number) in schema.pathOfState.enumerated() where number >= 0 {
      guard tree.states[state].parent == FieldTree.root else { continue }
      guard seen.insert(StateNumber(state)).inserted else { continue }
      lists.columns.append((lists.fieldPaths[Int(number)].column.name, StateNumber(state)))
    }
  }

  // MARK: Walks

  /// The steps from a value to the values at a repeated path. From a value at a fixed path
  /// (`isRelative` false) the walk starts at its fixed part, which is read by its slot.
  mutating func walk(
    _ relative: FieldPath, from context: FieldPath, isRelative: Bool
  ) -> Int32 {
    let whole = context.appending(relative)
    var origin: PathNumber = -1
    var steps = relative.steps[...]
    if !isRelative {
      let fixed = whole.fixedPart
      origin = number(of: fixed)
      steps = whole.steps[fixed.steps.endIndex...]
    }
    let before = whole.steps.count - steps.count
    let codes = steps.enumerated().map { index, step in
      let way = FieldPath(Array(whole.steps.prefix(before + index + 1)))
      var code = lower(step)
      if way != whole, insertsParts(way) { code.path = number(of: way) }
      return code
    }
    let start = Int32(walkSteps.count)
    walkSteps += codes
    var walk = Walk(
      origin: origin, stepStart: start, stepCount: Int32(steps.count), target: number(of: whole))
    if !isRelative, whole.columnPattern != nil {
      let columnSteps = whole.steps.count - whole.column.rest.count
      let column = number(of: FieldPath(Array(whole.steps.prefix(columnSteps))))
      walk.columnGroup = paths[Int(column)].columnGroup
      walk.cellStep = start + Int32(columnSteps - steps.startIndex)
    }
    walks.append(walk)
    return Int32(walks.count - 1)
  }

  mutating func lower(_ step: PathStep) -> WalkStep {
    switch step {
    case .key(let name): WalkStep(code: .key, text: text(name))
    case .index(let position): WalkStep(code: .index, position: Int32(clamping: position))
    case .everyElement: WalkStep(code: .every)
    case .everyMember: WalkStep(code: .everyMember)
    case .keyOrIndex(let name, let position):
      WalkStep(code: .keyOrIndex, text: text(name), position: Int32(clamping: position))
    case .recordKey, .previous: preconditionFailure("it is the first step, or the only one")
    }
  }
}
