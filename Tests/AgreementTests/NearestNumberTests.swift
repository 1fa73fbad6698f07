import Bulkcheck
import BulkcheckCore
import BulkcheckExplain
import BulkcheckInput
import BulkcheckProfile
import Testing
import Twins

/// The values that, as `explain` says, would pass in place of a number, a date or a time.
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
    ("\"multipleOf\": 1e-10", "0.00000000005", "number: 0"),
    ("\"multipleOf\": 1e-06", "0.0000015", "number: 0.000001"),
    ("\"multipleOf\": 1e2", "1.5e2", "number: 100"),
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

  /// The clock is half a second after 12:30 on 2024-02-29, a Thursday.
  static let instants: [(constraints: String, value: String, nearest: String?)] = [
    (#""date", "minimum": "2024-01-01""#, "2023-12-31", #"limit: "2024-01-01""#),
    (#""date", "range": ["2024-01-01", "2024-12-31"]"#, "2025-01-01", #"limit: "2024-12-31""#),
    (#""date", "exclusiveMaximum": "2024-01-01""#, "2024-01-01", #"date: "2023-12-31""#),
    (#""date", "exclusiveMinimum": "2024-02-28""#, "2000-01-01", #"date: "2024-02-29""#),
    (#""date", "exclusiveMinimum": "9999-12-31""#, "2000-01-01", nil),
    (#""date", "maximum": "today""#, "9999-01-01", #"date: "2024-02-29""#),
    (#""date", "minimum": "today""#, "2024-02-28", #"date: "2024-02-29""#),
    (#""date", "exclusiveMaximum": "today""#, "2024-02-29", #"date: "2024-02-28""#),
    (#""date", "exclusiveMinimum": "today""#, "2024-02-29", #"date: "2024-03-01""#),
    (#""date", "minimum": "now""#, "2024-02-29", #"date: "2024-03-01""#),
    (#""date", "range": ["today-7d", "now+1d"]"#, "2024-03-02", #"date: "2024-03-01""#),
    (#""date", "range": ["today-7d", "now+1d"]"#, "2024-01-02", #"date: "2024-02-22""#),
    (#""date", "minimum": "today+999999w""#, "2024-01-02", nil),
    (#""date", "maximum": "today-999999w""#, "2024-01-02", nil),
    (
      #""date-time", "maximum": "2024-01-01T00:00:00Z""#, "2024-01-01T00:00:00-01:00",
      #"limit: "2024-01-01T00:00:00Z""#
    ),
    (
      #""date-time", "maximum": "now-24h""#, "2024-02-29T12:00:00+02:00",
      #"whole second: "2024-02-28T12:30:00Z""#
    ),
    (
      #""date-time", "minimum": "now-24h""#, "2024-02-28T12:30:00.25Z",
      #"whole second: "2024-02-28T12:30:01Z""#
    ),
    (
      #""date-time", "exclusiveMaximum": "today""#, "2024-02-29T00:00:00Z",
      #"whole second: "2024-02-28T23:59:59Z""#
    ),
    (#""time", "exclusiveMaximum": "12:00:00Z""#, "12:00:00Z", nil),
    (#""time", "maximum": "12:00:00Z""#, "13:00:00Z", #"limit: "12:00:00Z""#),
    (
      #"{"value": "date", "as": "%d.%m.%Y"}, "minimum": "31.01.2024""#, "01.01.2024",
      #"limit: "31.01.2024""#
    ),
    (
      #"{"value": "date", "as": "%e. %B %y"}, "maximum": "today-28d""#, "1. March 24",
      #"date: "1. February 24""#
    ),
    (
      #"{"value": "date-time", "as": "%b %d %Y %I:%M %p", "timeZone": "+05:30"}, "minimum": "now""#,
      "Feb 29 2024 06:00 PM", #"minute: "Feb 29 2024 06:01 PM""#
    ),
    (
      #"{"value": "date-time", "as": "%Y%m%d-%H%z"}, "maximum": "now""#, "20240229-20+0200",
      #"hour: "20240229-12+0000""#
    ),
    (
      #"{"value": "date-time", "as": "%Y/%m/%d %H:%M:%S.%f"}, "maximum": "now""#,
      "2024/03/01 00:00:00.000001", #"whole second: "2024/02/29 12:30:00.000000""#
    ),
  ]

  @Test("of dates and times it is at the limit", arguments: instants)
  func limits(constraints: String, value: String, nearest: String?) throws {
    let profile = "{\"bulkcheck\": 1, \"fields\": {\"n\": {\"format\": \(constraints)}}}"
    let jsonl = try note(profile, "{\"n\": \"\(value)\"}\n", .jsonl)
    let expected = nearest.map { "would pass as the nearest \($0)" }
    #expect(jsonl == expected)
    #expect(try note(profile, "n\n\(value)\n", .csv) == expected)
  }

  private func note(_ profile: String, _ input: String, _ format: InputFormat) throws -> String? {
    let ruleSet = try Judging.profile(profile).ruleSet
    var options = Way(format: format).options
    options.now = "2024-02-29T12:30:00.5Z"
    let check = try Check(ruleSet: ruleSet, options: options)
    let location = InputLocation.bytes(Array(input.utf8), name: "input")
    let found = try RecordFinder.find(.record(1), in: location, as: check)
    let explanation = Explainer.explain(found, in: CheckedInputs([location]), as: check)
    #expect(explanation.isValid == false)
    return explanation.rules.flatMap(\.notes).first { $0.label == "nearest" }?.text
  }
}
