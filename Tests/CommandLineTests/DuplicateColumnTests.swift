import Foundation
import Testing

/// `bulkcheck.duplicate-column`, and what else there is to say of a column that is named twice.
@Suite("Columns named twice", .waitsForCommands)
struct DuplicateColumnTests {
  /// Checks CSV files `0.csv`, `1.csv`, …, and returns the result and the rules of the JSON report.
  private func check(
    _ arguments: String, profile: String, _ files: [String], schema: String = "{}"
  ) throws -> (result: Tool.Result, rules: [String: [String: Any]]) {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    try Data(schema.utf8).write(to: folder.appending(path: "s.json"))
    for (number, text) in files.enumerated() {
      try Data(text.utf8).write(to: folder.appending(path: "\(number).csv"))
    }
    let result = try Tool.run(
      "bulkcheck \(arguments) --report text --report json=r.json", in: folder)
    let data = try Data(contentsOf: folder.appending(path: "r.json"))
    let report = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    var rules: [String: [String: Any]] = [:]
    for rule in report?["rules"] as? [[String: Any]] ?? [] {
      rules[rule["id"] as? String ?? ""] = rule
    }
    return (result, rules)
  }

  @Test(
    "fail once for each input, as an error if something reads the column",
    arguments: [
      // What reads it, the header, severity.
      (#""fields":{"a":{"required":true}}"#, "a,b,a", "error"),
      (#""fields":{"a":{"required":true}}"#, "a,b,b", "warning"),
      (#""fields":{"a.*":{"maximum":9}}"#, "a.x,b,a.x", "error"),
      (#""rules":[{"id":"r","compare":["a","<","b"]}]"#, "a,b,b", "error"),
      (#""table":[{"id":"t","columns":["b"]}]"#, "a,b,b", "error"),
      (#""table":[{"id":"t","columns":["a"]}]"#, "a,b,b", "warning"),
      (#""table":[{"id":"t","columns":["a"],"match":"superset"}]"#, "a,b,b", "error"),
      (#""input":{"duplicate-column":{"severity":"info"}},"fields":{"a":{}}"#, "a,b,a", "info"),
      (#""input":{"duplicate-column":{"severity":"error"}}"#, "a,b,a", "error"),
      (#""input":{"duplicate-column":{"tolerance":1}},"fields":{"a":{}}"#, "a,b,a", "error"),
    ])
  func severity(rules: String, header: String, severity: String) throws {
    let found = try check(
      "-p q.json 0.csv 1.csv", profile: "{\"bulkcheck\":1,\(rules)}",
      ["\n\(header)\n1,2,3\n4,5,6\n", "a,b\n1,2\n"])
    let rule = try #require(found.rules["bulkcheck.duplicate-column"])
    #expect(rule["severity"] as? String == severity)
    #expect(rule["failed"] as? Int == 1)
    #expect(rule["passed"] as? Int == 1)
    let isAllowed = rules.contains("tolerance")
    let statuses = ["error": "fail", "warning": "warn", "info": "info"]
    #expect(rule["status"] as? String == (isAllowed ? "pass" : statuses[severity]))
    let samples = try #require(rule["samples"] as? [[String: Any]])
    #expect(samples.count == 1)
    #expect(samples[0]["line"] as? Int == 2)
    #expect((samples[0]["message"] as? String)?.hasSuffix("is named twice") == true)
    #expect(found.rules["bulkcheck.duplicate-key"]?["failed"] as? Int == 0)
    #expect(found.result.output.contains("   3 valid   0 invalid   0 malformed"))
  }

  @Test("the last column counts")
  func last() throws {
    let found = try check(
      "-p q.json 0.csv",
      profile: """
        {"bulkcheck":1,"input":{"duplicate-column":{"severity":"warning"}},
         "fields":{"a":{"maximum":5,"normalize":["trim"]}}}
        """, ["a,b,a\n 9,1, 2\n9,2,7\n"])
    #expect(found.rules["a.maximum"]?["failed"] as? Int == 1)
    #expect(found.result.exitCode == 1)
  }

  @Test("a schema never passes over one")
  func schema() throws {
    for schema in ["{}", #"{"properties":{"a":{"type":"string"}}}"#] {
      let text =
        #"{"$schema":"https://json-schema.org/draft/2020-12/schema","allOf":[\#(schema)]}"#
      let found = try check(
        "--schema s.json 0.csv", profile: "{}", ["z,z\n1,2\n"], schema: text)
      #expect(found.rules["bulkcheck.duplicate-column"]?["status"] as? String == "fail")
      #expect(found.result.exitCode == 1)
    }
  }

  @Test(
    "rules about columns that admit only listed names say which is there twice",
    arguments: [
      ("exact", "a,b,a", "columns exactly a, b: a is named twice\n"),
      ("equal", "b,a,b", "columns a, b in any order: b is named twice\n"),
      ("superset", "a,b,a,b", "only columns a, b: a, b are named twice\n"),
      ("exact", "b,a,a", "columns exactly a, b: a is named twice; in a different order\n"),
      ("superset", "a,c,c", "only columns a, b: c is extra; c is named twice\n"),
      ("subset", "a,b,a", ""), ("partial", "a,a", ""),
    ])
  func columns(match: String, header: String, words: String) throws {
    let row = header.split(separator: ",").map { _ in "1" }.joined(separator: ",")
    let found = try check(
      "-p q.json 0.csv",
      profile: #"{"bulkcheck":1,"table":[{"id":"t","columns":["a","b"],"match":"\#(match)"}]}"#,
      ["\(header)\n\(row)\n"])
    let rule = try #require(found.rules["t"])
    #expect(rule["status"] as? String == (words.isEmpty ? "pass" : "fail"))
    #expect(words.isEmpty || found.result.output.contains(words), "\(found.result.output)")
    let columns = rule["columns"] as? [String: Any]
    #expect((columns?["twice"] == nil) == words.isEmpty)
  }

  @Test("more columns than one are named, and three times is not twice")
  func several() throws {
    let found = try check(
      "-p q.json 0.csv 1.csv --fail-on warning", profile: #"{"bulkcheck":1}"#,
      ["a,b,a,b\n1,2,3,4\n", "a,a,a\n1,2,3\n"])
    #expect(found.result.output.contains(#"the columns "a" and "b" are named twice"#))
    let samples = found.rules["bulkcheck.duplicate-column"]?["samples"] as? [[String: Any]]
    #expect(samples?.last?["message"] as? String == #"the column "a" is named 3 times"#)
    #expect(samples?.first?["instanceLocation"] as? String == "/a")
    #expect(!found.result.output.contains("next:"))
  }

  @Test("the rule is there only where an input is CSV, and can be skipped")
  func listed() throws {
    let profile = #"{"bulkcheck":1,"fields":{"a":{"required":true}}}"#
    let files = ["a,a\n1,2\n"]
    let json = try check("-p q.json q.json --input-format jsonl", profile: profile, files)
    #expect(json.rules["bulkcheck.duplicate-column"] == nil)
    let skipped = try check(
      "-p q.json 0.csv --skip bulkcheck.duplicate-column", profile: profile, files)
    #expect(skipped.result.exitCode == 0)
    #expect(skipped.rules["bulkcheck.duplicate-column"]?["status"] as? String == "off")
    let only = try check("-p q.json 0.csv --only a.required", profile: profile, files)
    #expect(only.result.exitCode == 1)
  }

  @Test("merged results, pieces of one input, and explain know it")
  func merged() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      printf '{"bulkcheck":1,"fields":{"a":{"required":true}},"table":[{"id":"t","columns":["a","b"],"match":"equal"}]}' > q.json
      printf 'a,b,a\\n1,2,3\\n' > x.csv; printf 'a,b,a\\n4,5,6\\n' > y.csv; printf 'a,b\\n1,2\\n' > z.csv
      for f in x y z; do bulkcheck -p q.json $f.csv --partial $f.bcp > /dev/null; done
      bulkcheck merge x.bcp y.bcp z.bcp --report json | grep -v '"timing"' > merged
      bulkcheck -p q.json x.csv y.csv z.csv --report json | grep -v '"timing"' > whole
      cmp merged whole && echo the same
      bulkcheck merge --as xy.csv x.bcp y.bcp | grep -A 1 duplicate-column
      bulkcheck explain -p q.json x.csv --line 2; echo $?
      """, in: folder)
    #expect(result.output.contains("the same\n"), "\(result.output)\(result.diagnostics)")
    #expect(result.output.contains("bulkcheck.duplicate-column  1   100 %  of 1\n"))
    #expect(result.output.contains(#"bulkcheck.duplicate-column   the column "a" is named twice"#))
    #expect(result.output.hasSuffix("0\n"), "\(result.output)")
  }
}
