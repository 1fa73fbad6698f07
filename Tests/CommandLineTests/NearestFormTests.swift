import Foundation
import Testing

/// Values that `bulkcheck explain` proposes instead of one.
@Suite("nearest", .waitsForCommands)
struct NearestFormTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rules: String
    var record: String
    /// nil: nothing is proposed.
    var nearest: String?
    var testDescription: String { "\(rules) \(record)" }

    init(_ rules: String, _ record: String, _ nearest: String?) {
      (self.rules, self.record, self.nearest) = (rules, record, nearest)
    }

    static func field(_ block: String, _ record: String, _ nearest: String?) -> Case {
      Case(#""fields": {"a": {\#(block)}}"#, record, nearest)
    }

    static func rule(_ rule: String, _ record: String, _ nearest: String?) -> Case {
      Case(#""fields": {"a": {}, "b": {}}, "rules": [{"id": "r", \#(rule)}]"#, record, nearest)
    }
  }

  static let dodges: [Case] = [
    .field(#""notEnum": ["USA"]"#, #"{"a": "USA"}"#, nil),
    .field(#""notEnum": ["USA"]"#, "a\nUSA", nil),
    .field(#""notPattern": "A""#, #"{"a": "xA"}"#, nil),
    .field(#""notPattern": "^ ""#, #"{"a": " xA"}"#, #"with normalize trim: "xA""#),
    .rule(#""compare": ["a", "!=", "b"]"#, #"{"a": " Xx ", "b": " Xx "}"#, nil),
    .rule(#""compare": ["a", "!=", "b"]"#, #"{"a": "5", "b": "5"}"#, nil),
    .rule(#""compare": ["a", "<", "b"]"#, #"{"a": "02:15:00", "b": "01:00:00"}"#, nil),
    .rule(#""compare": ["a", ">", "b"]"#, #"{"a": "AB", "b": "ab"}"#, nil),
    .rule(#""not": {"a": {"const": "X"}}"#, #"{"a": "X"}"#, nil),
    .rule(#""none": [{"a": {"pattern": "X"}}]"#, #"{"a": "X"}"#, nil),
    .rule(
      #""when": {"a": {"const": "X"}}, "then": {"b": {"const": 1}}, "else": {"b": {"const": 2}}"#,
      #"{"a": "X", "b": 2}"#, nil),
    .field(#""unique": true"#, "{\"a\": \"x\"}\n{\"a\": \"x\"}", nil),
  ]

  static let repairs: [Case] = [
    .rule(#""compare": ["a", "==", "b"]"#, #"{"a": "X", "b": "x"}"#, "with normalize lowercase"),
    .field(#""multipleOf": 1e-06"#, #"{"a": 0.0000015}"#, "the nearest number: 0.000001"),
    .field(#""multipleOf": 0.01"#, #"{"a": 1.5e-02}"#, "the nearest number: 0.01"),
    .field(#""type": "boolean""#, "a\nTRUE", #"as JSON writes it: "true""#),
    .field(#""type": "boolean""#, #"{"a": "False"}"#, "without quotes: false"),
    .field(#""type": "number""#, "a\n-.8", #"as JSON writes it: "-0.8""#),
    .field(#""type": "integer""#, #"{"a": "+5"}"#, "without quotes: 5"),
    .field(
      #""format": "date-time""#, #"{"a": "2024-01-01T10:00:00+0200"}"#,
      #"with the offset as +HH:MM: "2024-01-01T10:00:00+02:00""#),
    .field(
      #""format": "date-time""#, #"{"a": "2024-01-01 10:00:00-05"}"#,
      #""2024-01-01T10:00:00-05:00""#),
    .field(#""format": "time""#, #"{"a": "10:00:00+0200"}"#, #""10:00:00+02:00""#),
    .field(#""format": "date""#, #"{"a": "12/24/2024"}"#, #""2024-12-24""#),
    .field(
      #""format": {"value": "date", "as": "%d/%m/%Y"}"#, #"{"a": "12/24/2024"}"#,
      #"in the notation "%d/%m/%Y": "24/12/2024""#),
    .field(#""format": {"value": "date", "as": "%d.%m.%Y"}"#, "a\n2024-12-24", #""24.12.2024""#),
    // It could be in March or in April.
    .field(#""format": {"value": "date", "as": "%Y-%m-%d"}"#, "a\n03/04/2024", nil),
    .field(
      #""format": {"value": "date-time", "as": "%Y-%m-%d %H:%M:%S"}"#, "a\n24.12.2024 10:11:12",
      #""2024-12-24 10:11:12""#),
    .field(#""pattern": "^paypal$""#, #"{"a": "p\u0430ypal"}"#, nil),
  ]

  @Test("never dodges a rule, and repairs what is mixed up", arguments: dodges + repairs)
  func nearest(_ test: Case) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(#"{"bulkcheck": 1, \#(test.rules)}"#.utf8).write(to: folder.appending(path: "q.json"))
    let name = test.record.hasPrefix("{") ? "d.jsonl" : "d.csv"
    try Data((test.record + "\n").utf8).write(to: folder.appending(path: name))
    let number = test.record.contains("}\n") ? 2 : 1
    let result = try Tool.run("bulkcheck explain -p q.json \(name) --record \(number)", in: folder)
    #expect(result.exitCode == 1, "\(result.output)\(result.diagnostics)")
    let line = result.output.split(separator: "\n").first { $0.contains("  nearest  ") }
    if let nearest = test.nearest {
      #expect(line?.contains(nearest) == true, "\(result.output)")
    } else {
      #expect(line == nil)
    }
  }

  @Test(
    "a branch of a schema is not dodged",
    arguments: [
      (#"{"anyOf": [{"not": {"const": "X"}}, {"type": "integer"}]}"#, false),
      (#"{"anyOf": [{"const": "x"}, {"type": "integer"}]}"#, true),
    ])
  func branches(schema: String, isProposed: Bool) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(#"{"properties": {"a": \#(schema)}}"#.utf8).write(
      to: folder.appending(path: "s.json"))
    let result = try Tool.run(
      #"printf '{"a":"X"}' > d.jsonl; bulkcheck explain --schema s.json d.jsonl --line 1"#,
      in: folder)
    #expect(result.exitCode == 1)
    #expect(result.output.contains("  nearest  ") == isProposed, "\(result.output)")
  }

  @Test("a character at which a pattern breaks is named")
  func lookalike() throws {
    try Tool.expect(
      """
      printf '{"bulkcheck":1,"fields":{"a":{"pattern":"^paypal$"}}}' > q.json
      printf '{"a":"p\\xd0\\xb0ypal"}\\n' > d.jsonl
      bulkcheck explain -p q.json d.jsonl --line 1 | grep breaks
      """, prints: "            breaks at character 2: \"\u{430}\" (U+0430)\n")
  }
}
