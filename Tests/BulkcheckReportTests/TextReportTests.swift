import BulkcheckReport
import TestSupport
import Testing

@Suite("The text report")
struct TextReportTests {
  @Test("looks as recorded at every width", arguments: SampleRun.allCases, [80, 120, nil])
  func goldens(run: SampleRun, columns: Int?) throws {
    let text = TextReport.text(run.report, style: TextStyle(columns: columns))
    let width = columns.map(String.init) ?? "none"
    try Golden.expect(text, in: "\(run).\(width).txt")
  }

  @Test("fits the width asked for", arguments: SampleRun.allCases.filter { $0 != .huge })
  func fits(run: SampleRun) {
    let text = TextReport.text(run.report, style: TextStyle(columns: 80))
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test("fits a narrow terminal too", arguments: SampleRun.allCases.filter { $0 != .huge })
  func narrow(run: SampleRun) {
    let text = TextReport.text(run.report, style: TextStyle(columns: 60))
    for line in text.split(separator: "\n") {
      #expect(line.count <= 60, "\(line)")
    }
  }

  @Test("when long ends with what its top says, when short does not")
  func reminders() {
    for (rules, isLong) in [(3, false), (40, true)] {
      var run = SummaryBuilder(valid: 1)
      run.input("gone.jsonl", records: 1, failure: "is gone")
      for number in 0..<rules { run.rule("r\(number)", run.statistics(failed: 40 - number)) }
      let lines = TextReport.text(run.report, style: TextStyle(columns: 80))
        .split(separator: "\n")
      #expect(lines[0].hasSuffix("gone.jsonl: is gone"))
      let reminders = [
        "            gone.jsonl: is gone", "            worst: r0, r1, r2 and 37 more",
      ]
      #expect(
        isLong
          ? lines.suffix(2).map(String.init) == reminders : lines.last?.hasPrefix("INC") == true)
    }
  }

  @Test("is coloured only when asked, and says the same", arguments: SampleRun.allCases)
  func colors(run: SampleRun) throws {
    let plain = TextReport.text(run.report, style: TextStyle(columns: 80))
    let colored = TextReport.text(run.report, style: TextStyle(columns: 80, color: true))
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.contains("\u{1B}["))
    #expect(colored.replacing(/\u{1B}\[\d+m/, with: "") == plain)
  }

  @Test("in colour looks as recorded")
  func colorGolden() throws {
    let style = TextStyle(columns: 80, color: true, samplesMaximum: 5)
    try Golden.expect(TextReport.text(SampleRun.users.report, style: style), in: "users.color.txt")
  }

  @Test("shows nothing that steers a terminal", arguments: SampleRun.allCases)
  func harmless(run: SampleRun) {
    let text = TextReport.text(run.report, style: TextStyle(columns: nil))
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control)
      #expect(scalar != "\u{202E}")
    }
  }
}
