import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Testing
import Twins

/// Extremes and orders of dates and times in a notation of their own
/// (docs/reference/dates.md#other-notations).
@Suite("Rules about the table over dates in other notations")
struct NotedTimeTests {
  struct Case: CustomTestStringConvertible {
    var format: String
    var values: [String]
    var rule: String
    /// The measured value as the report shows it.
    var measured: String?
    var fails: Bool
    var mistyped = 0
    var testDescription: String { "\(rule) of \(values)" }
  }

  private static let date = #"{"value": "date", "as": "%d.%m.%Y"}"#
  private static let clock = #"{"value": "time", "as": "%H%M", "timeZone": "-01:00"}"#
  private static let instant = """
    {"value": "date-time", "as": "%e %B %y %I:%M %p", "timeZone": "+02:00"}
    """
  private static let offset = #"{"value": "date-time", "as": "%Y%m%d %H%M%S.%f %z"}"#

  static let cases: [Case] = [
    // By point in time, not by text.
    Case(
      format: date, values: ["31.01.2024", "01.02.2024", "15.12.2023"],
      rule: #""measure": "max", "of": "a", "maximum": "01.02.2024""#, measured: "01.02.2024",
      fails: false),
    Case(
      format: date, values: ["31.01.2024", "01.02.2024", "15.12.2023"],
      rule: #""measure": "min", "of": "a", "exclusiveMinimum": "15.12.2023""#,
      measured: "15.12.2023", fails: true),
    // After and before are strict, in either form.
    Case(
      format: date, values: ["01.05.2024"],
      rule: #""measure": "max", "of": "a", "after": "01.05.2024""#,
      measured: "01.05.2024", fails: true),
    Case(
      format: date, values: ["01.05.2024"],
      rule: #""measure": "max", "of": "a", "after": "2024-04-30T23:59:59Z""#,
      measured: "01.05.2024",
      fails: false),
    Case(
      format: date, values: ["01.05.2024"],
      rule: #""measure": "max", "of": "a", "before": "2024-05-01T02:00:00+02:00""#,
      measured: "01.05.2024", fails: true),
    Case(
      format: date, values: ["01.05.1999"],
      rule: #""measure": "max", "of": "a", "after": "now-24h""#,
      measured: "01.05.1999", fails: true),
    // The text of the first record that has the extreme.
    Case(
      format: instant, values: ["1 May 24 01:00 AM", "01 mAY 24 01:00 am", "1 MAY 24 12:59 AM"],
      rule: #""measure": "max", "of": "a", "const": "1 May 24 01:00 AM""#,
      measured: "1 May 24 01:00 AM", fails: false),
    // The zone of the field: 23:00Z of the day before.
    Case(
      format: instant, values: ["1 May 24 01:00 AM"],
      rule: #""measure": "max", "of": "a", "after": "2024-04-30T22:59:59Z""#,
      measured: "1 May 24 01:00 AM", fails: false),
    Case(
      format: instant, values: ["1 May 24 01:00 AM"],
      rule: #""measure": "max", "of": "a", "after": "2024-04-30T23:00:00Z""#,
      measured: "1 May 24 01:00 AM", fails: true),
    Case(
      format: offset,
      values: ["20240501 000000.000001 +0100", "20240430 230000.000000 +0000", "20240501"],
      rule: #""measure": "min", "of": "a", "const": "20240501 010000.000000 +0200""#,
      measured: "20240430 230000.000000 +0000", fails: false, mistyped: 1),
    // A time by its time in UTC: 23:30 there is 00:30.
    Case(
      format: clock, values: ["2330", "0000"],
      rule: #""measure": "min", "of": "a", "range": ["2300", "2330"]"#, measured: "2330",
      fails: false),
    Case(
      format: date, values: ["2024-05-01", "32.01.2024", "x"],
      rule: #""measure": "min", "of": "a", "minimum": "01.01.0000""#, measured: nil, fails: true,
      mistyped: 3),
    Case(
      format: date, values: ["31.01.2024", "01.02.2024", "01.02.2024", "bad", "15.12.2024"],
      rule: #""sorted": ["a"]"#, measured: "0", fails: false, mistyped: 1),
    Case(
      format: date, values: ["31.01.2024", "01.02.2024", "01.02.2024", "30.11.2023", "15.12.2024"],
      rule: #""sorted": ["a"], "strictly": true"#, measured: "2", fails: true),
    Case(
      format: clock, values: ["2230", "2300", "2200"],
      rule: #""sorted": [{"path": "a", "order": "descending"}]"#, measured: "1", fails: true),
  ]

  @Test("compare points in time", arguments: cases, ["a.jsonl", "a.csv"])
  func figures(_ test: Case, name: String) throws {
    let ruleSet = try Judging.profile(
      """
      {"bulkcheck": 1, "fields": {"a": {"format": \(test.format)}},
       "table": [{"id": "t", \(test.rule)}]}
      """
    ).ruleSet
    let lines =
      name == "a.csv"
      ? "a,b\n" + test.values.map { "\($0),\n" }.joined()
      : test.values.map { "{\"a\": \"\($0)\"}\n" }.joined()
    for way in [Way(), Way(threads: 3, chunkBytes: 16)] {
      let summary = try Judging.summary(
        ruleSet, [.bytes(Array(lines.utf8), name: name)], way)
      let found = try #require(summary.tables.first)
      let isOrder = test.rule.contains("sorted")
      let measured = test.measured.map { isOrder ? $0 : "\"\($0)\"" }
      #expect(found.table?.measured == measured)
      #expect(found.counts.failed == (test.fails ? 1 : 0))
      #expect(found.table?.mistyped == test.mistyped)
    }
  }
}
