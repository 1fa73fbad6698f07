import Foundation
import Testing

/// `bulkcheck explain` of records that fail because of others, by the command that the report
/// names.
@Suite("explain of rules between records", .waitsForCommands)
struct ExplainedOthersTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The profile without its first key.
    var profile: String
    var command: String
    /// Parts of the explanation.
    var parts: [String]
    var testDescription: String { "\(command): \(profile)" }
  }

  private static let setUp = #"""
    printf '{"id":1,"t":1}\n{"id":2,"t":5}\n' > a.jsonl
    printf '{"id":3,"t":6}\n\n{"id":1,"t":7}\n{"id":4,"t":2,"of":9}\n' > b.jsonl
    printf '{"id":9}\n' > c.jsonl; cat a.jsonl b.jsonl > ab.jsonl; cp b.jsonl ./-b.jsonl
    printf 'id,t\n1,5\n 1 ,6\n2,3\n' > d.csv; gzip -k d.csv
    printf '{"day":"2024-05-05"}\n' > e.jsonl
    """#

  private static let unique = #""fields": {"id": {"unique": true}}"#
  private static let sorted = #""table": [{"id": "order", "sorted": ["t"]}]"#
  private static let refers =
    #""fields": {"of": {"references": {"file": ".", "column": "id"}}, "id": {}}"#

  static let cases: [Case] = [
    Case(
      profile: unique, command: "ab.jsonl -p p.json",
      parts: ["FAIL        id.unique   1 occurs", #"first     line 1: {"id":1,"t":1}"#, "line 5 "]),
    Case(
      profile: unique, command: "a.jsonl b.jsonl -p p.json",
      parts: ["b.jsonl   line 3", #"first     a.jsonl, line 1: {"id":1,"t":1}"#]),
    Case(
      profile: unique, command: "-p p.json -- a.jsonl -b.jsonl",
      parts: ["./-b.jsonl   line 3", "first     a.jsonl, line 1"]),
    Case(
      profile: #""fields": {"id": {"unique": true, "labels": ["pii"]}}"#,
      command: "ab.jsonl -p p.json", parts: [#"first     line 1: {"id":***,"t":1}"#]),
    Case(
      profile: #""fields": {"id": {"unique": true, "normalize": ["trim"]}}"#,
      command: "d.csv.gz -p p.json",
      parts: ["first     line 2: 1,5", #"compared  "1" (after trim)"#]
    ),
    Case(
      profile: #""rules": [{"id": "r", "unique": ["id"]}]"#, command: "ab.jsonl -p p.json",
      parts: ["FAIL        r   ", "first     line 1"]),
    Case(
      profile: sorted, command: "ab.jsonl -p p.json",
      parts: ["FAIL        order   out of order", #"previous  line 5: {"id":1,"t":7}"#, "line 6 "]),
    Case(
      profile: sorted, command: "a.jsonl b.jsonl -p p.json",
      parts: ["previous  line 3", "b.jsonl   line 4"]),
    Case(
      profile: sorted, command: "b.jsonl a.jsonl -p p.json", parts: ["b.jsonl   line 4"]),
    Case(
      profile: sorted, command: "c.jsonl d.csv -p p.json", parts: ["previous  line 3:  1 ,6"]),
    Case(
      profile: refers, command: "ab.jsonl -p p.json",
      parts: [#"FAIL        of.references   9 is not in column "id" of the input"#]),
    Case(
      profile: refers,
      command: "c.jsonl ab.jsonl --limit 1 -p p.json; bulkcheck ab.jsonl c.jsonl "
        + "--limit 5 -p p.json", parts: ["9 is not in"]),
    Case(
      profile: #""fields": {"day": {"format": "date", "maximum": "today"}}"#,
      command: "e.jsonl -p p.json --now 2024-01-01T00:00:00Z",
      parts: ["125 days after the maximum of today"]),
    Case(
      profile: #""fields": {"day": {"type": "integer"}}"#,
      command: "e.jsonl --profile=-p.json", parts: ["FAIL        day.type"]),
  ]

  @Test("the report's next step shows the failure and the other record", arguments: cases)
  func nextStep(_ test: Case) throws {
    let result = try run(
      test.profile, "bulkcheck \(test.command) > out; eval \"$(sed -n 's/^next: //p' out)\"")
    #expect(result.exitCode == 1, "\(result.diagnostics)")
    for part in test.parts + ["INVALID"] {
      #expect(result.output.contains(part), "\(result.output)")
    }
  }

  @Test(
    "a record that passes is never undecided",
    arguments: [
      ("ab.jsonl --line 1", unique), ("ab.jsonl --line 3", unique), ("b.jsonl --line 3", unique),
      ("ab.jsonl --line 1", sorted), ("b.jsonl --line 3 --before a.jsonl", sorted),
      ("ab.jsonl --line 6 --after c.jsonl", refers), ("ab.jsonl --line 6 --before c.jsonl", refers),
      ("c.jsonl --line 1 --before ab.jsonl", refers),
    ])
  func passes(command: String, profile: String) throws {
    let result = try run(profile, "bulkcheck explain -p p.json \(command)")
    #expect(result.exitCode == 0, "\(result.output)\(result.diagnostics)")
    #expect(result.output.contains("VALID"))
    #expect(!result.output.contains("undecided"))
  }

  @Test(
    "a pipe is read as often as it takes", arguments: ["- < <(cat ab.jsonl)", "<(cat ab.jsonl)"])
  func pipes(input: String) throws {
    let rules = "\(Self.refers), \(Self.sorted)"
    let result = try run(rules, "bulkcheck explain -p p.json --line 6 \(input)")
    for part in ["9 is not in", "previous  line 5"] {
      #expect(result.output.contains(part), "\(result.output)\(result.diagnostics)")
    }
  }

  @Test("without a regular file there is no next step for such a rule")
  func noNextStep() throws {
    let result = try run(Self.unique, "cat b.jsonl | bulkcheck -p p.json a.jsonl -")
    #expect(result.exitCode == 1)
    #expect(!result.output.contains("next:"))
  }

  private func run(_ profile: String, _ command: String) throws -> Tool.Result {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try Tool.run(
      """
      \(Self.setUp)
      printf '%s' '{"bulkcheck": 1, \(profile)}' > p.json; cp p.json ./-p.json
      \(command)
      """, in: folder)
  }
}
