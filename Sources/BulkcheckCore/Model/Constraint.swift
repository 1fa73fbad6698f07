/// The types that a profile names.
package enum ValueType: String, CaseIterable, Hashable, Sendable {
  case string, integer, number, boolean, object, array
}

/// A change of a text: a step of `normalize` or `chain` (docs/reference/formats.md#patterns,
/// docs/reference/values.md#changes).
package enum Change: Hashable, Sendable {
  case trim, lowercase, uppercase, collapseWhitespace, digits
  /// Every match is replaced; `$0`–`$9` insert groups, `$$` a dollar.
  case replace(PatternSource, with: ExactText)
  /// Each `X` takes the next character of the text, if there are as many of each.
  case mask(ExactText)
  /// Replaces an absent, null or missing value (only in `normalize`).
  case `default`(Literal)
  /// A cell that is a number written as `.5` or `+5` becomes `0.5` or `5`.
  case plainNumber
  /// A cell that is this word becomes another.
  case word(ExactText, becomes: ExactText)
}

/// A step of a `chain`: the first check that fails ends it.
package enum ChainStep: Hashable, Sendable {
  case check(Constraint)
  case change(Change)
}

package enum ComparisonOperator: String, CaseIterable, Hashable, BitwiseCopyable, Sendable {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
}

/// One limit of a number; the digits as written.
package struct Bound: Hashable, Sendable {
  package var digits: String
  package var isExclusive: Bool
  package init(_ digits: String, isExclusive: Bool = false) {
    self.digits = digits
    self.isExclusive = isExclusive
  }
}

/// A condition on a single value. A constraint fails on a value of a kind that it is not about
/// (docs/reference/constraints.md#values-of-another-kind).
///
/// Long spellings are lowered to few cases: `minimum`, `exclusiveMaximum`, `range` … are all
/// ``bounds``; `minLength`, `maxLength`, `length` are ``length``. The keyword as written is kept by
/// the ``Rule``.
package enum Constraint: Hashable, Sendable {
  // Presence
  case required
  case present(Bool)
  /// `nullable: false`.
  case notNull
  case type([ValueType])
  // Text
  case length(minimum: Int?, maximum: Int?)
  case pattern(PatternSource)
  case notPattern(PatternSource)
  case containsText(ExactText)
  case startsWith(ExactText)
  case endsWith(ExactText)
  case format(Format)
  /// A date or time in a notation of its own.
  case temporal(TemporalNotation)
  /// Dates or times between two limits.
  case moments(lower: MomentBound?, upper: MomentBound?, TemporalNotation)
  /// At least one code point, element or member.
  case notEmpty
  // Number
  case bounds(lower: Bound?, upper: Bound?)
  case multipleOf(String)
  // Choice
  case const(Literal)
  case oneOf([Literal])
  case noneOf([Literal])
  /// Equal to a value of another file.
  case references(ReferencedColumn)
  // Array
  case itemCount(minimum: Int?, maximum: Int?)
  case uniqueItems
  // Object
  /// `additionalFields: false`; the names that may occur. A `*` covers all names, in CSV those of
  /// the columns that it means.
  case onlyFields(Set<ExactText>, coversAll: Bool = false)
  case memberCount(minimum: Int?, maximum: Int?)
  /// If a member is there, others must be there too.
  case dependentRequired([NameDependency])
  // Text, ordered
  case chain([ChainStep])
  /// No other record of the whole run has the same value. Stands only alone as the expression of a
  /// rule.
  case unique
  /// A condition that only a closure knows: its position among the ``ClosureCheck``s that come with
  /// the rules. No profile has any.
  case closure(Int)
}

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
  case compareTimes(FieldPath, ComparisonOperator, FieldPath, TemporalSides)
  /// The combination of these absolute paths occurs once in the run. Only as the whole of a rule.
  case unique([FieldPath])
  /// The combination of absolute paths, each to a single value, occurs in a reference.
  case combination(ReferencedCombination)
  /// The combination occurs in the run itself. Only as the whole of a rule.
  case refers(InputReference)
  /// The raw outcome of another rule: true if passed, false if failed, otherwise undecided
  /// (docs/reference/rules.md#referring-to-another-rule).
  case outcome(RuleIndex)
  /// A keyword of the ``RuleSet/schema`` names the rule. Only as the whole of a rule.
  case schema

  /// Whether it is a keyword of a schema.
  package var isSchema: Bool { if case .schema = self { true } else { false } }
}
