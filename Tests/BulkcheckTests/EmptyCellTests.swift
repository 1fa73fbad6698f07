import Bulkcheck
import Testing

/// Empty cells of fields with a `separator` (docs/reference/values.md#arrays-in-cells).
@Suite("Empty cells that can be split")
struct EmptyCellTests {
  /// A block, `missingValues`, and of its rules those that pass and those that are missing where
  /// the cell is empty; the others fail.
  static let cases: [(block: String, missing: String, passed: [String], lacking: [String])] = [
    (#""type": "array", "minItems": 1"#, "[]", [], ["type", "minItems"]),
    (#""type": "array", "minItems": 1"#, #"["-"]"#, [], ["type", "minItems"]),
    (#""type": ["array", "string"], "minItems": 1"#, "[]", [], ["type", "minItems"]),
    (#""type": ["integer", "array"], "minItems": 1"#, "[]", [], ["type", "minItems"]),
    (#""type": ["string", "array"], "maxLength": 0"#, "[]", ["type", "maxLength"], []),
    (
      #""minItems": 1, "maxItems": 1, "maxLength": 0"#, "[]",
      ["minItems", "maxItems", "maxLength"], []
    ),
    (#""minItems": 1"#, #"[""]"#, [], ["minItems"]),
    (
      #""items": {"maxLength": 0}, "const": "", "notEmpty": true"#, "[]",
      ["items.maxLength", "const"], []
    ),
    (
      #""contains": {"const": ""}, "enum": [[""]], "minLength": 1"#, "[]", ["contains", "enum"], []
    ),
    (
      #""type": "array", "normalize": [{"default": "q|r"}], "minItems": 2, "required": true"#, "[]",
      ["type", "minItems", "required"], []
    ),
    (#""normalize": [{"default": "q|r"}], "maxItems": 1"#, "[]", ["maxItems"], []),
  ]

  @Test("are missing where they would be arrays, otherwise texts", arguments: cases.indices)
  func cells(number: Int) throws {
    let (block, missing, passed, lacking) = Self.cases[number]
    let profile = try Profile(
      text: """
        {"bulkcheck": 1, "input": {"missingValues": \(missing)},
         "fields": {"a": {"separator": "|", \(block)}}}
        """)
    for input in ["a,b\n,1\n", "a,b\n\"\",1\n"] {
      let report = try ProfileValidator(profile).validate(bytes: input.utf8, name: "a.csv")
      for rule in report.rules where rule.id.hasPrefix("a.") {
        let name = String(rule.id.dropFirst(2))
        let isPassed = passed.contains(name) ? 1 : 0
        let isMissing = lacking.contains(name) ? 1 : 0
        #expect(
          [rule.passed, rule.missing, rule.failed]
            == [isPassed, isMissing, 1 - isPassed - isMissing], "\(rule.id) of \(block)")
      }
    }
  }

  @Test("have one element for a measure, without a declared type")
  func measures() throws {
    let profile = try Profile(
      text: """
        {"bulkcheck": 1, "input": {"missingValues": []}, "fields": {"*": {"separator": "|"}},
         "table": [{"id": "d", "measure": "duplicates", "of": "*[*]", "maximum": 9}]}
        """)
    let report = try ProfileValidator(profile)
      .validate(bytes: "a,t\nx|y,\n,\n".utf8, name: "a.csv")
    let table = try #require(report.rules.last?.table)
    #expect(table.judged == 5)
    #expect(table.measured == "2")
  }
}
