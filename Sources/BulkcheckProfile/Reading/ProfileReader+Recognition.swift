internal import BulkcheckCore
internal import BulkcheckDocument

/// Recognises what is not a profile.
extension ProfileReader {
  /// Keywords that stand at the root of a JSON Schema and mean nothing there in a profile.
  private static let schemaKeywords: Set<String> = [
    "$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor",
    "$recursiveRef", "$ref", "$vocabulary", "additionalItems", "additionalProperties", "allOf",
    "anyOf", "const", "contains", "dependencies", "dependentRequired", "dependentSchemas", "enum",
    "if", "items", "maxItems", "maxProperties", "minItems", "minProperties", "not", "oneOf",
    "patternProperties", "prefixItems", "properties", "propertyNames", "required", "then", "type",
    "unevaluatedItems", "unevaluatedProperties", "uniqueItems",
  ]

  /// Whether it is a JSON Schema that does not say so: it has keywords, and no key of a profile but
  /// those that schemas may have too.
  func isUnmarkedSchema(_ root: DocumentNode) -> Bool {
    let names = (root.members ?? []).map(\.name)
    guard names.contains(where: Self.schemaKeywords.contains) else { return false }
    return !names.contains { name in
      Self.keys.contains(name) && name != "definitions" && name != "name"
        || Self.isVersionMisspelt(name)
    }
  }
}
