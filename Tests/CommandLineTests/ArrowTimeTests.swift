import Foundation
import Testing

/// Columns of timestamps without a zone, and of times: rules take their values for UTC.
///
/// `local.arrow` has such columns in all that they can be nested in. `local.jsonl` has the same
/// rows, with `Z` behind these times, and so says what each rule must find.
@Suite("Times of Arrow columns without a zone", .waitsForCommands)
struct ArrowTimeTests {
  private static let tables = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "BulkcheckArrowTests/Tables").path

  private func run(_ script: String, _ rules: String) throws -> (Tool.Result, URL) {
    let folder = try Tool.folder()
    try Data(rules.utf8).write(to: folder.appending(path: "q.json"))
    return (try Tool.run("T='\(Self.tables)'; \(script)", in: folder), folder)
  }

  /// A report without its lines, and without the offsets in which the two inputs differ.
  private func findings(_ url: URL) throws -> NSDictionary {
    let text = try String(contentsOf: url, encoding: .utf8)
      .replacing(/(?<clock>\d\d:\d\d:\d\d(?:\.\d+)?)Z/) { $0.output.clock }
    func stripped(_ value: Any) -> Any {
      if let list = value as? [Any] { return list.map(stripped) }
      guard var object = value as? [String: Any] else { return value }
      if let first = object["first"] as? [String: Any] {
        object["first"] = ["at": first["record"] ?? first["line"] ?? 0]
      }
      for key in ["line", "byteOffset"] { object[key] = nil }
      return object.mapValues(stripped)
    }
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let kept = ["rules", "records", "verdict", "fields", "exitCode", "table"]
    return try #require(stripped(report.filter { kept.contains($0.key) }) as? NSDictionary)
  }

  /// Each with a rule that some of the times break, and one that none does.
  private static let profileList = [
    #"""
    "fields": {
      "at": {"format": "date-time", "minimum": "2020-01-01T00:00:00Z"},
      "second": {"format": "date-time", "exclusiveMaximum": "2020-09-13T14:26:40+02:00"},
      "zoned": {"format": "date-time"},
      "clock": {"format": "time", "maximum": "12:00:00Z"},
      "text": {"format": "date-time"},
      "list": {"items": {"format": "date-time", "maximum": "2020-10-01T00:00:00+01:00"}},
      "texts": {"items": {"format": "date-time"}},
      "info.seen": {"format": "date-time", "minimum": "2000-01-01T00:00:00Z"},
      "info.zoned": {"format": "date-time"},
      "coded": {"format": "date-time", "exclusiveMaximum": "2000-01-01T00:00:00Z"},
      "runs": {"format": "date-time", "minimum": "1970-01-01T00:00:00Z"},
      "union": {"format": "date-time"}
    }
    """#,
    #"""
    "fields": {
      "log[*].at": {"format": "date-time", "minimum": "2000-01-01T00:00:00Z"},
      "log[*].note": {"format": "date-time"},
      "log[*].by[*]": {"format": "time", "minimum": "06:00:00Z"},
      "log[0].at": {"format": "date-time", "exclusiveMaximum": "2000-01-01T00:00:00Z"},
      "log[0].by[0]": {"format": "time"},
      "map.*": {"format": "date-time", "exclusiveMaximum": "2000-01-01T00:00:00Z"},
      "map.one": {"format": "date-time", "minimum": "2000-01-01T00:00:00Z"},
      "entries[*].key": {"format": "date-time", "exclusiveMaximum": "2000-01-01T00:00:00Z"},
      "entries[*].value": {"format": "time"}
    }
    """#,
    #"""
    "fields": {"*": {"format": "date-time"}, "info.*": {"format": "date-time"}}
    """#,
    #"""
    "fields": {
      "map.one": {"format": "date-time"}, "/list/0": {"format": "date-time"},
      "text": {"format": "time"}, "clock": {"format": "date-time"}, "at": {"format": "time"}
    }
    """#,
    #"""
    "fields": {"at": {"format": "date-time", "normalize": ["trim"], "required": true},
      "coded": {"format": "date-time", "normalize": [{"default": "2020-01-01T00:00:00"}]},
      "second": {"format": "date-time",
        "chain": [{"format": "date-time"}, "lowercase", {"format": "date-time"}]},
      "zoned": {"format": "date-time"}, "info.seen": {"format": "date-time"}},
    "rules": [
      {"id": "compare", "compare": ["at", "<=", "second"]},
      {"id": "mixed", "compare": ["zoned", "<=", "info.seen"]},
      {"id": "when", "when": {"second": {"format": "date-time"}},
        "then": {"info.seen": {"format": "date-time", "minimum": "2000-01-01T00:00:00Z"}}},
      {"id": "unique", "unique": ["second", "coded"]},
      {"id": "items", "when": {"list": {"items": {"format": "date-time"}}},
        "then": {"text": {"not": {"format": "date-time"}}}}
    ]
    """#,
    #"""
    "fields": {"at": {"format": "date-time"}, "second": {"format": "date-time"},
      "zoned": {"format": "date-time"}, "clock": {"format": "time"}, "text": {"format": "time"},
      "info.seen": {"format": "date-time"}},
    "rules": [{"id": "compare", "compare": ["zoned", "<=", "info.seen"]}],
    "table": [
      {"id": "sorted", "sorted": ["second"]}, {"id": "times", "sorted": ["clock", "text"]},
      {"id": "min", "measure": "min", "of": "at", "minimum": "2000-01-01T00:00:00Z"},
      {"id": "max", "measure": "max", "of": "list[*]", "after": "2023-11-14T22:13:20Z"},
      {"id": "groups", "measure": "max", "of": "second", "by": "text", "before": "2023-01-01"},
      {"id": "clock", "measure": "max", "of": "clock", "maximum": "12:00:00Z"},
      {"id": "mistyped", "measure": "max", "of": "text", "minimum": "12:00:00Z"}
    ]
    """#,
  ]

  private static let schemaList = [
    #"""
    {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {
      "at": {"format": "date-time"}, "clock": {"format": "time"}, "text": {"format": "date-time"},
      "list": {"items": {"format": "date-time"}}, "texts": {"contains": {"format": "date-time"}},
      "log": {"items": {"properties": {
        "at": {"format": "date-time"}, "note": {"format": "date-time"},
        "by": {"items": {"format": "time"}}}}},
      "info": {"additionalProperties": {"format": "date-time"}},
      "map": {"additionalProperties": {"format": "date-time"}},
      "entries": {"items": {"properties": {
        "key": {"format": "date-time"}, "value": {"format": "time"}}}},
      "union": {"type": "integer"}
    }}
    """#,
    // One subschema for all values, wherever they are.
    #"""
    {"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/any",
     "definitions": {"any": {"format": "date-time",
       "items": {"$ref": "#/definitions/any"},
       "additionalProperties": {"$ref": "#/definitions/any"}}}}
    """#,
    #"""
    {"$schema": "http://json-schema.org/draft-07/schema#",
     "additionalProperties": {"anyOf": [{"format": "time"}, {"type": ["array", "object"]}]}}
    """#,
  ]

  @Test("mean UTC to profiles, at any number of threads", arguments: profileList)
  func profile(rules: String) throws {
    try expectSame("-p q.json", #"{"bulkcheck": 1, \#(rules)}"#)
  }

  @Test("mean UTC to schemas, at any number of threads", arguments: schemaList)
  func schema(text: String) throws { try expectSame("--schema q.json", text) }

  private func expectSame(_ asked: String, _ rules: String) throws {
    let (result, folder) = try run(
      """
      for t in 1 2 7; do
        bulkcheck \(asked) --threads $t $T/local.arrow --report json=$t.json || echo $?
      done
      bulkcheck \(asked) $T/local.jsonl --report json=lines.json || echo $?
      """, rules)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.output == "1\n1\n1\n1\n", "\(result.diagnostics)")
    let lines = try findings(folder.appending(path: "lines.json"))
    for threads in [1, 2, 7] {
      let table = try findings(folder.appending(path: "\(threads).json"))
      #expect(lines == table, "\(lines) \(table)")
    }
  }

  @Test("mean UTC beside inputs of other columns, and in merged results", arguments: profileList)
  func merged(rules: String) throws {
    let (result, folder) = try run(
      """
      echo '{"at": "2001-02-03T04:05:06", "clock": "04:05:06", "list": ["04:05:06"]}' > m.jsonl
      for input in $T/local.arrow $T/local.jsonl; do
        bulkcheck -p q.json $input m.jsonl $input --now 2024-01-01T00:00:00Z \
          --report json=$(basename $input).json || echo $?
      done
      bulkcheck -p q.json $T/local.arrow m.jsonl --partial 1 --now 2024-01-01T00:00:00Z \
        > /dev/null
      bulkcheck -p q.json $T/local.arrow --partial 2 --now 2024-01-01T00:00:00Z > /dev/null
      bulkcheck merge 1 2 --report json=merged.json || echo $?
      """, #"{"bulkcheck": 1, \#(rules)}"#)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.output == "1\n1\n1\n", "\(result.diagnostics)")
    let reports = try ["local.jsonl.json", "local.arrow.json", "merged.json"].map {
      try findings(folder.appending(path: $0))
    }
    #expect(reports[0] == reports[1], "\(reports[0]) \(reports[1])")
    #expect(reports[1] == reports[2], "\(reports[1]) \(reports[2])")
  }

  @Test("are explained as they are checked")
  func explained() throws {
    let (result, folder) = try run(
      """
      for record in 1 2 3 4 5 6 7 8; do
        bulkcheck explain -p q.json $T/local.arrow --record $record > t
        bulkcheck explain -p q.json $T/local.jsonl --record $record > l
        for file in t l; do
          grep -vE '^ *[{…]|\\^|/local' $file | sed -E 's/(:[0-9]+(\\.[0-9]+)?)Z/\\1/g' > $file.x
        done
        cmp t.x l.x
      done
      bulkcheck explain -p q.json $T/local.arrow --record 1 | grep -A5 at.minimum
      """, #"{"bulkcheck": 1, \#(Self.profileList[0])}"#)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.output.contains("2020-01-01T00:00:00\"\n"), "\(result.output)")
    #expect(!result.output.contains("differ"), "\(result.output)")
  }

  @Test("are written by --failures and --valid as they are checked")
  func outputs() throws {
    let (result, folder) = try run(
      """
      bulkcheck -p q.json $T/local.arrow --failures f --invalid i --valid v > /dev/null
      bulkcheck -p q.json $T/local.jsonl --failures g --invalid j --valid w > /dev/null
      for file in f g; do
        sed -E 's/"(byteOffset|line|input)":[^,]*,//g' $file |
          sed -E 's/(:[0-9]+(\\.[0-9]+)?)Z/\\1/g' > $file.x
      done
      cmp f.x g.x; wc -l < i; wc -l < j; wc -l < v; wc -l < w
      """,
      #"""
      {"bulkcheck": 1, "fields": {
        "at": {"format": "date-time", "minimum": "2000-01-01T00:00:00Z"}}}
      """#
    )
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.output == "13\n13\n27\n27\n", "\(result.output) \(result.diagnostics)")
  }

  @Test("hold what infer drafts of them")
  func drafted() throws {
    let (result, folder) = try run(
      """
      bulkcheck infer $T/local.arrow > d.json
      bulkcheck -p d.json $T/local.arrow > /dev/null; echo $?
      """, "")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.output == "0\n", "\(result.diagnostics)")
  }
}
