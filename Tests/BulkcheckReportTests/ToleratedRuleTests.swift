import BulkcheckCore
import BulkcheckReport
import Foundation
import Testing

/// Failures within their tolerance: the run passes, and the reports still say where they are.
@Suite("Tolerated failures")
struct ToleratedRuleTests {
  private static let tolerance = Tolerance(percent: "1")

  private static func run(failing: Bool = false) -> SummaryBuilder {
    var run = SummaryBuilder(valid: 501, invalid: 2)
    run.input("a.csv", records: 503)
    run.rule(
      "added.format", tolerance: tolerance, message: "{value} is not a date",
      samples: [
        sample("\"05/06/2000\"", line: 11, "\"05/06/2000\" is not a date"),
        sample("\"-\"", line: 12, "\"-\" is not a date"),
      ], topValues: [("\"-\"", 2)], run.statistics(passed: 500, failed: 3))
    run.rule(
      "sector.enum", tolerance: tolerance,
      samples: [sample("\"Industrial\"", line: 31, String(repeating: "long ", count: 40))],
      run.statistics(passed: 502, failed: 1))
    if failing {
      run.rule(
        "cik.type", samples: [sample("\"n/a\"", line: 21, "wrong")],
        run.statistics(passed: 502, failed: 1))
    }
    return run
  }

  @Test("are one line each in the text report, however many examples are asked for")
  func text() {
    for samples in [1, 5] {
      var style = TextStyle(columns: 80, samplesMaximum: samples)
      style.explainOptions = ["--profile", "p.json"]
      let lines = TextReport.text(Self.run().report, style: style).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 80 })
      #expect(lines.count == 7)
      #expect(lines[1].hasPrefix("  ok    added.format"))
      #expect(lines[2] == "          line 11       \"05/06/2000\" is not a date")
      #expect(lines[3].hasPrefix("  ok    sector.enum"))
      #expect(lines[4].hasPrefix("          line 31       \"Industrial\"    long long"))
      #expect(lines[5].hasPrefix("PASSED"))
      #expect(lines[6] == "next: bulkcheck explain a.csv --line 11 --profile p.json")
    }
    let style = TextStyle(columns: 80, samplesMaximum: 0)
    #expect(!TextReport.text(Self.run().report, style: style).contains("line 11"))
  }

  @Test("come after a rule that failed in the next step")
  func nextStep() {
    var style = TextStyle(columns: 80)
    style.explainOptions = []
    let text = TextReport.text(Self.run(failing: true).report, style: style)
    #expect(text.hasSuffix("next: bulkcheck explain a.csv --line 21\n"))
  }

  @Test("have folded details in Markdown and HTML")
  func details() throws {
    let report = Self.run().report
    let markdown = MarkdownReport.text(report)
    for id in ["added.format", "sector.enum"] {
      #expect(markdown.contains("<details><summary><code>\(id)</code>: "))
    }
    #expect(markdown.contains("line 12       \"-\""))
    let page = HTMLReport.text(report)
    #expect(page.contains("<h2 id=\"tolerated\">"))
    #expect(page.contains("<a href=\"#rule-0\"><code>added.format</code></a>"))
    #expect(page.contains("<details class=\"card pass\" data-r=\"0\" "))
    #expect(page.contains("<div id=\"rule-0\">"))
    #expect(page.contains("line 12"))
    #expect(page.contains("<h2 id=\"others\">") == false)
  }

  @Test("have details behind those of rules that failed")
  func order() throws {
    let page = HTMLReport.text(Self.run(failing: true).report)
    let cards = page.components(separatedBy: "<details class=\"card ").dropFirst()
    #expect(cards.map { $0.prefix { $0 != ">" }.contains("open=") } == [true, false, false])
    let tables = ["failed", "tolerated", "details"]
    let places = tables.compactMap { page.firstRange(of: "<h2 id=\"\($0)\">")?.lowerBound }
    #expect(places.count == 3 && places == places.sorted())
  }
}
