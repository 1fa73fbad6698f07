import Bulkcheck
import Testing

/// A block under `fields`, values of its field, and the outcomes of one rule on them.
struct TemporalCase: CustomTestStringConvertible {
  var block: String
  var rule: String
  /// JSON values.
  var values: [String]
  /// A letter for each: passed, failed, missing, blocked, not applicable.
  var outcomes: String

  init(_ block: String, _ rule: String, _ values: [String], _ outcomes: String) {
    self.block = block
    self.rule = rule
    self.values = values
    self.outcomes = outcomes
  }

  var testDescription: String { "\(rule) of {\(block)}" }
}

@Suite("Rules about dates and times")
struct TemporalRuleTests {
  static let cases: [TemporalCase] = [
    TemporalCase(
      #""format": "date-time", "minimum": "2024-01-01T00:00:00Z""#, "minimum",
      [
        #""2024-01-01T01:00:00+01:00""#, #""2023-12-31T23:59:60Z""#,
        #""2024-01-01T00:59:59+01:00""#,
        #""2023-12-31T23:59:59.9999999999999999999999Z""#, "null", #""x""#, "5",
      ], "ppffmbb"),
    TemporalCase(
      #""format": "time", "exclusiveMaximum": "23:59:60Z""#, "exclusiveMaximum",
      [#""23:59:60Z""#, #""00:59:60+01:00""#, #""23:59:59.999Z""#, #""00:00:00Z""#], "ffpp"),
    TemporalCase(
      #""format": "date", "range": ["2024-01-01", "2024-01-31"]"#, "range",
      [#""2023-12-31""#, #""2024-01-01""#, #""2024-01-31""#, #""2024-02-01""#], "fppf"),
    TemporalCase(
      #""format": {"value": "date", "severity": "off"}, "maximum": "2024-01-01""#, "maximum",
      [#""x""#, "1", #""2024-01-01""#], "ffp"),
    TemporalCase(
      #""type": ["string", "number"], "format": "date", "maximum": "2024-01-01""#, "maximum",
      ["1", #""2024-01-02""#, "true"], "nfb"),
    TemporalCase(
      #""format": "date", "maxLength": 3, "maximum": "now""#, "maxLength", [#""x""#, #""yyyy""#],
      "pf"),
    TemporalCase(
      #""format": "date-time", "range": ["today-1d", "now"]"#, "range",
      [
        #""2024-06-01T10:00:00.5Z""#, #""2024-06-01T10:00:00.50001Z""#, #""2024-05-31T00:00:00Z""#,
        #""2024-05-30T23:59:59Z""#,
      ], "pfpf"),
    TemporalCase(
      #""format": "date", "exclusiveMinimum": "now-90s""#, "exclusiveMinimum",
      [#""2024-06-01""#, #""2024-06-02""#], "fp"),
    TemporalCase(
      #""format": {"value": "date", "as": "%e%m%Y"}, "minimum": "01012024""#, "minimum",
      [
        #""1052024""#, #""9122024""#, #""11122024""#, #""1112024""#, #""31122023""#, #""0012024""#,
        #""32012024""#, #""105202""#,
      ], "ppppfbbb"),
    TemporalCase(
      #""format": {"value": "date", "as": "%d.%m.%Y"}, "minimum": "29.02.2024""#, "minimum",
      [#""01.03.2024""#, #""28.02.2024""#, #""29.02.2023""#, #""1.3.2024""#, #""2024-03-01""#],
      "pfbbb"),
    TemporalCase(
      #""format": {"value": "date", "as": "%e-%b-%y"}, "maximum": "1-JAN-68""#, "maximum",
      [#""31-dec-69""#, #""01-Jan-68""#, #""2-Jan-68""#, #""001-Jan-68""#], "ppfb"),
    TemporalCase(
      #""format": {"value": "date-time", "as": "%B %d %Y, %I:%M %p", "timeZone": "-05:00"}, "#
        + #""minimum": "May 01 2024, 12:00 am""#, "minimum",
      [#""may 01 2024, 12:00 AM""#, #""April 30 2024, 11:59 PM""#, #""May 01 2024, 13:00 AM""#],
      "pfb"),
    TemporalCase(
      #""format": {"value": "date-time", "as": "%Y%m%dT%H%M%S.%f%z"}, "#
        + #""minimum": "20240501T000000.000000+0000""#, "minimum",
      [
        #""20240501T020000.000000+0200""#, #""20240430T235960.000000+0000""#,
        #""20240430T235960.000000+0100""#, #""20240501T015959.999999+0200""#,
      ], "ppbf"),
    TemporalCase(
      #""format": {"value": "time", "as": "%H%%%M", "timeZone": "+02:00"}, "minimum": "02%00""#,
      "minimum", [#""02%00""#, #""01%59""#, #""24%00""#, #""01:59""#], "ppbb"),
    TemporalCase(
      #""format": {"value": "date", "as": "%-m/%-d/%Y"}, "minimum": "1/4/2000""#, "minimum",
      [
        #""01/04/2000""#, #""12/31/1999""#, #""1/3/2000""#, #""13/1/2000""#, #""1/0/2000""#,
        #""001/4/2000""#, #""/4/2000""#,
      ], "pffbbbb"),
    TemporalCase(
      #""format": {"value": "date", "as": "%m/%d/%Y"}, "minimum": "01/04/2000""#, "minimum",
      [#""01/04/2000""#, #""1/4/2000""#, #""01/4/2000""#], "pbb"),
    TemporalCase(
      #""format": {"value": "date", "as": "%-m%-d%Y"}, "minimum": "111999""#, "minimum",
      [#""12312000""#, #""2222024""#, #""9302024""#, #""1322024""#, #""1011998""#], "pppbf"),
    TemporalCase(
      #""format": {"value": "date-time", "as": "%-d.%-m.%y %-H:%M"}, "maximum": "1.2.24 9:05""#,
      "maximum", [#""01.02.24 09:05""#, #""1.2.24 9:06""#, #""1.2.24 24:00""#, #""1.2.24 9:5""#],
      "pfbb"),
    TemporalCase(
      #""format": {"value": "time", "as": "%-I:%M %p"}, "minimum": "1:00 PM""#, "minimum",
      [#""01:00 pm""#, #""12:59 PM""#, #""11:00 am""#, #""13:00 PM""#, #""0:30 AM""#], "pffbb"),
    TemporalCase(
      #""format": {"value": "date-time", "as": "local"}, "minimum": "2024-01-01 00:00:00""#,
      "minimum",
      [
        #""2024-01-01T00:00:00""#, #""2023-12-31 23:59:59.99999999999999999999""#,
        #""2023-12-31t23:59:60""#, #""2024-01-01T00:00:00Z""#, #""2024-01-01""#,
        #""2024-01-01 00:00""#, #""2024-01-01 00:00:00.""#, #""2024-02-30 00:00:00""#,
        #""2024-01-01  00:00:00""#, #""2024-01-01 00:00:00+01:00""#,
      ], "pfpbbbbbbb"),
    TemporalCase(
      #""format": {"value": "date-time", "as": "local", "timeZone": "+02:00"}, "#
        + #""range": ["2024-06-01T00:00:00", "now"]"#, "range",
      [
        #""2024-06-01T12:00:00.5""#, #""2024-06-01T12:00:00.500001""#, #""2024-05-31T23:59:59""#,
        #""2024-06-01 01:59:60""#, #""2024-06-01 23:59:60""#,
      ], "pffpb"),
    TemporalCase(
      #""format": "date", "not": {"minimum": "2024-01-01"}"#, "not",
      [#""2024-01-01""#, #""x""#, "null"], "fpm"),
    TemporalCase(
      #""chain": [{"replace": ["/", "-"]}, {"minimum": "2024-01-01"}], "format": "date""#, "chain",
      [#""2024/01/01""#, #""2023/12/31""#], "pf"),
  ]

  private func report(_ profile: String, _ text: String, _ name: String) throws -> Report {
    var options = ProfileValidator.Options()
    options.now = "2024-06-01T12:00:00.5+02:00"
    return try ProfileValidator(Profile(text: profile), options: options)
      .validate(bytes: text.utf8, name: name)
  }

  @Test("judge points of time", arguments: cases)
  func outcomes(_ one: TemporalCase) throws {
    let profile = #"{"bulkcheck": 1, "fields": {"a": {\#(one.block)}}}"#
    for (value, outcome) in zip(one.values, one.outcomes) {
      let report = try report(profile, "{\"a\": \(value)}", "a.jsonl")
      let rule = try #require(report.rules.first { $0.id == "a.\(one.rule)" })
      let counts: [Character: Int] = [
        "p": rule.passed, "f": rule.failed, "m": rule.missing, "b": rule.blocked,
        "n": rule.notApplicable,
      ]
      #expect(counts[outcome] == 1, "\(value): \(counts)")
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
