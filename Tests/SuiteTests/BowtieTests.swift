import BowtieHarness
import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile
import BulkcheckSchema
import TestSupport
import Testing

@Suite("Bowtie's protocol")
struct BowtieTests {
  private func node(_ text: String) throws -> DocumentNode {
    let kind = Document.Kind("answer", content: "an answer", nestingMaximum: 1000)
    return try Document(SourceText(Array(text.utf8)), kind: kind).root
  }

  private func started() throws -> BowtieSession {
    var session = BowtieSession()
    _ = try session.answer(#"{"cmd": "start", "version": 1}"#)
    return session
  }

  @Test("the harness says what it is, answers a case and stops")
  func conversation() throws {
    var session = BowtieSession()
    #expect(throws: BowtieSession.Fault.self) { try session.answer(#"{"cmd": "stop"}"#) }
    let start = try node(try session.answer(#"{"cmd": "start", "version": 1}"#) ?? "")
    #expect(start["version"]?.literal == .number("1"))
    #expect(start["implementation"]?["dialects"]?.elements?.count == 5)
    let dialect = "http://json-schema.org/draft-07/schema#"
    #expect(
      try session.answer(#"{"cmd": "dialect", "dialect": "\#(dialect)"}"#) == #"{"ok":true}"#)
    #expect(
      try session.answer(
        """
        {"cmd": "run", "seq": "x", "case": {"description": "", "schema": {"$ref": "tag:other"}, \
        "registry": {"tag:other": {"type": "string"}}, "tests": [{"description": "", \
        "instance": "a\\nb"}, {"description": "", "instance": 1.0}]}}
        """) == #"{"seq":"x","results":[{"valid":true},{"valid":false}]}"#)
    let errored = try session.answer(
      #"{"cmd": "run", "seq": 2, "case": {"schema": {"type": 1}, "tests": []}}"#)
    #expect(try node(errored ?? "")["errored"]?.boolean == true)
    #expect(try session.answer(#"{"cmd": "stop"}"#) == nil)
    #expect(session.hasStopped)
  }

  @Test(
    "the required tests run through it", .needsSuites, arguments: SchemaSuite.drafts.map(\.name))
  func suite(_ draft: String) throws {
    var session = try started()
    guard let dialect = SchemaSuite.drafts.first(where: { $0.name == draft })?.dialect else {
      return
    }
    _ = try session.answer(#"{"cmd": "dialect", "dialect": "\#(dialect.metaschema)"}"#)
    let remotes = try SchemaSuite.remotes(draft)
    for file in Suites.names(in: "\(SchemaSuite.folder)/tests/\(draft)")
    where file.hasSuffix(".json") {
      for group in try SchemaSuite.groups("\(draft)/\(file)") {
        let tests = group.tests.map { #"{"description": "", "instance": \#($0.data)}"# }
        let registry = group.schema.contains("localhost:1234") ? remotes : "{}"
        let answer = try session.answer(
          #"{"cmd": "run", "seq": 1, "case": {"description": "", "schema": \#(group.schema), "#
            + #""registry": \#(registry), "tests": [\#(tests.joined(separator: ","))]}}"#)
        let results = try node(answer ?? "")["results"]?.elements ?? []
        #expect(
          results.map { $0["valid"]?.boolean } == group.tests.map { $0.isValid },
          "\(file), \(group.description): \(answer ?? "")")
      }
    }
  }
}
