import BulkcheckCore
import Foundation
import Testing

@testable import BulkcheckReport

/// Ids that differ only in a control character and in how it is written stay different rules.
@Suite("Names of rules in reports")
struct RuleNameTests {
  private static let ids = [
    "a\nb", "a\\nb", "a\\\\nb", "plain\\d", "e\u{301}", "\u{E9}", "a\"b",
  ]

  private static var report: Report {
    var run = SummaryBuilder(valid: 1)
    run.input("a.jsonl", records: 1)
    for id in ids {
      run.rule(id, samples: [sample("1", line: 1, "wrong")], run.statistics(failed: 1))
    }
    for id in ids { run.field(id, absent: 1) }
    return run.report
  }

  @Test("no series of OpenMetrics occurs twice, and labels read back are the ids")
  func openMetrics() {
    let lines = OpenMetricsReport.text(Self.report).components(separatedBy: "\n")
    let series = lines.filter { $0.hasPrefix("bulkcheck_") }.map { line in
      line.unicodeScalars.split(separator: "}")[0].map(\.value)
    }
    #expect(Set(series).count == series.count)
    let names = lines.filter { $0.hasPrefix("bulkcheck_rule_failing{") }
      .compactMap { $0.components(separatedBy: "rule=\"").last }
      .map { $0.components(separatedBy: "\",severity").first ?? "" }
    let read = names.map { name in
      var (text, isEscaped) = ("", false)
      for scalar in name.unicodeScalars {
        switch (isEscaped, scalar) {
        case (false, "\\"):
          isEscaped = true
          continue
        case (true, "n"): text += "\n"
        default: text.unicodeScalars.append(scalar)
        }
        isEscaped = false
      }
      return text
    }
    #expect(read.suffix(Self.ids.count).map { Array($0.utf8) } == Self.ids.map { Array($0.utf8) })
  }

  @Test("no two rules of SARIF have one id, and results lead to their rules")
  func sarif() throws {
    let text = SARIFReport.text(Self.report)
    let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let run = try #require((log?["runs"] as? [[String: Any]])?.first)
    let driver = (run["tool"] as? [String: [String: Any]])?["driver"]
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }.map { Array($0.utf8) }
    #expect(ids.suffix(Self.ids.count) == Self.ids.map { Array($0.utf8) }[...])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == Self.ids.count)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(ids[index] == Array((result["ruleId"] as? String ?? "").utf8))
    }
  }

  @Test("no two test cases of JUnit have one name")
  func junit() {
    let parts = JUnitReport.text(Self.report).components(separatedBy: " name=\"").dropFirst()
    let names = parts.map { Array($0.utf8.prefix { $0 != UInt8(ascii: "\"") }) }
    #expect(Set(names).count == names.count)
  }

  @Test("names are the ids as they are shown, unless two would be the same")
  func names() {
    func names(_ ids: [String]) -> [String] {
      DistinctNames.of(ids) { TerminalText.escaped($0) }
    }
    #expect(names(["a\nb", "c\\d"]) == ["a\\nb", "c\\d"])
    #expect(
      names(["a\nb", "a\\nb", "a\\\\nb", "c"])
        == ["a\\nb", "a\\\\nb", "a\\\\\\\\nb", "c"])
    #expect(names(["\u{1b}", "\\u001b"]) == ["\\u001b", "\\\\u001b"])
    #expect(names(["a", "a"]) == ["a", "a"])
  }
}
