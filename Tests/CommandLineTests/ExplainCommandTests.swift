import Foundation
import TestSupport
import Testing

/// `bulkcheck explain`, run as a user runs it.
@Suite("explain", .waitsForCommands)
struct ExplainCommandTests {
  private func run(_ command: String, _ check: (Tool.Result) throws -> Void) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profiles = Samples.folder.deletingLastPathComponent().appending(path: "profiles")
    for (name, target) in [("samples", Samples.folder), ("profiles", profiles)] {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: name), withDestinationURL: target)
    }
    try check(try Tool.run("{ \(ExplainCommandTests.setUp); }; \(command)", in: folder))
  }

  /// Profiles and inputs that the commands name.
  static let setUp = #"""
    cat > rules.json <<'END'
    {"bulkcheck":1,"input":{"missingValues":["N/A"]},"fields":{
    "email":{"labels":["pii"],"normalize":["trim","lowercase"],"type":"string","format":"email"},
    "Age":{"required":true,"type":"integer","range":[18,120]},
    "at":{"format":"date-time"},"day":{"format":"date"},"plan":{"enum":["free","pro","team"]},
    "code":{"pattern":"^[A-Z]{2}-[0-9]{4}$","length":[7,7]},"name":{"maxLength":5},
    "id":{"unique":true},"tags":{"items":{"pattern":"^[a-z]+$"},"maxItems":2},
    "price":{"range":[0,9.99]}}}
    END
    printf '%s\n' '{"email":" Jane@Example.com ","Age":18}' '' \
      '{"email":"Jane@@Secret.org","age":40}' '{"Age":"34","at":"2024-01-01T10:00:00"}' \
      '{"Age":17,"plan":"Fre","code":"AB-12x4","name":"Elizabeth"}' \
      '{"Age":18,"id":1,"tags":["a","B","c"],"price":10.5,"day":"24.12.2024"}' '{"Age":' '[1]' \
      '{"Age":18,"name":"\u001b[31mred"}' '{"Age":18,"name":"12 (34-5)"}' > a.jsonl
    printf '{"Age":18,"price":%s}\n' 9e400 9e20000 > big.jsonl
    printf 'Age;plan;email\n18;free;a@b.co\n"19";"two\nlines";"x;""y"""\n\n17;pro;c@d.co\n1;2\n' > a.csv
    gzip -nc a.jsonl > a.gz
    """#

  static let cases: [ExitCodeTests.Case] = [
    .init(command: "a.jsonl --line 1", exitCode: 0, output: "VALID"),
    .init(command: "a.gz --line 1", exitCode: 0, output: "line 1   record 1   byte 0"),
    .init(command: "- --line 1 --input-format jsonl < a.gz", exitCode: 0, output: "standard input"),
    .init(
      command: "a.jsonl --line 2", exitCode: 2, diagnostics: "line 2 is blank: it has no record"),
    .init(command: "a.jsonl --record 2", exitCode: 1, output: "line 3   record 2"),
    .init(command: "a.jsonl --line 3", exitCode: 1, output: "the record has \"age\""),
    .init(command: "a.jsonl --line 4", exitCode: 1, output: "would pass without quotes: 34"),
    .init(command: "a.jsonl --line 4", exitCode: 1, output: "an offset at the end, such as Z"),
    .init(command: "a.jsonl --line 5", exitCode: 1, output: "1 below 18"),
    .init(command: "a.jsonl --line 5", exitCode: 1, output: "the nearest choice is \"free\""),
    .init(command: "a.jsonl --line 5", exitCode: 1, output: "character 6: \"x\""),
    .init(command: "a.jsonl --line 5", exitCode: 1, output: "4 characters too many: 9, at most 5"),
    .init(
      command: "a.jsonl --line 6", exitCode: 1, output: "would pass with normalize lowercase: \"b\""
    ),
    .init(command: "a.jsonl --line 6", exitCode: 1, output: "0.51 above 9.99"),
    .init(command: "a.jsonl --line 6", exitCode: 1, output: "1 element too many: 3, at most 2"),
    .init(command: "a.jsonl --line 6", exitCode: 1, output: "as year, month, day: \"2024-12-24\""),
    .init(command: "a.jsonl --line 6", exitCode: 1, output: "  ok          id.unique\n"),
    .init(command: "big.jsonl --line 1", exitCode: 1, output: "about 9e400 above 9.99"),
    .init(command: "big.jsonl --line 2", exitCode: 1, output: "off by    above 9.99"),
    .init(command: "a.jsonl --line 7", exitCode: 1, output: "MALFORMED"),
    .init(command: "a.jsonl --line 8", exitCode: 1, output: "bulkcheck.not-an-object"),
    .init(command: "a.jsonl --line 8", exitCode: 1, output: "  the record is not an object\n"),
    .init(command: "a.jsonl --line 9", exitCode: 1, output: "\\u001b[31mred"),
    .init(
      command: "a.jsonl --line 10", exitCode: 1,
      output: "would pass with normalize digits: \"12345\""),
    .init(
      command: "a.jsonl --line 5 | grep -c 'normalize digits'", exitCode: 1, output: "0\n"),
    .init(
      command: "a.jsonl --line 99", exitCode: 2, diagnostics: "no line 99: the input has 10 lines"),
    .init(
      command: "a.jsonl --record 10", exitCode: 2,
      diagnostics: "no record 10: the input has 9 records"),
    .init(command: "a.csv --line 1", exitCode: 2, diagnostics: "part of the header"),
    .init(command: "a.csv --line 2", exitCode: 0, output: "line 2   record 1"),
    .init(command: "a.csv --line 4", exitCode: 1, output: "lines 3 to 4   record 2"),
    .init(command: "a.csv --line 5", exitCode: 2, diagnostics: "line 5 is blank"),
    .init(command: "a.csv --record 3", exitCode: 1, output: "line 6   record 3"),
    .init(
      command: "a.csv --line 7", exitCode: 1, output: "2 cells, but the header has 3 (ragged)"),
    .init(command: "none.jsonl --line 1", exitCode: 2, diagnostics: "no such file"),
    .init(command: "a.jsonl", exitCode: 2, diagnostics: "either --line N or --record N"),
    .init(command: "a.jsonl --line 0", exitCode: 2, diagnostics: "at least 1"),
    .init(command: "a.jsonl --line 1 --record 1", exitCode: 2, diagnostics: "not both"),
  ]

  @Test("exit codes and what is said", arguments: cases)
  func explains(_ test: ExitCodeTests.Case) throws {
    try run("bulkcheck explain -p rules.json \(test.command)") { result in
      #expect(result.exitCode == test.exitCode, "\(result.output)\(result.diagnostics)")
      #expect(result.output.contains(test.output) || test.output.isEmpty, "\(result.output)")
      #expect(
        test.diagnostics.isEmpty || result.diagnostics.contains(test.diagnostics),
        "\(result.diagnostics)")
    }
  }

  @Test("a part of a condition that is left out is named, whatever becomes of the rule")
  func leftOut() throws {
    let rules = """
      {"bulkcheck": 1, "rules": [
        {"id": "f", "when": {"a": {"const": 1}, "b": {"const": 1}}, "then": {"c": {"const": 2}}},
        {"id": "p", "when": {"any": [{"a": {"const": 1}}, {"not": {"b": {"const": 1}}}]},
         "then": {"c": {"const": 1}}},
        {"id": "n", "when": {"a": {"const": 2}, "l[*].x": {"const": 1}}, "then": {"c": {}}}]}
      """
    try run(
      "echo '\(rules)' > p.json; echo '{\"a\": 1, \"c\": 1}' > d.jsonl; "
        + "bulkcheck explain -p p.json d.jsonl --line 1"
    ) { result in
      for part in [
        "left out  b is missing", "ok          p   b is missing", "apply to this record; l[*].x is",
      ] {
        #expect(result.output.contains(part), "\(result.output)\(result.diagnostics)")
      }
    }
  }

  @Test(
    "of the parts that default inserts, the one at fault is explained",
    arguments: [
      (#"{"l":{"normalize":[{"default":[3,50]}],"items":{"maximum":10}}}"#, "compared  50\n"),
      (#"{"l":{"normalize":[{"default":["a","B"]}]},"l[*]":{"pattern":"^[a-z]$"}}"#, #"1: "B""#),
      (#"{"o":{"normalize":[{"default":{"p":1,"q":20}}]},"o.*":{"maximum":10}}"#, "compared  20\n"),
    ])
  func insertedParts(fields: String, part: String) throws {
    let profile = #"{"bulkcheck": 1, "fields": \#(fields)}"#
    try run(
      "echo '\(profile)' > p.json; echo '{\"a\": 1}' > d.jsonl; "
        + "bulkcheck explain -p p.json d.jsonl --line 1"
    ) { result in
      #expect(result.output.contains(part), "\(result.output)\(result.diagnostics)")
    }
  }

  @Test("what is labelled pii is never shown", arguments: [3, 7])
  func masked(line: Int) throws {
    try run("bulkcheck explain -p rules.json a.jsonl --line \(line)") { result in
      #expect(result.exitCode == 1)
      for secret in ["ecret", "ane", "@"] { #expect(!result.output.contains(secret)) }
    }
  }

  @Test("the caret is under the value")
  func caret() throws {
    try run("bulkcheck explain -p rules.json a.jsonl --line 5") { result in
      let lines = result.output.split(separator: "\n").map(Array.init)
      let marks = lines.indices.filter { lines[$0].contains("^") && !lines[$0].contains("{") }
      #expect(marks.count == 4)
      let marked = marks.map { place in
        let columns = lines[place].indices.filter { lines[place][$0] == "^" }
        return String(columns.map { lines[place - 1][$0] })
      }
      #expect(marked == ["17", "Fre", "AB-12x4", "Elizabeth"])
    }
  }

  @Test(
    "explanations look as they did",
    arguments: [
      ("users.jsonl", 28), ("users.jsonl", 60), ("users.jsonl", 68), ("users.jsonl", 91),
      ("users.jsonl", 136), ("users.csv", 30),
    ])
  func goldens(name: String, line: Int) throws {
    try run("bulkcheck explain -p profiles/users.json samples/\(name) --line \(line)") { result in
      try Golden.expect(result.output, in: "explain.\(name).\(line).txt")
    }
  }
}
