import BulkcheckCore
import BulkcheckReport
import Testing

@Suite("A baseline")
struct BaselineTests {
  /// One rule, then and now: `failed` of `evaluated`.
  private static func change(
    from old: (failed: Int, evaluated: Int), to new: (failed: Int, evaluated: Int),
    tolerance: Tolerance = .zero
  ) throws -> Report.Rule {
    var before = SummaryBuilder(valid: 1)
    before.rule(
      "a", before.statistics(passed: old.evaluated - old.failed, failed: old.failed))
    var now = SummaryBuilder(valid: 1)
    now.rule(
      "a", tolerance: tolerance,
      now.statistics(passed: new.evaluated - new.failed, failed: new.failed))
    now.options.baseline = try baseline(before)
    return try #require(now.report.rules.last)
  }

  private static func baseline(_ run: SummaryBuilder) throws -> Baseline {
    try Baseline(json: JSONReport.text(run.report).utf8, name: "old.json")
  }

  struct Case {
    var old: (failed: Int, evaluated: Int)
    var new: (failed: Int, evaluated: Int)
    var change: Report.Change
    var status: Report.Status
  }

  static let cases = [
    Case(old: (1, 100), new: (1, 100), change: .same, status: .pass),
    Case(old: (1, 100), new: (10, 1_000), change: .same, status: .pass),
    Case(old: (1, 100), new: (11, 1_000), change: .worse, status: .fail),
    Case(old: (1, 100), new: (9, 1_000), change: .better, status: .pass),
    Case(old: (0, 100), new: (1, 1_000_000), change: .worse, status: .fail),
    Case(old: (0, 100), new: (0, 100), change: .same, status: .pass),
    Case(old: (0, 0), new: (1, 100), change: .new, status: .fail),
    Case(old: (0, 0), new: (0, 100), change: .new, status: .pass),
    Case(old: (1, 100), new: (0, 0), change: .unjudged, status: .idle),
    // These are the same as doubles.
    Case(old: (1, 3), new: (.max / 3 + 1, .max), change: .worse, status: .fail),
    Case(old: (1, 3), new: (.max / 3, .max), change: .better, status: .pass),
    Case(old: (.max - 1, .max), new: (.max - 2, .max - 1), change: .better, status: .pass),
    Case(old: (.max - 2, .max - 1), new: (.max - 1, .max), change: .worse, status: .fail),
  ]

  @Test("compares rates as exact fractions", arguments: cases)
  func rates(given: Case) throws {
    let rule = try Self.change(from: given.old, to: given.new)
    #expect(rule.before?.change == given.change)
    #expect(rule.status == given.status)
    #expect(rule.before?.failed == given.old.failed)
    #expect(rule.before?.evaluated == given.old.evaluated)
  }

  @Test("does not make a rule fail that is within its tolerance")
  func tolerance() throws {
    for (failed, status) in [(10, Report.Status.pass), (11, .fail)] {
      let rule = try Self.change(
        from: (1, 1_000), to: (failed, 1_000), tolerance: Tolerance(percent: "1"))
      #expect(rule.before?.change == .worse)
      #expect(rule.status == status)
    }
  }

  @Test("covers malformed records as any other rule")
  func builtIn() throws {
    let before = SummaryBuilder(valid: 99, malformed: 1)
    for (malformed, exitCode) in [(1, 0), (2, 1)] {
      var now = SummaryBuilder(valid: 100 - malformed, malformed: malformed)
      now.options.baseline = try Self.baseline(before)
      #expect(now.report.exitCode == exitCode)
    }
  }

  @Test("does not excuse an empty input")
  func empty() throws {
    var now = SummaryBuilder()
    now.options.baseline = try Self.baseline(SummaryBuilder(valid: 1))
    #expect(now.report.exitCode == 1)
  }

  @Test("knows a rule by its id, else by its former one")
  func renamed() throws {
    var before = SummaryBuilder(valid: 1)
    before.rule("old", before.statistics(passed: 90, failed: 10))
    before.rule("here", before.statistics(passed: 50, failed: 50))
    var now = SummaryBuilder(valid: 1)
    now.rule("new", was: "old", now.statistics(passed: 90, failed: 10))
    now.rule("here", was: "never", now.statistics(passed: 90, failed: 10))
    now.rule("other", was: "never", now.statistics(passed: 90, failed: 10))
    now.options.baseline = try Self.baseline(before)
    let rules = now.report.rules.suffix(3)
    #expect(rules.map(\.before?.id) == ["old", "here", nil])
    #expect(rules.map(\.before?.change) == [.same, .better, .new])
    #expect(rules.map(\.status) == [.pass, .pass, .fail])
    #expect(now.report.comparison?.removed == [])
  }

  @Test("tells apart ids that only look the same")
  func exactIDs() throws {
    var before = SummaryBuilder(valid: 1)
    before.rule("e\u{301}", before.statistics(failed: 1))
    var now = SummaryBuilder(valid: 1)
    now.rule("\u{E9}", now.statistics(failed: 1))
    now.options.baseline = try Self.baseline(before)
    #expect(now.report.rules.last?.before?.change == .new)
    #expect(now.report.comparison?.removed.map { Array($0.utf8) } == [Array("e\u{301}".utf8)])
  }

  @Test("names rules that are gone, but not those that are only off")
  func removed() throws {
    var before = SummaryBuilder(valid: 1)
    for id in ["a", "b", "c"] { before.rule(id, before.statistics(passed: 1)) }
    before.ruleSet.recordsMaximum = 5
    var now = SummaryBuilder(valid: 1)
    now.rule("b", isRun: false, now.statistics())
    now.options.baseline = try Self.baseline(before)
    #expect(now.report.comparison?.removed == ["a", "c"])
    #expect(now.report.rules.last?.before == nil)
    now.rule("d", isRun: false, was: "c", now.statistics())
    #expect(now.report.comparison?.removed == ["a"])
  }

  @Test("may be any report, with and without examples, its own comparison included")
  func roundTrip() throws {
    for run in SampleRun.allCases {
      let report = run.report
      for examples in [true, false] {
        let text = JSONReport.text(report, examples: examples)
        let isWhole =
          report.complete
          && !report.rules.contains { $0.constraint == "empty-input" && $0.failed > 0 }
        #expect((try? Baseline(json: text.utf8, name: "x")) != nil || !isWhole, "\(run)")
      }
    }
  }

  @Test("kept without examples holds no value of a record")
  func withoutExamples() {
    let text = JSONReport.text(SampleRun.users.report, examples: false)
    #expect(!text.contains("jane") && !text.contains("n/a"))
    #expect(text.contains("\"samplesTruncated\": true"))
  }

  @Test(
    "that is none says so, and what to do",
    arguments: [
      ("", .notAReport, "not JSON (line 1"), ("{", .notAReport, "not JSON (line 1"),
      ("{\n\"a\": }", .notAReport, "not JSON (line 2"),
      ("[]", .notAReport, "not a bulkcheck report"), ("5", .notAReport, "not a bulkcheck report"),
      (#"{"bulkcheck": 1}"#, .notAReport, "not a bulkcheck report"),
      (#"{"schema": "bulkcheck-report-2"}"#, .otherVersion, "\"bulkcheck-report-2\""),
      (#"{"schema": "bulkcheck-report-1"}"#, .notAReport, "parts of the report are missing"),
    ] as [(String, BaselineError.Code, String)])
  func wrong(json: String, code: BaselineError.Code, words: String) throws {
    let error = try #require(throws: BaselineError.self) {
      try Baseline(json: json.utf8, name: "old.json")
    }
    #expect(error.code == code)
    #expect(error.description.hasPrefix("old.json cannot be used as a baseline: "))
    #expect(error.description.contains(words), "\(error)")
    #expect(error.description.contains("--write-baseline"))
  }

  @Test(
    "with a part changed is none",
    arguments: [
      ("\"complete\": true", "\"complete\": 1"), ("\"evaluated\": 12401877", "\"evaluated\": -1"),
      ("\"failed\": 9412", "\"failed\": 1e3"), ("\"failed\": 9412", "\"failed\": 99999999"),
      ("\"id\": \"email-format\"", "\"id\": 5"), ("\"total\": 12401877", "\"total\": 1.5"),
    ])
  func changed(part: String, other: String) {
    let text = JSONReport.text(SampleRun.users.report)
    let broken = text.replacing(part, with: other)
    #expect(broken != text)
    #expect(throws: BaselineError.self) { try Baseline(json: broken.utf8, name: "x") }
  }

  @Test("of an incomplete or empty run is refused")
  func notWhole() throws {
    for run in [SampleRun.incomplete, .interrupted, .missing, .noRecords] {
      let error = try #require(throws: BaselineError.self) {
        try Baseline(json: JSONReport.text(run.report).utf8, name: "x")
      }
      #expect(error.code == .notWhole)
    }
  }

  @Test("cut off anywhere is refused, and never traps")
  func truncated() {
    let bytes = Array(JSONReport.text(SampleRun.compared.report).utf8)
    for length in stride(from: 0, to: bytes.count - 2, by: 7) {
      #expect(throws: BaselineError.self) { try Baseline(json: bytes[..<length], name: "x") }
    }
  }
}
