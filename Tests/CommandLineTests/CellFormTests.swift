import Foundation
import Testing

/// Numbers and booleans in cells that JSON writes in another way.
@Suite("Forms of cells", .waitsForCommands)
struct CellFormTests {
  /// Checks a column `a` of CSV, or records; returns how often the rules failed.
  private func check(
    _ values: [String], field: String, csv: String, file: String = "x.csv"
  ) throws -> (failed: [String: Int], lines: [Int], text: String) {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = #"{"bulkcheck":1,"input":{"csv":\#(csv)},"fields":{"a":\#(field)}}"#
    let rows =
      file.hasSuffix("csv")
      ? "a,b\n" + values.map { "\($0),1\n" }.joined() : values.map { "{\"a\":\($0)}\n" }.joined()
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    try Data(rows.utf8).write(to: folder.appending(path: file))
    let result = try Tool.run(
      "bulkcheck -p q.json \(file) --report json=r.json --report text --samples 99", in: folder)
    let data = try Data(contentsOf: folder.appending(path: "r.json"))
    let report = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let rules = report?["rules"] as? [[String: Any]] ?? []
    var failed: [String: Int] = [:]
    var lines: [Int] = []
    for rule in rules where (rule["failed"] as? Int ?? 0) > 0 {
      failed[rule["id"] as? String ?? ""] = rule["failed"] as? Int
      lines += (rule["samples"] as? [[String: Any]] ?? []).compactMap { $0["line"] as? Int }
    }
    return (failed, lines, result.output)
  }

  private static let numbers = [
    ".5", "-.8", "+5", "+.5", "+1.50", "5", "-5", "+1e2", "\"+7\"", ".5e1",
  ]
  private static let others = ["+", ".", "-.", "+-5", "++5", "1.", "+x", ".x", "+ 5", "5+", "+1,"]

  @Test("lenient numbers are read, and nothing else is")
  func lenientNumbers() throws {
    let field = #"{"type":"number"}"#
    let lenient = #"{"numbers":"lenient"}"#
    #expect(try check(Self.numbers, field: field, csv: lenient).failed.isEmpty)
    let wrong = Self.others.map { "\"\($0)\"" }
    #expect(
      try check(wrong, field: field, csv: lenient).failed["a.type"] == Self.others.count)
    for csv in ["{}", #"{"numbers":"plain"}"#] {
      #expect(try check(Self.numbers, field: field, csv: csv).failed["a.type"] == 8)
    }
  }

  @Test("lenient numbers have their values, and are shown as they are written")
  func values() throws {
    let found = try check(
      [".5", "-.8", "+5", "0.5", "+0.50"],
      field: #"{"type":"number","minimum":-0.5,"unique":true}"#,
      csv: #"{"numbers":"lenient"}"#)
    #expect(found.failed == ["a.minimum": 1, "a.unique": 2])
    #expect(found.text.contains(#""-.8"  "#), "\(found.text)")
    let integers = try check(
      ["+5", ".5", "+5.0"], field: #"{"type":"integer","maximum":4}"#,
      csv: #"{"numbers":"lenient"}"#)
    #expect(integers.failed == ["a.type": 1, "a.maximum": 2])
  }

  @Test("texts and JSON are left as they are")
  func texts() throws {
    let csv = #"{"numbers":"lenient"}"#
    let text = try check(["+5", ".5"], field: #"{"type":"string","enum":["+5",".5"]}"#, csv: csv)
    #expect(text.failed.isEmpty)
    let first = try check(["+5"], field: #"{"type":["string","number"],"maxLength":1}"#, csv: csv)
    #expect(first.failed == ["a.maxLength": 1])
    let json = try check([#""+5""#], field: #"{"type":"number"}"#, csv: csv, file: "x.jsonl")
    #expect(json.failed == ["a.type": 1])
  }

  @Test("words stand for true and false where the field says so")
  func booleans() throws {
    let words = #"{"type":"boolean","const":true,"boolean":{"true":["True","yes"],"false":["no"]}}"#
    let found = try check(
      ["True", "yes", "no", "true", "false", "TRUE", "Yes", "\"yes\""], field: words, csv: "{}")
    #expect(found.failed == ["a.const": 2, "a.type": 2])
    #expect(Set(found.lines) == [4, 6, 7, 8])
    let json = try check([#""yes""#, "true"], field: words, csv: "{}", file: "x.jsonl")
    #expect(json.failed == ["a.type": 1])
  }

  @Test(
    "settings that cannot be meant are mistakes",
    arguments: [
      (#"{"boolean":{"true":["yes"]}}"#, #"the field also needs `"type": "boolean"`"#),
      (#"{"type":"boolean","boolean":true}"#, "expected an object such as"),
      (#"{"type":"boolean","boolean":{"true":["y"],"false":["y"]}}"#, #"has "y" twice"#),
      (#"{"type":"boolean","boolean":{"true":["false"]}}"#, "or where it is the other value"),
      (#"{"type":"boolean","boolean":{"yes":["y"]}}"#, #"unknown key "yes" in `boolean`"#),
      (#"{"type":"boolean","boolean":{"true":[]}}"#, "`true` is an empty list"),
    ])
  func mistakes(field: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = #"{"bulkcheck":1,"fields":{"a":\#(field)}}"#
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    let result = try Tool.run("bulkcheck lint q.json", in: folder)
    #expect(result.exitCode == 1 || result.exitCode == 2)
    #expect((result.output + result.diagnostics).contains(words), "\(result.output)")
  }

  @Test("infer drafts lenient numbers where it sees some, but not for telephone numbers")
  func inferred() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      { echo 'n,phone,code,plain'; for i in $(seq 60); do echo ".$i,+49171000$i,+0$i,$i"; done; } > x.csv
      bulkcheck infer x.csv -o q.json && bulkcheck -p q.json x.csv && grep '"csv"' q.json
      grep -A 2 '"n"\\|"phone"\\|"code"' q.json | grep '"type"'
      { echo 'phone,a'; for i in $(seq 60); do echo "+49171000$i,$i"; done; } > y.csv
      bulkcheck infer y.csv | grep -c lenient
      bulkcheck infer --schema x.csv -o s.json && bulkcheck --schema s.json x.csv
      """, in: folder)
    #expect(result.output.contains(#""csv": { "numbers": "lenient" },"#), "\(result.output)")
    let types = #""type": "number",\#n      "type": "string",\#n      "type": "string","#
    #expect(result.output.contains(types), "\(result.output)")
    #expect(result.output.contains("\n0\n"), "\(result.output)")
    #expect(result.output.components(separatedBy: "PASSED").count == 3, "\(result.output)")
  }
}
