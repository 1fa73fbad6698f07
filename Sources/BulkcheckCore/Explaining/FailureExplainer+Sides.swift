/// The sides of comparisons on the record that is looked at alone: for `{left}` and `{right}` in
/// messages, and for `explain`.
extension FailureExplainer {
  /// The value of one side.
  private struct Side {
    /// The side as the profile has it.
    var name: String
    var isConstant = false
    var text: String
    var number: ExactDecimal?
    var instant: Instant?
  }

  /// More comparisons of a rule are not listed.
  private static let comparisonsMaximum = 4
  /// Longer numbers are not written out.
  private static let digitsMaximum = 200

  /// The value of a side of a rule's only comparison, or `absent`.
  mutating func sideText(of rule: RuleNumber, isLeft: Bool) -> String {
    let comparisons = engine.program.ruleSet.rules[Int(rule)].expression.comparisons
    guard let comparison = comparisons.first, let sides = sides(of: comparison) else {
      return "absent"
    }
    return isLeft ? sides.left.text : sides.right.text
  }

  /// `sum(items[*].price) = 41.97, total = 42.00, difference 0.03`, for each comparison of a rule.
  mutating func sidesText(of rule: RuleNumber) -> String {
    let comparisons = engine.program.ruleSet.rules[Int(rule)].expression.comparisons
    var texts: [String] = []
    for comparison in comparisons.prefix(FailureExplainer.comparisonsMaximum) {
      guard let (left, right) = sides(of: comparison) else { continue }
      var parts = [left, right].filter { !$0.isConstant }.map { "\($0.name) = \($0.text)" }
      if let difference = FailureExplainer.difference(left, right) {
        parts.append("difference \(difference)")
      }
      texts.append(parts.joined(separator: ", "))
    }
    return texts.joined(separator: "; ")
  }

  private static func difference(_ left: Side, _ right: Side) -> String? {
    if let one = left.number, let other = right.number {
      let difference = (one - other).magnitude
      return difference.digits.plainCount < digitsMaximum ? "\(difference)" : nil
    }
    guard let one = left.instant, let other = right.instant else { return nil }
    return Instant.distanceText(one, other)
  }

  private mutating func sides(of comparison: Expression) -> (left: Side, right: Side)? {
    switch comparison {
    case .relate(let left, _, let right, _):
      guard let number = relationNumber(of: comparison) else { return nil }
      let relation = engine.program.lists.relations[number]
      return (side(left, relation.left), side(right, relation.right))
    case .compare(let left, _, let right): return (side(left), side(right))
    case .compareInstants(let left, _, let right, let notations):
      return (side(left, notations.left), side(right, notations.right))
    default: return nil
    }
  }

  private mutating func side(_ operand: Operand, _ code: OperandCode) -> Side {
    if case .value(let path) = operand { return side(path) }
    var side = Side(name: operand.description, isConstant: operand.paths.isEmpty, text: "absent")
    for path in operand.paths where isHidden(path) {
      side.text = MaskedText.stars
      return side
    }
    switch engine.core.compute(code, engine.lane) {
    case .number(let number):
      side.number = number
      side.text =
        number.digits.plainCount < FailureExplainer.digitsMaximum
        ? "\(number)" : "a number of many digits"
    case .mistyped: side.text = "not a number"
    case .outOfRange: side.text = "out of range"
    default: break
    }
    return side
  }

  private mutating func side(_ path: FieldPath, _ notation: TemporalNotation? = nil) -> Side {
    var side = Side(name: Operand.value(path).description, text: "absent")
    if isHidden(path) {
      side.text = MaskedText.stars
      return side
    }
    side.text = valueText(at: path)
    guard let number = pathNumber(path) else { return side }
    let value = engine.core.values.value(number)
    if let notation {
      let reader = TemporalReader(notation)
      defer { reader.deallocate() }
      side.instant =
        value.mayBe(in: notation) ? reader.instant(value.bytes, isLocal: value.isLocalTime) : nil
    } else if value.kind == .number || value.kind == .cell {
      side.number = Decimal.parse(value.bytes).flatMap { ExactDecimal($0) }
    }
    return side
  }

  /// Whether a value at a path must not be shown.
  private mutating func isHidden(_ path: FieldPath) -> Bool {
    guard !engine.core.values.masking.isOpen else { return false }
    return pathNumber(path).map { engine.program.hides($0, isCSV: engine.isCSV) } ?? true
  }
}
