import BulkcheckCore
import BulkcheckReport
import Testing

@Suite("Tolerance")
struct ToleranceTests {
  static let cases: [(tolerance: Tolerance, evaluated: Int, allowed: Int)] = [
    (.zero, 1_000_000, 0),
    (Tolerance(count: 25), 10, 25),
    (Tolerance(percent: "0.1"), 999, 0),
    (Tolerance(percent: "0.1"), 1_000, 1),
    (Tolerance(percent: "0.1"), 1_999, 1),
    (Tolerance(percent: "0.1"), 2_000, 2),
    (Tolerance(percent: "0"), 1_000, 0),
    (Tolerance(percent: "100"), 7, 7),
    (Tolerance(percent: "100.000"), 7, 7),
    (Tolerance(percent: "33.333333333333333333333"), 3, 0),
    (Tolerance(percent: "33.333333333333333333334"), 3, 1),
    (Tolerance(percent: "33.33333333333333333333333333333333333"), 3, 0),
    (Tolerance(percent: "29"), 100, 29),
    (Tolerance(percent: "0.29"), 10_000, 29),
    (Tolerance(percent: "5"), 0, 0),
    (Tolerance(percent: "100"), .max, .max),
    (Tolerance(percent: "99.99999999999999999999"), .max, .max - 1),
    (Tolerance(percent: "50"), .max, .max / 2),
    (Tolerance(percent: "00005"), 100, 5),
    (Tolerance(percent: "0." + String(repeating: "0", count: 5_000) + "1"), .max, 0),
    (Tolerance(count: 25, percent: "0.1"), 10_000, 10),
    (Tolerance(count: 5, percent: "0.1"), 10_000, 5),
    (Tolerance(), 100, 0),
  ]

  @Test("allows exactly so many failures", arguments: cases)
  func border(tolerance: Tolerance, evaluated: Int, allowed: Int) {
    #expect(tolerance.allowedFailures(of: evaluated) == allowed)
  }

  @Test(
    "is inclusive: one failure more fails the rule",
    arguments: cases.filter { $0.evaluated > $0.allowed })
  func status(tolerance: Tolerance, evaluated: Int, allowed: Int) {
    for (failed, status) in [(allowed, Report.Status.pass), (allowed + 1, .fail)] {
      var run = SummaryBuilder(valid: evaluated)
      run.rule(
        "a", tolerance: tolerance, run.statistics(passed: evaluated - failed, failed: failed))
      #expect(run.report.rules.last?.status == status)
    }
  }

  @Test("agrees with the definition, failed × 100 ≤ percent × evaluated")
  func definition() {
    for evaluated in 0...120 {
      for tenths in stride(from: 0, through: 1000, by: 7) {
        let tolerance = Tolerance(percent: "\(tenths / 10).\(tenths % 10)")
        let allowed = tolerance.allowedFailures(of: evaluated)
        #expect(allowed * 1000 <= tenths * evaluated)
        #expect((allowed + 1) * 1000 > tenths * evaluated)
      }
    }
  }
}
