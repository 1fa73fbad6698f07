internal import BulkcheckCore

/// How a statement applies a subschema.
struct SchemaEdge {
  var target: SubschemaIndex
  /// Whether it leads to the same value, not to a part of it.
  var isInPlace: Bool
  /// Whether a record is valid only if the subschema holds wherever it is applied.
  var hasToHold: Bool
}

extension SchemaStatement {
  /// The subschemas that the statement applies.
  var edges: [SchemaEdge] {
    func edges(_ targets: [SubschemaIndex], inPlace: Bool, hold: Bool) -> [SchemaEdge] {
      targets.map { SchemaEdge(target: $0, isInPlace: inPlace, hasToHold: hold) }
    }
    switch self {
    case .never, .type, .choice, .bounds, .multipleOf, .length, .pattern, .format, .content,
      .itemCount, .uniqueItems, .memberCount, .required, .dependentRequired:
      return []
    case .anyOf(let targets), .oneOf(let targets):
      return edges(targets, inPlace: true, hold: false)
    case .not(let target): return edges([target], inPlace: true, hold: false)
    case .contains(let target, _, _, _): return edges([target], inPlace: false, hold: false)
    case .allOf(let targets): return edges(targets, inPlace: true, hold: true)
    case .reference(let target): return edges([target], inPlace: true, hold: true)
    case .conditional(let condition, let then, let otherwise):
      return edges([condition], inPlace: true, hold: false)
        + edges([then, otherwise].compactMap { $0 }, inPlace: true, hold: true)
    case .dependentSchemas(let members):
      return edges(members.map(\.subschema), inPlace: true, hold: true)
    case .properties(let members):
      return edges(members.map(\.subschema), inPlace: false, hold: true)
    case .patternProperties(let members):
      return edges(members.map(\.subschema), inPlace: false, hold: true)
    case .prefixItems(let targets): return edges(targets, inPlace: false, hold: true)
    case .additionalProperties(let target), .propertyNames(let target), .items(let target, _),
      .unevaluatedProperties(let target), .unevaluatedItems(let target):
      return edges([target], inPlace: false, hold: true)
    }
  }

  /// Whether it asserts something itself, and so is a rule where it has to hold.
  var isAssertion: Bool {
    switch self {
    case .never, .type, .choice, .bounds, .multipleOf, .length, .pattern, .format, .content,
      .itemCount, .uniqueItems, .memberCount, .required, .dependentRequired, .anyOf, .oneOf, .not,
      .contains:
      true
    case .allOf, .reference, .conditional, .dependentSchemas, .properties, .patternProperties,
      .additionalProperties, .propertyNames, .prefixItems, .items, .unevaluatedProperties,
      .unevaluatedItems:
      false
    }
  }
}
