import Bulkcheck
import Testing

@Suite("Arithmetic in compare")
struct ArithmeticTests {
  @Test("reads cells, and says what both sides come to")
  func cells() throws {
    let profile = """
      {"bulkcheck": 1, "fields": {"t": {"type": "array", "separator": "|"}}, "rules": [
        {"id": "x", "compare": ["total", "==", "sum(t[*]) + 1"]},
        {"id": "y", "compare": ["count(t)", "==", "2"]}]}
      """
    let rows = "total,t\n6,2|3\n7,2|3|x\n"
    let report = try ProfileValidator(Profile(text: profile))
      .validate(bytes: rows.utf8, name: "a.csv")
    let rule = try #require(report.rules.first { $0.id == "x" })
    #expect([rule.passed, rule.failed] == [1, 1])
    let other = try #require(report.rules.first { $0.id == "y" })
    #expect(other.samples.map(\.message) == ["count(t) is 3, not equal to 2"])
  }

  @Test("says that a number is out of range")
  func outOfRange() throws {
    let profile = #"{"bulkcheck": 1, "rules": [{"id": "x", "compare": ["a", "<", "b + 1"]}]}"#
    let report = try ProfileValidator(Profile(text: profile))
      .validate(bytes: #"{"a":1e10001,"b":2}"#.utf8, name: "a.jsonl")
    #expect(report.rules.flatMap(\.samples).map(\.reason) == ["out of range"])
  }

  @Test(
    "a text that is not an expression is a mistake",
    arguments: [
      (#"["unit price", "<", "b"]"#, #"\"unit price\""#), (#"["1", "<", "2"]"#, "constants"),
      (#"["a", "<", "b +"]"#, "missing at its end"), (#"["a", "<", "(b"]"#, "not closed"),
      (#"["a", "<", "b)"]"#, "closes nothing"), (#"["a", "<", "len(b)"]"#, "no function is"),
      (#"["a", "<", "sum(b)"]"#, "one value"), (#"["a", "<", "count(b[*])"]"#, "several values"),
      (#"["a", "<", "- b"]"#, "before"),
      (#"["a", "<", "b / c"]"#, "division is not supported (use +, - and *)"),
      (
        #"["a", "<", "b + c"], "message": "{b}"}, "#
          + #"{"id": "z", "any": [{"b + c": {"required": true}}]"#,
        "has a field of that name"
      ),
      (
        #"["(a)", "<", "c"]}, {"id": "z", "any": [{"\"(a)\"": {"required": true}}]"#,
        "has a field of that name"
      ),
    ])
  func mistakes(_ compare: String, _ sentence: String) throws {
    let profile = #"{"bulkcheck": 1, "rules": [{"id": "x", "compare": \#(compare)}]}"#
    let error = #expect(throws: ProfileError.self) { try Profile(text: profile) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(sentence), "\(text)")
  }
}
