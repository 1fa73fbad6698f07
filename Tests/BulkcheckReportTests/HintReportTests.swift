import BulkcheckCore
import BulkcheckReport
import Foundation
import Testing

/// Reports say what to do about an input that is something else than it should be.
@Suite("Hints in reports")
struct HintReportTests {
  private static let hint = "this is a Parquet file: export it as CSV or <JSONL>"

  private static func report(failure: String? = nil, inputs: Int = 1) -> Report {
    var run = SummaryBuilder()
    for number in 0..<inputs {
      run.input("\(number).parquet", records: 0, failure: failure, hint: hint)
    }
    run.rule("a", run.statistics())
    return run.report
  }

  @Test("every format for people has the hint", arguments: [nil, "cannot be read"])
  func formats(failure: String?) throws {
    let report = Self.report(failure: failure)
    let escaped = "this is a Parquet file: export it as CSV or &lt;JSONL&gt;"
    let text = TextReport.text(report, style: TextStyle(columns: 120))
    #expect(text.contains("HINT  0.parquet: \(Self.hint)\n"))
    #expect(HTMLReport.text(report).contains("<strong>hint</strong> 0.parquet: \(escaped)"))
    #expect(MarkdownReport.text(report).contains("- **hint**: 0.parquet&#58; this is a Parquet"))
    let junit = JUnitReport.text(report)
    _ = try XMLCheck.elements(in: junit)
    #expect(junit.contains("<system-out>0.parquet: \(escaped)</system-out>"))
    #expect(
      junit.contains(failure == nil ? "\">0.parquet: \(escaped)</failure>" : "\(escaped)</error>"))
    #expect(SARIFReport.text(report).contains("\"text\": \"0.parquet: \(Self.hint)\""))
    #expect(JSONReport.text(report).contains("\"hint\": \"\(Self.hint)\"}"))
  }

  @Test("an input without a record that is something else is not said to have a header")
  func emptiness() {
    let text = TextReport.text(Self.report(), style: .plain)
    #expect(text.contains("no well-formed record: 0.parquet has no records (\(Self.hint))"))
    #expect(!text.contains("header") && !text.contains("blank lines"))
  }

  @Test("the same hint stands there once, and only the first of many")
  func many() {
    let text = TextReport.text(Self.report(inputs: 1_000), style: .plain)
    #expect(text.components(separatedBy: "HINT").count == 2)
    #expect(text.contains("HINT  0.parquet and 999 more files: "))
    var run = SummaryBuilder()
    for number in 0..<12 { run.input("\(number)", records: 0, hint: "hint \(number)") }
    let lines = TextReport.text(run.report, style: .plain).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("HINT") } == 9)
    #expect(lines.contains("HINT  4 more hints"))
  }
}
