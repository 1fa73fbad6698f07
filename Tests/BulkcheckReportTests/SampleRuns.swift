import BulkcheckCore
import BulkcheckReport

/// The runs whose reports are kept as golden files.
enum SampleRun: String, CaseIterable, Sendable {
  case users, noRecords, allFailing, severalInputs, incomplete, limit, interrupted, huge, masked
  case hostile, passed, strict, manyInputs, longIds, info, compared, missing

  var report: Report {
    switch self {
    case .users: SampleRun.usersReport
    case .noRecords: SampleRun.noRecordsReport
    case .allFailing: SampleRun.allFailingReport
    case .severalInputs: SampleRun.severalInputsReport
    case .incomplete: SampleRun.incompleteReport
    case .limit: SampleRun.limitReport
    case .interrupted: SampleRun.interruptedReport
    case .huge: SampleRun.hugeReport
    case .masked: SampleRun.maskedReport
    case .hostile: SampleRun.hostileReport
    case .passed: SampleRun.passedReport
    case .strict: SampleRun.strictReport
    case .manyInputs: SampleRun.manyInputsReport
    case .longIds: SampleRun.longIdsReport
    case .info: SampleRun.infoReport
    case .compared: SampleRun.comparedReport
    case .missing: SampleRun.missingReport
    }
  }

  /// A report with a line of each status.
  private static var usersReport: Report {
    var run = SummaryBuilder(valid: 12_388_700, invalid: 13_177)
    run.input("users.jsonl.gz", records: 12_401_877, bytes: 400_000_000, compression: .gzip)
    run.rule(
      "email-required", constraint: "required", message: "email is missing",
      samples: [sample(nil, line: 77, "email is missing")],
      run.statistics(passed: 12_398_112, failed: 3_765))
    var format = run.statistics(passed: 12_388_700, failed: 9_412, blocked: 3_765)
    format.companions = [
      companion("country", "\"DE\"", 9_224, of: 1_488_225),
      companion("country", "\"FR\"", 188, of: 2_000_000),
      companion("referrer", nil, 6_600, of: 310_047),
    ]
    run.rule(
      "email-format", message: "{value} is not an email address",
      samples: [
        sample(
          "\"jane@@example\"", line: 18_293, "\"jane@@example\" is not an email address"),
        sample("\"n/a\"", line: 20_000, "\"n/a\" is not an email address"),
      ],
      topValues: [("\"n/a\"", 4_113), ("\"-\"", 2_950)], format)
    run.rule(
      "phone.required", field: "phone", constraint: "required", severity: .warning,
      tolerance: Tolerance(percent: "0.1"), run.statistics(passed: 12_388_007, failed: 13_870))
    run.rule("us-zip", field: nil, constraint: "when", run.statistics(notApplicable: 12_401_877))
    for number in 1...6 { run.rule("r\(number)", run.statistics(passed: 12_401_877)) }
    return run.report
  }

  private static func companion(
    _ field: String, _ value: String?, _ failures: Int, of records: Int
  ) -> CompanionCount {
    CompanionCount(
      field: FieldPath([.key(field)]), value: value, failures: failures, records: records,
      recordsTotal: 12_401_877)
  }

  private static var noRecordsReport: Report {
    var run = SummaryBuilder()
    run.input("empty.jsonl", records: 0, bytes: 0)
    run.summary.bytesJudged = 0
    run.summary.seconds = 0
    run.rule("a.required", run.statistics())
    run.rule("b.required", run.statistics())
    return run.report
  }

  private static var allFailingReport: Report {
    var run = SummaryBuilder(invalid: 3, malformed: 2)
    run.input("bad.csv", records: 5, malformed: 2)
    run.summary.builtIns[.malformed]?.kinds = [.syntax: 1, .ragged: 1]
    run.summary.builtIns[.malformed]?.samples = [
      sample(nil, line: 2, kind: .ragged, column: 9, "4 cells, the header has 5")
    ]
    run.rule(
      "age.range", field: "age", samples: [sample("-1", line: 3, "age must be in 0 … 120")],
      run.statistics(failed: 3))
    return run.report
  }

  private static var severalInputsReport: Report {
    var run = SummaryBuilder(valid: 21_000, invalid: 5)
    run.input("a.jsonl", records: 1_000, bytes: 1_234_567)
    run.input("data/2026/b.csv.gz", records: 20_005, bytes: 3_400_000, compression: .gzip)
    run.ruleSet.recordsMaximum = 20_000
    run.rule(
      "age.range", samples: [sample("200", line: 12_345, input: 1, "too old")],
      run.statistics(passed: 21_000, failed: 5))
    return run.report
  }

  private static var incompleteReport: Report {
    var run = SummaryBuilder(valid: 100)
    run.input(
      "cut.jsonl.gz", records: 100, compression: .gzip,
      failure: "the gzip data ends too early, at byte 12,345")
    run.input("-", records: 0)
    run.rule("a.required", run.statistics(passed: 100))
    return run.report
  }

  private static var limitReport: Report {
    var run = SummaryBuilder(valid: 1_000)
    run.input("a.jsonl", records: 1_000)
    run.summary.limitReached = true
    run.rule("a.required", run.statistics(passed: 1_000))
    return run.report
  }

  private static var interruptedReport: Report {
    var run = SummaryBuilder(valid: 1_000, invalid: 1)
    run.input("a.jsonl", records: 1_001)
    run.summary.interrupted = true
    run.summary.inputs[0].complete = false
    run.rule("a.required", run.statistics(passed: 1_000, failed: 1))
    return run.report
  }

  private static var hugeReport: Report {
    let most = Int(Int64.max)
    var run = SummaryBuilder(valid: most - 1, invalid: 1)
    run.input("huge.jsonl", records: most, bytes: most)
    run.summary.bytesJudged = most
    run.summary.seconds = 1e7
    run.rule("one-in-all", run.statistics(passed: most - 1, failed: 1))
    run.rule("all-but-one", run.statistics(passed: 1, failed: most - 1))
    return run.report
  }

  private static var maskedReport: Report {
    var run = SummaryBuilder(valid: 9, invalid: 1)
    run.input("a.jsonl", records: 10)
    run.rule(
      "ssn.pattern", field: "ssn", message: "{value} is not a number",
      samples: [sample("\"***\"", line: 1, "\"***\" is not a number")],
      topValues: [("\"***\"", 1)], run.statistics(passed: 9, failed: 1))
    return run.report
  }

  /// Values, messages, ids and names that try to steer the terminal.
  private static var hostileReport: Report {
    var run = SummaryBuilder(valid: 9, invalid: 1)
    run.input("a\u{1B}[31m.jsonl", records: 10)
    run.rule(
      "weird\u{202E}id.enum",
      samples: [
        sample(
          "\"\\u001b[2J\u{9B}31m\"", line: 1, cut: true, "two\nlines and \u{7} a bell \u{1B}[0m")
      ],
      topValues: [
        ("\"" + String(repeating: "長", count: 60) + "\"", 2), ("\"\u{85}\"", 1),
      ], run.statistics(passed: 7, failed: 3))
    return run.report
  }

  private static var passedReport: Report {
    var run = SummaryBuilder(valid: 90, invalid: 10)
    run.input("a.jsonl", records: 100)
    run.rule(
      "plan.enum", tolerance: Tolerance(count: 25, percent: "10"),
      run.statistics(passed: 90, failed: 10))
    run.rule("a.required", run.statistics(passed: 100))
    run.rule("skipped", isRun: false, run.statistics())
    run.rule("silent", severity: .off, run.statistics())
    return run.report
  }

  private static var strictReport: Report {
    var run = SummaryBuilder(valid: 100)
    run.options.strict = true
    run.input("a.jsonl", records: 100)
    run.field("name", present: 100)
    run.field("adress", absent: 100)
    run.rule("adress.minLength", run.statistics(missing: 100))
    run.rule("name.minLength", run.statistics(passed: 100))
    return run.report
  }

  private static var manyInputsReport: Report {
    var run = SummaryBuilder(valid: 3_000)
    for number in 1...30 { run.input("part-\(number).jsonl", records: 100) }
    run.summary.inputs[6].malformed = 2
    run.rule("a.required", run.statistics(passed: 3_000))
    return run.report
  }

  private static var longIdsReport: Report {
    var run = SummaryBuilder(valid: 1, invalid: 999_999)
    run.input(String(repeating: "long/", count: 30) + "name.jsonl", records: 1_000_000)
    let long = "customer.billing.address." + String(repeating: "part.", count: 14) + "required"
    let message = String(repeating: "a long message ", count: 12)
    let value = "\"" + String(repeating: "value ", count: 40) + "\""
    run.rule(
      long, samples: [sample(value, line: 999_999, message)],
      run.statistics(passed: 1, failed: 999_999))
    run.rule(
      "short", samples: [sample("1", line: 1, "wrong")],
      run.statistics(passed: 999_990, failed: 10))
    run.rule(long + ".more", run.statistics(blocked: 1_000_000))
    return run.report
  }

  private static var infoReport: Report {
    var run = SummaryBuilder(valid: 100)
    run.input("a.jsonl", records: 100)
    run.rule("note", severity: .info, run.statistics(passed: 1, failed: 99))
    run.rule("careful", severity: .warning, run.statistics(passed: 99, failed: 1))
    run.rule("other", severity: .warning, run.statistics(passed: 98, failed: 2))
    run.rule("shadowed", run.statistics(overridden: 100))
    return run.report
  }

  /// Against an earlier report: worse, known, better, new, renamed and gone rules.
  private static var comparedReport: Report {
    var old = SummaryBuilder(valid: 1_000)
    old.rule("worse", old.statistics(passed: 990, failed: 10))
    old.rule("known", old.statistics(passed: 900, failed: 100))
    old.rule("better", old.statistics(passed: 900, failed: 100))
    old.rule("old-name", old.statistics(passed: 999, failed: 1))
    old.rule("gone", old.statistics(passed: 1_000))
    old.rule("muted", old.statistics(passed: 1, failed: 999))
    var run = SummaryBuilder(valid: 1_900, invalid: 100)
    run.input("b.jsonl", records: 2_000)
    run.rule(
      "worse", samples: [sample("1", line: 7, "wrong")], run.statistics(passed: 1_979, failed: 21))
    run.rule("known", run.statistics(passed: 1_800, failed: 200))
    run.rule("better", severity: .warning, run.statistics(passed: 1_900, failed: 100))
    run.rule("renamed", was: "old-name", run.statistics(passed: 1_998, failed: 2))
    run.rule("new", run.statistics(passed: 1_999, failed: 1))
    run.rule("unjudged", run.statistics(missing: 2_000))
    run.rule("muted", isRun: false, run.statistics())
    run.options.baseline = try? Baseline(
      json: JSONReport.text(old.report, examples: false).utf8, name: "old.json")
    return run.report
  }

  /// Nothing could be read: neither empty input nor idle rules are news.
  private static var missingReport: Report {
    var run = SummaryBuilder()
    run.input("no*.jsonl", records: 0, bytes: 0, failure: "cannot be opened")
    run.summary.bytesJudged = 0
    run.summary.seconds = 0
    run.rule("a.required", run.statistics())
    run.field("a")
    return run.report
  }
}
