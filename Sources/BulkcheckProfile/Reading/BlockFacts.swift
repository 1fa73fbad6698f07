internal import BulkcheckCore
internal import BulkcheckDocument

/// The constraints of one block: the material for finding that no value can satisfy all of them.
struct BlockFacts {
  fileprivate var constraints: [(constraint: Constraint, keyword: Keyword, offset: Int)] = []
  /// The offset of `nullable: true`.
  fileprivate var nullableOffset: Int?

  /// Takes note of a constraint; `statement` is nil for one that makes no rule.
  mutating func note(_ form: ConstraintForm, _ statement: Expression?) {
    if form.keyword == .nullable, form.operand == nil || form.operand?.boolean == true {
      nullableOffset = form.nameOffset
    }
    guard case .constraint(let constraint)? = statement else { return }
    constraints.append((constraint, form.keyword, form.nameOffset))
  }
}

extension ProfileReader {
  /// Complains about a block that contradicts itself (docs/reference/constraints.md#presence,
  /// docs/reference/constraints.md#numbers).
  mutating func check(_ facts: BlockFacts) {
    if let offset = facts.nullableOffset, facts.constraints.contains(where: { $0.0 == .required }) {
      complain(offset, .requiredAndNullable)
    }
    let isInteger = facts.constraints.contains { $0.0 == .type([.integer]) }
    for low in facts.constraints {
      for high in facts.constraints {
        guard let subject = Self.conflict(low.constraint, high.constraint, isInteger: isInteger)
        else { continue }
        complain(
          Swift.max(low.offset, high.offset),
          .impossibleBounds(low.keyword.rawValue, high.keyword.rawValue, about: subject))
      }
    }
  }

  /// The property that no value has if the lower limit of a constraint holds, and the upper one of
  /// another; nil if some value may.
  private static func conflict(
    _ lower: Constraint, _ upper: Constraint, isInteger: Bool
  ) -> String? {
    switch (lower, upper) {
    case (.length(let low?, _), .length(_, let high?)): low > high ? "length" : nil
    case (.itemCount(let low?, _), .itemCount(_, let high?)):
      low > high ? "number of elements" : nil
    case (.memberCount(let low?, _), .memberCount(_, let high?)):
      low > high ? "number of members" : nil
    case (.instants(let low?, _, _), .instants(_, let high?, let notation)):
      notation.admits(low, high) ? nil : notation.kind.rawValue
    case (.bounds(let low?, _), .bounds(_, let high?)):
      isPossible(low, high, isInteger: isInteger) ? nil : isInteger ? "integer" : "number"
    default: nil
    }
  }

  /// Whether a number (or an integer) lies within both bounds.
  private static func isPossible(_ lower: Bound, _ upper: Bound, isInteger: Bool) -> Bool {
    let high = BigDecimal(upper.digits)
    if isInteger, let low = BigDecimal(lower.digits).nextInteger(exclusive: lower.isExclusive) {
      return upper.isExclusive ? low < high : low <= high
    }
    let low = BigDecimal(lower.digits)
    return lower.isExclusive || upper.isExclusive ? low < high : low <= high
  }
}
