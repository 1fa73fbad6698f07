import BulkcheckCore
import BulkcheckReport
import Testing

@Suite("The verdict")
struct VerdictTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var severity: Severity
    var failOn: VerdictOptions.FailLevel
    var outcome: Report.Outcome
    var exitCode: Int
    var testDescription: String { "\(severity) rule, --fail-on \(failOn)" }
  }

  @Test(
    "follows the severity asked for",
    arguments: [
      Case(severity: .error, failOn: .error, outcome: .failed, exitCode: 1),
      Case(severity: .error, failOn: .warning, outcome: .failed, exitCode: 1),
      Case(severity: .error, failOn: .never, outcome: .failed, exitCode: 0),
      Case(severity: .warning, failOn: .error, outcome: .passed, exitCode: 0),
      Case(severity: .warning, failOn: .warning, outcome: .failed, exitCode: 1),
      Case(severity: .warning, failOn: .never, outcome: .passed, exitCode: 0),
      Case(severity: .info, failOn: .warning, outcome: .passed, exitCode: 0),
      Case(severity: .off, failOn: .warning, outcome: .passed, exitCode: 0),
    ])
  func levels(given: Case) {
    var run = SummaryBuilder(valid: 9, invalid: 1)
    run.rule("a", severity: given.severity, run.statistics(passed: 9, failed: 1))
    run.options.failOn = given.failOn
    #expect(run.report.outcome == given.outcome)
    #expect(run.report.exitCode == given.exitCode)
  }

  @Test("2 wins over 1, 130 wins over 2, and neither is complete")
  func incomplete() {
    var run = SummaryBuilder(valid: 1)
    run.input("a", records: 1, failure: "broken")
    #expect(run.report.exitCode == 2)
    #expect(run.report.outcome == .incomplete)
    run.rule("a", run.statistics(failed: 1))
    #expect(run.report.exitCode == 2)
    #expect(run.report.outcome == .failed)
    run.options.failOn = .never
    #expect(run.report.exitCode == 2)
    run.summary.interrupted = true
    #expect(run.report.exitCode == 130)
    #expect(!run.report.complete)
  }

  @Test("--strict fails on idle rules and unread fields, unless nothing is to fail")
  func strict() {
    var idle = SummaryBuilder(valid: 1)
    idle.rule("a", run(missing: 1))
    var unread = SummaryBuilder(valid: 1)
    unread.field("a", absent: 1)
    for var builder in [idle, unread] {
      #expect(builder.report.exitCode == 0)
      builder.options.strict = true
      #expect(builder.report.exitCode == 1)
      #expect(builder.report.outcome == .failed)
      builder.options.failOn = .never
      #expect(builder.report.exitCode == 0)
    }
  }

  private func run(missing: Int) -> RuleStatistics {
    SummaryBuilder().statistics(missing: missing)
  }

  @Test(
    "counts the well-formed records against records.min and max",
    arguments: [
      (0, 1, nil, true, nil), (1, 1, nil, false, nil), (0, 0, nil, false, nil),
      (9, 10, 10, true, false), (10, 10, 10, false, false), (11, 10, 10, false, true),
    ] as [(Int, Int, Int?, Bool, Bool?)])
  func recordCounts(
    valid: Int, minimum: Int, maximum: Int?, tooFew: Bool, tooMany: Bool?
  ) {
    var run = SummaryBuilder(valid: valid, malformed: 3)
    run.ruleSet.recordsMinimum = minimum
    run.ruleSet.recordsMaximum = maximum
    func failed(_ id: String) -> Bool? {
      run.report.rules.first { $0.id == id }.map { $0.status == .fail }
    }
    #expect(failed("bulkcheck.empty-input") == tooFew)
    #expect(failed("bulkcheck.too-many-records") == tooMany)
  }

  @Test("lists the built-in rules first, in their order")
  func order() {
    var run = SummaryBuilder(valid: 1)
    run.rule("a", run.statistics(passed: 1))
    run.ruleSet.recordsMaximum = 5
    let expected = [
      "bulkcheck.malformed", "bulkcheck.not-an-object", "bulkcheck.duplicate-key",
      "bulkcheck.empty-input", "bulkcheck.too-many-records", "a",
    ]
    #expect(run.report.rules.map(\.id) == expected)
  }

  @Test("severity and tolerance of a built-in rule come from the profile; it is never idle")
  func builtIns() {
    var run = SummaryBuilder(valid: 999, malformed: 1)
    run.summary.builtIns[.malformed]?.counts.passed = 999
    var settings = BuiltInSettings(of: .malformed)
    settings.tolerance = Tolerance(percent: "0.1")
    run.ruleSet.builtIns[.malformed] = settings
    #expect(run.report.exitCode == 0)
    settings.tolerance = .zero
    settings.severity = .warning
    run.ruleSet.builtIns[.malformed] = settings
    #expect(run.report.rules[0].status == .warn)
    settings.isRun = false
    run.ruleSet.builtIns[.malformed] = settings
    #expect(run.report.rules[0].status == .off)
    #expect(run.report.rules[0].failed == 0)
    #expect(SummaryBuilder().report.rules[0].status == .pass)
  }

  @Test("samples beyond the number asked for are cut, and the report says so")
  func samplesTruncated() {
    for (failed, maximum, truncated) in [(2, 2, false), (3, 2, true), (1, 0, true), (0, 0, false)] {
      var run = SummaryBuilder(valid: 10)
      run.samplesMaximum = maximum
      let samples = (0..<failed).map { sample("1", line: $0 + 1, "wrong") }
      run.rule("a", samples: samples, run.statistics(passed: 10 - failed, failed: failed))
      #expect(run.report.rules.last?.samples.count == min(failed, maximum))
      #expect(run.report.rules.last?.samplesTruncated == truncated)
    }
  }

  @Test("shows a message template as the profile writes it")
  func messageSource() {
    let template = MessageTemplate([
      .literal("a {b} "), .value, .field, .line, .rule, .path(FieldPath([.key("x"), .index(0)])),
    ])
    #expect(template.source == "a {{b}} {value}{field}{line}{rule}{x[0]}")
  }
}
