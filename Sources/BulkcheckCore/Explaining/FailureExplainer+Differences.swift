extension FailureExplainer {
  /// How the value at fault differs from what a rule requires; nil if that must not be shown, or
  /// the rule is about something else.
  mutating func difference(of rule: RuleNumber, _ culprit: NodeNumber) -> String? {
    let definition = engine.program.ruleSet.rules[Int(rule)]
    if case .relate = definition.expression { return differenceText(definition.expression) }
    if case .compareInstants = definition.expression { return comparedTimes(definition.expression) }
    if definition.expression.isStatement {
      let record = engine.core.values.column(ProgramBuilder.recordPath)
      let answer = engine.core.evaluate(
        engine.core.tables.rules[rule].expression, record, Lanes(engine.lane))
      return statementText(definition.expression, isOpen: answer.no.isEmpty)
    }
    if let keyword = definition.expression.keyword {
      return difference(keyword, of: rule, culprit)
    }
    if case .any(let parts) = definition.expression { return partsText(of: rule, parts, culprit) }
    if case .combination(let combination) = definition.expression {
      return comparedText(combination.fields)
    }
    if case .refers(let reference) = definition.expression {
      return culprit < 0 ? comparedText(reference.fields) : comparedText(rule, culprit)
    }
    guard case .constraint(let constraint) = definition.expression else { return nil }
    if case .onlyFields = constraint, let names = extraNames(of: rule, culprit) { return names }
    guard let scope = definition.scope else { return nil }
    let path = engine.core.tables.scopes[Int32(scope.value)].path
    let node = engine.core.failingNode(at: path, culprit)
    if node >= 0, engine.core.values.masking(ofNode: node) != .none { return nil }
    if node < 0, engine.program.hides(path, isCSV: engine.isCSV) { return nil }
    let value =
      engine.core.values.tables.paths[path].isRepeated
      ? engine.core.values.value(ofNode: node, path: path) : engine.core.values.value(path)
    switch constraint {
    case .type(let types): return wordToWrite(types, value)
    case .references: return comparedText(value)
    default: break
    }
    if node >= 0, let kind = kindMissed(around: scope.value, by: node) { return kind }
    return difference(constraint, value)
  }

  /// The complaint that a value around that of a block is of the wrong kind; nil if the node is the
  /// block's own value.
  private mutating func kindMissed(around scope: Int, by node: NodeNumber) -> String? {
    let state = engine.core.values.table.nodes[node].state
    if engine.program.leads(engine.core.tables.scopes[Int32(scope)].path, to: state) { return nil }
    var inner = scope
    while true {
      switch engine.program.ruleSet.scopes[inner].place {
      case .field: return nil
      case .items(let parent):
        if engine.program.leads(engine.core.tables.scopes[Int32(parent.value)].path, to: state) {
          return "not an array"
        }
        inner = parent.value
      case .member(let parent, _):
        if engine.program.leads(engine.core.tables.scopes[Int32(parent.value)].path, to: state) {
          return "not an object"
        }
        inner = parent.value
      }
    }
  }

  mutating func difference(_ constraint: Constraint, _ value: Value) -> String? {
    switch constraint {
    case .length(let minimum, let maximum):
      guard value.isText else { return "not a string" }
      let length = TextLength.measure(value.bytes, engine.program.lengthUnit)
      let unit = engine.program.lengthUnit == .bytes ? "byte" : "character"
      return DifferenceText.count(length, minimum, maximum, unit)
    case .itemCount(let minimum, let maximum):
      guard value.kind == .array || value.kind == .cell && engine.core.values.isArrayCell(value)
      else {
        return "not an array"
      }
      let isCell = value.isCell || value.kind == .cell
      let count = isCell ? engine.core.values.cellElementCount(value) : Int(value.count)
      return DifferenceText.count(count, minimum, maximum, "item")
    case .onlyFields: return engine.isCSV || value.kind == .object ? nil : "not an object"
    case .memberCount(let minimum, let maximum):
      guard value.kind == .object else { return "not an object" }
      return DifferenceText.count(engine.core.memberCount(value), minimum, maximum, "member")
    case .dependentRequired:
      guard value.kind == .object else { return "not an object" }
      guard let number = engine.program.lists.dependencyNumbers[constraint] else { return nil }
      let missing = engine.core.missingNames(engine.program.lists.dependencies[number], value.bytes)
      let names = missing.map { JSONText.quoted($0.name) }
      guard let first = missing.first else { return nil }
      return names.joined(separator: ", ") + (names.count == 1 ? " is" : " are")
        + " missing, though " + JSONText.quoted(first.because) + " is present"
    case .bounds(let lower, let upper):
      guard value.kind == .number || value.kind == .cell, let number = Decimal.parse(value.bytes)
      else { return "not a number" }
      return DifferenceText.number(number, lower: lower, upper: upper)
    case .instants: return timeDifference(constraint, value)
    case .notNull: return missingValue(value.node)
    default: return nil
    }
  }

  /// A text that counts as missing; nil of a `null`.
  private mutating func missingValue(_ node: NodeNumber) -> String? {
    guard node >= 0,
      engine.core.values.table.nodes[node].kind == .string
        || engine.core.values.table.nodes[node].kind == .cell
    else {
      return nil
    }
    return engine.core.values.table.nodes[node].bytes.isEmpty
      ? " is empty" : " is \(engine.core.values.shown(node).text), which counts as missing"
  }

  private mutating func extraNames(of rule: RuleNumber, _ culprit: NodeNumber) -> String? {
    guard let fields = extraFields(of: rule, culprit), fields.count > 0 else { return nil }
    return "unknown field" + (fields.count == 1 ? " " : "s ") + fields.list
  }

  /// The values of both sides of a comparison on the record that is looked at alone, in words; nil
  /// where that must not be told.
  mutating func differenceText(_ expression: Expression) -> String? {
    guard case .relate(let left, let operation, let right, let within) = expression,
      let number = relationNumber(of: expression),
      !(left.paths + right.paths).contains(where: { path in
        pathNumber(path).map { engine.program.hides($0, isCSV: engine.isCSV) }
          ?? true
      })
    else { return nil }
    let relation = engine.program.lists.relations[number]
    let sides = [
      (left, engine.core.compute(relation.left, engine.lane)),
      (right, engine.core.compute(relation.right, engine.lane)),
    ]
    for (operand, computed) in sides {
      if case .mistyped = computed { return "\(operand) is not a number" }
      if case .outOfRange = computed { return "\(operand) is out of range" }
    }
    guard case .number(let one) = sides[0].1, case .number(let other) = sides[1].1,
      one.digits.plainCount + other.digits.plainCount < 200
    else { return nil }
    // A constant says its value itself.
    let value = left.paths.isEmpty ? "" : " \(one),"
    let limit = right.paths.isEmpty ? "" : ", which is \(other)"
    return "\(left) is\(value) not \(operation.words) \(right)\(limit)"
      + (within.map { " (within \($0))" } ?? "")
  }

  mutating func relationNumber(of expression: Expression) -> Int? {
    let numbers = engine.program.lists.relationNumbers
    return numbers[ProgramBuilder.SectionExpression(expression: expression, section: section)]
      ?? numbers[ProgramBuilder.SectionExpression(expression: expression, section: nil)]
  }

  /// Whether a comparison within a statement is out of range on the record that is looked at alone.
  mutating func isOutOfRange(_ expression: Expression) -> Bool {
    switch expression {
    case .relate:
      guard let number = relationNumber(of: expression) else { return false }
      let relation = engine.program.lists.relations[number]
      for side in [relation.left, relation.right] {
        if case .outOfRange = engine.core.compute(side, engine.lane) { return true }
      }
      return false
    case .test(let operand): return culprit(in: operand)?.isOutOfRange ?? false
    case .all(let parts), .any(let parts), .none(let parts), .both(let parts), .either(let parts):
      for part in parts where isOutOfRange(part) { return true }
      return false
    case .not(let inner): return isOutOfRange(inner)
    case .when(_, let then, let otherwise):
      return (then.map { isOutOfRange($0) } ?? false)
        || (otherwise.map { isOutOfRange($0) } ?? false)
    default: return false
    }
  }

  /// Why a comparison of dates or times fails on the record that is looked at alone.
  mutating func comparedTimes(_ expression: Expression) -> String? {
    guard case .compareInstants(let left, let operation, let right, let sides) = expression else {
      return nil
    }
    for (path, notation) in [(left, sides.left), (right, sides.right)] {
      guard let number = pathNumber(path) else { continue }
      let value = engine.core.values.value(number)
      let reader = TemporalReader(notation)
      defer { reader.deallocate() }
      if !value.mayBe(in: notation)
        || reader.instant(value.bytes, isLocal: value.isLocalTime) == nil
      {
        return "\(valueText(at: path)) is not in the format \(notation)"
      }
    }
    return "\(valueText(at: left)) is not \(operation.words) \(valueText(at: right))"
  }

  /// How far a date or time is from its limits, in words.
  mutating func timeDifference(_ constraint: Constraint, _ value: Value) -> String? {
    guard case .instants(let lower, let upper, let notation) = constraint,
      let number = engine.program.lists.momentNumbers[constraint]
    else { return nil }
    guard value.mayBe(in: notation) else {
      return notation.isNumber ? "not a number" : "not a string"
    }
    let limits = engine.program.tables.instants[number]
    let reader = engine.program.tables.readers[limits.reader]
    guard let instant = reader.instant(value.bytes, isLocal: value.isLocalTime) else {
      return "not in the format \(notation)"
    }
    if let lower, let text = DifferenceText.time(instant, limits.lower, lower, isLower: true) {
      return text
    }
    return upper.flatMap { DifferenceText.time(instant, limits.upper, $0, isLower: false) }
  }
}

extension Value {
  /// Whether it is of the kind that dates or times in a notation are.
  func mayBe(in notation: TemporalNotation) -> Bool {
    notation.isNumber ? kind == .number || kind == .cell : isText
  }
}

extension DifferenceText {
  /// `3 days before the minimum of 2024-05-01`; nil if the limit is kept.
  fileprivate static func time(
    _ instant: Instant, _ limit: Instant, _ bound: InstantBound, isLower: Bool
  ) -> String? {
    let order = Instant.compare(instant, limit)
    let title = (bound.isExclusive ? "exclusive " : "") + (isLower ? "minimum" : "maximum")
    if order == 0 { return bound.isExclusive ? "equal to the \(title) of \(bound.text)" : nil }
    guard (order < 0) == isLower else { return nil }
    return (Instant.distanceText(instant, limit).map { $0 + " " } ?? "")
      + "\(isLower ? "before" : "after") the \(title) of \(bound.text)"
  }
}
