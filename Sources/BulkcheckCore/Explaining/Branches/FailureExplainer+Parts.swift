/// Failures of `any` in a profile: what fails in the part that fits best.
extension FailureExplainer {
  /// More parts than this are only listed as the profile has them.
  private static let partsMaximum = 50

  /// Why no part of a rule holds; nil if it must not be told, or some part may hold.
  mutating func partsText(of rule: RuleNumber, _ parts: [Expression], _ culprit: NodeNumber)
    -> String?
  {
    let code = engine.core.tables.rules[rule]
    let instruction = engine.core.tables.instructions[code.expression]
    // Closures are not asked twice: they may have effects.
    guard instruction.code == .any, Int(instruction.b) == parts.count,
      parts.count <= FailureExplainer.partsMaximum, !parts.contains(where: \.asksClosure),
      let (spot, location) = spot(of: rule, culprit)
    else { return nil }
    defer { close(spot) }
    let counts = FailureExplainer.signCounts(parts)
    var fits: [BranchFit] = []
    var told: [ToldBranch] = []
    for (index, part) in parts.enumerated() {
      let number = engine.core.tables.children[instruction.a &+ Int32(index)]
      var found = FailedPart(around: location)
      follow(part, number, spot, location, &found)
      // A part that says nothing of the record is not told.
      guard found.fit.failureCount > 0 else { continue }
      addSigns(part, number, spot, counts, &found)
      var branch = ToldBranch(name: "any/\(index)")
      branch.failures = found.texts
      branch.moreFailures = found.fit.failureCount - found.texts.count
      branch.sign = found.sign
      fits.append(found.fit)
      told.append(branch)
    }
    let best = told.indices.filter { index in !fits.contains { $0.beats(fits[index]) } }
    guard !best.isEmpty else { return nil }
    var branches = best.prefix(ToldBranch.namesMaximum).map { told[$0] }
    if best.count > 1 {
      for index in branches.indices {
        branches[index].moreFailures += max(0, branches[index].failures.count - 1)
        branches[index].failures = Array(branches[index].failures.prefix(1))
      }
    }
    return "no part of any holds; " + ToldBranch.words(branches, of: best.count)
  }

  /// The value that a rule is about.
  private mutating func spot(of rule: RuleNumber, _ culprit: NodeNumber) -> (Spot, String)? {
    guard let scope = engine.program.ruleSet.rules[Int(rule)].scope?.value else {
      let column = engine.core.values.column(ProgramBuilder.recordPath)
      return (Spot(column: column, lane: engine.lane), "")
    }
    let path = engine.core.tables.scopes[Int32(scope)].path
    guard engine.core.values.tables.paths[path].isRepeated else {
      let spot = Spot(column: engine.core.values.column(path), lane: engine.lane)
      return (spot, location(at: path))
    }
    guard culprit >= 0 else { return nil }
    let place = FailureTrace.Site(
      node: culprit, location: engine.core.values.location(ofNode: culprit))
    return (open(place, path: path), place.location)
  }

  // MARK: Failures

  /// The failures in a part.
  private struct FailedPart {
    /// The location of the value that the rule is about.
    let around: String
    var fit = BranchFit()
    /// The first failures in words.
    var texts: [String] = []
    var sign: String?

    init(around: String) { self.around = around }

    /// Counts a failure.
    ///
    /// - Returns: whether it is to be told.
    mutating func add(at location: String) -> Bool {
      fit.add(1, at: location.utf8.count { $0 == UInt8(ascii: "/") })
      return texts.count < JudgedBranches.failuresMaximum
    }
  }

  /// Follows a statement that fails to the constraints that make it fail.
  private mutating func follow(
    _ expression: Expression, _ number: Int32, _ spot: Spot, _ location: String,
    _ found: inout FailedPart
  ) {
    guard fails(number, spot) else { return }
    let (column, lane) = (spot.column, spot.lane)
    let instruction = engine.core.tables.instructions[number]
    let before = found.fit.failureCount
    switch (expression, instruction.code) {
    case (.all(let parts), .all), (.fields(let parts), .fields):
      guard parts.count == Int(instruction.b) else { break }
      for (index, part) in parts.enumerated() {
        let child = engine.core.tables.children[instruction.a &+ Int32(index)]
        follow(part, child, spot, location, &found)
      }
    case (.when(_, let then, let otherwise), .when):
      let holds = engine.core.evaluate(instruction.a, column, Lanes(lane)).yes.contains(lane)
      if let branch = holds ? then : otherwise {
        follow(branch, holds ? instruction.b : instruction.c, spot, location, &found)
      }
    case (.at(_, let inner), .atPath):
      let target = Spot(
        column: engine.core.values.column(instruction.path),
        lane: engine.core.values.columns[column].record(lane))
      follow(inner, instruction.b, target, self.location(at: instruction.path), &found)
    case (.at(_, let inner), .atWalk):
      let walk = engine.core.values.tables.walks[instruction.a]
      let root = FailureTrace.Site(
        node: engine.core.values.partsRoot(column, lane), location: location)
      let places = placesFound(walk, from: root)
      follow(inner, instruction.b, at: places, path: walk.target, &found)
    case (.items(let inner), .items):
      let place = FailureTrace.Site(
        node: engine.core.values.columns[column].place(lane), location: location)
      let places = elements(of: place, column, lane)
      follow(inner, instruction.b, at: places, path: instruction.path, &found)
    default: break
    }
    guard found.fit.failureCount == before else { return }
    let around = found.around
    if found.add(at: location) {
      found.texts.append(complaint(expression, spot, location, around: around))
    }
  }

  private mutating func follow(
    _ expression: Expression, _ number: Int32, at places: [FailureTrace.Site], path: PathNumber,
    _ found: inout FailedPart
  ) {
    for place in places {
      let spot = open(place, path: path)
      follow(expression, number, spot, place.location, &found)
      close(spot)
    }
  }

  /// A statement that fails at a value, in words.
  private mutating func complaint(
    _ expression: Expression, _ spot: Spot, _ location: String, around: String
  ) -> String {
    if case .outcome(let rule) = expression {
      return "rule \(JSONText.quoted(engine.program.ruleSet.rules[rule.value].id)) fails"
    }
    let name = location.isEmpty ? "the record" : location
    let node = engine.core.values.shownNode(
      engine.core.values.columns[spot.column].place(spot.lane))
    var namesPlace = location == around
    let segments = MessageTemplate(
      failing: expression, ids: engine.program.ruleSet.rules.map(\.id)
    ).segments
    let text = segments.map { segment -> String in
      switch segment {
      case .literal(let text): return text
      case .value: return node < 0 ? "the value" : engine.core.values.shown(node).text
      case .field:
        namesPlace = true
        return name
      case .path(let path): return valueText(at: path)
      case .difference(let otherwise): return difference(expression, spot, node) ?? otherwise
      default: return ""
      }
    }.joined()
    return MessageTemplate.shortened(namesPlace ? text : "\(name): \(text)")
  }

  private mutating func difference(_ expression: Expression, _ spot: Spot, _ node: NodeNumber)
    -> String?
  {
    switch expression {
    case .relate: return differenceText(expression)
    case .compareInstants: return comparedTimes(expression)
    case .both, .either, .about, .test: return statementText(expression, isOpen: false)
    case .constraint(let constraint):
      let path = engine.core.values.columns[spot.column].path
      let isHidden =
        node >= 0
        ? engine.core.values.masking(ofNode: node) != .none
        : engine.program.hides(path, isCSV: engine.isCSV)
      if isHidden { return nil }
      let value = engine.core.values.value(spot.column, spot.lane)
      if case .type(let types) = constraint { return wordToWrite(types, value) }
      return difference(constraint, value)
    default: return nil
    }
  }

  // MARK: Signs

  /// How many parts ask for a value or a type, by the path.
  private static func signCounts(_ parts: [Expression]) -> [FieldPath: Int] {
    var counts: [FieldPath: Int] = [:]
    for part in parts {
      for sign in Set(part.signs(at: FieldPath())) { counts[sign, default: 0] += 1 }
    }
    return counts
  }

  /// Counts the values that are as a part asks for, as far as other parts ask for them, too.
  private mutating func addSigns(
    _ expression: Expression, _ number: Int32, _ spot: Spot, _ counts: [FieldPath: Int],
    _ found: inout FailedPart, at path: FieldPath = FieldPath()
  ) {
    let instruction = engine.core.tables.instructions[number]
    switch (expression, instruction.code) {
    case (.all(let parts), .all) where parts.count == Int(instruction.b):
      for (index, part) in parts.enumerated() {
        let child = engine.core.tables.children[instruction.a &+ Int32(index)]
        addSigns(part, child, spot, counts, &found, at: path)
      }
    case (.at(let relative, let inner), .atPath):
      let target = Spot(
        column: engine.core.values.column(instruction.path),
        lane: engine.core.values.columns[spot.column].record(spot.lane))
      addSigns(inner, instruction.b, target, counts, &found, at: path.appending(relative))
    case (.constraint(let constraint), .leaf):
      guard let isType = constraint.isTypeOfSign,
        counts[path, default: 0] > 1,
        engine.core.evaluate(number, spot.column, Lanes(spot.lane)).yes.contains(spot.lane)
      else { return }
      if isType {
        found.fit.typeCount += 1
        return
      }
      found.fit.choiceCount += 1
      let node = engine.core.values.shownNode(
        engine.core.values.columns[spot.column].place(spot.lane))
      guard found.sign == nil, !path.steps.isEmpty, node >= 0,
        engine.core.values.masking(ofNode: node) == .none
      else { return }
      let shown = MessageTemplate.shortened(engine.core.values.shown(node).text)
      found.sign = "\(location(at: engine.core.values.columns[spot.column].path)) is \(shown)"
    default: break
    }
  }
}

extension Expression {
  /// The paths at which a part of `any` asks for a value or a type.
  fileprivate func signs(at path: FieldPath) -> [FieldPath] {
    switch self {
    case .all(let parts): parts.flatMap { $0.signs(at: path) }
    case .at(let relative, let inner): inner.signs(at: path.appending(relative))
    case .constraint(let constraint): constraint.isTypeOfSign == nil ? [] : [path]
    default: []
    }
  }
}

extension Constraint {
  /// Whether it asks for a type; nil if neither for a type nor for values.
  fileprivate var isTypeOfSign: Bool? {
    switch self {
    case .type: true
    case .const, .oneOf: false
    default: nil
    }
  }
}
