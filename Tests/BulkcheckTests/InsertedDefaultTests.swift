import Bulkcheck
import Testing

@Suite("Arrays and objects that normalize inserts")
struct InsertedDefaultTests {
  @Test("are in every lane of a batch, and in later batches")
  func manyRecords() throws {
    let profile = try Profile(
      text: """
        {"bulkcheck": 1, "fields": {"t": {"normalize": [{"default": [1, 2, 3]}],
        "items": {"maximum": 2}}},
        "table": [{"id": "sum", "measure": "sum", "of": "t[*]", "range": [865, 865]}]}
        """)
    let lines = (0..<200).map { $0 % 3 == 0 ? #"{"t":[1]}"# : "{}" }
    let report = try ProfileValidator(profile)
      .validate(bytes: lines.joined(separator: "\n").utf8, name: "a.jsonl")
    let rule = try #require(report.rules.first { $0.id == "t.items.maximum" })
    #expect([rule.passed, rule.failed] == [67, 133])
    let sum = try #require(report.rules.first { $0.id == "sum" })
    #expect(sum.status == .pass)
    let field = try #require(report.fields.first)
    #expect([field.absent, field.present] == [133, 67])
  }

  @Test("are not shown or counted as parts of the record")
  func rawRecord() throws {
    let profile = try Profile(
      text: """
        {"bulkcheck": 1, "fields": {"a": {"normalize": [{"default": {"b": ["x"]}}]},
        "a.b": {"minItems": 2}, "a.b[*]": {"const": "y"}}}
        """)
    let report = try ProfileValidator(profile).validate(bytes: "{}\n".utf8, name: "a.jsonl")
    for id in ["a.b.minItems", "a.b[*].const"] {
      let rule = try #require(report.rules.first { $0.id == id })
      #expect(rule.failed == 1, "\(id)")
      #expect(rule.samples.map { $0.value == nil } == [true], "\(id)")
      #expect(rule.topValues.isEmpty, "\(id)")
    }
    #expect(report.fields.map(\.absent) == [1, 1])
    #expect(report.unreadFields.contains("a.b[*]"))
  }

  @Test("are absent among the values that occur more than once")
  func duplicates() throws {
    let profile = try Profile(
      text: """
        {"bulkcheck": 1, "fields": {"o": {"normalize": [{"default": {"p": 18}}]},
        "o.p": {"unique": true}}}
        """)
    let lines = [#"{"o": {"p": 18}}"#, #"{"o": {"p": 18}}"#, "{}", #"{"o": {"p": 7}}"#]
    let report = try ProfileValidator(profile)
      .validate(bytes: lines.joined(separator: "\n").utf8, name: "a.jsonl")
    let rule = try #require(report.rules.first { $0.id == "o.p.unique" })
    #expect(rule.failed == 2)
    #expect(rule.samples.map(\.value) == ["18", nil])
    #expect(rule.topValues.map(\.count) == [1])
  }
}
