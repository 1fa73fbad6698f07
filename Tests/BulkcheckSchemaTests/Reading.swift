import BulkcheckCore
import BulkcheckDocument
import BulkcheckSchema

/// A schema as tests read it.
func read(
  _ text: String, documents: [String: String] = [:], options: SchemaOptions = SchemaOptions()
) throws(SchemaMistakes) -> ReadSchema {
  let resolver = SchemaResolver(
    file: { uri in
      documents[uri].map { SchemaFile(name: uri, uri: uri, bytes: Array($0.utf8)) }
    }, uris: { documents.keys.sorted() })
  return try SchemaReader.read(
    SchemaFile(name: "s.json", uri: "file:///a/s.json", bytes: Array(text.utf8)),
    resolver: resolver, options: options)
}

/// The ids of the rules of a schema.
func rules(
  _ text: String, documents: [String: String] = [:], options: SchemaOptions = SchemaOptions()
) throws -> [String] {
  try read(text, documents: documents, options: options).ruleSet.rules.map(\.id)
}

/// Place and sentence of each mistake; empty if there is none.
func mistakes(_ text: String, documents: [String: String] = [:]) -> [String] {
  do {
    _ = try read(text, documents: documents)
    return []
  } catch {
    return error.files.flatMap { file in
      file.mistakes.map { "\($0.line):\($0.column): \($0.sentence)" }
    }
  }
}
