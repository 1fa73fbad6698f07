internal import BulkcheckCore
internal import Requirements

extension Constraint {
  /// The constraint as constraints that a profile has a word for.
  func words(_ lowering: RuleLowering) -> [Constraint] {
    switch self {
    case .itemCount(let minimum?, let maximum?):
      [.itemCount(minimum: minimum, maximum: nil), .itemCount(minimum: nil, maximum: maximum)]
    case .bounds(let lower?, let upper?) where lower.isExclusive || upper.isExclusive:
      [.bounds(lower: lower, upper: nil), .bounds(lower: nil, upper: upper)]
    default: [self]
    }
  }

  /// Whole numbers written without a fraction, as people write them.
  var withPlainDigits: Constraint {
    switch self {
    case .bounds(let lower, let upper): .bounds(lower: lower?.plain, upper: upper?.plain)
    case .multipleOf(let digits): .multipleOf(NumberDigits.plain(digits))
    case .const(.number(let digits)): .const(.number(NumberDigits.plain(digits)))
    default: self
    }
  }

  /// The word of a profile.
  var keyword: String {
    switch self {
    case .required: "required"
    case .present: "present"
    case .notNull: "nullable"
    case .type: "type"
    case .length(_?, _?): "length"
    case .length(_, let maximum): maximum == nil ? "minLength" : "maxLength"
    case .pattern: "pattern"
    case .notPattern: "notPattern"
    case .containsText: "contains"
    case .startsWith: "startsWith"
    case .endsWith: "endsWith"
    case .format, .temporal: "format"
    case .notEmpty: "notEmpty"
    case .bounds(_?, _?): "range"
    case .bounds(let lower?, _): lower.isExclusive ? "exclusiveMinimum" : "minimum"
    case .bounds(_, let upper): upper?.isExclusive == true ? "exclusiveMaximum" : "maximum"
    case .moments(_?, _?, _): "range"
    case .moments(let lower?, _, _): lower.isExclusive ? "exclusiveMinimum" : "minimum"
    case .moments(_, let upper, _): upper?.isExclusive == true ? "exclusiveMaximum" : "maximum"
    case .multipleOf: "multipleOf"
    case .const: "const"
    case .oneOf: "enum"
    case .noneOf: "notEnum"
    case .references: "references"
    case .itemCount(_, let maximum): maximum == nil ? "minItems" : "maxItems"
    case .uniqueItems: "uniqueItems"
    case .memberCount(_, let maximum): maximum == nil ? "minProperties" : "maxProperties"
    case .dependentRequired: "dependentRequired"
    case .onlyFields: "additionalFields"
    case .chain: "chain"
    case .unique: "unique"
    case .closure: "closure"
    }
  }
}

extension RuleLowering {
  /// The keyword under which a report lists a rule.
  func keyword(of outline: Outline, _ expression: Expression, at place: RulePlace) -> String {
    switch outline {
    case .builtIn(let builtIn): String(builtIn.name.prefix { $0 != "(" })
    // Also where a number is decoded after all.
    case .constraint(let constraint, _)
    where !place.failsIfMissing && constraint.adapted(to: place).words(self).count == 1:
      constraint.adapted(to: place).keyword
    default: RuleLowering.keyword(of: expression)
    }
  }

  private static func keyword(of expression: Expression) -> String {
    switch expression {
    case .constraint(let constraint): constraint.keyword
    case .at(_, let inner): keyword(of: inner)
    case .all: "all"
    case .any: "any"
    case .none: "none"
    case .not: "not"
    case .when: "when"
    case .items: "items"
    case .fields: "fields"
    case .someItem: "contains"
    case .compare, .compareTimes, .relate: "compare"
    case .names: "propertyNames"
    case .unique: "unique"
    case .combination, .refers: "references"
    case .outcome: "rule"
    case .schema: "schema"
    }
  }
}

extension Bound {
  fileprivate var plain: Bound { Bound(NumberDigits.plain(digits), isExclusive: isExclusive) }
}
