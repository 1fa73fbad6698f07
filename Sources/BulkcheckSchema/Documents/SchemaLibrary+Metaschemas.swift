internal import BulkcheckCore
internal import BulkcheckDocument

extension SchemaLibrary {
  /// How schemas are understood whose `$schema` names this URI.
  mutating func meaning(ofMetaschema uri: String) throws(Complaint) -> SchemaMeaning {
    if let dialect = SchemaDialect(metaschema: uri) { return SchemaMeaning(dialect) }
    let address = URIText.split(uri).address
    if let known = meanings[address] { return known }
    guard metaschemasBeingRead.insert(address).inserted, metaschemasBeingRead.count <= 16 else {
      throw .endlessMetaschema(uri)
    }
    defer { metaschemasBeingRead.remove(address) }
    guard let resource = resource(address, for: SchemaMeaning(defaultDialect)) else {
      throw .unknownDialect(uri)
    }
    var meaning = SchemaMeaning(resources[resource].meaning.dialect)
    let root = places[resources[resource].root].node
    if meaning.dialect >= .draft2019, let members = root["$vocabulary"]?.members {
      meaning = try SchemaMeaning(meaning.dialect, vocabulary: members, of: uri)
    }
    meanings[address] = meaning
    return meaning
  }
}
