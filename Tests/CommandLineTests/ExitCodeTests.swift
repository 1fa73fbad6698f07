import Foundation
import Testing

/// Promises to CI jobs: exit codes, and which stream says what when something is wrong.
@Suite("Exit codes", .waitsForCommands)
struct ExitCodeTests {
  struct Case: CustomTestStringConvertible {
    var command: String
    var exitCode: Int32
    var output = ""
    var diagnostics = ""
    var testDescription: String { command }
  }

  /// Makes the inputs that the commands name.
  static let setUp = """
    mkdir none
    printf '' > empty.jsonl; printf 'a,b\\n' > header.csv; printf '{"a":1}\\n{"a":2}\\n' > two.jsonl
    printf '{"a":1}\\n{"a":\\n' > bad.jsonl
    printf '{"bulkcheck":1,"records":{"min":0}}' > min.json
    printf '{"bulkcheck":1,"fields":{"a":{"maximum":1}}}' > max.json
    printf '{"bulkcheck":1,"fields":{"a":{"maximum":{"value":1,"severity":"warning"}}}}' > warn.json
    printf '{"bulkcheck":1,"fields":{"b":{"type":"string"}}}' > idle.json
    printf '{"bulkcheck":1,"fields":{"a":{"maximun":1}},"feilds":{},"name":7}' > wrong.json
    gzip -nc two.jsonl > two.jsonl.gz
    head -c 20 two.jsonl.gz > cut.gz; cp two.jsonl.gz hidden.txt
    { head -c 15 two.jsonl.gz; printf XXXX; tail -c +20 two.jsonl.gz; } > corrupt.gz
    """

  static let cases: [Case] = [
    Case(command: "-p p.json a.jsonl", exitCode: 0, output: "PASSED"),
    Case(command: "-p max.json two.jsonl", exitCode: 1, output: "1 above the maximum of 1"),
    Case(command: "-p p.json bad.jsonl", exitCode: 1, output: "bulkcheck.malformed"),
    Case(command: "-p p.json empty.jsonl", exitCode: 1, output: "bulkcheck.empty-input"),
    Case(command: "-p p.json header.csv", exitCode: 1, output: "bulkcheck.empty-input"),
    Case(command: "-p min.json header.csv empty.jsonl", exitCode: 0, output: "PASSED"),
    Case(
      command: "-p p.json none.jsonl", exitCode: 2, output: "INCOMPLETE",
      diagnostics: "no such file; check the path"),
    Case(
      command: "-p p.json none", exitCode: 2, output: "INCOMPLETE",
      diagnostics: "is a folder without a file to check"),
    Case(
      command: "-p p.json cut.gz", exitCode: 2, output: "INCOMPLETE",
      diagnostics: "ends in the middle of a member"),
    Case(
      command: "-p p.json corrupt.gz", exitCode: 2, output: "INCOMPLETE",
      diagnostics: "corrupt.gz: the gzip data is corrupt at "),
    Case(
      command: "-p p.json --report json cut.gz a.jsonl", exitCode: 2,
      output: "\"complete\": false", diagnostics: "cut.gz: "),
    Case(
      command: "-p max.json none.jsonl two.jsonl", exitCode: 2, output: "1 above the maximum of 1"),
    Case(command: "-p p.json - < two.jsonl", exitCode: 0, output: "standard input   2 records"),
    Case(command: "-p p.json - < two.jsonl.gz", exitCode: 0, output: "standard input   2 records"),
    Case(command: "-p p.json hidden.txt", exitCode: 0, output: "hidden.txt   2 records"),
    Case(
      command: "--schema max.json two.jsonl", exitCode: 2,
      diagnostics: "max.json is a profile, not a JSON Schema: give it with --profile"),
    Case(
      command: "lint --schema max.json", exitCode: 2, diagnostics: "is a profile, not a JSON Schema"
    ),
    Case(
      command: "-p max.json --write-baseline base.json.gz two.jsonl", exitCode: 2,
      diagnostics: "A baseline is not compressed: name a file without .gz."),
    Case(command: "-p warn.json two.jsonl", exitCode: 0, output: "warn"),
    Case(command: "-p warn.json --fail-on warning two.jsonl", exitCode: 1, output: "FAILED"),
    Case(command: "-p max.json --fail-on never two.jsonl", exitCode: 0, output: "FAILED"),
    Case(command: "-p max.json --fail-on never none.jsonl", exitCode: 2),
    Case(command: "-p idle.json two.jsonl", exitCode: 0, output: "no record has: b"),
    Case(command: "-p idle.json --strict two.jsonl", exitCode: 1, output: "no record has: b"),
    Case(command: "-p idle.json --strict --fail-on never two.jsonl", exitCode: 0),
    Case(
      command: "-p max.json --limit 1 two.jsonl", exitCode: 0,
      output: "stopped after 1 record; there are more"),
    Case(command: "-p max.json --limit 2 two.jsonl", exitCode: 1),
    Case(command: "-p max.json --skip a.maximum two.jsonl", exitCode: 0, output: "muted 1 rule"),
    Case(
      command: "-p max.json --skip a.maximun two.jsonl", exitCode: 2,
      diagnostics: "no rule has the id \"a.maximun\""),
    Case(
      command: "-p max.json --only label:none two.jsonl", exitCode: 2,
      diagnostics: "no rule has the label \"none\""),
    Case(command: "-p p.json --max-record-bytes 7 two.jsonl", exitCode: 0),
    Case(
      command: "-p p.json --max-record-bytes 6 two.jsonl", exitCode: 1,
      output: "longer than 6 bytes"),
    Case(
      command: "-p wrong.json a.jsonl", exitCode: 2,
      diagnostics: "wrong.json: 3 errors"),
    Case(command: "-p wrong.json none.jsonl", exitCode: 2, diagnostics: "did you mean \"fields\"?"),
  ]

  @Test("are what the contract says", arguments: cases)
  func codes(_ test: Case) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run("\(Self.setUp)\nbulkcheck \(test.command)", in: folder)
    #expect(result.exitCode == test.exitCode)
    #expect(test.output.isEmpty || result.output.contains(test.output), "\(result.output)")
    #expect(
      test.diagnostics.isEmpty || result.diagnostics.contains(test.diagnostics),
      "\(result.diagnostics)")
    for text in [result.output, result.diagnostics] {
      #expect(!text.contains("Fatal error") && !text.contains("Stack dump"))
    }
  }

  @Test("a profile that names too many places is refused by check and by lint")
  func places() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let steps = String(repeating: ".a", count: 10)
    let fields = (0..<3300).map { #""f\#($0)\#(steps)": {"required": true}"# }
    let profile = "{\"bulkcheck\": 1, \"fields\": {\(fields.joined(separator: ", "))}}"
    try Data(profile.utf8).write(to: folder.appending(path: "places.json"))
    let sentence = "the rules name more than 32,767 places in a record"
    let check = try Tool.run("bulkcheck -p places.json a.jsonl", in: folder)
    #expect(check.exitCode == 2)
    #expect(check.diagnostics.contains(sentence), "\(check.diagnostics)")
    let lint = try Tool.run("bulkcheck lint places.json", in: folder)
    #expect(lint.exitCode == 2)
    #expect(lint.output == "places.json: error: \(sentence)\n", "\(lint.output)")
  }

  @Test("a file without the right to read it cannot be judged")
  func unreadable() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // Root may read everything.
    let result = try Tool.run(
      "chmod 000 a.jsonl; [ -r a.jsonl ] && exit 99; bulkcheck -p p.json a.jsonl", in: folder)
    guard result.exitCode != 99 else { return }
    #expect(result.exitCode == 2)
    #expect(result.diagnostics.contains("permission denied"))
  }

  @Test("an interruption ends with 130 and a report of what was read")
  func interruption() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // The writer never ends: only the signal does. It is sent once records have been taken from the
    // pipe, of which it holds 64 KiB.
    let command = """
      mkfifo pipe; { yes '{"a":1}' | head -c 1000000; touch taken; exec sleep 600; } > pipe & writer=$!
      '\(Tool.path)' -p p.json --report json - < pipe & tool=$!
      until [ -e taken ] || ! kill -0 $tool; do sleep 0.02; done
      kill -INT $tool; wait $tool; code=$?; kill -KILL -$writer; exit $code
      """
    let result = try Tool.run("trap '' PIPE; set -m; \(command)", in: folder)
    #expect(result.exitCode == 130)
    #expect(result.output.contains("\"complete\": false"))
    #expect(result.output.contains("\"exitCode\": 130"))
  }

  @Test(
    "a pattern that reaches its match limit fails the record and says why",
    arguments: [
      #"{"pattern": "^(a+)+$"}"#, #"{"not": {"pattern": "^(a+)+$"}}"#,
      #"{"none": [{"notPattern": "^(a+)+$"}]}"#,
      #"{"not": {"chain": [{"replace": ["^(a+)+$", ""]}]}}"#,
      #"{"when": {"pattern": "^(a+)+$"}, "then": {"minLength": 1}}"#,
      #"{"normalize": [{"replace": ["^(a+)+$", ""]}], "minLength": 1}"#,
    ])
  func patternLimit(block: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = #"{"bulkcheck": 1, "fields": {"a": \#(block)}}"#
    try Data(profile.utf8).write(to: folder.appending(path: "limit.json"))
    let record = #"{"a": ""# + String(repeating: "a", count: 5000) + #"!"}"#
    try Data(record.utf8).write(to: folder.appending(path: "long.jsonl"))
    let result = try Tool.run("bulkcheck -p limit.json long.jsonl --report json", in: folder)
    #expect(result.exitCode == 1)
    #expect(result.output.contains(#""reason": "pattern-limit""#))
  }

  @Test(
    "a match limit that a rule met is not a reason of the next one",
    arguments: [
      (#"{"id": "one", "any": [{"a": {"pattern": "^(a+)+$"}}, {"b": {"required": true}}]}"#, 0),
      (#"{"id": "one", "all": [{"a": {"pattern": "^(a+)+$"}}, {"b": {"required": true}}]}"#, 1),
      (#"{"id": "one", "when": {"a": {"pattern": "^(a+)+$"}}, "then": {"b": {"const": 1}}}"#, 1),
    ])
  func limitOfAnotherRule(entry: String, limits: Int) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile =
      #"{"bulkcheck": 1, "rules": [\#(entry), {"id": "two", "compare": ["a", "==", "b"]}]}"#
    try Data(profile.utf8).write(to: folder.appending(path: "limit.json"))
    let record = #"{"a": ""# + String(repeating: "a", count: 5000) + #"!", "b": "b"}"#
    try Data(record.utf8).write(to: folder.appending(path: "long.jsonl"))
    let result = try Tool.run("bulkcheck -p limit.json long.jsonl --report json", in: folder)
    #expect(result.exitCode == 1)
    #expect(result.output.components(separatedBy: "pattern-limit").count - 1 == limits)
  }

  @Test(
    "a line without an end takes no more memory than the limit of a record asks for",
    .measuresMemory,
    arguments: [
      ("jsonl", 1, "length, column 67,108,865"),
      ("csv", 2, "longer than a record may be"),
    ])
  func longLine(_ format: String, _ exitCode: Int32, _ words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // The kernel's own high-water mark of the running process, read until it ends: what `getrusage`
    // says of children includes the memory of the test process that they were forked from.
    let command = """
      head -c 200000000 /dev/zero | tr '\\0' 'x' | {
        '\(Tool.path)' -p p.json --input-format \(format) --threads 2 - <&3 & tool=$!
        while mark=$(grep VmHWM /proc/$tool/status 2>/dev/null); do peak=$mark; sleep 0.05; done
        wait $tool; code=$?; echo "$peak"; exit $code
      } 3<&0
      """
    let result = try Tool.run(command, in: folder)
    #expect(result.exitCode == exitCode)
    #expect(result.output.contains(words))
    guard let mark = result.output.split(separator: "\n").last(where: { $0.hasPrefix("VmHWM") })
    else { return }
    let kilobytes = try #require(Int(mark.filter(\.isNumber)))
    #expect(kilobytes > 60_000, "the mark is read late enough to say something")
    #expect(kilobytes < 100_000)
  }
}
