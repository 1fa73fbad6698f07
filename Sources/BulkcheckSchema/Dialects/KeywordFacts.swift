/// The facts about a keyword in some dialects.
struct KeywordFacts {
  /// The places of subschemas in the value.
  enum Subschemas {
    case none
    case one
    case list
    /// `items` before 2020-12.
    case oneOrList
    case members
    /// `dependencies`: a member may also be a list of names.
    case membersOrNames
  }

  /// The form that the value must have; subschemas are checked where they stand.
  enum Form {
    case any, text, uri, reference, identifier, anchor, boolean, number, positiveNumber, count
    case schema, schemaOrBoolean, schemaList, schemaOrList, members, patternMembers, dependencies
    case names, nameLists, types, list, choices, pattern, vocabulary
  }

  var name: String
  var dialects: ClosedRange<SchemaDialect>
  var vocabulary: SchemaVocabulary
  var form: Form

  var subschemas: Subschemas {
    switch form {
    case .schema, .schemaOrBoolean: .one
    case .schemaList: .list
    case .schemaOrList: .oneOrList
    case .members, .patternMembers: .members
    case .dependencies: .membersOrNames
    default: .none
    }
  }

  /// The keyword in a dialect; nil if it is not one of it.
  static func named(_ name: String, in dialect: SchemaDialect) -> KeywordFacts? {
    table[name]?.first { $0.dialects.contains(dialect) }
  }

  /// The dialects that know a name, the last ones first.
  static func all(named name: String) -> [KeywordFacts] { table[name] ?? [] }

  static func names(in dialect: SchemaDialect) -> [String] {
    all.filter { $0.dialects.contains(dialect) }.map(\.name)
  }

  private static let table = Dictionary(grouping: all, by: \.name)

  private static let all: [KeywordFacts] =
    core + applicators + validation + annotations

  private static let every = SchemaDialect.draft4...SchemaDialect.draft2020
  private static let since6 = SchemaDialect.draft6...SchemaDialect.draft2020
  private static let since7 = SchemaDialect.draft7...SchemaDialect.draft2020
  private static let since2019 = SchemaDialect.draft2019...SchemaDialect.draft2020
  private static let only4 = SchemaDialect.draft4...SchemaDialect.draft4
  private static let only2019 = SchemaDialect.draft2019...SchemaDialect.draft2019
  private static let only2020 = SchemaDialect.draft2020...SchemaDialect.draft2020
  private static let until2019 = SchemaDialect.draft4...SchemaDialect.draft2019

  private static func group(
    _ vocabulary: SchemaVocabulary, _ entries: [(String, ClosedRange<SchemaDialect>, Form)]
  ) -> [KeywordFacts] {
    entries.map { KeywordFacts(name: $0.0, dialects: $0.1, vocabulary: vocabulary, form: $0.2) }
  }

  private static let core = group(
    .core,
    [
      ("$schema", every, .uri), ("id", only4, .identifier), ("$id", since6, .identifier),
      ("$ref", every, .reference), ("$anchor", since2019, .anchor),
      ("$dynamicAnchor", only2020, .anchor), ("$dynamicRef", only2020, .reference),
      ("$recursiveAnchor", only2019, .boolean), ("$recursiveRef", only2019, .reference),
      ("$vocabulary", since2019, .vocabulary), ("$comment", since7, .text),
      ("$defs", since2019, .members), ("definitions", every, .members),
    ])

  private static let applicators =
    group(
      .applicator,
      [
        ("prefixItems", only2020, .schemaList), ("items", until2019, .schemaOrList),
        ("items", only2020, .schema), ("additionalItems", until2019, .schemaOrBoolean),
        ("contains", since6, .schema), ("additionalProperties", every, .schemaOrBoolean),
        ("properties", every, .members), ("patternProperties", every, .patternMembers),
        ("dependencies", every, .dependencies), ("dependentSchemas", since2019, .members),
        ("propertyNames", since6, .schema), ("if", since7, .schema), ("then", since7, .schema),
        ("else", since7, .schema), ("allOf", every, .schemaList), ("anyOf", every, .schemaList),
        ("oneOf", every, .schemaList), ("not", every, .schema),
      ])
    + group(
      .unevaluated,
      [
        ("unevaluatedItems", since2019, .schema), ("unevaluatedProperties", since2019, .schema),
      ])

  private static let validation = group(
    .validation,
    [
      ("type", every, .types), ("enum", every, .choices), ("const", since6, .any),
      ("multipleOf", every, .positiveNumber), ("maximum", every, .number),
      ("minimum", every, .number), ("exclusiveMaximum", only4, .boolean),
      ("exclusiveMinimum", only4, .boolean), ("exclusiveMaximum", since6, .number),
      ("exclusiveMinimum", since6, .number), ("maxLength", every, .count),
      ("minLength", every, .count), ("pattern", every, .pattern), ("maxItems", every, .count),
      ("minItems", every, .count), ("uniqueItems", every, .boolean),
      ("maxContains", since2019, .count), ("minContains", since2019, .count),
      ("maxProperties", every, .count), ("minProperties", every, .count),
      ("required", every, .names), ("dependentRequired", since2019, .nameLists),
    ])

  private static let annotations =
    group(.format, [("format", every, .text)])
    + group(
      .content,
      [
        ("contentEncoding", since7, .text), ("contentMediaType", since7, .text),
        ("contentSchema", since2019, .schema),
      ])
    + group(
      .metadata,
      [
        ("title", every, .text), ("description", every, .text), ("default", every, .any),
        ("examples", since6, .list), ("readOnly", since7, .boolean),
        ("writeOnly", since7, .boolean), ("deprecated", since2019, .boolean),
      ])
}
