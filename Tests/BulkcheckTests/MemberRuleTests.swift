import Bulkcheck
import Testing

@Suite("Rules about the members of objects")
struct MemberRuleTests {
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
