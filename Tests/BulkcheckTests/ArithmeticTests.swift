import Bulkcheck
import Testing

@Suite("Arithmetic in compare")
struct ArithmeticTests {
  /// The operands and more, the record, and what becomes of the rule.
  static let cases: [(String, String, String)] = [
    (
      #"["total", "==", "sum(lines[*].amount) + shipping"]"#,
      #"{"total":0.3,"lines":[{"amount":0.1},{"amount":0.2},{}],"shipping":0}"#, "passed"
    ),
    (#"["total", "==", "sum(lines[*].amount)"]"#, #"{"total":0,"lines":[]}"#, "passed"),
    (#"["total", "==", "sum(lines[*].amount)"]"#, #"{"total":0}"#, "missing"),
    (#"["total", "==", "max(lines[*].amount)"]"#, #"{"total":0,"lines":[]}"#, "missing"),
    (#"["min(a[*])", "<", "max(a[*])"]"#, #"{"a":[3,1,2]}"#, "passed"),
    (#"["a", "==", "2 * (b + 1) - c * 3"]"#, #"{"a":-4,"b":1.5,"c":3}"#, "passed"),
    (#"["a", "==", "b - c - d"]"#, #"{"a":1,"b":10,"c":5,"d":4}"#, "passed"),
    (#"["length(name)", "<=", "4"]"#, #"{"name":"ab\u00e9d"}"#, "passed"),
    (#"["length(name)", "<=", "3"]"#, #"{"name":"abcd"}"#, "failed"),
    (#"["count(tags)", "==", "n"]"#, #"{"tags":[1,2],"n":2}"#, "passed"),
    (#"["count(o)", ">", "1"]"#, #"{"o":{"a":1}}"#, "failed"),
    (#"["a", "==", "b + 1"]"#, #"{"a":"2","b":1}"#, "failed"),
    (#"["a", "==", "b + c"]"#, #"{"a":"2","b":1}"#, "missing"),
    (#"["a", "==", "b"], "within": 0.01"#, #"{"a":1,"b":1.01}"#, "passed"),
    (#"["a", "==", "b"], "within": 0.01"#, #"{"a":1,"b":1.0101}"#, "failed"),
    (#"["a", "!=", "b"], "within": 0.01"#, #"{"a":1,"b":1.01}"#, "failed"),
    (#"["a", "<", "b"], "within": 1"#, #"{"a":3,"b":2}"#, "passed"),
    (#"["a", "<", "b"], "within": 1"#, #"{"a":3.1,"b":2}"#, "failed"),
    (#"["created-at", "<", "b"]"#, #"{"created-at":1,"b":2}"#, "passed"),
    (#"["\"unit price\" * 2", "==", "b"]"#, #"{"unit price":1,"b":2}"#, "passed"),
    (#"["a", "<", "b + 1"]"#, #"{"a":1e10001,"b":2}"#, "failed"),
    (
      #"["a * a", ">", "b"]"#,
      #"{"a":12345678901234567890.5,"b":152415787532388367516765432098765432100.25}"#, "failed"
    ),
  ]

  @Test("is exact, and tells what is missing from what is not a number", arguments: cases)
  func outcomes(_ compare: String, _ record: String, _ outcome: String) throws {
    let profile = #"{"bulkcheck": 1, "rules": [{"id": "x", "compare": \#(compare)}]}"#
    let report = try ProfileValidator(Profile(text: profile))
      .validate(bytes: record.utf8, name: "a.jsonl")
    let rule = try #require(report.rules.first { $0.id == "x" })
    let counts = ["passed": rule.passed, "failed": rule.failed, "missing": rule.missing]
    #expect(counts[outcome] == 1, "\(counts)")
    if record.contains("1e10001") { #expect(rule.samples.map(\.reason) == ["out of range"]) }
  }

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
