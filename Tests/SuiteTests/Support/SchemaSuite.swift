import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile
import BulkcheckSchema
import TestSupport

/// The official test suite of JSON Schema.
enum SchemaSuite {
  static let folder = "jsonschema/JSON-Schema-Test-Suite"
  static let drafts: [(name: String, dialect: SchemaDialect)] = [
    ("draft4", .draft4), ("draft6", .draft6), ("draft7", .draft7),
    ("draft2019-09", .draft2019), ("draft2020-12", .draft2020),
  ]

  /// A schema, and what is valid by it.
  struct Group {
    var description: String
    /// The schema as JSON text.
    var schema: String
    var tests: [(description: String, data: String, isValid: Bool)]
  }

  /// The groups of a file below `tests`.
  static func groups(_ path: String) throws -> [Group] {
    let kind = Document.Kind("suite", content: "a list", nestingMaximum: 1000)
    let document = try Document(SourceText(Suites.file("\(folder)/tests/\(path)")), kind: kind)
    return (document.root.elements ?? []).map { group in
      Group(
        description: group["description"]?.text ?? "",
        schema: group["schema"]?.literal.description ?? "",
        tests: (group["tests"]?.elements ?? []).map { test in
          (
            test["description"]?.text ?? "", test["data"]?.literal.description ?? "",
            test["valid"]?.boolean ?? false
          )
        })
    }
  }

  /// The documents below `http://localhost:1234/`.
  static let resolver = SchemaResolver { uri in
    let base = "http://localhost:1234/"
    guard uri.hasPrefix(base) else { return nil }
    let path = "\(folder)/remotes/\(uri.dropFirst(base.count))"
    return (try? Suites.file(path)).map { SchemaFile(name: uri, uri: uri, bytes: $0) }
  }

  /// Reads a schema of a group.
  static func read(
    _ schema: String, _ dialect: SchemaDialect, options: SchemaOptions = SchemaOptions()
  ) throws -> ReadSchema {
    var options = options
    options.dialect = dialect
    let file = SchemaFile(name: "schema", uri: "file:///schema", bytes: Array(schema.utf8))
    return try SchemaReader.read(file, resolver: resolver, options: options)
  }
}

extension SchemaSuite {
  /// The documents below `http://localhost:1234/` that a draft refers to, as a JSON object.
  static func remotes(_ draft: String) throws -> String {
    var members: [String] = []
    func add(_ path: String) throws {
      for name in Suites.names(in: "\(folder)/remotes\(path)") {
        if name.hasSuffix(".json") {
          let text = String(
            decoding: try Suites.file("\(folder)/remotes\(path)/\(name)"), as: UTF8.self)
          members.append("\"http://localhost:1234\(path)/\(name)\": \(text)")
        } else if path.isEmpty ? name == draft || !name.hasPrefix("draft") : true {
          try add("\(path)/\(name)")
        }
      }
    }
    try add("")
    return "{" + members.joined(separator: ",") + "}"
  }
}
