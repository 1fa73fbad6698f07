/// By how much a value misses its limits, in words that do not repeat the value.
enum DifferenceText {
  /// `72 characters, at most 40`; nil if the count is within its limits.
  static func count(_ count: Int, _ minimum: Int?, _ maximum: Int?, _ unit: String) -> String? {
    let counted = "\(DigitText.grouped(count)) \(unit)" + (count == 1 ? "" : "s")
    if let minimum, count < minimum { return counted + ", at least " + DigitText.grouped(minimum) }
    if let maximum, count > maximum { return counted + ", at most " + DigitText.grouped(maximum) }
    return nil
  }

  /// `0.01 below the minimum of 0`; nil if the number is within its limits.
  static func number(_ digits: Decimal, lower: Bound?, upper: Bound?) -> String? {
    if let lower, let limit = OwnedDecimal(lower.digits) {
      let text = distance(digits, limit.value, lower, "below", "minimum")
      if let text { return text }
    }
    if let upper, let limit = OwnedDecimal(upper.digits) {
      return distance(digits, limit.value, upper, "above", "maximum")
    }
    return nil
  }

  private static func distance(
    _ number: Decimal, _ limit: Decimal, _ bound: Bound, _ side: String, _ name: String
  ) -> String? {
    let order = Decimal.compare(number, limit)
    let title = bound.isExclusive ? "exclusive \(name)" : name
    if order == 0 { return bound.isExclusive ? "equal to the \(title) of \(bound.digits)" : nil }
    guard (order < 0) == (side == "below") else { return nil }
    return (DistanceText.between(number, limit).map { $0 + " " } ?? "")
      + "\(side) the \(title) of \(bound.digits)"
  }
}

extension Evaluator {
  /// How the value at fault differs from what a rule requires; nil if that must not be shown, or
  /// the rule is about something else.
  mutating func difference(of rule: Int32, _ culprit: Int32) -> String? {
    let definition = program.ruleSet.rules[Int(rule)]
    if case .relate = definition.expression { return differenceText(definition.expression) }
    if case .compareTimes = definition.expression { return comparedTimes(definition.expression) }
    if definition.expression == .schema { return schemaDifference(rule, culprit) }
    if case .combination(let combination) = definition.expression {
      return comparedText(combination.fields)
    }
    if case .refers(let reference) = definition.expression {
      return comparedText(reference.fields)
    }
    guard case .constraint(let constraint) = definition.expression else { return nil }
    if case .onlyFields = constraint, let names = extraNames(of: rule, culprit) { return names }
    guard let scope = definition.scope else { return nil }
    let path = scopes[Int32(scope.value)].path
    let node = failingNode(at: path, culprit)
    if node >= 0, masking(ofNode: node) != .none { return nil }
    if node < 0, program.hides(path, isCSV: isCSV) { return nil }
    let value = paths[path].isRepeated ? value(ofNode: node, path: path) : self.value(path)
    switch constraint {
    case .type(let types): return wordToWrite(types, value)
    case .references: return comparedText(value)
    default: break
    }
    if node >= 0, let kind = kindMissed(around: scope.value, by: node) { return kind }
    return difference(constraint, value)
  }

  /// What a value around that of a block is not; nil if the node is the block's own value.
  private func kindMissed(around scope: Int, by node: Int32) -> String? {
    let state = table.nodes[node].state
    if program.leads(scopes[Int32(scope)].path, to: state) { return nil }
    var inner = scope
    while true {
      switch program.ruleSet.scopes[inner].place {
      case .field: return nil
      case .items(let parent):
        if program.leads(scopes[Int32(parent.value)].path, to: state) { return "not an array" }
        inner = parent.value
      case .member(let parent, _):
        if program.leads(scopes[Int32(parent.value)].path, to: state) { return "not an object" }
        inner = parent.value
      }
    }
  }

  mutating func difference(_ constraint: Constraint, _ value: Value) -> String? {
    switch constraint {
    case .length(let minimum, let maximum):
      guard value.isText else { return "not a string" }
      let length = TextLength.measure(value.bytes, program.lengthUnit)
      let unit = program.lengthUnit == .bytes ? "byte" : "character"
      return DifferenceText.count(length, minimum, maximum, unit)
    case .itemCount(let minimum, let maximum):
      guard value.kind == .array || value.kind == .cell && isArrayCell(value) else {
        return "not an array"
      }
      let isCell = value.isCell || value.kind == .cell
      let count = isCell ? cellElementCount(value) : Int(value.count)
      return DifferenceText.count(count, minimum, maximum, "item")
    case .onlyFields: return isCSV || value.kind == .object ? nil : "not an object"
    case .memberCount(let minimum, let maximum):
      guard value.kind == .object else { return "not an object" }
      return DifferenceText.count(memberCount(value), minimum, maximum, "member")
    case .dependentRequired:
      guard value.kind == .object else { return "not an object" }
      guard let number = program.dependencyNumbers[constraint] else { return nil }
      let missing = missingNames(program.dependencies[number], value.bytes)
      let names = missing.map { JSONText.quoted($0.name) }
      guard let first = missing.first else { return nil }
      return names.joined(separator: ", ") + (names.count == 1 ? " is" : " are")
        + " missing, though " + JSONText.quoted(first.because) + " is present"
    case .bounds(let lower, let upper):
      guard value.kind == .number || value.kind == .cell, let number = Decimal.parse(value.bytes)
      else { return "not a number" }
      return DifferenceText.number(number, lower: lower, upper: upper)
    case .moments: return timeDifference(constraint, value)
    case .notNull: return missingValue(value.node)
    default: return nil
    }
  }

  /// A text that counts as missing; nil of a `null`.
  private mutating func missingValue(_ node: Int32) -> String? {
    guard node >= 0, table.nodes[node].kind == .string || table.nodes[node].kind == .cell else {
      return nil
    }
    return table.nodes[node].bytes.isEmpty
      ? " is empty" : " is \(shown(node).text), which counts as missing"
  }

  private mutating func extraNames(of rule: Int32, _ culprit: Int32) -> String? {
    guard let fields = extraFields(of: rule, culprit), fields.count > 0 else { return nil }
    return "unknown field" + (fields.count == 1 ? " " : "s ") + fields.list
  }
}
