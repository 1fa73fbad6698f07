import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile
import Testing

/// Requests of `references` to its loader, and its mistakes of form. Real files:
/// `CommandLineTests`.
@Suite("references in a profile")
struct ReferenceTests {
  private func requests(_ text: String) throws -> [ReferenceRequest] {
    var asked: [ReferenceRequest] = []
    let profile = try ParsedProfile.read(Array(text.utf8), fileName: "p.json") {
      (request) throws(ReferenceLoadingError) in
      asked.append(request)
      return LoadedReference(values: ValueSetBuilder().finish(), sha256: "\(asked.count)")
    }
    #expect(profile.ruleSet.referenceFiles.count == asked.count)
    return asked
  }

  @Test("a column is loaded once for all rules that ask for the same")
  func once() throws {
    let asked = try requests(
      fields(
        #"""
        {"a": {"references": {"file": "f", "column": "c"}},
         "b": {"references": {"value": {"column": "c", "file": "f"}, "severity": "warning"}},
         "c": {"chain": ["trim", {"references": {"file": "f", "column": "c"}}]},
         "d": {"references": {"file": "f", "column": "d"}}}
        """#))
    #expect(asked.map(\.column) == ["c", "d"])
  }

  @Test("cells are read as the types that the field declares, wherever they stand")
  func types() throws {
    let asked = try requests(
      #"""
      {"bulkcheck": 1,
       "rules": [{"id": "r", "all": [{"o.k": {"references": {"file": "f", "column": "1"}}}]}],
       "fields": {
        "a": {"references": {"file": "f", "column": "2"}, "type": ["integer", "array", "string"]},
        "l": {"items": {"type": "boolean", "references": {"file": "f", "column": "3"}}},
        "o": {"fields": {"k": {"type": "number"}}},
        "x": {"any": [{"references": {"file": "f", "column": "4"}}]}}}
      """#)
    let types = Dictionary(uniqueKeysWithValues: asked.map { ($0.column, $0.types) })
    #expect(types == ["1": [.number], "2": [.integer, .string], "3": [.boolean], "4": []])
  }

  @Test("a rule says what it asks for, not its values")
  func statement() throws {
    let text = fields(#"{"a": {"references": {"file": "f.csv", "column": "c d"}}}"#)
    let profile = try ParsedProfile.read(Array(text.utf8), fileName: "p.json") {
      (request) throws(ReferenceLoadingError) in
      LoadedReference(values: ValueSetBuilder().finish(), sha256: "")
    }
    let rule = try #require(profile.ruleSet.rule("a.references"))
    #expect(rule.expression.text(ids: []) == #"references column "c d" of f.csv"#)
    #expect(rule.attributes.message.segments.last == .literal(#" is not in column "c d" of f.csv"#))
  }

  @Test(
    "a mistake of form has its place and remedy",
    arguments: [
      (#""f.csv""#, 1, #"`references` is "f.csv": expected {"file": "countries.csv""#),
      (#"{"file": "f"}"#, 1, "`references` has no `column`"),
      (#"{"column": "f"}"#, 1, "`references` has no `file`"),
      (#"{"value": {"file": "f"}}"#, 11, "`references` has no `column`"),
      (#"{"file": "", "column": "c"}"#, 10, "a string that is not empty"),
      (#"{"file": 1, "column": "c"}"#, 10, "`file` of `references` is 1"),
      (#"{"file": "f", "colum": "c"}"#, 15, #"did you mean "column"?"#),
      (#"{"file": "f", "column": "c", "format": "cvs"}"#, 40, #"did you mean "csv"?"#),
      (#"{"file": "f", "column": "c", "id": "x"}"#, 30, "expected it next to `value`"),
    ])
  func mistakes(operand: String, column: Int, sentence: String) throws {
    let head = #"{"bulkcheck": 1, "fields": {"a": {"references": "#
    let text = head + operand + "}}}"
    do {
      _ = try ParsedProfile.read(Array(text.utf8), fileName: "p.json") {
        (request) throws(ReferenceLoadingError) in
        LoadedReference(values: ValueSetBuilder().finish(), sha256: "")
      }
      Issue.record("no mistake found")
    } catch {
      let first = try #require(error.mistakes.first)
      #expect(first.column == head.count + column, "\(error)")
      #expect(first.sentence.contains(sentence), "\(error)")
    }
  }

  @Test("without somebody who loads them, references are a mistake")
  func alone() {
    let found = BulkcheckProfileTests.mistakes(
      fields(#"{"a": {"references": {"file": "f", "column": "c"}}}"#))
    #expect(found.map(\.message) == ["a profile read here cannot refer to files"])
  }
}
