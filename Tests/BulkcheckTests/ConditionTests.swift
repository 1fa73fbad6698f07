import Bulkcheck
import Testing

@Suite("Conditions that are decided with a part left out")
struct ConditionTests {
  private static let condition = #"{"active": {"const": true}, "stock": {"const": 0}}"#

  /// The condition, a record, and how often a part was left out.
  static let cases: [(String, String, Int)] = [
    (condition, #"{"active":true}"#, 1),
    (condition, #"{"active":false,"stock":null}"#, 1),
    (condition, #"{"active":true,"stock":1}"#, 0),
    (condition, #"{"stock":0}"#, 1),
    (condition, #"{}"#, 0),
    (
      #"{"active": {"const": true}, "stock": {"required": true, "const": 0}}"#, #"{"active":true}"#,
      0
    ),
    (#"{"active": {"const": true}}"#, "{}", 0),
    (#"{"a[*].b": {"const": 1}, "c": {"const": 1}}"#, #"{"c":1}"#, 1),
    (#"{"a.*": {"const": 1}, "c": {"const": 1}}"#, #"{"c":1,"a":{}}"#, 1),
    (#"{"a.*": {"const": 1}, "c": {"const": 1}}"#, #"{"c":1,"a":{"x":2}}"#, 0),
    (#"{"any": [{"a": {"const": 1}}, {"b": {"const": 1}}], "c": {"const": 1}}"#, #"{"c":1}"#, 1),
    (
      #"{"any": [{"a": {"const": 1}}, {"b": {"const": 1}}], "c": {"const": 1}}"#, #"{"c":1,"b":1}"#,
      1
    ),
    (#"{"compare": ["a", "<", "b"], "c": {"const": 1}}"#, #"{"c":1,"a":1}"#, 1),
    // On every level, but not within what is asked of one value.
    (#"{"all": [{"a": {"const": 1}}, {"b": {"const": 1}}]}"#, #"{"a":1}"#, 1),
    (#"{"any": [{"a": {"const": 1}, "b": {"const": 1}}]}"#, #"{"a":1}"#, 1),
    (#"{"not": {"a": {"const": 1}, "b": {"const": 1}}}"#, #"{"a":1}"#, 1),
    (#"{"none": [{"not": {"a": {"const": 1}}}, {"b": {"const": 1}}]}"#, #"{"a":1}"#, 1),
    (#"{"none": [{"not": {"a": {"const": 1}}}, {"b": {"const": 1}}]}"#, "{}", 0),
    (#"{"all": [{"not": {"a": {"const": 1}}}]}"#, "{}", 0),
    (#"{"a": {"any": [{"required": true}, {"const": 1}]}, "b": {"present": false}}"#, "{}", 0),
  ]

  @Test("are counted, and only they", arguments: cases)
  func counts(_ condition: String, _ record: String, _ count: Int) throws {
    let profile = try Profile(
      text: """
        {"bulkcheck": 1, "rules": [
          {"id": "w", "when": \(condition), "then": {"x": {"required": true}}},
          {"id": "o", "all": [{"c": {"const": 1}}]}]}
        """)
    let records = (0..<70).map { _ in record }.joined(separator: "\n")
    let report = try ProfileValidator(profile).validate(bytes: records.utf8, name: "a.jsonl")
    #expect(report.rules.first { $0.id == "w" }?.partLeftOut == count * 70)
    let other = try #require(report.rules.first { $0.id == "o" })
    #expect(other.partLeftOut == nil)
  }
}

@Suite("Expressions that a header has as names")
struct OperandConflictTests {
  @Test(
    "are refused before the first record is read",
    arguments: [
      ("a + b", "a,b,a + b,c\n1,2,4,3\n", true), ("5", "a,5,c\n1,2,3\n", true),
      ("a + b", "a,b,c\n1,2,3\n", false), ("a + b", "{\"a + b\":1,\"a\":1,\"b\":2,\"c\":3}", false),
    ])
  func headers(_ operand: String, _ input: String, _ isRefused: Bool) throws {
    let profile = try Profile(
      text:
        #"{"bulkcheck": 1, "rules": [{"id": "r", "compare": ["c", "==", "\#(operand)"]}]}"#
    )
    let name = input.hasPrefix("{") ? "a.jsonl" : "a.csv"
    let report = try ProfileValidator(profile).validate(bytes: input.utf8, name: name)
    let failure = report.inputs.first?.failure
    #expect((failure != nil) == isRefused)
    #expect(report.exitCode == (isRefused ? 2 : 0))
    #expect(report.records.total == (isRefused ? 0 : 1))
    if isRefused { #expect(failure?.contains(#""\"\#(operand)\"""#) == true, "\(failure ?? "")") }
  }

  @Test("and so are those that the profile has as columns or as paths")
  func profiles() {
    for part in [
      #""input": {"csv": {"header": false, "columns": ["a", "a + b"]}}"#,
      #""fields": {"a + b": {"minimum": 1}}"#,
    ] {
      #expect(throws: ProfileError.self) {
        try Profile(
          text:
            #"{"bulkcheck": 1, \#(part), "rules": [{"id": "r", "compare": ["c", "<", "a + b"]}]}"#
        )
      }
    }
  }
}
