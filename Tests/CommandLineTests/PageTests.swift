import Foundation
import Testing

/// The HTML report of a real run (docs/reference/reports.md#for-people-text-markdown-html).
@Suite("The page of a run", .waitsForCommands)
struct PageTests {
  private static let setUp = #"""
    printf '{"bulkcheck":1,"fields":{"a":{"maxLength":3,"minLength":2},"p":{"labels":["pii"]},
    "n":{"type":"integer","maximum":{"value":9,"message":"too large"}}}}' > q.json
    printf '%s\n' '{"a":"abcd","p":"zq7Secret","n":12}' '{"a":"x<y>","p":{"q":"zq7Secret"}}' \
      > d.jsonl
    printf 'a,p,n\nabcd,zq7Secret,12\n"x,yz","zq7""Secret",-\n' > d.csv
    printf '[{"a":"abcd","p":"zq7Secret","n":12}]' > d.json
    python3 -c 'print("{\"n\":12,\"b\":\"" + "y" * 3000 + "\"}")' > long.jsonl
    """#

  struct Case: CustomTestStringConvertible {
    var file: String
    var has: [String]
    var lacks: [String] = []
    var testDescription: String { file }
  }

  private static let summary = "<details class=\"record\"><summary>record</summary>"

  static let cases: [Case] = [
    Case(
      file: "d.jsonl",
      has: [
        summary + "<pre>{\n  &quot;a&quot;:&quot;abcd&quot;,\n  &quot;p&quot;:&quot;***&quot;,",
        "&quot;x&lt;y&gt;&quot;",
        "<code>bulkcheck explain d.jsonl --line 1 --profile q.json</code>",
        // The value is only where the reason does not name it.
        "<td class=\"first\"><code>12</code> too large</td>",
        "<td class=\"first\"><code>&quot;abcd&quot;</code> 4 characters, at most 3</td>",
      ]),
    Case(
      file: "d.csv",
      has: [
        summary + "<pre>abcd,***,12</pre>", "<pre>&quot;x,yz&quot;,&quot;***&quot;,-</pre>",
        "<code>bulkcheck explain d.csv --line 2 --profile q.json</code>",
        "<td class=\"first\"><code>12</code> too large</td>",
      ]),
    Case(
      file: "d.json",
      has: [
        "&quot;p&quot;:&quot;***&quot;",
        "<code>bulkcheck explain d.json --record /0 --profile q.json</code>",
      ]),
    Case(file: "long.jsonl", has: ["yyy…</pre>"], lacks: [String(repeating: "y", count: 2001)]),
    Case(
      file: "- < d.jsonl", has: [summary],
      lacks: ["bulkcheck explain", "<summary>command</summary>"]),
  ]

  @Test("each sample has its record, masked and folded, and the command", arguments: cases)
  func records(item: Case) throws {
    let page = try page(item.file)
    for part in item.has { #expect(page.contains(part), "\(part): \(page)") }
    for part in item.lacks + ["zq7"] { #expect(!page.contains(part), "\(part): \(page)") }
  }

  @Test("says once what a rule requires, and what its author says of it")
  func requirements() throws {
    let page = try page("d.jsonl")
    #expect(page.contains("requires <code>a</code>: <code>length &lt;= 3</code>"))
    #expect(!page.contains("the length must be at most 3"))
    #expect(page.contains("<p>too large</p>\n<p class=\"asks\">requires <code>n</code>"))
  }

  @Test("rules of one field follow one another")
  func groups() throws {
    let result = try run(
      #"""
      printf '{"bulkcheck":1,"fields":{"a":{"maxLength":3,"pattern":"^z"},"b":{"maximum":1}}}' \
        > q.json
      printf '%s\n' '{"a":"abcd","b":2}' '{"a":"xyz","b":2}' '{"a":"z000","b":2}' \
        '{"a":"xy"}' > d.jsonl
      bulkcheck -p q.json d.jsonl --report html=- \
        | grep -o '^<tr class="[^"]*"\|#rule-[0-9]*"><code>[^<]*'
      """#)
    #expect(
      result.output.split(separator: "\n").prefix(6) == [
        "<tr class=\"fail\"", "#rule-0\"><code>a.pattern", "<tr class=\"fail same\"",
        "#rule-1\"><code>a.maxLength", "<tr class=\"fail\"", "#rule-2\"><code>b.maximum",
      ], "\(result.output)")
  }

  @Test("is the same at any number of threads, and only pages keep records")
  func threads() throws {
    let result = try run(
      #"""
      for threads in 1 2 7; do
      bulkcheck -p q.json d.jsonl --threads $threads --report html=- \
        | grep -v '<footer>\|class="facts"' \
        | cksum
      done | uniq | wc -l
      bulkcheck -p q.json d.jsonl --report json | grep -c 'zq7\|record.:..a'
      """#)
    #expect(result.output.split(separator: "\n").map { $0.filter { $0 != " " } } == ["1", "0"])
  }

  struct Cell: CustomTestStringConvertible {
    var field: String
    var cell: String
    /// The line of the sample.
    var shown: String
    var testDescription: String { "\(field) \(cell)" }
  }

  static let numbers: [Cell] = [
    Cell(field: #""maximum":9"#, cell: "12", shown: "12          3 above the maximum of 9"),
    Cell(field: #""type":"integer""#, cell: "1.5", shown: #""1.5" is not of type integer"#),
    Cell(field: #""type":"integer""#, cell: "x", shown: #""x" is not of type integer"#),
    Cell(field: #""type":"number""#, cell: "1_0", shown: #""1_0" is not of type number"#),
    Cell(field: #""enum":[1,2]"#, cell: "3", shown: #""3" is not one of 1, 2"#),
    Cell(field: #""enum":["1"]"#, cell: "3", shown: #""3" is not one of "1""#),
    Cell(field: #""pattern":"^a""#, cell: "12", shown: #""12" does not match the pattern ^a"#),
    Cell(field: #""multipleOf":5"#, cell: "-1e3.", shown: #""-1e3.""#),
    Cell(field: #""multipleOf":5"#, cell: "-1e0", shown: #""-1e0" is not a multiple of 5"#),
  ]

  @Test(
    "cells that are numbers to a rule are shown without quotes; messages have their text",
    arguments: numbers)
  func cells(item: Cell) throws {
    let result = try run(
      """
      printf '%s' '{"bulkcheck":1,"fields":{"n":{\(item.field)}}}' > q.json
      printf 'n\\n\(item.cell)\\n' > d.csv
      bulkcheck -p q.json d.csv
      """)
    #expect(result.output.contains("line 2        " + item.shown), "\(result.output)")
  }

  private func page(_ file: String) throws -> String {
    let format = file.hasPrefix("-") ? "--input-format jsonl" : ""
    let result = try run("bulkcheck -p q.json \(format) --report html=r.html \(file); cat r.html")
    #expect(result.exitCode == 0, "\(result.diagnostics)")
    return result.output
  }

  private func run(_ command: String) throws -> Tool.Result {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try Tool.run("{ \(PageTests.setUp)\n}; \(command)", in: folder)
  }
}
