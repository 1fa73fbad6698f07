import Foundation
import Testing

/// Records that break very many rules. Each case took minutes where the record was judged again for
/// each rule that it breaks, or for each value that may be right.
@Suite("A record that breaks hundreds of rules", .waitsForCommands)
struct WideRecordTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var count: Int
    /// Makes `rules` and `record`, in Python.
    var script: String
    var isSchema = true
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "of properties", count: 600,
      script: """
        rules = {"properties": {f"k{i}": {"minimum": i} for i in range(n)}}
        record = {f"k{i}": i - 1 for i in range(n)}
        """),
    Case(
      name: "of properties that one definition is about", count: 600,
      script: """
        rules = {"$defs": {"m": {"not": {"minimum": 0}}},
                 "properties": {f"k{i}": {"allOf": [{"$ref": "#/$defs/m"}, {"minimum": n}]}
                                for i in range(n - 1)}}
        record = {f"k{i}": i for i in range(n - 1)}
        """),
    Case(
      name: "of patternProperties", count: 100,
      script: """
        rules = {"patternProperties": {f"^k{i}$": {"minimum": i} for i in range(n)}}
        record = {f"k{i}": i - 1 for i in range(n)}
        """),
    Case(
      name: "of additionalProperties under allOf", count: 100,
      script: """
        rules = {"allOf": [{"additionalProperties": {"minimum": n + i}} for i in range(n)]}
        record = {f"k{i}": i for i in range(n)}
        """),
    Case(
      name: "of additionalProperties that are false", count: 100,
      script: """
        rules = {"allOf": [{"properties": {f"k{i}": True}, "additionalProperties": False}
                           for i in range(n)]}
        record = {f"k{i}": i for i in range(n)}
        """),
    Case(
      name: "of unevaluatedProperties", count: 100,
      script: """
        rules = {"allOf": [{"unevaluatedProperties": {"minimum": n + i}} for i in range(n)]}
        record = {f"k{i}": i for i in range(n)}
        """),
    Case(
      name: "of propertyNames", count: 100,
      script: """
        rules = {"allOf": [{"propertyNames": {"minLength": 9 + i}} for i in range(n)]}
        record = {f"k{i}": i for i in range(n)}
        """),
    Case(
      name: "of elements", count: 600,
      script: """
        rules = {"prefixItems": [{"minimum": i} for i in range(n)]}
        record = [i - 1 for i in range(n)]
        """),
    Case(
      name: "of names that are missing", count: 500,
      script: """
        rules = {"allOf": [{"dependentRequired": {f"k{i}": [f"x{i}"]}} for i in range(n)]}
        record = {f"k{i}": i for i in range(n)}
        """),
    Case(
      name: "of fields", count: 600,
      script: """
        rules = {"fields": {f"k{i}": {"minimum": i} for i in range(n)}}
        record = {f"k{i}": i - 1 for i in range(n)}
        """, isSchema: false),
    Case(
      name: "of members of fields", count: 600,
      script: """
        rules = {"fields": {f"k{i}.*": {"minimum": n} for i in range(n)}}
        record = {f"k{i}": {"a": i, "b": i} for i in range(n)}
        """, isSchema: false),
    Case(
      name: "of masked fields", count: 500,
      script: """
        rules = {"fields": {f"k{i}.*": {"minimum": n, "labels": ["pii"]} for i in range(n)}}
        record = {f"k{i}": {"a": i, "b": i} for i in range(n)}
        """, isSchema: false),
    Case(
      name: "between fields", count: 600,
      script: """
        rules = {"rules": [{"id": f"r{i}", "compare": [f"k{i}", ">", f"k{i + 1}"]}
                           for i in range(n)]}
        record = {f"k{i}": i for i in range(n + 1)}
        """, isSchema: false),
  ]

  @Test("is looked at once for all of them", arguments: cases)
  func answers(test: Case) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let start =
      test.isSchema
      ? #"{"$schema": "https://json-schema.org/draft/2020-12/schema"}"# : #"{"bulkcheck": 1}"#
    let option = test.isSchema ? "--schema" : "--profile"
    let script = """
      import json
      n = \(test.count)
      \(test.script)
      json.dump(\(start) | rules, open("r.json", "w"))
      open("a.jsonl", "w").write(json.dumps(record) + "\\n")
      """
    try script.write(to: folder.appending(path: "make.py"), atomically: true, encoding: .utf8)
    // The limit is of processor time; a build for debugging takes some ten seconds.
    let result = try Tool.run(
      """
      python3 make.py
      ulimit -t 120
      bulkcheck \(option) r.json a.jsonl --report json=r.json.report --failures f.jsonl; echo $?
      bulkcheck explain a.jsonl --line 1 \(option) r.json > explained; echo $?
      grep -c . f.jsonl
      grep -c '"status": *"fail"' r.json.report
      grep -c '^  FAIL' explained
      """, in: folder)
    #expect(
      result.output == "1\n1\n\(test.count)\n\(test.count)\n\(test.count)\n",
      "\(result.diagnostics.prefix(2000))")
  }
}
