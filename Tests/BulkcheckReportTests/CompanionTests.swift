import BulkcheckCore
import Testing

@testable import BulkcheckReport

/// Which values of other fields a report says failures come with.
@Suite("What failures come with")
struct CompanionTests {
  private typealias Count = (field: String, value: String?, failures: Int, records: Int)

  /// A rule that failed on some of 1,000 records.
  private func rule(
    failed: Int, evaluated: Int = 1_000, _ counts: [Count]
  ) throws -> (rule: Report.Rule, html: String) {
    var run = SummaryBuilder(valid: 1_000 - failed, invalid: failed)
    var statistics = run.statistics(
      passed: evaluated - failed, failed: failed, notApplicable: 1_000 - evaluated)
    statistics.companions = counts.map {
      CompanionCount(
        field: FieldPath([.key($0.field)]), value: $0.value, failures: $0.failures,
        records: $0.records, recordsTotal: 1_000)
    }
    run.rule("r", statistics)
    let report = run.report
    return (try #require(report.rules.last), HTMLReport.text(report))
  }

  static let cases: [(failed: Int, evaluated: Int, failures: Int, records: Int, isTold: Bool)] = [
    (100, 1_000, 98, 120, true),
    (100, 1_000, 100, 600, true),
    (10, 1_000, 10, 200, true),
    (20, 1_000, 10, 50, true),
    // Too few failures, or a share that is too small, or not much larger than elsewhere.
    (9, 1_000, 9, 10, false),
    (100, 1_000, 49, 50, false),
    (100, 1_000, 60, 360, false),
    (1_000, 1_000, 900, 900, false),
    // May be chance.
    (10, 1_000, 10, 500, false),
    (12, 1_000, 7, 250, false),
    // All records that the rule is about may have the value.
    (100, 120, 100, 120, false),
    (100, 200, 100, 120, true),
    (100, 110, 100, 1_000, false),
  ]

  @Test("is said only where it says something", arguments: cases)
  func threshold(
    failed: Int, evaluated: Int, failures: Int, records: Int, isTold: Bool
  ) throws {
    let (rule, html) = try rule(
      failed: failed, evaluated: evaluated,
      [("a", "1", failures, records), ("a", "2", failed - failures, 1_000 - records)])
    #expect((rule.companions.first?.value == "1") == isTold)
    #expect(html.contains("in common") == isTold)
  }

  @Test("names three fields at most, each with one value, the most striking first")
  func order() throws {
    let (rule, html) = try rule(
      failed: 100,
      [
        ("a", "1", 90, 100), ("b", nil, 100, 120), ("c", "\"x\"", 60, 20), ("d", "true", 95, 110),
        ("d", "false", 50, 50), ("e", "\"<script>\"", 100, 100),
      ])
    #expect(rule.companions.map(\.field) == ["e", "b", "d"])
    #expect(rule.companions.map(\.value) == ["\"<script>\"", nil, "true"])
    #expect(html.contains("<code>b</code> is missing in 100 % of the failures, and in 12 %"))
    #expect(html.contains("<code>&quot;&lt;script&gt;&quot;</code> in 100 % of the failures"))
  }
}
