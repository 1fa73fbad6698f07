import Bulkcheck
import BulkcheckCore
import BulkcheckDocument
import BulkcheckInput
import BulkcheckProfile
import BulkcheckSchema

/// Speaks Bowtie's protocol (https://bowtie.report), version 1: a line of JSON asks, a line
/// answers.
///
///     {"cmd": "start", "version": 1}
///     {"cmd": "dialect", "dialect": "https://json-schema.org/draft/2020-12/schema"}
///     {"cmd": "run", "seq": 1, "case": {"schema": …, "registry": {…}, "tests": [{"instance": …}]}}
///     {"cmd": "stop"}
package struct BowtieSession {
  /// A command that cannot be answered: the program ends with it.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  private static let nestingMaximum = 1000
  private static let address = "https://example.org/bulkcheck"
  /// In their order, the newest first, with the `#` that older drafts end with.
  private static let dialects: [(uri: String, dialect: SchemaDialect)] =
    SchemaDialect.allCases.reversed().map {
      ($0 < .draft2019 ? $0.metaschema + "#" : $0.metaschema, $0)
    }

  private var dialect = SchemaDialect.draft2020
  private var hasStarted = false
  package private(set) var hasStopped = false

  package init() {}

  /// The answer to a line; nil where there is none.
  package mutating func answer(_ line: String) throws -> String? {
    let kind = Document.Kind(
      "command", content: "a command", nestingMaximum: Self.nestingMaximum,
      lastOfEqualNamesCounts: true)
    let command = try Document(SourceText(Array(line.utf8)), kind: kind).root
    let name = command["cmd"]?.text ?? ""
    guard hasStarted || name == "start" else {
      throw Fault(description: "the first command is not start")
    }
    switch name {
    case "start":
      guard command["version"]?.literal == .number("1") else {
        throw Fault(description: "the protocol's version is not 1")
      }
      hasStarted = true
      return text(Self.introduction)
    case "dialect":
      let uri = command["dialect"]?.text ?? ""
      guard let known = SchemaDialect(metaschema: uri) else {
        return text([("ok", .boolean(false))])
      }
      dialect = known
      return text([("ok", .boolean(true))])
    case "run": return text(run(command))
    case "stop":
      hasStopped = true
      return nil
    default: throw Fault(description: "\(name) is not a command")
    }
  }

  private static var introduction: [(String, Literal)] {
    let implementation: [(String, Literal)] = [
      ("language", .text("swift")), ("name", .text("bulkcheck")), ("homepage", .text(address)),
      ("issues", .text(address + "/issues")), ("source", .text(address)),
      ("dialects", .array(dialects.map { .text($0.uri) })),
    ]
    return [("version", .number("1")), ("implementation", object(implementation))]
  }

  // MARK: Cases

  /// Judges the instances of a case by its schema, each as a record.
  private func run(_ command: DocumentNode) -> [(String, Literal)] {
    let number = ("seq", command["seq"]?.literal ?? .null)
    guard let item = command["case"], let schema = item["schema"] else {
      return [number, ("errored", .boolean(true))]
    }
    do {
      let check = try check(schema, registry: item["registry"])
      let results = (item["tests"]?.elements ?? []).map { test in
        let instance = test["instance"]?.literal ?? .null
        return Self.object([("valid", .boolean(Self.isValid(instance, check)))])
      }
      return [number, ("results", .array(results))]
    } catch {
      let context = Self.object([("message", .text("\(error)"))])
      return [number, ("errored", .boolean(true)), ("context", context)]
    }
  }

  private func check(_ schema: DocumentNode, registry: DocumentNode?) throws -> Check {
    var documents: [String: [UInt8]] = [:]
    for member in registry?.members ?? [] {
      documents[String(member.name.prefix { $0 != "#" })] = Self.bytes(member.value.literal)
    }
    let known = documents
    let resolver = SchemaResolver(
      file: { uri in known[uri].map { SchemaFile(name: uri, uri: uri, bytes: $0) } })
    var options = SchemaOptions()
    options.dialect = dialect
    let file = SchemaFile(
      name: "schema", uri: "file:///schema", bytes: Self.bytes(schema.literal))
    let read = try SchemaReader.read(file, resolver: resolver, options: options)
    var running = RunOptions()
    running.reading.format = .jsonl
    running.reading.threads = 1
    return try Check(ruleSet: read.ruleSet, options: running)
  }

  private static func isValid(_ instance: Literal, _ check: Check) -> Bool {
    check.run([.bytes(bytes(instance), name: "instance")]).valid == 1
  }

  // MARK: Text

  private static func bytes(_ value: Literal) -> [UInt8] { Array(value.description.utf8) }

  private static func object(_ members: [(String, Literal)]) -> Literal {
    .object(members.map { Literal.Member(name: $0.0, value: $0.1) })
  }

  private func text(_ members: [(String, Literal)]) -> String {
    Self.object(members).description
  }
}
