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

  @Test(
    "computes for each element of an array inside sum, min and max",
    arguments: [
      (#"{"l": [{"p": 0.1, "q": 3}, {"p": 2.5, "q": 2}], "t": 5.3, "a": 0.3, "z": 5}"#, "ppp"),
      (#"{"l": [{"p": 0.1, "q": 3}, {"p": 2.5, "q": 2}], "t": 5.31, "a": 0.31, "z": 4}"#, "fff"),
      // Elements that lack a part are skipped, also where the other part is not a number.
      (
        #"{"l": [{"p": 2, "q": 4}, {"p": 7}, {"q": "x"}, {}, 5, null], "t": 8, "a": 8, "z": 8}"#,
        "ppp"
      ),
      (#"{"l": [{"p": 2, "q": "x"}], "t": 8, "a": 8, "z": 8}"#, "fff"),
      (#"{"l": [], "t": 0, "a": 8, "z": 8}"#, "pmm"), (#"{"t": 0, "a": 8, "z": 8}"#, "mmm"),
    ])
  func elements(record: String, outcomes: String) throws {
    let profile = """
      {"bulkcheck": 1, "rules": [
        {"id": "x", "compare": ["t", "==", "sum(l[*].p * l[*].q)"]},
        {"id": "y", "compare": ["a", "==", "min((l[*].q * l[*].p))"]},
        {"id": "z", "compare": ["z", "==", "max(l[*].p * l[*].q + 0)"]}]}
      """
    let report = try ProfileValidator(Profile(text: profile))
      .validate(bytes: record.utf8, name: "a.jsonl")
    let found = ["x", "y", "z"].map { id in
      report.rules.first { $0.id == id }.map { rule in
        rule.passed == 1 ? "p" : rule.failed == 1 ? "f" : rule.missing == 1 ? "m" : "?"
      } ?? "none"
    }
    #expect(found.joined() == outcomes)
  }

  @Test("computes for elements of elements, of cells, and of what normalize makes of them")
  func nestedElements() throws {
    let nested = """
      {"bulkcheck": 1,
       "fields": {"o[*].l[*].p": {"normalize": ["trim", {"default": 10}]}},
       "rules": [{"id": "x", "compare": ["t", "==", "sum(o[*].l[*].p * o[*].l[*].q[1])"]}]}
      """
    let records = #"{"t": 36, "o": [{"l": [{"p": 2, "q": [9, 3]}]}, {"l": [{"q": [9, 3]}]}, {}]}"#
    var report = try ProfileValidator(Profile(text: nested))
      .validate(bytes: records.utf8, name: "a.jsonl")
    #expect(report.rules.first { $0.id == "x" }?.passed == 1)
    let cells = """
      {"bulkcheck": 1, "fields": {"t": {"type": "array", "separator": "|"}}, "rules": [
        {"id": "x", "compare": ["total", "==", "sum(t[*] * t[*] - 1)"]}]}
      """
    report = try ProfileValidator(Profile(text: cells))
      .validate(bytes: "total,t\n11,2|3\n12,2|3\n".utf8, name: "a.csv")
    let rule = try #require(report.rules.first { $0.id == "x" })
    #expect(rule.passed == 1)
    #expect(
      rule.samples.map(\.message)
        == ["total is 12, not equal to sum(t[*] * t[*] - 1), which is 11"])
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
      (#"["a", "<", "sum(l[*].b * c)"]"#, "the elements of one array"),
      (#"["a", "<", "sum(l[*].b * m[*].b)"]"#, "the elements of one array"),
      (#"["a", "<", "max(l[*].b * l[*].c[*])"]"#, "the elements of one array"),
      (#"["a", "<", "sum(l.* * 2)"]"#, "the elements of one array"),
      (#"["a", "<", "sum(1 + 2)"]"#, "the elements of one array"),
      (#"["a", "<", "sum(l[*].b * 1e20000)"]"#, "is out of range"),
      (#"["a", "<", "sum(count(l[*]) * 2)"]"#, "inside another one"),
      (#"["a", "<", "length(b + c)"]"#, "length takes one path"),
      (#"["a", "<", "sum(l[*].b * 2"]"#, "not closed"),
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
