import Bulkcheck
import Testing

/// Names, constants and patterns are equal only if they are the same code points: `é` as one code
/// point is another text than `e` with an accent (docs/reference/values.md#equality).
@Suite struct ExactNamesTests {
  /// `{1}` stands for the one form, `{2}` for the other.
  private static func text(_ template: String) -> String {
    template.replacing("{1}", with: "e\u{301}").replacing("{2}", with: "\u{e9}")
  }

  @Test(
    "in a profile",
    arguments: [
      (
        #""fields": {"{1}": {"const": 1}, "{2}": {"const": 2}}"#, #"{"{1}": 1, "{2}": 1}"#,
        "{2}.const"
      ),
      (
        #""fields": {"a": {"pattern": "^{1}$"}, "b": {"pattern": "^{2}$"}}"#,
        #"{"a": "{1}", "b": "{1}"}"#, "b.pattern"
      ),
      (
        #""fields": {"a": {"contains": "{1}"}, "b": {"contains": "{2}"}}"#,
        #"{"a": "{2}", "b": "{2}"}"#, "a.contains"
      ),
      (
        #"""
        "fields": {"a": {"chain": [{"replace": ["x", "{1}"]}, {"const": "{1}"}]},
          "b": {"chain": [{"replace": ["x", "{2}"]}, {"const": "{1}"}]}}
        """#,
        #"{"a": "x", "b": "x"}"#, "b.chain"
      ),
      (
        #"""
        "rules": [{"id": "x", "when": {"a": {"const": "{1}"}}, "then": {"b": {"const": 1}}},
          {"id": "y", "when": {"a": {"const": "{2}"}}, "then": {"b": {"const": 1}}}]
        """#,
        #"{"a": "{2}", "b": 7}"#, "y"
      ),
      (
        #"""
        "rules": [{"id": "x", "compare": ["{1}", "<", "{2}"]},
          {"id": "y", "compare": ["{2}", "<", "{1}"]}]
        """#,
        #"{"{1}": 1, "{2}": 2}"#, "y"
      ),
      (
        #""fields": {"o": {"additionalFields": false, "fields": {"{1}": {}}}}"#,
        #"{"o": {"{2}": 1}}"#, "o.additionalFields"
      ),
      (
        #"""
        "fields": {"b": {"const": {"value": 1, "tag": "{1}"},
          "enum": {"value": [1], "tag": "{2}"}}}
        """#,
        #"{"b": 2}"#, "b.const b.enum"
      ),
    ])
  func profile(members: String, record: String, failing: String) throws {
    let profile = try Profile(text: Self.text("{\"bulkcheck\": 1, \(members)}"))
    let failures = try ProfileValidator(profile).failures(ofRecord: Self.text(record))
    #expect(failures.map { Array($0.utf8) } == names(failing))
  }

  @Test("in the header of a CSV file")
  func header() throws {
    let profile = try Profile(
      text: Self.text(#"{"bulkcheck": 1, "fields": {"{1}": {"required": true, "const": 1}}}"#))
    let validator = try ProfileValidator(profile)
    for (csv, failed) in [("{1},{2}\n1,2\n", 0), ("{2},{1}\n1,2\n", 1), ("{2},x\n1,1\n", 1)] {
      let report = validator.validate(bytes: Array(Self.text(csv).utf8), name: "a.csv")
      #expect(report.records.invalid == failed, "\(csv)")
    }
  }

  private func names(_ failing: String) -> [[UInt8]] {
    failing.split(separator: " ").map { Array(Self.text(String($0)).utf8) }
  }
}
