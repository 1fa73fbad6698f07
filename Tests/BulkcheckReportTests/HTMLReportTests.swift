import BulkcheckCore
import BulkcheckProfile
import Foundation
import Testing

@testable import BulkcheckReport

/// The HTML page shows what it should, and works.
@Suite("The HTML page")
struct HTMLReportTests {
  /// `count` failing rules, each third a warning, and as many that pass.
  private static func page(rules count: Int) -> String {
    var run = SummaryBuilder(valid: 900, invalid: 100)
    run.input("a.jsonl", records: 1_000)
    for number in 0..<count {
      run.rule(
        "failing-\(number)", severity: number % 3 == 2 ? .warning : .error,
        labels: number % 2 == 0 ? ["even", "<label>"] : [],
        samples: [sample("\(number)", line: number + 1, "wrong")],
        run.statistics(passed: 900, failed: 1 + number % 100))
      run.rule("clean-\(number)", run.statistics(passed: 1_000))
    }
    return HTMLReport.text(run.report)
  }

  private func count(_ part: String, in page: String) -> Int {
    page.components(separatedBy: part).count - 1
  }

  @Test("the policy knows the script by its hash")
  func digest() throws {
    let hash = SHA256.hexadecimal(Array(HTMLScript.text.utf8))
    let bytes = stride(from: 0, to: hash.count, by: 2).compactMap {
      UInt8(hash.dropFirst($0).prefix(2), radix: 16)
    }
    #expect(HTMLScript.digest == "sha256-" + Data(bytes).base64EncodedString())
    let page = Self.page(rules: 1)
    #expect(page.contains("<script>\(HTMLScript.text)</script>"))
    #expect(page.contains("script-src '\(HTMLScript.digest)'"))
    // The page is read as XML by tests, so the script has no character that means something there.
    #expect(!HTMLScript.text.contains("<") && !HTMLScript.text.contains("&"))
  }

  @Test("every failing rule is a row that links to its details", arguments: [1, 3, 60, 1_000])
  func links(rules: Int) throws {
    let page = Self.page(rules: rules)
    func names(after start: String) -> [String] {
      page.components(separatedBy: start).dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    let wanted = (0..<rules).map { "rule-\($0)" }
    #expect(names(after: "<a href=\"#") == wanted)
    #expect(names(after: "<div id=\"") == wanted)
    let ids = names(after: " id=\"")
    #expect(Set(ids).count == ids.count)
    #expect(page.contains("<h2 id=\"failed\">"))
    #expect(page.contains("<h2 id=\"warnings\">") == (rules > 2))
  }

  @Test("errors come before warnings, the worst first")
  func order() throws {
    let page = Self.page(rules: 6)
    let rows = page.components(separatedBy: "<a href=\"#rule-").dropFirst().map { row in
      String(row.drop { $0 != "-" }.dropFirst().prefix { $0 != "<" })
    }
    #expect(rows == ["4", "3", "1", "0", "5", "2"])
  }

  @Test("long tables and the details of many rules are folded, rules that passed always")
  func folds() {
    let few = Self.page(rules: 3)
    #expect(count("<details class=\"card", in: few) == 3)
    #expect(count(" open=\"\"", in: few) == 3)
    #expect(few.contains("<summary>3 rules without a failure</summary>"))
    let many = Self.page(rules: 180)
    #expect(count("<details class=\"card", in: many) == 180)
    #expect(count(" open=\"\"", in: many) == 20)
    #expect(many.contains("<summary>70 more rules</summary>"))
    #expect(many.contains("<summary>10 more rules</summary>"))
  }

  @Test("there is a filter where there are many rules, by text, status and label")
  func filter() {
    #expect(!Self.page(rules: 2).contains("<form"))
    let page = Self.page(rules: 4)
    #expect(page.contains("<form id=\"filter\" role=\"search\" hidden=\"\">"))
    #expect(page.contains("<option value=\"warn\">warn</option>"))
    #expect(page.contains("<option value=\"0\">even</option>"))
    #expect(page.contains("<option value=\"1\">&lt;label&gt;</option>"))
    #expect(page.contains("data-s=\"fail\" data-l=\"0 1\""))
    #expect(page.contains("data-s=\"pass\" data-l=\"\""))
  }

  @Test("top values are shown only where something repeats")
  func topValues() {
    func page(_ values: [(String, Int)]) -> String {
      var run = SummaryBuilder(valid: 9, invalid: 3)
      run.rule("r", topValues: values, run.statistics(passed: 9, failed: 3))
      return HTMLReport.text(run.report)
    }
    #expect(!page([("\"a\"", 1), ("\"b\"", 1)]).contains("Most frequent"))
    let repeated = page([("\"a\"", 2), ("\"b\"", 1)])
    #expect(repeated.contains("Most frequent values"))
    #expect(!repeated.contains("&quot;b&quot;"))
  }

  @Test("a long value is folded, and laid out over lines")
  func longValues() {
    let value = "[" + (0..<40).map { "{\"a\":\($0)}" }.joined(separator: ",") + "]"
    func page(_ message: String) -> String {
      var run = SummaryBuilder(invalid: 1)
      run.rule("r", samples: [sample(value, line: 1, message)], run.statistics(failed: 1))
      return HTMLReport.text(run.report)
    }
    let folded = page("there is " + value + ", which is not right")
    #expect(count("<details class=\"value\">", in: folded) == 1)
    #expect(folded.contains("<pre>[\n  {\n    &quot;a&quot;:0\n  },\n"))
    #expect(folded.contains("…, which is not right</td>"))
    #expect(page(value + " is not right").contains("<td>is not right</td>"))
  }

  @Test(
    "what stands beside a value does not begin with it, unless it may be how far it is off",
    arguments: [
      ("\"a\"", "\"a\" is not b", "is not b"), ("5", "5 below the minimum of 10", "5 below"),
      ("true", "true is not of type string", "is not of type string"),
      ("absent", "the record has no x", "the record has no x"),
    ])
  func reasons(value: String, message: String, why: String) {
    var run = SummaryBuilder(invalid: 1)
    run.rule("r", samples: [sample(value, line: 1, message)], run.statistics(failed: 1))
    #expect(HTMLReport.text(run.report).contains("<td>\(why)"))
  }

  @Test(
    "JSON is laid out, and any other text as it is",
    arguments: [
      ("{\"a\":[1,2],\"b\":{}}", "{\n  \"a\":[\n    1,\n    2\n  ],\n  \"b\":{}\n}"),
      ("[1, [], 2]", "[\n  1,\n  [],\n  2\n]"), ("\"a,b{\\\"]\"", "\"a,b{\\\"]\""),
      ("[\",\"]", "[\n  \",\"\n]"), ("}}]", "\n}\n}\n]"), ("", ""), ("12", "12"),
    ])
  func indented(text: String, lines: String) { #expect(IndentedJSON.text(text) == lines) }

  @Test("a baseline shows what got worse beside what got better")
  func comparison() throws {
    let page = HTMLReport.text(SampleRun.compared.report)
    let worse = try #require(page.firstRange(of: "<h3>Worse</h3>"))
    let better = try #require(page.firstRange(of: "<h3>Better</h3>"))
    let left = page[worse.upperBound..<better.lowerBound]
    #expect(left.contains("<code>worse</code>") && left.contains("<code>new</code>"))
    #expect(page[better.upperBound...].contains("<code>better</code>"))
    #expect(page.contains("Removed rules: <code>gone</code>"))
    #expect(!HTMLReport.text(SampleRun.users.report).contains("<h3>Worse</h3>"))
  }

  @Test("the header says what was checked, when and by what, the footer how fast")
  func frame() {
    let page = HTMLReport.text(SampleRun.users.report)
    for part in [
      "<h1>users.jsonl.gz</h1>", "profile <code>users</code>", "2026-11-23 00:05 UTC",
      "<footer>2.31 GB in 1.9 s · 1.2 GB/s · 2 threads · exit code 1",
    ] { #expect(page.contains(part), "\(part)") }
  }
}
