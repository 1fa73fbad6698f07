package import BulkcheckCore
package import BulkcheckDocument

/// The assertions besides those of the dialect.
package struct SchemaOptions: Hashable, Sendable {
  /// The dialect of a schema without `$schema`.
  package var dialect = SchemaDialect.draft2020
  package var assertsFormat = false
  package var assertsContent = false
  package init() {}
}

/// A schema without mistakes.
package struct ReadSchema: Sendable {
  /// One rule for each assertion that has to hold, and the graph.
  package var ruleSet: RuleSet
  /// The dialect of the root.
  package var dialect: SchemaDialect
  /// The schema's file, and those that it refers to in the order of their opening.
  package var files: [OpenedSchemaFile]
  /// Notes on what is probably not meant, by file.
  package var notes: [DocumentMistakes]

  /// The first unknown keyword that is nearly a known one, with its place, and how many more there
  /// are; nil if there is none.
  package var misspeltKeyword: String? {
    guard let first = SchemaReader.misspeltKeyword(notes) else { return nil }
    let others = first.count - 1
    return "\(first.place): \(first.sentence)"
      + (others == 0 ? "" : " (and \(others) more; see bulkcheck lint)")
  }
}

/// All mistakes of a schema and of the documents that it refers to.
package struct SchemaMistakes: Error, Sendable, CustomStringConvertible {
  /// Never empty; the schema itself first.
  package var files: [DocumentMistakes]

  package var description: String {
    files.map(\.description).joined(separator: "\n")
  }
}

/// Reads JSON Schemas of draft 4, 6, 7, 2019-09 and 2020-12, in four steps. No step recurses over a
/// document or along references.
///
/// 1. *Index* (``SchemaLibrary``). A document is opened, and the place of every subschema is noted,
/// with its resource (the part of the document with an `$id`) and its anchors. A place is
/// identified by document and byte offset, however it is reached.
///
/// 2. *Check and resolve.* First the references that the root reaches are resolved, which may open
/// further documents. Then a cursor goes over all places. It checks the values of keywords as the
/// metaschemas do, and resolves the other references, whose problems are only noted. All mistakes
/// are reported at once.
///
/// 3. *Graph* (``GraphBuilder``). Starting from the root, each place becomes a node, once for each
/// dynamic scope in which it is reached (``DynamicScopes``). Names of anchors that only one
/// resource has do not distinguish scopes. References that lead back to themselves without a step
/// into the value are mistakes.
///
/// 4. *Rules.* What is reached from the root through keywords that all must hold is asserted, and
/// each assertion there is a rule at its absolute location. Of the schema
///
///     {"properties": {"id": {"type": "integer"},
///       "tag": {"anyOf": [{"maxLength": 2}, {"const": "new"}]}}}
///
/// two rules are made, `#/properties/id/type` and `#/properties/tag/anyOf`. The branches of `anyOf`
/// are nodes of the graph, but are only asked.
///
/// Last, ``DocumentSplit`` finds the parts of a document that can be judged one by one.
///
/// Limits: 1000 open brackets in a document, 1000 subschemas for one value nested in each other,
/// and eight nodes for each place and 100,000 more. A chain of more than 64 references that do
/// nothing else leads straight to its end.
package enum SchemaReader {
  /// Reads a schema and all documents that it refers to.
  ///
  /// - Throws: every mistake; of a text that is not JSON only the first.
  package static func read(
    _ file: SchemaFile, resolver: SchemaResolver = .none, options: SchemaOptions = SchemaOptions()
  ) throws(SchemaMistakes) -> ReadSchema {
    var library = SchemaLibrary(resolver: resolver, defaultDialect: options.dialect)
    guard let root = library.openRoot(file, dialect: options.dialect) else {
      throw library.mistakes
    }
    guard let start = library.start(in: root, fragment: file.fragment) else {
      throw library.mistakes
    }
    library.readAll(from: start)
    library.checkCircles()
    guard !library.hasComplaints else { throw library.mistakes }

    var builder = GraphBuilder(library, options: options)
    builder.build(from: start)
    if builder.problems.isEmpty { builder.checkCircles() }
    let rules = builder.problems.isEmpty ? builder.makeRules() : []
    guard builder.problems.isEmpty else {
      for problem in builder.problems {
        library.complain(problem.document, problem.offset, problem.complaint)
      }
      throw library.mistakes
    }
    var ruleSet = RuleSet()
    ruleSet.recordsMustBeObjects = false
    ruleSet.builtIns[.notAnObject, default: BuiltInSettings(of: .notAnObject)].isRun = false
    ruleSet.unassertedFormats = builder.unassertedFormats.count
    ruleSet.rules = rules
    if rules.isEmpty { ruleSet.schemaCaveat = caveat(library.notes) }
    ruleSet.name = library.documents[0].root["title"]?.text
    let columns = MemberTypes(builder.graph)
    builder.graph.describesArray = library.describesArray(start)
    builder.graph.cellTypes = columns.types
    builder.graph.cellPatterns = columns.patterns
    let uri = library.resources[root].uri
    builder.graph.identifier = uri == library.rootURI ? nil : uri
    ruleSet.schema = builder.graph
    ruleSet.documentSchema = DocumentSplit.split(builder.graph)
    return ReadSchema(
      ruleSet: ruleSet, dialect: library.resources[root].meaning.dialect, files: library.files,
      notes: library.notes)
  }
}

extension SchemaReader {
  /// Says that no record can fail a schema, and why that may not be meant.
  private static func caveat(_ notes: [DocumentMistakes]) -> String {
    guard let near = misspeltKeyword(notes) else {
      return "the schema asserts nothing, so no record can fail it"
    }
    // Reports cut long lines at their end.
    return "the schema asserts nothing; \(near.sentence) (\(near.place))"
  }

  fileprivate static func misspeltKeyword(
    _ notes: [DocumentMistakes]
  ) -> (place: String, sentence: String, count: Int)? {
    let found = notes.flatMap { file in
      file.mistakes.filter { $0.sentence.hasPrefix("unknown keyword") }.map { mistake in
        ("\(file.fileName):\(mistake.line):\(mistake.column)", mistake.sentence)
      }
    }
    return found.first.map { ($0.0, $0.1, found.count) }
  }
}

extension SchemaLibrary {
  /// Opens the schema itself.
  mutating func openRoot(_ file: SchemaFile, dialect: SchemaDialect) -> Int? {
    rootURI = file.uri
    return open(file, as: file.uri, meaning: SchemaMeaning(dialect))
  }

  /// The place of the subschema that is meant; nil, with a complaint, if there is none.
  mutating func start(in resource: Int, fragment: String?) -> Int? {
    let root = resources[resource].root
    guard let fragment else { return root }
    do throws(Complaint) {
      return try target(of: "#" + fragment, from: root).place
    } catch {
      complain(places[root].document, places[root].node.offset, error)
      return nil
    }
  }

  /// Whether the `type` of a subschema is `array`: its own, or that of the schema it refers to.
  func describesArray(_ place: Int) -> Bool {
    var place = place
    for _ in 0..<64 {
      if let type = places[place].node["type"] { return type.text == "array" }
      guard let next = places[place].references.first(where: { $0.keyword == "$ref" }) else {
        return false
      }
      place = next.target
    }
    return false
  }

  var mistakes: SchemaMistakes {
    SchemaMistakes(files: messages(\.complaints))
  }

  var notes: [DocumentMistakes] { messages(\.notes) }

  private func messages(
    _ list: (OpenedDocument) -> [(offset: Int, complaint: Complaint)]
  ) -> [DocumentMistakes] {
    documents.filter { !list($0).isEmpty && !$0.isBuiltIn }.map {
      DocumentMistakes(fileName: $0.name, source: $0.source, complaints: list($0))
    }
  }
}
