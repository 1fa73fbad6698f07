import Foundation
import Testing

/// Both sides of a `compare`, in messages and in what `explain` says.
@Suite("Compared sides", .waitsForCommands)
struct ComparedSidesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// Entries of a profile besides its version.
    var profile: String
    var record: String
    /// The message, and what `explain` says that is compared.
    var message: String
    var compares: String
    var testDescription: String { "\(profile) \(record)" }

    init(
      _ compare: String, fields: String = "", _ record: String, _ message: String,
      _ compares: String
    ) {
      profile =
        #""fields": {\#(fields)}, "#
        + #""rules": [{"id": "r", "message": "{left} and {right}", \#(compare)}]"#
      (self.record, self.message, self.compares) = (record, message, compares)
    }
  }

  static let cases: [Case] = [
    Case(
      #""compare": ["sum(items[*].price)", "==", "total"]"#,
      #"{"items": [{"price": 20.99}, {"price": 20.98}], "total": 42.00}"#,
      "41.97 and 42.00", "sum(items[*].price) = 41.97, total = 42.00, difference 0.03"),
    Case(
      #""compare": ["a", "<", "b"]"#, #"{"a": 5, "b": 2.5}"#, "5 and 2.5",
      "a = 5, b = 2.5, difference 2.5"),
    Case(
      #""compare": ["a", "==", "b"]"#, #"{"a": "x", "b": "y"}"#, #""x" and "y""#,
      #"a = "x", b = "y""#),
    Case(
      #""compare": ["count(a)", ">", "5"]"#, #"{"a": [1]}"#, "1 and 5",
      "count(a) = 1, difference 4"),
    Case(
      #""compare": ["a + 1", ">", "b"]"#, #"{"a": "x", "b": 1}"#, "not a number and 1",
      "a + 1 = not a number, b = 1"),
    Case(
      #""when": {"a": {"const": 1}}, "then": {"compare": ["a", ">", "b"]}"#, #"{"a": 1, "b": 3}"#,
      "1 and 3", "a = 1, b = 3, difference 2"),
    Case(
      #""compare": ["a", "<=", "b"]"#, fields: #""a": {"format": "date"}, "b": {"format": "date"}"#,
      #"{"a": "2026-01-04", "b": "2026-01-01"}"#, #""2026-01-04" and "2026-01-01""#,
      #"a = "2026-01-04", b = "2026-01-01", difference 3 days"#),
    Case(
      #""compare": ["a * 2", "<=", "b"]"#, fields: #""a": {"labels": ["pii"]}"#,
      #"{"a": 77, "b": 1}"#, "*** and 1", "a * 2 = ***, b = 1"),
    Case(
      #""compare": ["a", "<=", "b"]"#, fields: #""b": {"labels": ["pii"]}"#, #"{"a": 7, "b": 1}"#,
      "7 and ***", "a = 7, b = ***"),
  ]

  @Test("are shown as they were computed", arguments: cases)
  func shown(_ each: Case) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{\"bulkcheck\": 1, \(each.profile)}".utf8)
      .write(to: folder.appending(path: "p.json"))
    try Data((each.record + "\n").utf8).write(to: folder.appending(path: "d.jsonl"))
    let explained = try Tool.run("bulkcheck explain -p p.json d.jsonl --line 1", in: folder)
    #expect(explained.output.contains("r   \(each.message)\n"), "\(explained.output)")
    #expect(explained.output.contains("compares  \(each.compares)\n"), "\(explained.output)")
    let checked = try Tool.run("bulkcheck -p p.json d.jsonl --report markdown", in: folder)
    #expect(!(checked.output + explained.output).contains("77"))
  }

  @Test(
    "need one comparison in the rule",
    arguments: [
      (
        #""rules": [{"id": "r", "message": "{left}", "any": [{"a": {"const": 1}}]}]"#,
        "no `compare`"
      ),
      (#""fields": {"a": {"maximum": {"value": 1, "message": "{right}"}}}"#, "no `compare`"),
      (
        #""rules": [{"id": "r", "message": "{right}", "#
          + #""all": [{"compare": ["a", "<", "b"]}, {"compare": ["b", "<", "c"]}]}]"#,
        "2 times `compare`"
      ),
      (
        #""rules": [{"id": "r", "message": "{left}", "when": {"compare": ["a", "<", "b"]}, "#
          + #""then": {"c": {"required": true}}}]"#,
        "no `compare`"
      ),
      (#""fields": {"a": {"maximum": {"value": 1, "message": "{\"left\"}"}}}"#, nil),
    ] as [(String, String?)])
  func mistakes(profile: String, sentence: String?) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{\"bulkcheck\": 1, \(profile)}".utf8).write(to: folder.appending(path: "p.json"))
    let result = try Tool.run("bulkcheck lint p.json", in: folder)
    let written = result.output + result.diagnostics
    if let sentence {
      #expect(written.contains(sentence), "\(written)")
      #expect(written.contains("p.json:1:"))
    } else {
      #expect(!written.contains("error"), "\(written)")
    }
  }
}
