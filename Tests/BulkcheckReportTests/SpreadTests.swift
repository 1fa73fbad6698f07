import BulkcheckCore
import Testing

@testable import BulkcheckReport

/// Places of failures, in words and as a strip.
@Suite("Where failures are")
struct SpreadTests {
  /// A report on a rule that failed on these records.
  private func report(_ inputs: [Int], _ failures: [(input: Int, records: Range<Int>)]) -> Report {
    var run = SummaryBuilder(valid: inputs.reduce(0, +))
    for (number, records) in inputs.enumerated() { run.input("\(number).jsonl", records: records) }
    var statistics = run.statistics(passed: 1)
    for failure in failures {
      statistics.spread.add(failure.records, input: failure.input)
      statistics.counts.failed += failure.records.count
    }
    run.rule("r", statistics)
    return run.report
  }

  @Test("the JSON report has the parts, and the first and the last record")
  func json() {
    let several = JSONReport.text(report([3, 3], [(0, 1..<2), (1, 0..<2)]))
    #expect(
      several.contains(
        #""spread": {"records": 6, "first": 2, "last": 5, "parts": [0, 1, 0, 1, 1, 0]},"#))
    let one = report([3, 300], [(1, 2..<3), (1, 290..<300)])
    #expect(
      JSONReport.text(one).contains(
        #""spread": {"records": 303, "first": 6, "last": 303, "input": 1, "parts": [0, 1, 0,"#))
    #expect(!JSONReport.text(one, examples: false).contains("spread"))
    #expect(!JSONReport.text(report([3], [])).contains("spread"))
  }

  static let cases: [(inputs: [Int], failures: [(Int, Range<Int>)], words: String?)] = [
    ([10_000], [(0, 9_000..<9_010)], "all in the last tenth of the input"),
    ([10_000], [(0, 8_999..<9_010)], "all between 89 % and 91 % of the input"),
    ([10_000], [(0, 9_990..<10_000)], "all in the last tenth of the input"),
    ([10_000], [(0, 0..<5), (0, 950..<1_000)], "all in the first tenth of the input"),
    ([10_000], [(0, 0..<5), (0, 2_950..<3_001)], "all in the first 31 % of the input"),
    ([10_000], [(0, 6_150..<6_200), (0, 9_950..<9_951)], "all in the last 39 % of the input"),
    ([10_000], [(0, 4_400..<4_500)], "all between 44 % and 45 % of the input"),
    // Too few, or too far apart, to say anything.
    ([10_000], [(0, 9_999..<10_000)], nil),
    ([10_000], [(0, 9_000..<9_001), (0, 9_900..<9_901), (0, 9_950..<9_951)], nil),
    ([10_000], [(0, 4_500..<5_500), (0, 9_990..<10_000)], nil),
    ([20], [(0, 15..<20)], nil),
    ([10_000], [(0, 0..<10_000)], nil),
    // Nearly all in one tenth.
    ([10_000], [(0, 5..<6), (0, 9_200..<9_300)], "99 % in the last tenth of the input"),
    (
      [10_000], [(0, 9..<10), (0, 110..<200), (0, 9_999..<10_000)],
      "98 % in the first tenth of the input"
    ),
    (
      [10_000], [(0, 9..<10), (0, 3_110..<3_200), (0, 9_999..<10_000)],
      "97 % between 30 % and 40 % of the input"
    ),
    ([10_000], [(0, 9..<10), (0, 9_110..<9_119), (0, 9_999..<10_000)], nil),
    // Several inputs.
    ([100, 900], [(0, 3..<8)], "all in 0.jsonl"),
    ([100, 900], [(0, 3..<7)], "all in the first tenth of all records"),
    ([100, 900], [(1, 700..<900)], "all in the last 20 % of all records"),
    ([500, 0, 500], [(2, 0..<500)], "all in 2.jsonl"),
    ([500, 500], [(1, 0..<7), (1, 400..<406)], nil),
    ([500, 500], [(1, 0..<8), (1, 400..<406)], "all in 1.jsonl"),
    (
      [5_000, 5_000], [(0, 4_990..<5_000), (1, 0..<10)], "all between 49 % and 51 % of all records"
    ),
  ]

  @Test("is said only where it says something", arguments: cases)
  func words(
    inputs: [Int], failures: [(Int, Range<Int>)], words: String?
  ) throws {
    let report = report(inputs, failures)
    let rule = try #require(report.rules.last)
    #expect(report.spreadWords(of: rule) == words)
    #expect(rule.spread?.failures == rule.failed)
    let text = TextReport.text(report, style: TextStyle(columns: 100, color: false))
    #expect(text.contains("where") == (words != nil))
    if let words { #expect(text.contains(words)) }
  }

  @Test("the strip has a column for each part, and none where failures are everywhere alike")
  func strip() throws {
    func strip(_ report: Report) throws -> String {
      HTMLPage(report).spread(try #require(report.rules.last))
    }
    let late = try strip(report([1_000], [(0, 990..<1_000)]))
    #expect(late.contains("viewBox=\"0 0 100 12\"") && late.contains("d=\"M99 12v-12h1v12z\""))
    #expect(
      late.contains("aria-label=\"Failures from the first record to the last: all in the last"))
    let few = try strip(report([50], [(0, 0..<3), (0, 40..<45)]))
    #expect(
      few.contains("viewBox=\"0 0 50 12\"") && few.contains("M0 12v-12h3v12zM40 12v-12h5v12z"))
    #expect(few.contains("3, 0, 0, 5 in the four quarters"))
    #expect(try strip(report([1_000], [(0, 0..<1_000)])) == "")
    #expect(try strip(report([1_000], [(0, 5..<8)])) == "")
    #expect(try strip(report([1_000], [])) == "")
  }

  @Test("sums are kept however ranges and parts meet", arguments: [7, 99, 100, 101, 1_999, 70_001])
  func sums(records: Int) throws {
    let report = report(
      [records / 3, records - records / 3],
      [
        (0, 0..<records / 3), (1, 1..<records - records / 3),
      ])
    let spread = try #require(report.rules.last?.spread)
    #expect(spread.parts.count == min(100, records) && spread.records == records)
    #expect(spread.failures == records - 1)
    let most = try #require(spread.parts.max())
    let least = try #require(spread.parts.min())
    #expect(most - least <= 2 || records < 200)
  }

  @Test("records that a damaged result claims are cut to those that there are")
  func damage() throws {
    let report = report([10], [(0, 5..<1 << 50), (3, 0..<5)])
    let spread = try #require(report.rules.last?.spread)
    #expect(spread.records == 10 && spread.bounds.upperBound <= 10)
  }
}
