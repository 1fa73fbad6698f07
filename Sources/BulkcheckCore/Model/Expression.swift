/// A three-valued statement about a value or a record: the one algebra of blocks, combinators and
/// rules.
///
/// Leaves speak about the *current value*: the value of the enclosing block, at first the record.
package indirect enum Expression: Hashable, Sendable {
  case constraint(Constraint)
  /// A statement about the value, or each of the values, at a path from the current value, dotted
  /// semantics: absent when a step is absent or no container
  /// (docs/reference/paths.md#absent-paths).
  case at(FieldPath, Expression)
  /// False if a part is false, otherwise true if a part is true, otherwise undecided. A block is an
  /// `all` of its constraints.
  case all([Expression])
  case any([Expression])
  case none([Expression])
  case not(Expression)
  /// False if a part is false, otherwise true if all are true: undecided parts count. This is the
  /// `and` of three-valued logic, which ``all(_:)`` is not.
  case both([Expression])
  /// True if a part is true, otherwise false if all are false: the `or` of three-valued logic.
  case either([Expression])
  /// The constraint on a value of the types that it is about. On any other value it is open, as a
  /// pattern at its match limit is.
  case about(ConstraintSubject, Constraint)
  /// The value of the operand is true. A null is undecided; one that comes of a value of another
  /// type leaves the statement open.
  case test(Operand)
  case when(Expression, then: Expression?, else: Expression?)
  /// `items` as part of a form that is one rule: the statement about each element of the current
  /// array.
  case items(Expression)
  /// `fields` as part of a form that is one rule: the current value is an object, with statements
  /// about its parts. Each expression is an ``at(_:_:)``.
  case fields([Expression])
  /// `contains` with a block: at least one element satisfies it.
  case someItem(Expression)
  /// `propertyNames`: the statement about each name of the current object's members, as a text.
  case names(Expression)
  /// Two operands that are computed of numbers, and the difference that they may have.
  case relate(Operand, ComparisonOperator, Operand, within: String?)
  /// Absolute paths, each to a single value (docs/reference/rules.md#compare).
  case compare(FieldPath, ComparisonOperator, FieldPath)
  /// A comparison of fields that are dates or times, by the points of time.
  case compareInstants(FieldPath, ComparisonOperator, FieldPath, TemporalSides)
  /// The key occurs once in the run. Only as the whole of a rule.
  case unique(UniqueKey)
  /// The combination of absolute paths, each to a single value, occurs in a reference.
  case combination(ReferencedCombination)
  /// The combination occurs in the run itself. Only as the whole of a rule.
  case refers(InputReference)
  /// The raw outcome of another rule: true if passed, false if failed, otherwise undecided
  /// (docs/reference/rules.md#referring-to-another-rule).
  case outcome(RuleIndex)
  /// A keyword of the ``RuleSet/schema``. Only as the whole of a rule.
  case keyword(SchemaStatement)
}

/// A key that may occur once in a run, and the records that have it.
package struct UniqueKey: Hashable, Sendable {
  package enum Parts: Hashable, Sendable {
    /// The values at absolute paths, in their order.
    case values([FieldPath])
    /// The record as a whole: all members but those that are null.
    case record
  }

  package var parts: Parts
  /// Only records of which this is true have the key; nil: all.
  package var condition: Expression?

  package init(_ parts: Parts, where condition: Expression? = nil) {
    self.parts = parts
    self.condition = condition
  }

  /// Whether the condition is one in SQL, which may be null.
  package var conditionIsStatement: Bool {
    if case .both? = condition { true } else { false }
  }

  /// The paths of its values; empty for the record as a whole.
  package var paths: [FieldPath] {
    if case .values(let paths) = parts { paths } else { [] }
  }
}

extension Expression {
  /// The statements that it is made of.
  package var parts: [Expression] {
    switch self {
    case .all(let parts), .any(let parts), .none(let parts), .fields(let parts),
      .both(let parts), .either(let parts):
      parts
    case .not(let inner), .at(_, let inner), .items(let inner), .someItem(let inner),
      .names(let inner):
      [inner]
    case .when(let condition, let then, let otherwise):
      [condition, then, otherwise].compactMap { $0 }
    case .unique(let key): key.condition.map { [$0] } ?? []
    case .constraint, .about, .test, .compare, .compareInstants, .relate, .combination, .refers,
      .outcome, .keyword:
      []
    }
  }

  /// The comparisons in what it requires; those in conditions are none of them.
  package var comparisons: [Expression] {
    switch self {
    case .compare, .compareInstants, .relate: [self]
    case .when(_, let then, let otherwise):
      [then, otherwise].compactMap { $0 }.flatMap(\.comparisons)
    default: parts.flatMap(\.comparisons)
    }
  }

  /// The keyword of a schema that it is; nil for all others.
  package var keyword: SchemaStatement? {
    if case .keyword(let statement) = self { statement } else { nil }
  }

  /// Whether a closure is asked for some part of it.
  package var asksClosure: Bool {
    hasConstraint { if case .closure = $0 { true } else { false } }
  }

  /// Whether it has a limit that depends on the clock.
  package var asksForNow: Bool {
    if case .test(let operand) = self { return operand.asksForNow }
    return hasConstraint(\.asksForNow) || parts.contains(where: \.asksForNow)
  }

  /// Whether a constraint in it is one of those that are looked for.
  private func hasConstraint(_ isWanted: (Constraint) -> Bool) -> Bool {
    switch self {
    case .constraint(let constraint), .about(_, let constraint): return isWanted(constraint)
    default: break
    }
    return parts.contains { $0.hasConstraint(isWanted) }
  }

  /// The rules whose outcome the expression uses.
  var references: [RuleIndex] {
    if case .outcome(let rule) = self { [rule] } else { parts.flatMap(\.references) }
  }
}
