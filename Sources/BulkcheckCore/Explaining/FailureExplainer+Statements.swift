/// Statements of three-valued logic that fail on the record that is looked at alone, in words.
extension FailureExplainer {
  /// The value that leaves a statement open.
  struct OpenValue {
    /// The operand as the statement has it.
    var name: String
    /// The value of the record that it is, if it is one.
    var path: FieldPath?
    /// The words for the values that are needed there.
    var wanted: String
    var isOutOfRange = false
  }

  /// More values than these are not listed.
  private static let valuesMaximum = 6

  /// Why a statement is not true: the value of a wrong type, or all values that it reads. nil where
  /// they must not be told.
  ///
  /// - Parameter isOpen: it is not false.
  mutating func statementText(_ expression: Expression, isOpen: Bool) -> String? {
    var paths: [FieldPath] = []
    for path in expression.pathsOfRecord where !paths.contains(path) { paths.append(path) }
    let isHidden = paths.contains { path in
      pathNumber(path).map { engine.program.hides($0, isCSV: engine.isCSV) } ?? true
    }
    if isHidden, !engine.core.values.masking.isOpen { return nil }
    let text = MessageTemplate.shortened(
      expression.text(ids: engine.program.ruleSet.rules.map(\.id)))
    if isOpen, let value = mistyped(in: expression) {
      if value.isOutOfRange { return "\(value.name) is out of range, so this is open: \(text)" }
      let subject =
        value.path.map { "\(value.name) is \(valueText(at: $0))" } ?? "\(value.name) has a value"
      return "\(subject), which is not \(value.wanted), so this is open: \(text)"
    }
    var values: [String] = []
    for path in paths.prefix(FailureExplainer.valuesMaximum) {
      values.append("\(Operand.value(path)) is \(MessageTemplate.shortened(valueText(at: path)))")
    }
    let more = paths.count > values.count ? ", …" : ""
    return values.isEmpty
      ? "this does not hold: \(text)"
      : "this does not hold: \(text), where " + values.joined(separator: ", ") + more
  }

  /// The value of a wrong type that leaves the condition of the section at hand open, in words;
  /// nil if there is none.
  mutating func openValueOfSection() -> String? {
    guard let own = section,
      let condition = engine.program.ruleSet.sections[own.value].condition
    else { return nil }
    // It reads paths as the profile declares them.
    section = nil
    defer { section = own }
    return mistyped(in: condition).map {
      "\($0.name) is not \($0.wanted), so the condition of the section is open"
    }
  }

  /// The first value of a wrong type that a statement reads.
  mutating func mistyped(in expression: Expression) -> OpenValue? {
    mistyped(in: expression, FieldPath())
  }

  private mutating func mistyped(in expression: Expression, _ place: FieldPath) -> OpenValue? {
    switch expression {
    case .at(let path, let inner): return mistyped(in: inner, place.appending(path))
    case .about(let subject, _):
      guard let number = pathNumber(place) else { return nil }
      let value = engine.core.values.value(number)
      if value.isMissing || value.isUnreadable || value.isOf(subject) { return nil }
      return OpenValue(
        name: Operand.value(place).description, path: place,
        wanted: subject == .numbers ? "a number" : "a string")
    case .test(let operand): return culprit(in: operand)
    default:
      for part in expression.parts {
        if let found = mistyped(in: part, place) { return found }
      }
      return nil
    }
  }

  /// The first part of an operand that has no value because it is of a wrong type, or out of range.
  mutating func culprit(in operand: Operand) -> OpenValue? {
    guard let code = code(of: operand) else { return nil }
    return culprit(in: operand, code)
  }

  private mutating func code(of operand: Operand) -> OperandCode? {
    let expression = Expression.test(operand)
    let numbers = engine.program.lists.testNumbers
    let own = ProgramBuilder.SectionExpression(expression: expression, section: section)
    let outer = ProgramBuilder.SectionExpression(expression: expression, section: nil)
    return (numbers[own] ?? numbers[outer]).map { engine.program.lists.tests[$0] }
  }

  private mutating func culprit(in operand: Operand, _ code: OperandCode) -> OpenValue? {
    for (part, code) in zip(operand.parts, code.parts) {
      if let found = culprit(in: part, code) { return found }
    }
    var isOutOfRange = false
    switch engine.core.compute(code, engine.lane) {
    case .mistyped: break
    case .outOfRange: isOutOfRange = true
    default: return nil
    }
    var found = OpenValue(name: operand.description, wanted: "of the type that is needed")
    found.isOutOfRange = isOutOfRange
    if case .read(let path, let reading) = operand {
      found.path = path
      found.wanted = reading.words
    }
    return found
  }
}

extension Expression {
  /// Whether it is a statement of three-valued logic.
  var isStatement: Bool {
    switch self {
    case .both, .either, .about, .test: true
    default: false
    }
  }

  /// The paths that it reads, from the record.
  fileprivate var pathsOfRecord: [FieldPath] {
    var (paths, names): ([FieldPath], [FieldPath]) = ([], [])
    collectPaths(from: FieldPath(), [], &paths, &names)
    return paths
  }
}

extension OperandCode {
  /// In the order of ``Operand/parts``.
  fileprivate var parts: [OperandCode] {
    switch self {
    case .call(_, let arguments): arguments
    case .matches(let argument, _): [argument]
    case .operation(let left, _, let right): [left, right]
    case .choose(let branches, let otherwise):
      branches.flatMap { [$0.condition, $0.result] } + (otherwise.map { [$0] } ?? [])
    default: []
    }
  }
}

extension Operand.Reading {
  fileprivate var words: String {
    switch self {
    case .number: "a number"
    case .text: "a string"
    case .truth: "true or false"
    case .any, .presence: "a string, a number or a boolean"
    case .temporal(let notation): "in the format \(notation)"
    case .moment: "a date or a date-time"
    }
  }
}

extension Value {
  fileprivate func isOf(_ subject: ConstraintSubject) -> Bool {
    switch subject {
    case .numbers: kind == .number || kind == .cell && Decimal.parse(bytes) != nil
    case .texts: isText
    default: true
    }
  }
}
