import Foundation
import Testing

/// Statements of messages, as the text report shows them.
@Suite("Messages", .waitsForCommands)
struct MessageTests {
  static let cases: [(profile: String, records: String, message: String)] = [
    // A text that counts as missing is not null.
    (
      #"{"input": {"missingValues": ["NA", ""]}, "fields": {"a": {"nullable": false}}}"#,
      #"{"a": "NA"}"#, #"a is "NA", which counts as missing"#
    ),
    (
      #"{"input": {"missingValues": ["NA", ""]}, "fields": {"a": {"nullable": false}}}"#,
      #"{"a": ""}"#, "a is empty"
    ),
    (#"{"fields": {"a": {"nullable": false}}}"#, #"{"a": null}"#, "a is null"),
    (#"{"fields": {"a": {"nullable": false}}}"#, "a,b\n,1", "a is empty"),
    (
      #"{"table": [{"id": "m", "measure": "max", "of": "k", "minimum": "", "maximum": "a"}]}"#,
      #"{"k": "b"}"#, #"max of k is "b", must be at least "" and at most "a""#
    ),
    (
      #"{"table": [{"id": "m", "measure": "missing", "of": "n", "maximum": "10%"}]}"#,
      #"{"k": 1}"#, "missing of n is 1 of 1 (100 %), must be at most 10%"
    ),
    (
      #"{"table": [{"id": "s", "sorted": ["k"], "strictly": true}]}"#, "{\"k\": 2}\n{\"k\": 2}",
      "out of order: must be sorted by k, without ties"
    ),
    (
      #"{"table": [{"id": "s", "sorted": ["k"], "message": "{{own}}"}]}"#,
      "{\"k\": 2}\n{\"k\": 1}", "{own}"
    ),
    (
      #"{"table": [{"id": "c", "columns": ["a", "z"], "match": "exact"}]}"#, "a,k,l\n1,2,3",
      "columns exactly a, z: z is missing; k, l are extra"
    ),
    (
      #"{"table": [{"id": "c", "columns": ["a", "z"]}]}"#, "a\n1",
      "columns include a, z: z is missing"
    ),
    (
      #"{"fields": {"a": {"type": "boolean"}}}"#, "a\nTRUE",
      #""TRUE" is not of type boolean: write true, or set the field's "boolean""#
    ),
    (
      #"{"fields": {"a": {"type": "boolean"}}}"#, "a\nno",
      #""no" is not of type boolean: write false, or set the field's "boolean""#
    ),
    (
      #"{"fields": {"a": {"type": "boolean"}}}"#, #"{"a": "True"}"#,
      #""True" is not of type boolean: write true without quotes"#
    ),
    (
      #"{"fields": {"a": {"type": "number"}}}"#, "a\n.42",
      #"write 0.42, or set "input": {"csv": {"numbers": "lenient"}}"#
    ),
    (
      #"{"fields": {"a": {"type": "integer"}}}"#, "a\n+5",
      #""+5" is not of type integer: write 5, or set "#
    ),
    (
      #"{"fields": {"a": {"type": "number"}}}"#, #"{"a": ".42"}"#,
      #"".42" is not of type number: write 0.42 without quotes"#
    ),
    (
      #"{"fields": {"id": {}, "a": {"normalize": ["trim"], "#
        + #""references": {"file": ".", "column": "id"}}}}"#,
      #"{"a": " x ", "id": 1}"#, #"" x " (compared as "x") is not in column "id" of the input"#
    ),
    (
      #"{"fields": {"id": {}, "a": {"references": {"file": ".", "column": "id"}}}}"#,
      #"{"a": "x", "id": 1}"#, #""x" is not in column "id" of the input"#
    ),
    (
      #"{"rules": [{"id": "r", "compare": ["a", "==", "b"], "within": -0}]}"#,
      #"{"a": 1, "b": 2}"#, "a is 1, not equal to b, which is 2 (within 0)"
    ),
    (#"{"fields": {"a": {}}, "additionalFields": false}"#, #"{"b": 1}"#, #"unknown field "b""#),
    (#"{"fields": {"a": {}}}"#, "a,b\n1,2\n3,4\n1", "1 cell, but the header has 2"),
    (
      #"{"input": {"csv": {"header": false, "columns": ["a", "b"]}}, "fields": {"a": {}}}"#,
      "x\ny", "ragged, column 2    1 cell, but the header has 2"
    ),
    (#"{"fields": {"a": {}}}"#, "{\n{", "all 2 records are malformed"),
  ]

  @Test("lint counts rules about the table, too")
  func tableRules() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile =
      #"{"bulkcheck": 1, "table": [{"id": "n", "measure": "count", "minimum": 1}]}"#
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    let result = try Tool.run("bulkcheck lint q.json", in: folder)
    #expect(result.output == "q.json: 1 rule on 0 fields, no mistakes\n")
  }

  @Test("state what was found", arguments: cases.indices)
  func states(_ index: Int) throws {
    let test = Self.cases[index]
    let folder = try Tool.folder()
    let name = test.records.hasPrefix("{") ? "d.jsonl" : "d.csv"
    let profile = #"{"bulkcheck": 1, "# + test.profile.dropFirst()
    try Data(profile.utf8).write(to: folder.appending(path: "p.json"))
    try Data((test.records + "\n").utf8).write(to: folder.appending(path: name))
    let result = try Tool.run("bulkcheck -p p.json \(name)", in: folder)
    #expect(result.output.contains(test.message), "\(result.output)\(result.diagnostics)")
    try FileManager.default.removeItem(at: folder)
  }
}
