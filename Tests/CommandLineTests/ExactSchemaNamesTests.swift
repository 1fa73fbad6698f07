import Foundation
import Testing

/// Names of a JSON Schema are equal only if they are the same code points: `é` as one code point
/// is another name than `e` with an accent.
@Suite(.waitsForCommands) struct ExactSchemaNamesTests {
  /// `{1}` stands for the one form, `{2}` for the other.
  private static func text(_ template: String) -> String {
    template.replacing("{1}", with: "e\u{301}").replacing("{2}", with: "\u{e9}")
  }

  @Test(
    "in a schema",
    arguments: [
      (#"{"required": ["{1}", "{2}"]}"#, #"{"{1}": 1, "{2}": 2}"#, ""),
      (
        #"{"required": ["{1}"], "properties": {"{2}": {"const": 1}}}"#, #"{"{2}": 2}"#,
        "#/required #/properties/{2}/const"
      ),
      (
        #"{"properties": {"{1}": {"const": 1}, "{2}": {"const": 2}}}"#, #"{"{2}": 7}"#,
        "#/properties/{2}/const"
      ),
      (
        #"{"properties": {"{1}": true}, "additionalProperties": false}"#, #"{"{2}": 1}"#,
        "#/additionalProperties"
      ),
      (
        #"{"dependentRequired": {"{1}": ["x"], "{2}": ["y"]}}"#, #"{"{2}": 1, "x": 1}"#,
        "#/dependentRequired"
      ),
      (
        #"""
        {"properties": {"a": {"items": {"properties": {
          "{1}": {"const": 1}, "{2}": {"const": 2}}}}}}
        """#,
        #"{"a": [{"{1}": 1, "{2}": 1}]}"#, "#/properties/a/items/properties/{2}/const"
      ),
    ])
  func schema(schema: String, record: String, failing: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.text(schema).utf8).write(to: folder.appending(path: "s.json"))
    try Data(Self.text(record).utf8).write(to: folder.appending(path: "r.jsonl"))
    let command = "bulkcheck --schema s.json --failures f r.jsonl > report"
    let result = try Tool.run(#"\#(command); grep -o '"rule":"[^"]*' f"#, in: folder)
    let rules = result.output.split(separator: "\n").filter { $0.hasPrefix(#""rule":"#) }
    #expect(
      rules.map { Array($0.dropFirst(8).utf8) }
        == failing.split(separator: " ").map { Array(Self.text(String($0)).utf8) })
  }
}
