import BulkcheckReport
import Foundation
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

  @Test("lists the worst inputs first, and of many only those with trouble", arguments: [4, 30])
  func worstInputs(count: Int) {
    var run = SummaryBuilder(valid: 1)
    for number in 0..<count {
      run.input(
        "part-\(number).jsonl", records: number == 3 ? 100 : 1_000,
        invalid: number == 2 ? 20 : number == 3 ? 3 : 0, malformed: number == 1 ? 25 : 0)
    }
    let page = HTMLReport.text(run.report)
    let lines = TextReport.text(run.report, style: TextStyle(columns: 60)).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 60 })
    let rows = lines.prefix { !$0.contains("inputs") }.map { $0.split(separator: " ")[0] }
    let worst = ["part-3.jsonl", "part-1.jsonl", "part-2.jsonl"]
    #expect(rows.prefix(3).map(String.init) == worst)
    #expect(rows.count == (count == 4 ? 4 : 3))
    #expect(lines[0].hasSuffix("3 invalid") && lines[1].hasSuffix("25 malformed"))
    let places = worst.compactMap { page.firstRange(of: "<code>\($0)</code>")?.lowerBound }
    #expect(places.count == 3 && places == places.sorted())
    #expect(page.contains("<th scope=\"col\" class=\"n\">invalid</th>"))
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

  @Test("shortens a value, and never the reason", arguments: [60, 80, 120])
  func reasons(columns: Int) {
    let value = "\"" + String(repeating: "long ", count: 60) + "\""
    let reason = "this reason goes on for so long that no terminal holds it in one of its lines"
    for message in [reason, value + " is wrong: " + reason] {
      var run = SummaryBuilder(invalid: 1)
      run.rule("r", samples: [sample(value, line: 1, message)], run.statistics(failed: 1))
      let text = TextReport.text(run.report, style: TextStyle(columns: columns))
      for line in text.split(separator: "\n") { #expect(line.count <= columns, "\(line)") }
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains(reason), "\(text)")
      #expect(words.contains("…"))
    }
  }

  @Test("shows values that failed more than once, one in a line where they are long")
  func topValues() {
    func lines(_ values: [(String, Int)]) -> [String] {
      var run = SummaryBuilder(invalid: 9)
      run.rule("r", topValues: values, run.statistics(failed: 9))
      return TextReport.text(run.report, style: TextStyle(columns: 60)).split(separator: "\n")
        .filter { $0.contains("\"") }.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let long = "\"" + String(repeating: "x", count: 60) + "\""
    #expect(lines([("\"a\"", 1), ("\"b\"", 1)]) == [])
    #expect(
      lines([("\"a\"", 4), ("\"b\"", 3), ("\"c\"", 1)]) == ["top values    \"a\" 4   \"b\" 3"])
    #expect(
      lines([(long, 4), ("\"b\"", 3)])
        == ["top values    \"" + String(repeating: "x", count: 32) + "… 4", "\"b\" 3"])
  }

  @Test("ends in a command that explains the first example of the worst rule")
  func nextStep() {
    func last(_ path: String, _ options: [String]?, failed: Int = 1) -> String? {
      var run = SummaryBuilder(invalid: 1)
      run.input(path, records: 1)
      run.rule("r", samples: [sample("1", line: 41, "wrong")], run.statistics(failed: failed))
      var style = TextStyle(columns: 40)
      style.explainOptions = options
      let line = TextReport.text(run.report, style: style).split(separator: "\n").last
      return line?.hasPrefix("next: ") == true ? line.map(String.init) : nil
    }
    let options = ["--profile", "my profiles/u.json"]
    #expect(
      last("data/users.csv", options)
        == "next: bulkcheck explain data/users.csv --line 41 --profile 'my profiles/u.json'")
    #expect(
      last("it's.csv", []) == "next: bulkcheck explain 'it'\\''s.csv' --line 41")
    #expect(last("a.csv", nil) == nil)
    #expect(last("-", options) == nil)
    #expect(last("-x.csv", []) == "next: bulkcheck explain ./-x.csv --line 41")
    #expect(last("a\u{1B}b.csv", options) == nil)
    #expect(last("a.csv", options, failed: 0) == nil)
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
