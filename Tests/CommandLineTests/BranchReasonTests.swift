import Foundation
import Testing

/// The messages of `anyOf` and `oneOf` of a schema, and of `any` of a profile.
@Suite("Branches", .waitsForCommands)
struct BranchReasonTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// A schema, or the rules of a profile.
    var rules: String
    var record: String
    var message: String
    var testDescription: String { "\(rules) \(record)" }

    init(_ rules: String, _ record: String, _ message: String) {
      (self.rules, self.record, self.message) = (rules, record, message)
    }
  }

  private static let parties = #"""
    {"properties": {"address": {"oneOf": [
      {"title": "Person", "properties": {"kind": {"const": "person"}},
        "required": ["kind", "name"]},
      {"$ref": "#/$defs/company"}]}},
     "$defs": {"company": {"title": "Company",
       "properties": {"kind": {"enum": ["company", "office"]}, "vat": {"type": "string"},
         "size": {"type": "integer", "minimum": 10}}, "required": ["kind", "vat"]}}}
    """#

  static let schemas: [Case] = [
    Case(
      parties, #"{"address": {"kind": "office", "size": 4, "x": 1}}"#,
      #"matches no schema of oneOf; oneOf/1 ("Company") fits best, as /address/kind is "office": "#
        + #"/address/size: 6 below the minimum of 10; "vat" is missing"#),
    Case(
      parties, #"{"address": {"kind": "x"}}"#,
      #"matches no schema of oneOf; oneOf/0 ("Person"): /address/kind: "x" is not "person" "#
        + #"(and 1 more); oneOf/1 ("Company"): /address/kind: "x" is not one of "company", "#
        + #""office" (and 1 more)"#),
    Case(
      parties, #"{"address": {"name": "x"}}"#,
      #"matches no schema of oneOf; oneOf/0 ("Person") fits best: "kind" is missing"#),
    // One failure, at the value or below it.
    Case(
      #"{"anyOf": [{"required": ["b"]}, {"properties": {"a": {"items": {"type": "null"}}}}]}"#,
      #"{"a": [1]}"#,
      "matches no schema of anyOf; anyOf/1 fits best: "
        + "/a/0: 1 is not of type null"),
    Case(
      #"{"properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}"#, #"{"a": 5}"#,
      "matches no schema of anyOf; anyOf/0: 5 is not of type string; "
        + "anyOf/1: 5 is not of type null"),
    // The type of the value itself.
    Case(
      #"{"properties": {"a": {"anyOf": [{"type": "string", "pattern": "^a", "maxLength": 1},"#
        + #" {"type": "integer"}]}}}"#, #"{"a": "bcd"}"#,
      "matches no schema of anyOf; anyOf/0 fits best: \"bcd\" does not match the pattern ^a; "
        + "3 characters, at most 1"),
    // A value in one branch, a type in the other.
    Case(
      #"{"anyOf": [{"properties": {"a": {"const": 1}}}, {"properties": {"a": {"type": "string"},"#
        + #" "b": {"const": 1}, "c": {"const": 1}}}]}"#, #"{"a": "s", "b": 2, "c": 2}"#,
      "matches no schema of anyOf; anyOf/1 fits best: /b: 2 is not 1; /c: 2 is not 1"),
    // The type of a member that both have.
    Case(
      #"{"anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["x", "y"]},"#
        + #" {"properties": {"a": {"type": "integer"}}}]}"#, #"{"a": "s"}"#,
      #"matches no schema of anyOf; anyOf/0 fits best: "x", "y" are missing"#),
    Case(
      #"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}, true]}"#, #"{"a": 1}"#,
      "matches oneOf/0 and oneOf/2, must match exactly one"),
    Case(
      #"{"oneOf": [true, true, false, true, true, true]}"#, #"{"a": 1}"#,
      "matches oneOf/0, oneOf/1, oneOf/3 and 2 more, must match exactly one"),
    Case(
      #"{"anyOf": [{"required": ["b"]}, {"required": ["c"]}, {"required": ["d"]}, {"required": "#
        + #"["e"]}, {"required": ["f"]}]}"#, #"{"a": 1}"#,
      #"matches no schema of anyOf; anyOf/0: "b" is missing; anyOf/1: "c" is missing; "#
        + #"anyOf/2: "d" is missing; 2 more fit as well"#),
    Case(
      #"{"anyOf": [{"required": ["b"]}]}"#, #"{"a": 1}"#,
      #"does not match anyOf/0: "b" is missing"#),
    Case(
      #"{"anyOf": [{"additionalProperties": false}, {"maxProperties": 0, "minProperties": 9}]}"#,
      #"{"a": 1}"#, #"matches no schema of anyOf; anyOf/0 fits best: "a" is not allowed"#),
    Case(
      #"{"propertyNames": {"anyOf": [{"maxLength": 1}, {"pattern": "^x"}]}}"#, #"{"ab": 1}"#,
      "matches no schema of anyOf; anyOf/0: 2 characters, at most 1; "
        + #"anyOf/1: "ab" does not match the pattern ^x"#),
    // A choice in a branch.
    Case(
      ##"{"$ref": "#/$defs/t", "$defs": {"t": {"oneOf": [{"type": "string"}, {"type": "object", "##
        + ##""properties": {"a": {"$ref": "#/$defs/t"}}}]}}}"##, #"{"a": {"a": 1}}"#,
      "matches no schema of oneOf; oneOf/1 fits best: /a: matches no schema of oneOf "
        + "(oneOf/1 fits best: /a/a: matches no schema of oneOf (oneOf/0: 1 is not of type string; "
        + "oneOf/1: 1 is not of type object))"),
    Case(
      #"{"anyOf": [{"items": {"type": "integer"}, "type": "array"}, {"type": "string"}]}"#,
      #"["a", "b", "c", "d", "e"]"#,
      #"matches no schema of anyOf; anyOf/0 fits best: /0: "a" is not of type integer; "#
        + #"/1: "b" is not of type integer; /2: "c" is not of type integer (and 2 more)"#),
  ]

  static let profiles: [Case] = [
    Case(
      #""rules": [{"id": "r", "any": [{"b": {"required": true}}, {"c": {"required": true}}]}]"#,
      #"{"a": 1}"#, "no part of any holds; any/0: /b is missing; any/1: /c is missing"),
    Case(
      #""rules": [{"id": "r", "any": [{"k": {"const": "a"}, "v": {"minLength": 3, "#
        + #""required": true}}, {"k": {"const": "b"}, "n": {"required": true}}]}]"#,
      #"{"k": "a", "v": "x"}"#,
      #"no part of any holds; any/0 fits best, as /k is "a": /v: 1 character, at least 3"#),
    Case(
      #""fields": {"a": {"any": [{"format": "ipv4"}, {"format": "ipv6"}]}}"#, #"{"a": "x"}"#,
      #"no part of any holds; any/0: "x" is not in the format ipv4; "#
        + #"any/1: "x" is not in the format ipv6"#),
    Case(
      #""fields": {"a": {"items": {"any": [{"maxLength": 2}, {"pattern": "^x"}]}}}"#,
      #"{"a": ["xx", "abc"]}"#,
      "no part of any holds; any/0: 3 characters, at most 2; "
        + #"any/1: "abc" does not match the pattern ^x"#),
    Case(
      #""rules": [{"id": "r", "any": [{"compare": ["a", ">", "b"]}, {"compare": "#
        + #"["a + 1", "==", "b"]}]}]"#, #"{"a": 1, "b": 4}"#,
      "no part of any holds; any/0: 1 is not above 4; "
        + "any/1: a + 1 is 2, not equal to b, which is 4"),
    Case(
      #""rules": [{"id": "r", "any": [{"a[*].q": {"minimum": 1}}, {"b": {"const": 1}, "#
        + #""c": {"const": 1}}]}]"#, #"{"a": [{"q": 1}, {"q": 0}], "b": 2, "c": 3}"#,
      "no part of any holds; any/0 fits best: /a/1/q: 1 below the minimum of 1"),
    Case(
      #""fields": {"a": {"labels": ["pii"]}}, "rules": [{"id": "r", "any": "#
        + #"[{"a": {"const": "x"}}, {"a": {"maxLength": 2}}]}]"#, #"{"a": "secret"}"#,
      #"no part of any holds; any/0: /a: "***" is not "x"; "#
        + "any/1: /a: the length must be at most 2"),
    Case(
      #""rules": [{"id": "q", "not": {"a": {"const": 3}}}, {"id": "r", "any": "#
        + #"[{"rule": "q"}]}]"#, #"{"a": 3}"#,
      #"no part of any holds; any/0 fits best: rule "q" fails"#),
  ]

  @Test("a schema tells what fails in the branch that fits best", arguments: schemas)
  func schema(_ test: Case) throws {
    try expect(test, "--schema s.json", ["s.json": test.rules])
  }

  @Test("a profile tells what fails in the part that fits best", arguments: profiles)
  func profile(_ test: Case) throws {
    try expect(test, "-p p.json", ["p.json": "{\"bulkcheck\": 1, \(test.rules)}"])
  }

  private func expect(_ test: Case, _ options: String, _ files: [String: String]) throws {
    let result = try run(
      "bulkcheck \(options) d.jsonl --failures -", files.merging(["d.jsonl": test.record]) { $1 })
    let line = try #require(result.output.split(separator: "\n").last)
    let failure = try #require(
      JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(failure["message"] as? String == test.message)
  }

  @Test(
    "all reports tell it",
    arguments: [
      "check --report text", "check --report json", "check --report markdown",
      "check --report html", "check --report junit", "check --report sarif",
      "check --report github", "check --failures - --failures-format basic",
      "check --failures - --failures-format csv", "explain --line 2",
    ])
  func reports(command: String) throws {
    let words = command.split(separator: " ", maxSplits: 1)
    let result = try run(
      "bulkcheck \(words[0]) --schema s.json d.jsonl \(words[1])",
      ["s.json": Self.parties, "d.jsonl": "{}\n{\"address\":{\"kind\":\"office\"}}"])
    #expect(result.exitCode == 1)
    let parts = try result.output.replacing(Regex(#"\s+"#), with: " ")
    #expect(parts.contains("matches no schema of oneOf; oneOf/1"), "\(result.output)")
    #expect(
      try parts.contains(Regex(#"fits best, as /address/kind is .{1,8}office.{1,8}: .{1,8}vat"#)),
      "\(result.output)")
  }

  @Test("each place of a rule has its own reason in the output of JSON Schema")
  func places() throws {
    let schema = #"{"items": {"anyOf": [{"const": 1}, {"type": "string", "maxLength": 1}]}}"#
    let result = try run(
      "bulkcheck --schema s.json d.jsonl --failures - --failures-format basic",
      ["s.json": schema, "d.jsonl": #"["a", "bc", 2]"#])
    for part in [
      #""instanceLocation":"/1","error":"matches no schema of anyOf; anyOf/1 fits best: 2 char"#,
      #""instanceLocation":"/2","error":"matches no schema of anyOf; anyOf/0: 2 is not 1; anyOf/1"#,
    ] {
      #expect(result.output.contains(part), "\(result.output)")
    }
  }

  @Test("values that must not be shown are not shown, nor is the one that tells the branch")
  func masked() throws {
    let profile = #"""
      {"bulkcheck": 1, "schema": "s.json", "fields": {"address": {"fields": {
        "kind": {"labels": ["pii"]}, "size": {"labels": ["pii"]}}}}}
      """#
    let result = try run(
      "bulkcheck -p p.json d.jsonl --report json; bulkcheck explain -p p.json d.jsonl --line 1",
      [
        "s.json": Self.parties, "p.json": profile,
        "d.jsonl": #"{"address": {"kind": "office", "size": 4, "vat": "x"}}"#,
      ])
    #expect(
      result.output.contains(
        #"oneOf/1 (\"Company\") fits best: /address/size: the number must be at least 10"#),
      "\(result.output)")
    #expect(!result.output.contains("office"))
  }

  @Test("cells of CSV are read as the schema has them")
  func csv() throws {
    let schema = #"""
      {"oneOf": [
        {"properties": {"k": {"const": "a"}, "n": {"type": "integer"}}, "required": ["n"]},
        {"properties": {"k": {"const": "b"}, "m": {"type": "integer"}}, "required": ["m"]}]}
      """#
    let result = try run(
      "bulkcheck --schema s.json d.csv --failures - | sed 's/.*\"message\":\"//; s/\",\"sev.*//'",
      ["s.json": schema, "d.csv": "k,n,m\na,x,\nb,1,\n"])
    #expect(
      result.output.hasPrefix(
        #"""
        matches no schema of oneOf; oneOf/0 fits best: /n: \"x\" is not of type integer
        matches no schema of oneOf; oneOf/1 fits best: \"m\" is missing

        """#), "\(result.output)")
  }

  @Test("the report is the same at any number of threads, and however the input is cut")
  func threads() throws {
    let result = try run(
      #"""
      for i in $(seq 1 3000); do
        echo '{"address":{"kind":"office","size":'$((i % 20))'}}'
        echo '{"address":{"kind":"person"}}'
      done > d.jsonl
      for n in 1 2 7; do
        bulkcheck --schema s.json d.jsonl --samples 50 --threads $n --report json \
          | sed '/elapsed\|seconds\|PerSecond/d' | cksum
      done | sort -u | wc -l
      """#, ["s.json": Self.parties])
    #expect(result.output == "1\n", "\(result.output)\(result.diagnostics)")
  }

  private func run(_ command: String, _ files: [String: String]) throws -> Tool.Result {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data((text + "\n").utf8).write(to: folder.appending(path: name))
    }
    return try Tool.run(command, in: folder)
  }
}
