internal import BulkcheckCore
internal import BulkcheckDocument

/// Why something cannot be referred to.
struct ReferenceProblem: Error {
  var complaint: Complaint
}

extension SchemaLibrary {
  /// How schemas are understood whose `$schema` names this URI.
  mutating func meaning(ofMetaschema uri: String) -> Result<SchemaMeaning, ReferenceProblem> {
    if let dialect = SchemaDialect(metaschema: uri) { return .success(SchemaMeaning(dialect)) }
    let address = URIText.split(uri).address
    if let known = meanings[address] { return .success(known) }
    guard metaschemasBeingRead.insert(address).inserted, metaschemasBeingRead.count <= 16 else {
      return .failure(ReferenceProblem(complaint: .endlessMetaschema(uri)))
    }
    defer { metaschemasBeingRead.remove(address) }
    guard let resource = resource(address, for: SchemaMeaning(defaultDialect)) else {
      return .failure(ReferenceProblem(complaint: .unknownDialect(uri)))
    }
    var meaning = SchemaMeaning(resources[resource].meaning.dialect)
    let root = places[resources[resource].root].node
    if meaning.dialect >= .draft2019, let members = root["$vocabulary"]?.members {
      var unknown: String?
      let vocabulary = members.map { ($0.name, $0.value.boolean ?? false) }
      guard let stated = SchemaMeaning(meaning.dialect, vocabulary: vocabulary, unknown: &unknown)
      else {
        return .failure(
          ReferenceProblem(complaint: .unknownVocabulary(unknown ?? "", metaschema: uri)))
      }
      meaning = stated
    }
    meanings[address] = meaning
    return .success(meaning)
  }
}
