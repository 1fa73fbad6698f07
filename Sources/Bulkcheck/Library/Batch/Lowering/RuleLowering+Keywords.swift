internal import BulkcheckCore
internal import Requirements

extension Constraint {
  /// The constraints that together mean this one, each of which has a keyword in profiles.
  var profileConstraints: [Constraint] {
    switch self {
    case .itemCount(let minimum?, let maximum?):
      [.itemCount(minimum: minimum, maximum: nil), .itemCount(minimum: nil, maximum: maximum)]
    case .bounds(let lower?, let upper?) where lower.isExclusive || upper.isExclusive:
      [.bounds(lower: lower, upper: nil), .bounds(lower: nil, upper: upper)]
    default: [self]
    }
  }

  /// The keyword of a profile.
  var keyword: String {
    switch self {
    case .length(_?, _?): "length"
    case .length(_, let maximum): maximum == nil ? "minLength" : "maxLength"
    case .bounds(_?, _?), .instants(_?, _?, _): "range"
    case .bounds(let lower?, _): lower.isExclusive ? "exclusiveMinimum" : "minimum"
    case .bounds(_, let upper): upper?.isExclusive == true ? "exclusiveMaximum" : "maximum"
    case .instants(let lower?, _, _): lower.isExclusive ? "exclusiveMinimum" : "minimum"
    case .instants(_, let upper, _): upper?.isExclusive == true ? "exclusiveMaximum" : "maximum"
    case .itemCount(_, let maximum): maximum == nil ? "minItems" : "maxItems"
    case .memberCount(_, let maximum): maximum == nil ? "minProperties" : "maxProperties"
    case .onlyFields: "additionalFields"
    // The text of all others begins with it.
    default: String(words.text.prefix { $0 != " " })
    }
  }
}

extension RuleLowering {
  /// The keyword under which a report lists a rule.
  func keyword(of outline: Outline, _ expression: Expression, at place: RequirementLocation)
    -> String
  {
    switch outline {
    case .because(_, let part), .annotated(_, let part):
      return keyword(of: part, expression, at: place)
    case .builtIn(let builtIn):
      guard let constraint = constraint(of: builtIn, at: place) else {
        return String(builtIn.name.prefix { $0 != "(" })
      }
      // The keyword is the same where a number is decoded after all.
      return !place.failsIfMissing && constraint.profileConstraints.count == 1
        ? constraint.keyword : RuleLowering.keyword(of: expression)
    case .across(let check):
      switch check.form {
      case .comparison, .equality: return "compare"
      case .condition, .closure: return "closure"
      }
    default: return RuleLowering.keyword(of: expression)
    }
  }

  private static func keyword(of expression: Expression) -> String {
    switch expression {
    case .constraint(let constraint), .about(_, let constraint): constraint.keyword
    case .both, .either, .test: "sql"
    case .at(_, let inner): keyword(of: inner)
    case .all: "all"
    case .any: "any"
    case .none: "none"
    case .not: "not"
    case .when: "when"
    case .items: "items"
    case .fields: "fields"
    case .someItem: "contains"
    case .compare, .compareInstants, .relate: "compare"
    case .names: "propertyNames"
    case .unique: "unique"
    case .combination, .refers: "references"
    case .outcome: "rule"
    case .keyword: "schema"
    }
  }
}
