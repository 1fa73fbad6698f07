import BulkcheckCore
import BulkcheckReport
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The reports for other programs' eyes: JUnit, GitHub, Markdown, HTML.
@Suite("Rendered reports")
struct RenderedReportTests {
  @Test(
    "look as recorded", arguments: SampleRun.allCases,
    [(ReportFormat.junit, "xml"), (.github, "github.txt"), (.markdown, "md")])
  func goldens(run: SampleRun, format: (ReportFormat, String)) throws {
    try Golden.expect(format.0.render(run.report), in: "\(run).\(format.1)")
  }

  @Test(
    "as a page look as recorded",
    arguments: [SampleRun.users, .hostile, .compared, .strict, .missing])
  func pages(run: SampleRun) throws {
    let page = HTMLReport.text(run.report)
    if run == .users { return try Golden.expect(page, in: "\(run).html") }
    // Style and script are the same on all pages, and one file has them.
    let shared = Self.shared(HTMLReport.text(SampleRun.users.report))
    #expect(shared.count == 2 && Self.shared(page) == shared)
    let own = shared.reduce(page) { $0.replacing($1, with: "…") }
    try Golden.expect(own, in: "\(run).html")
  }

  /// The style and the script of a page.
  private static func shared(_ page: String) -> [Substring] {
    ["style", "script"].compactMap { element in
      guard let start = page.range(of: "<\(element)>"), let end = page.range(of: "</\(element)>")
      else { return nil }
      return page[start.upperBound..<end.lowerBound]
    }
  }

  @Test(
    "contain no character that steers a terminal or that XML forbids",
    arguments: SampleRun.allCases, ReportFormat.allCases)
  func harmless(run: SampleRun, format: ReportFormat) {
    guard format != .json else { return }
    for scalar in format.render(run.report).unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control, "\(scalar.value)")
      #expect(scalar != "\u{202E}" && scalar != "\u{FFFE}" && scalar != "\u{FFFF}")
    }
  }

  /// Whether it is not to reach a log, where it would be obeyed or end a line.
  private func steers(_ scalar: Unicode.Scalar) -> Bool {
    let known: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
    return known.contains(scalar.properties.generalCategory) || scalar == "\u{202E}"
  }

  /// A value that tries to leave its place in every format.
  static let attack =
    "]]><script>alert(1)</script>&amp;\u{0}\u{FFFE}|`````\n## x\r\n::error::x%0A::set-output,a:b\u{202E}\"'<!--"
    + "\u{1B}[31m\u{9B}\u{2028}::error::y"

  private static var attacked: Report {
    var run = SummaryBuilder(valid: 9, invalid: 1)
    run.ruleSet.name = attack
    run.input(attack, records: 10)
    run.rule(
      attack, message: attack, samples: [sample(attack, line: 1, attack)],
      topValues: [(attack, 2), ("2", 1)], run.statistics(passed: 7, failed: 3))
    run.rule(attack + "idle", run.statistics(missing: 10))
    run.rule(attack + "off", isRun: false, run.statistics())
    run.field(attack, absent: 10)
    run.options.strict = true
    var old = SummaryBuilder(valid: 1)
    old.rule(attack + "gone", old.statistics(passed: 1))
    run.options.baseline = try? Baseline(json: JSONReport.text(old.report).utf8, name: attack)
    return run.report
  }

  @Test("keep hostile values in their place")
  func attacks() throws {
    let report = Self.attacked
    let html = HTMLReport.text(report)
    #expect(html.components(separatedBy: "<script").count == 2 && !html.contains("<!--"))
    let xml = try XMLCheck.elements(in: JUnitReport.text(report))
    #expect(xml.filter { $0 == "testcase" }.count == report.rules.count + 1)
    #expect(Set(xml).isSubset(of: XMLCheck.known))
    let commands = GitHubReport.text(report).split(separator: "\n")
    #expect(commands.count == 3)
    for command in commands {
      #expect(command.hasPrefix("::error "))
      #expect(!command.unicodeScalars.contains(where: steers))
      // The properties end at the first `::` after the first one, which must be ours.
      let properties = command.dropFirst(8).prefix { $0 != ":" }
      #expect(properties.split(separator: ",").allSatisfy { $0.contains(/^(file|line|title)=/) })
    }
    let markdown = MarkdownReport.text(report)
    var fence: Substring?
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        let run = line.prefix { $0 == "`" }
        if fence == nil { fence = run } else if run.count >= fence?.count ?? 0 { fence = nil }
      } else if fence == nil {
        #expect(!line.hasPrefix("## x") && !line.contains("`") && !line.contains("<script"))
        if line.hasPrefix("|") { #expect(line.count { $0 == "|" } == 8, "\(line)") }
      }
    }
    #expect(fence == nil)
  }

  // MARK: JUnit

  @Test("JUnit is XML, its totals are right, and it fails where the exit code is not 0")
  func junit() throws {
    for run in SampleRun.allCases {
      let report = run.report
      let text = JUnitReport.text(report)
      let elements = try XMLCheck.elements(in: text)
      func count(_ name: String) -> Int { elements.count { $0 == name } }
      #expect(Set(elements).isSubset(of: XMLCheck.known))
      #expect(count("testsuite") == 1)
      #expect(count("testcase") >= report.rules.count)
      let totals =
        "tests=\"\(count("testcase"))\" failures=\"\(count("failure"))\" errors=\"\(count("error"))\""
      #expect(text.contains(totals))
      #expect(text.contains("skipped=\"\(count("skipped"))\""))
      #expect((count("failure") + count("error") > 0) == (report.exitCode != 0), "\(run)")
    }
  }

  @Test("JUnit follows --fail-on")
  func failOn() throws {
    for (level, failures) in [(VerdictOptions.FailLevel.error, 1), (.warning, 2), (.never, 0)] {
      var run = SummaryBuilder(valid: 9, invalid: 1)
      run.rule("e", run.statistics(passed: 9, failed: 1))
      run.rule("w", severity: .warning, run.statistics(passed: 9, failed: 1))
      run.rule("i", severity: .info, run.statistics(passed: 9, failed: 1))
      run.options.failOn = level
      let elements = try XMLCheck.elements(in: JUnitReport.text(run.report))
      #expect(elements.count { $0 == "failure" } == failures)
      #expect(elements.count { $0 == "system-out" } == 3 - failures)
    }
  }

  // MARK: GitHub

  @Test("GitHub gets at most ten annotations, the last of them for the rest")
  func annotations() {
    for (failing, lines, last) in [
      (0, 0, ""), (1, 1, "title=r1::"), (10, 10, "title=r10::"), (11, 10, "and 2 more"),
      (400, 10, "and 391 more"),
    ] {
      var run = SummaryBuilder(valid: 1)
      run.input("a,b:c.jsonl", records: 1)
      for number in 0..<failing {
        run.rule(
          "r\(number + 1)", severity: number < 9 ? .error : .warning,
          samples: [sample("1", line: 7, "50% wrong\nreally")], run.statistics(failed: 1))
      }
      let commands = GitHubReport.text(run.report).split(separator: "\n")
      #expect(commands.count == lines)
      #expect(last.isEmpty || commands.last?.contains(last) == true)
      if failing > 10 { #expect(commands.last?.hasPrefix("::warning title=bulkcheck::") == true) }
      if failing > 0 {
        #expect(
          commands[0].hasPrefix("::error file=a%2Cb%3Ac.jsonl,line=7,title=r1::1 of 1 records"))
        #expect(commands[0].contains("50%25 wrong\\nreally"))
      }
    }
  }

  @Test("an annotation without a file has no line")
  func standardInput() {
    var run = SummaryBuilder(valid: 1)
    run.input("-", records: 1)
    run.rule("a", samples: [sample("1", line: 7, "wrong")], run.statistics(failed: 1))
    #expect(GitHubReport.text(run.report).hasPrefix("::error title=a::"))
  }

  // MARK: Markdown

  @Test("Markdown keeps to its size, and says what it left out")
  func size() {
    var run = SummaryBuilder(valid: 1)
    let message = String(repeating: "<长|`", count: 300)
    for number in 0..<5_000 {
      run.rule(
        "r\(number)", samples: [sample("1", line: 1, message)],
        run.statistics(failed: 5_000 - number))
    }
    let report = run.report
    for (size, words) in [
      (1_000_000, "Examples of "), (100_000, "more rules |"), (5_000, "more rules |"),
    ] {
      let text = MarkdownReport.text(report, bytesMaximum: size)
      #expect(text.utf8.count <= size)
      #expect(text.utf8.count > size - 3_000)
      #expect(text.contains(words))
      #expect(text.contains("5,000 error rules"))
    }
    #expect(MarkdownReport.text(report).utf8.count < 1 << 20)
  }

  // MARK: HTML

  @Test("the page needs nothing but itself", arguments: SampleRun.allCases)
  func selfContained(run: SampleRun) {
    let html = HTMLReport.text(run.report)
    for word in ["http:", "https:", "//", "src=", "url(", "@import", "<script ", "<link"] {
      #expect(!html.contains(word), "\(word)")
    }
    #expect(html.contains("prefers-color-scheme: dark"))
    #expect(html.contains("name=\"viewport\""))
  }

  @Test("elements of the page are closed in order", arguments: SampleRun.allCases)
  func wellFormed(run: SampleRun) throws {
    // But for its first line and `meta`, the page is written as XML would have it.
    let html = HTMLReport.text(run.report)
    let body = html.replacing("<!doctype html>\n", with: "").replacing("<br>", with: "<br/>")
      .replacing(/<meta [^>]*>/, with: "")
    #expect(try XMLCheck.elements(in: body).contains("main"))
  }

  // MARK: Formats

  @Test(
    "a file's suffix tells its format",
    arguments: [
      ("r.json", .json), ("a/b.XML", .junit), ("r.md", .markdown), ("r.markdown", .markdown),
      ("r.html", .html), ("r.htm", .html), ("r.txt", .text), ("r.sarif", .sarif),
      ("r.prom", .openmetrics), ("r.b.json", .json), ("json", nil),
      (".json", nil), ("r.csv", nil), ("r.", nil), ("a.json/r", nil), ("", nil), ("/", nil),
    ] as [(String, ReportFormat?)])
  func suffixes(path: String, format: ReportFormat?) { #expect(ReportFormat(path: path) == format) }
}

/// Foundation's XML parser as an independent judge.
enum XMLCheck {
  /// The elements of JUnit that the schema of Jenkins' xUnit plug-in has, and that reports use.
  static let known: Set<String> = [
    "testsuites", "testsuite", "properties", "property", "testcase", "failure", "error", "skipped",
    "system-out",
  ]

  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  /// The names of the elements in order. Throws if the text is not well-formed.
  static func elements(in text: String) throws -> [String] {
    let parser = XMLParser(data: Data(text.utf8))
    let collector = Collector()
    parser.delegate = collector
    guard parser.parse() else {
      throw Fault(
        description: "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "")")
    }
    return collector.names
  }

  private final class Collector: NSObject, XMLParserDelegate {
    var names: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) { names.append(name) }
  }
}
