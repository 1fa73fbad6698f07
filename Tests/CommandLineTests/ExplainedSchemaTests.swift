import Foundation
import Testing

/// `bulkcheck explain` with a JSON Schema: where a value is, how far off, and what would pass.
@Suite("explain with a schema", .waitsForCommands)
struct ExplainedSchemaTests {
  private static let schema = #"""
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "required": ["na/me"],
     "$defs": {"price": {"multipleOf": 0.5}},
     "properties": {"qty": {"type": "integer", "minimum": 5}, "code": {"pattern": "^[A-Z]{3}$"},
      "kind": {"enum": ["red", "green"]}, "n": {"type": "number"}, "tags": {"maxItems": 1},
      "note": {"maxLength": 3}, "a/b": {"const": 1},
      "lines": {"items": {"properties": {"p": {"$ref": "#/$defs/price"}}}}}}
    """#

  static let cases: [(record: String, field: String, lines: [String])] = [
    (#"{"na/em":1}"#, "x", ["nearest   the record has \"na/em\""]),
    (
      #"{"na/me":1,"qty":3}"#, "x",
      ["                        ^", "off by    2 below 5", "nearest number: 5"]
    ),
    (#"{"na/me":1,"code":"AB1"}"#, "x", ["                          ^^^", #"character 3: "1""#]),
    (#"{"na/me":1,"kind":"Green"}"#, "x", [#"would pass with normalize lowercase: "green""#]),
    (#"{"na/me":1,"kind":"gren"}"#, "x", [#"the nearest choice is "green""#]),
    (#"{"na/me":1,"n":"12"}"#, "x", ["would pass without quotes: 12"]),
    (#"{"na/me":1,"tags":[1,[2],{}]}"#, "x", ["2 elements too many: 3, at most 1"]),
    // In code points, whatever the profile counts; the escape is one of them.
    (#"{"na/me":1,"note":"éé\u00e9é"}"#, "x", ["1 character too many: 4, at most 3"]),
    (#"{"na/me":1,"a/b":0,"a/b":2}"#, "x", ["                              ^"]),
    (
      #"{"na/me":1,"lines":[{"p":1},{},{"p":1.3},{"p":2.2}]}"#, "x",
      [
        "                                             ^^^", "at        /lines/2/p",
        "also at   /lines/3/p", "requires  multipleOf 0.5",
      ]
    ),
    // How far that is takes too many digits to write.
    (
      #"{"na/me":1,"qty":-9e400}"#, "x",
      ["                        ^^^^^^", "nearest number: 5", "off by    about 9e400 below 5"]
    ),
    // Of a masked value neither the value nor what is near it is shown.
    (#"{"na/me":1,"qty":3}"#, "qty", ["{\"na/me\":1,\"qty\":***}", "at        /qty"]),
    ("na/me,qty,code\n1,3,\"AB\"\"\"\n", "x", ["              ^", "off by    2 below 5"]),
    ("na/em,qty\n1,7\n", "x", ["nearest   the record has \"na/em\""]),
  ]

  @Test("a failing keyword is marked where it fails", arguments: cases.indices)
  func marks(index: Int) throws {
    let (record, field, lines) = Self.cases[index]
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let isCSV = !record.hasPrefix("{")
    let profile = #"""
      {"bulkcheck": 1, "schema": "s.json", "input": {"lengthUnit": "bytes"},
       "fields": {"\#(field)": {"labels": ["pii"]}}}
      """#
    for (name, text) in [("s.json", Self.schema), ("p.json", profile), ("r", record + "\n")] {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let command =
      "bulkcheck explain r -p p.json --record 1 --input-format " + (isCSV ? "csv" : "jsonl")
    let result = try Tool.run(command, in: folder)
    #expect(result.exitCode == 1)
    for line in lines {
      #expect(result.output.contains(line), "\(result.output)\(result.diagnostics)")
    }
    let hasDistance = lines.contains { $0.contains("off by") || $0.contains("too many") }
    #expect(result.output.contains("off by") == hasDistance, "\(result.output)")
  }
}
