import Foundation
import Testing

/// What messages state, as the text report shows them.
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
  ]

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
