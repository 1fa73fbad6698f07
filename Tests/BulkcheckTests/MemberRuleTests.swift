import Bulkcheck
import Testing

@Suite("Rules about the members of objects")
struct MemberRuleTests {
  static let cases: [(String, String, String)] = [
    (#""propertyNames": {"pattern": "^[a-z]+$", "maxLength": 3}"#, #"{}"#, "passed"),
    (#""propertyNames": {"pattern": "^[a-z]+$", "maxLength": 3}"#, #"{"abc":1,"d":2}"#, "passed"),
    (#""propertyNames": {"pattern": "^[a-z]+$"}"#, #"{"\u0061":1}"#, "passed"),
    (#""propertyNames": {"maxLength": 3}"#, #"{"abcd":1}"#, "failed"),
    (#""propertyNames": {"not": {"enum": ["x"]}}"#, #"{"x":1}"#, "failed"),
    (#""propertyNames": {"maxLength": 3}"#, #"[1]"#, "failed"),
    (#""propertyNames": {"maxLength": 3}"#, "null", "missing"),
    (#""minProperties": 1"#, "{}", "failed"),
    (#""minProperties": 1"#, #"{"a":null}"#, "passed"),
    (#""minProperties": 2"#, #"{"a":1,"\u0061":2}"#, "failed"),
    (#""maxProperties": 1"#, #"{"a":1,"b":2}"#, "failed"),
    (#""maxProperties": 1"#, "5", "failed"),
    (#""dependentRequired": {"a": ["b"]}"#, #"{"a":1}"#, "failed"),
    (#""dependentRequired": {"a": ["b"]}"#, #"{"a":1,"b":null}"#, "passed"),
    (#""dependentRequired": {"a": ["b"]}"#, #"{"b":1}"#, "passed"),
    (#""dependentRequired": {"a": ["b"]}"#, #"{"\u0061":1,"\u0062":1}"#, "passed"),
    (#""dependentRequired": {"a": ["b"]}"#, #"{"b":{"a":1},"c":{"b":2}}"#, "passed"),
    (#""dependentRequired": {"a": ["b", "c"], "b": []}"#, #"{"c":1,"a":2}"#, "failed"),
    (#""dependentRequired": {"a": ["b"], "b": ["c"]}"#, #"{"a":1,"b":2}"#, "failed"),
    (#""dependentRequired": {"a": []}"#, #"{"a":1}"#, "passed"),
    (#""dependentRequired": {}"#, #"{"a":1}"#, "passed"),
    (#""dependentRequired": {"first-name": ["first-line"]}"#, #"{"first-name":1}"#, "failed"),
    (#""dependentRequired": {"first-name": ["first-line"]}"#, #"{"first-nama":1}"#, "passed"),
  ]

  @Test("judge names and their number as JSON Schema does", arguments: cases)
  func outcomes(_ constraint: String, _ value: String, _ outcome: String) throws {
    let profile = #"{"bulkcheck": 1, "fields": {"o": {\#(constraint)}}}"#
    let report = try ProfileValidator(Profile(text: profile))
      .validate(bytes: "{\"o\":\(value)}".utf8, name: "a.jsonl")
    let rule = try #require(report.rules.first { $0.field == "o" })
    let counts = ["passed": rule.passed, "failed": rule.failed, "missing": rule.missing]
    #expect(counts[outcome] == 1, "\(counts)")
  }

  @Test("more names than a batch has lanes are judged, the last one too")
  func manyNames() throws {
    let profile = #"{"bulkcheck": 1, "fields": {"o": {"propertyNames": {"maxLength": 4}}}}"#
    for count in [63, 64, 65, 129] {
      let names = (0..<count).map { "\"n\($0)\":1" }.joined(separator: ",")
      for (last, failed) in [("ok", 0), ("toolong", 1)] {
        let line = "{\"o\":{\(names),\"\(last)\":2}}"
        let report = try ProfileValidator(Profile(text: profile))
          .validate(bytes: line.utf8, name: "a.jsonl")
        #expect(report.rules.first { $0.field == "o" }?.failed == failed, "\(count)")
      }
    }
  }

  /// Names are told apart in a list up to 32, and in a set beyond.
  @Test("a name that occurs twice is one name", arguments: [1, 31, 32, 33, 64, 500])
  func repeatedNames(count: Int) throws {
    let once = (0..<count).map { "\"n\($0)\":1" }
    let again = (0..<count).reversed().map { "\"\\u006e\($0)\":2" }
    let line = "{\"o\":{\((once + again).joined(separator: ",")),\"known\":3}}\n"
    let profile = """
      {"bulkcheck": 1, "fields": {"o": {
        "minProperties": \(count + 1), "maxProperties": \(count + 1),
        "fields": {"known": {}}, "additionalFields": false}}}
      """
    let report = try ProfileValidator(Profile(text: profile))
      .validate(bytes: String(repeating: line, count: 3).utf8, name: "a.jsonl")
    #expect(report.rules.filter { $0.failed > 0 }.map(\.id) == ["o.additionalFields"])
    let rule = try #require(report.rules.first { $0.failed > 0 })
    #expect(rule.topValues.count == min(count, 5))
    #expect(rule.topValues.allSatisfy { $0.count == 3 }, "\(rule.topValues)")
    let sample = try #require(rule.samples.first)
    #expect(sample.value == "2", "of a name that occurs twice the last value counts")
    #expect(sample.places.count + sample.morePlaces == (count == 1 ? 0 : count))
  }

  @Test(
    "a constraint that no name can pass is a mistake",
    arguments: [#"{"minimum": 1}"#, #"{"items": {}}"#, #"{"fields": {"a": {}}}"#])
  func mistakes(_ block: String) throws {
    let profile = #"{"bulkcheck": 1, "fields": {"o": {"propertyNames": \#(block)}}}"#
    let error = #expect(throws: ProfileError.self) { try Profile(text: profile) }
    #expect(error.map { "\($0)" }?.contains("names of members are strings") == true)
  }
}
