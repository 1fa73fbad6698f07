internal import BulkcheckDocument

/// Groups of keywords that a metaschema of 2019-09 or 2020-12 has or has not.
enum SchemaVocabulary: String, CaseIterable, Hashable {
  case core, applicator, unevaluated, validation, content
  case metadata = "meta-data"
  /// `format`; in 2020-12 `format-annotation` and `format-assertion`.
  case format
}

/// How the keywords of a resource are understood: the dialect, and what its metaschema changes.
struct SchemaMeaning: Hashable {
  var dialect: SchemaDialect
  var vocabularies = Set(SchemaVocabulary.allCases)
  var assertsFormat: Bool

  init(_ dialect: SchemaDialect) {
    self.dialect = dialect
    assertsFormat = dialect < .draft2019
  }

  /// The meaning of a dialect with the `$vocabulary` of a metaschema. Throws if it requires a
  /// vocabulary that is not known.
  init(
    _ dialect: SchemaDialect, vocabulary members: [DocumentMember], of metaschema: String
  ) throws(Complaint) {
    self.init(dialect)
    vocabularies = [.core]
    for member in members {
      let isRequired = member.value.boolean ?? false
      guard let name = Self.name(of: member.name) else {
        if isRequired { throw .unknownVocabulary(member.name, metaschema: metaschema) }
        continue
      }
      switch name {
      case "format-annotation": vocabularies.insert(.format)
      case "format-assertion":
        vocabularies.insert(.format)
        assertsFormat = true
      case "format":
        vocabularies.insert(.format)
        assertsFormat = isRequired
      default:
        if let vocabulary = SchemaVocabulary(rawValue: name) { vocabularies.insert(vocabulary) }
        // In 2019-09 the applicators hold `unevaluatedItems` and `unevaluatedProperties`.
        if name == "applicator", dialect == .draft2019 { vocabularies.insert(.unevaluated) }
      }
    }
  }

  private static let names: Set<String> = [
    "core", "applicator", "unevaluated", "validation", "content", "meta-data", "format",
    "format-annotation", "format-assertion",
  ]

  private static func name(of uri: String) -> String? {
    for folder in [
      "https://json-schema.org/draft/2019-09/vocab/",
      "https://json-schema.org/draft/2020-12/vocab/",
    ] where uri.hasPrefix(folder) {
      let name = String(uri.dropFirst(folder.count))
      return names.contains(name) ? name : nil
    }
    return nil
  }
}
