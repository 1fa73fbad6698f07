import Bulkcheck
import Testing

@Suite("Rules about dates and times")
struct TemporalRuleTests {
  private func report(_ profile: String, _ text: String, _ name: String) throws -> Report {
    var options = ProfileValidator.Options()
    options.now = "2024-06-01T12:00:00.5+02:00"
    return try ProfileValidator(Profile(text: profile), options: options)
      .validate(bytes: text.utf8, name: name)
  }

  /// A block that asks for the time of the run; values that pass and that fail.
  static let boundsByTheClock: [(block: String, passed: [String], failed: [String])] = [
    (
      #""format": "date-time", "range": ["today-1d", "now"]"#,
      ["2024-06-01T10:00:00.5Z", "2024-05-31T00:00:00Z"],
      ["2024-06-01T10:00:00.50001Z", "2024-05-30T23:59:59Z"]
    ),
    (#""format": "date", "exclusiveMinimum": "now-90s""#, ["2024-06-02"], ["2024-06-01"]),
    (
      #""format": {"value": "date-time", "as": "local", "timeZone": "+02:00"}, "#
        + #""range": ["2024-06-01T00:00:00", "now"]"#,
      ["2024-06-01T12:00:00.5", "2024-06-01 01:59:60"],
      ["2024-06-01T12:00:00.500001", "2024-05-31T23:59:59", "2024-06-01 23:59:60"]
    ),
  ]

  @Test("judge by the time of the run", arguments: boundsByTheClock)
  func timeOfRun(_ block: String, _ passed: [String], _ failed: [String]) throws {
    let profile = #"{"bulkcheck": 1, "fields": {"a": {\#(block)}}}"#
    for value in passed + failed {
      let report = try report(profile, "{\"a\": \"\(value)\"}", "a.jsonl")
      #expect((report.records.valid == 1) == passed.contains(value), "\(value)")
    }
  }

  static let comparisons: [(String, String, String, String)] = [
    (#""2024-01-01T00:30:00+01:00""#, "==", #""2023-12-31T23:30:00Z""#, "passed"),
    (
      #""2024-01-01T00:30:00+01:00""#, "<", #""2023-12-31T23:30:00.0000000000000000000001Z""#,
      "passed"
    ),
    (#""2024-01-01T00:30:00+01:00""#, ">=", #""2023-12-31T23:31:00Z""#, "failed"),
    (#""x""#, "!=", #""2023-12-31T23:31:00Z""#, "failed"),
    (#""2023-12-31T23:31:00Z""#, "!=", "5", "failed"), ("null", "<", #""x""#, "missing"),
  ]

  @Test("two fields are compared as points of time", arguments: comparisons)
  func compare(_ left: String, _ operation: String, _ right: String, _ outcome: String) throws {
    let profile = """
      {"bulkcheck": 1, "fields": {"a": {"format": "date-time"}, "b": {"format": "date-time"}},
       "rules": [{"id": "r", "compare": ["a", "\(operation)", "b"]}]}
      """
    let report = try report(profile, "{\"a\": \(left), \"b\": \(right)}", "a.jsonl")
    let rule = try #require(report.rules.first { $0.id == "r" })
    let counts = ["passed": rule.passed, "failed": rule.failed, "missing": rule.missing]
    #expect(counts[outcome] == 1, "\(counts)")
  }

  static let differences: [(String, String, String)] = [
    ("2023-12-31", #""minimum": "2024-01-02""#, "2 days before the minimum of 2024-01-02"),
    (
      "2024-01-02", #""exclusiveMaximum": "2024-01-02""#,
      "equal to the exclusive maximum of 2024-01-02"
    ),
    ("2024-06-02", #""maximum": "now""#, "13 hours 59 minutes after the maximum of now"),
  ]

  @Test("a sample says how far a date is off", arguments: differences)
  func difference(_ date: String, _ bound: String, _ message: String) throws {
    let profile = #"{"bulkcheck": 1, "fields": {"a": {"format": "date", \#(bound)}}}"#
    let report = try report(profile, "a\n\(date)\n", "a.csv")
    #expect(report.rules.flatMap(\.samples).map(\.message) == [message])
  }

  @Test(
    "whole units are told, and a part of a second is less than one",
    arguments: [
      ("00:00:59.999Z", "less than a second"), ("00:00:00.001Z", "59 seconds"),
      ("00:00:00Z", "1 minute"),
    ])
  func shortDifference(_ time: String, _ distance: String) throws {
    let profile =
      #"{"bulkcheck": 1, "fields": {"a": {"format": "time", "minimum": "00:01:00Z"}}}"#
    let report = try report(profile, "a\n\(time)\n", "a.csv")
    let message = "\(distance) before the minimum of 00:01:00Z"
    #expect(report.rules.flatMap(\.samples).map(\.message) == [message])
  }

  @Test(
    "a comparison says which side does not read",
    arguments: [
      ("x", "2024-05-01", #""x" is not in the format date"#),
      ("2024-05-01", "y", #""y" is not in the format date"#),
      ("2024-05-01", "2024-05-01", #""2024-05-01" is not different from "2024-05-01""#),
    ])
  func comparison(_ left: String, _ right: String, _ message: String) throws {
    let profile = #"""
      {"bulkcheck": 1, "fields": {"a": {"format": {"value": "date", "severity": "off"}},
       "b": {"format": {"value": "date", "severity": "off"}}},
       "rules": [{"id": "r", "compare": ["a", "!=", "b"]}]}
      """#
    let report = try report(profile, "a,b\n\(left),\(right)\n", "a.csv")
    #expect(report.rules.flatMap(\.samples).map(\.message) == [message])
  }

  @Test("the report says what was taken for now, if a rule asks")
  func now() throws {
    for (bound, now) in [("now", "2024-06-01T12:00:00.5+02:00"), ("2024-01-01", nil)] {
      let profile =
        #"{"bulkcheck": 1, "fields": {"a": {"format": "date", "maximum": "\#(bound)"}}}"#
      #expect(try report(profile, "{}", "a.jsonl").now == now)
    }
  }

  @Test("partial results of different clocks do not merge")
  func clocks() throws {
    let profile = #"{"bulkcheck": 1, "fields": {"a": {"format": "date", "maximum": "now"}}}"#
    let results = try ["2024-06-01T00:00:00Z", "2024-06-02T00:00:00Z"].map { now in
      var options = ProfileValidator.Options()
      options.now = now
      return try ProfileValidator(Profile(text: profile), options: options)
        .partialResult(of: [.bytes("a\n2024-06-01\n".utf8, name: "a.csv")]).result
    }
    #expect(throws: PartialError.self) { try PartialResult.merge(results) }
    #expect(try PartialResult.merge([results[0]]).now == "2024-06-01T00:00:00Z")
  }
}
