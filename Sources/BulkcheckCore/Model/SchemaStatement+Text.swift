/// The requirement of each rule of a rule set, in words and as a constraint.
package struct RuleStatements {
  private let ruleSet: RuleSet
  private let ids: [String]
  private let keywords: [SchemaStatement?]

  /// - Complexity: of all rules and keywords; what is asked afterwards takes constant time.
  package init(_ ruleSet: RuleSet) {
    self.ruleSet = ruleSet
    ids = ruleSet.rules.map(\.id)
    keywords = ruleSet.schema?.statements(ruleCount: ids.count) ?? []
  }

  /// A rule's statement as short text.
  package func text(_ rule: RuleIndex) -> String {
    keyword(rule)?.text
      ?? StatementText.text(ruleSet.rules[rule.value].expression, ids: ids)
  }

  /// The constraint of profiles that requires the same as a keyword of the schema, if there is one.
  package func schemaConstraint(_ rule: RuleIndex) -> Constraint? { keyword(rule)?.constraint }

  /// The keyword of the schema that a rule is; nil if it is none.
  package func keyword(_ rule: RuleIndex) -> SchemaStatement? {
    keywords.isEmpty ? nil : keywords[rule.value]
  }
}

extension SchemaGraph {
  /// The statement of each rule, by its number; nil for rules that are not keywords.
  package func statements(ruleCount: Int) -> [SchemaStatement?] {
    var statements = [SchemaStatement?](repeating: nil, count: ruleCount)
    for subschema in subschemas {
      for keyword in subschema.keywords {
        guard let rule = keyword.rule, statements.indices.contains(rule.value) else { continue }
        statements[rule.value] = keyword.statement
      }
    }
    return statements
  }
}

extension SchemaStatement {
  /// The constraint of profiles that requires the same, if there is one.
  package var constraint: Constraint? {
    switch self {
    case .choice(let values): values.count == 1 ? .const(values[0]) : .oneOf(values)
    case .bounds(let lower, let upper): .bounds(lower: lower, upper: upper)
    case .multipleOf(let digits): .multipleOf(digits)
    case .length(let minimum, let maximum): .length(minimum: minimum, maximum: maximum)
    case .pattern(let source): .pattern(source)
    case .format(let format): .format(format)
    case .itemCount(let minimum, let maximum): .itemCount(minimum: minimum, maximum: maximum)
    case .uniqueItems: .uniqueItems
    default: nil
    }
  }

  /// Short text for listings.
  package var text: String {
    if let constraint { return StatementText.text(constraint) }
    switch self {
    case .never: return "false"
    case .type(let types, _):
      return "type "
        + SchemaType.allCases.filter(types.contains).map(\.rawValue).joined(separator: "|")
    case .content(let isBase64, let isJSON):
      return "content " + (isBase64 ? isJSON ? "JSON in base64" : "base64" : "JSON")
    case .memberCount(let minimum, let maximum):
      return "members "
        + [minimum.map { ">= \($0)" }, maximum.map { "<= \($0)" }].compactMap { $0 }
        .joined(separator: " and ")
    case .required(let names): return "required " + Self.quoted(names)
    case .dependentRequired(let dependencies):
      return "dependentRequired "
        + dependencies.map { "\(JSONText.quoted($0.name)): \(Self.quoted($0.required))" }
        .joined(separator: "; ")
    case .anyOf(let branches): return "anyOf \(branches.count) schemas"
    case .oneOf(let branches): return "oneOf \(branches.count) schemas"
    case .not: return "not"
    case .contains(_, let minimum, let maximum, _):
      return "contains >= \(minimum)" + (maximum.map { " and <= \($0)" } ?? "")
    default: return "schema"
    }
  }

  private static func quoted(_ names: [String]) -> String {
    names.map(JSONText.quoted).joined(separator: ", ")
  }
}
