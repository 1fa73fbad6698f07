import Bulkcheck
import BulkcheckCore
import BulkcheckExplain
import BulkcheckInput
import BulkcheckProfile
import Testing

/// What `explain` says would pass in place of a number, a date or a time.
@Suite("The nearest value") struct NearestNumberTests {
  static let cases: [(constraints: String, value: String, nearest: String?)] = [
    ("\"minimum\": 18", "17", "number: 18"),
    ("\"minimum\": 18", "-1e3", "number: 18"),
    ("\"maximum\": 0.5", "0.75", "number: 0.5"),
    ("\"range\": [1, 5]", "9", "number: 5"),
    ("\"range\": [1, 5]", "0.99", "number: 1"),
    ("\"exclusiveMinimum\": 0", "0", "whole number: 1"),
    ("\"exclusiveMaximum\": 100", "250", "whole number: 99"),
    ("\"exclusiveMaximum\": 0.5", "0.5", "whole number: 0"),
    ("\"exclusiveMinimum\": -1.5", "-2", "whole number: -1"),
    ("\"exclusiveMaximum\": -1.5", "0", "whole number: -2"),
    ("\"exclusiveMinimum\": 1e400", "7", nil),
    ("\"minimum\": 1e400", "7", "number: 1e400"),
    ("\"multipleOf\": 5", "12", "number: 10"),
    ("\"multipleOf\": 5", "13", "number: 15"),
    ("\"multipleOf\": 0.01", "0.126", "number: 0.13"),
    ("\"multipleOf\": 0.01", "-0.124", "number: -0.12"),
    ("\"multipleOf\": 3", "-4", "number: -3"),
    ("\"multipleOf\": 2", "999999999999999999", "number: 999999999999999998"),
    ("\"multipleOf\": 0.000000000000000001", "9.5e-19", nil),
    ("\"multipleOf\": 7", "1e30", nil),
    // Not 5 without its point.
    ("\"multipleOf\": 1e-10", "0.00000000005", nil),
    ("\"minLength\": 3", "\"a\"", nil),
  ]

  @Test("passes, and is the limit or the nearest multiple", arguments: cases)
  func nearest(constraints: String, value: String, nearest: String?) throws {
    let profile = "{\"bulkcheck\": 1, \"fields\": {\"n\": {\(constraints)}}}"
    let jsonl = try note(profile, "{\"n\": \(value)}\n", .jsonl)
    #expect(jsonl == nearest.map { "would pass as the nearest \($0)" })
    guard !value.hasPrefix("\"") else { return }
    let typed = profile.replacing("{\"n\": {", with: "{\"n\": {\"type\": \"number\", ")
    let csv = try note(typed, "n\n\(value)\n", .csv)
    #expect(csv == nearest.map { "would pass as the nearest \($0)" })
  }

  static let moments: [(constraints: String, value: String, nearest: String?)] = [
    ("\"date\", \"minimum\": \"2024-01-01\"", "2023-12-31", "2024-01-01"),
    ("\"date\", \"range\": [\"2024-01-01\", \"2024-12-31\"]", "2025-01-01", "2024-12-31"),
    ("\"date\", \"exclusiveMaximum\": \"2024-01-01\"", "2024-01-01", nil),
    ("\"date\", \"maximum\": \"today\"", "9999-01-01", nil),
    (
      "\"date-time\", \"maximum\": \"2024-01-01T00:00:00Z\"", "2024-01-01T00:00:00-01:00",
      "2024-01-01T00:00:00Z"
    ),
    (
      "{\"value\": \"date\", \"as\": \"%d.%m.%Y\"}, \"minimum\": \"31.01.2024\"", "01.01.2024",
      "31.01.2024"
    ),
  ]

  @Test("of dates and times it is the limit", arguments: moments)
  func limits(constraints: String, value: String, nearest: String?) throws {
    let profile = "{\"bulkcheck\": 1, \"fields\": {\"n\": {\"format\": \(constraints)}}}"
    let jsonl = try note(profile, "{\"n\": \"\(value)\"}\n", .jsonl)
    let expected = nearest.map { "would pass as the nearest limit: \"\($0)\"" }
    #expect(jsonl == expected)
    #expect(try note(profile, "n\n\(value)\n", .csv) == expected)
  }

  private func note(_ profile: String, _ input: String, _ format: InputFormat) throws -> String? {
    let ruleSet = try Judging.profile(profile).ruleSet
    let check = try Check(ruleSet: ruleSet, options: Way(format: format).options)
    let found = try RecordFinder.find(
      .record(1), in: .bytes(Array(input.utf8), name: "input"), as: check)
    let explanation = Explainer.explain(found, inputName: "input", as: check)
    #expect(explanation.isValid == false)
    return explanation.rules.flatMap(\.notes).first { $0.label == "nearest" }?.text
  }
}
