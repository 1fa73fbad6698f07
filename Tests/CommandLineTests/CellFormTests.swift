import Foundation
import Testing

/// Numbers and booleans in cells that JSON writes in another way.
@Suite("Forms of cells", .waitsForCommands)
struct CellFormTests {
  /// Checks a column `a` of CSV, or records; returns how often the rules failed.
  private func check(
    _ values: [String], field: String, csv: String, file: String = "x.csv"
  ) throws -> (failed: [String: Int], lines: [Int], text: String) {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = #"{"bulkcheck":1,"input":{"csv":\#(csv)},"fields":{"a":\#(field)}}"#
    let rows =
      file.hasSuffix("csv")
      ? "a,b\n" + values.map { "\($0),1\n" }.joined() : values.map { "{\"a\":\($0)}\n" }.joined()
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    try Data(rows.utf8).write(to: folder.appending(path: file))
    let result = try Tool.run(
      "bulkcheck -p q.json \(file) --report json=r.json --report text --samples 99", in: folder)
    let data = try Data(contentsOf: folder.appending(path: "r.json"))
    let report = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let rules = report?["rules"] as? [[String: Any]] ?? []
    var failed: [String: Int] = [:]
    var lines: [Int] = []
    for rule in rules where (rule["failed"] as? Int ?? 0) > 0 {
      failed[rule["id"] as? String ?? ""] = rule["failed"] as? Int
      lines += (rule["samples"] as? [[String: Any]] ?? []).compactMap { $0["line"] as? Int }
    }
    return (failed, lines, result.output)
  }

  private static let numbers = [
    ".5", "-.8", "+5", "+.5", "+1.50", "5", "-5", "+1e2", "\"+7\"", ".5e1",
  ]
  private static let others = ["+", ".", "-.", "+-5", "++5", "1.", "+x", ".x", "+ 5", "5+", "+1,"]

  @Test("lenient numbers are read, and nothing else is")
  func lenientNumbers() throws {
    let field = #"{"type":"number"}"#
    let lenient = #"{"numbers":"lenient"}"#
    #expect(try check(Self.numbers, field: field, csv: lenient).failed.isEmpty)
    let wrong = Self.others.map { "\"\($0)\"" }
    #expect(
      try check(wrong, field: field, csv: lenient).failed["a.type"] == Self.others.count)
    for csv in ["{}", #"{"numbers":"plain"}"#] {
      #expect(try check(Self.numbers, field: field, csv: csv).failed["a.type"] == 8)
    }
  }

  @Test("lenient numbers have their values, and are shown as they are written")
  func values() throws {
    let found = try check(
      [".5", "-.8", "+5", "0.5", "+0.50"],
      field: #"{"type":"number","minimum":-0.5,"unique":true}"#,
      csv: #"{"numbers":"lenient"}"#)
    #expect(found.failed == ["a.minimum": 1, "a.unique": 2])
    #expect(found.text.contains(#""-.8"  "#), "\(found.text)")
    let integers = try check(
      ["+5", ".5", "+5.0"], field: #"{"type":"integer","maximum":4}"#,
      csv: #"{"numbers":"lenient"}"#)
    #expect(integers.failed == ["a.type": 1, "a.maximum": 2])
  }

  @Test("texts and JSON are left as they are")
  func texts() throws {
    let csv = #"{"numbers":"lenient"}"#
    let text = try check(["+5", ".5"], field: #"{"type":"string","enum":["+5",".5"]}"#, csv: csv)
    #expect(text.failed.isEmpty)
    let first = try check(["+5"], field: #"{"type":["string","number"],"maxLength":1}"#, csv: csv)
    #expect(first.failed == ["a.maxLength": 1])
    let json = try check([#""+5""#], field: #"{"type":"number"}"#, csv: csv, file: "x.jsonl")
    #expect(json.failed == ["a.type": 1])
  }

  @Test("words stand for true and false where the field says so")
  func booleans() throws {
    let words = #"{"type":"boolean","const":true,"boolean":{"true":["True","yes"],"false":["no"]}}"#
    let found = try check(
      ["True", "yes", "no", "true", "false", "TRUE", "Yes", "\"yes\""], field: words, csv: "{}")
    #expect(found.failed == ["a.const": 2, "a.type": 2])
    #expect(Set(found.lines) == [4, 6, 7, 8])
    let json = try check([#""yes""#, "true"], field: words, csv: "{}", file: "x.jsonl")
    #expect(json.failed == ["a.type": 1])
  }

  @Test(
    "settings that cannot be meant are mistakes",
    arguments: [
      (#"{"boolean":{"true":["yes"]}}"#, #"the field also needs `"type": "boolean"`"#),
      (#"{"type":"boolean","boolean":true}"#, "expected an object such as"),
      (#"{"type":"boolean","boolean":{"true":["y"],"false":["y"]}}"#, #"has "y" twice"#),
      (#"{"type":"boolean","boolean":{"true":["false"]}}"#, "or where it is the other value"),
      (#"{"type":"boolean","boolean":{"yes":["y"]}}"#, #"unknown key "yes" in `boolean`"#),
      (#"{"type":"boolean","boolean":{"true":[]}}"#, "`true` is an empty list"),
    ])
  func mistakes(field: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = #"{"bulkcheck":1,"fields":{"a":\#(field)}}"#
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    let result = try Tool.run("bulkcheck lint q.json", in: folder)
    #expect(result.exitCode == 1 || result.exitCode == 2)
    #expect((result.output + result.diagnostics).contains(words), "\(result.output)")
  }

  /// A form, cells that are 1234.5, -1234.5 or 5 in it, and cells that are not numbers in it.
  private static let forms: [(form: String, numbers: [String], others: [String])] = [
    (
      #"{"group":",","affixes":["$","US$"]}"#,
      [
        "\"$1,234.50\"", "1234.5", "\"-$1,234.5\"", "\"$-1,234.5\"", "5", "$5.0", "US$ 5",
        "\"US$1,234.50\"", "\"1,234.5 $\"",
      ],
      [
        "\"12,34.5\"", "\"1234,567\"", "\"1,2345\"", "\"0,123\"", "\"1,,234\"", "$", "\"$$5\"",
        ".5",
        "+5", "5.", "(5)", "5 €", "- 5", "\"1,234,5\"", "5  $", "$  5", "$5$", "$5 US$",
      ]
    ),
    (
      #"{"decimal":",","group":".","affixes":["€"],"parentheses":"negative"}"#,
      [
        "\"1.234,50 €\"", "\"1234,5\"", "\"(1.234,5)\"", "\"-1.234,5€\"", "5", "€\u{A0}5",
        "\"(€1234,5)\"",
      ],
      [
        "1.5", "1234.5", "12.34", "1e3", "\"1,5,0\"", "(-5)", "-(5)", "()", "\"5,\"", "€", "(€5€)",
        "5\u{A0} €",
      ]
    ),
    (
      #"{"group":" ","decimal":",","lenient":true}"#,
      ["\"1 234,5\"", "\"+1\u{A0}234,5\"", "\"-1\u{202F}234,5\"", "+5", "\"5,0\""],
      ["\"1  234,5\"", "12 34", "\"1 234.5\"", "\",\"", "+", "+-5"]
    ),
    (
      #"{"affixes":["%"]}"#, ["1234.5 %", "1234.5%", "-1234.5", "5 %"],
      ["%", "5 % %", "5 ‰", "1e %"]
    ),
  ]

  @Test("numbers are read in the form of the field, and groups are checked", arguments: 0..<4)
  func forms(number: Int) throws {
    let (form, numbers, others) = Self.forms[number]
    let field = #"{"type":"number","number":\#(form),"enum":[1234.5,-1234.5,5]}"#
    #expect(try check(numbers, field: field, csv: "{}").failed.isEmpty)
    let failed = try check(others, field: field, csv: "{}").failed
    #expect(failed["a.type"] == others.count, "\(failed)")
  }

  @Test("numbers in a form have their values, and are shown as they are written")
  func formedValues() throws {
    let form = ##""number":{"decimal":",","group":".","affixes":["€"]}"##
    let found = try check(
      ["\"1.234,5 €\"", "\"1234,50\"", "\"99,5 €\""],
      field: #"{"type":"number",\#(form),"minimum":100,"unique":true}"#, csv: "{}")
    #expect(found.failed == ["a.minimum": 1, "a.unique": 1])
    #expect(found.text.contains(#""99,5 €""#), "\(found.text)")
    let integers = try check(
      ["1.234", "\"1.234,5\"", "\"5,0\""], field: #"{"type":"integer",\#(form)}"#, csv: "{}")
    #expect(integers.failed == ["a.type": 1])
    let json = try check(
      ["1.5", #""1.234,5""#], field: #"{"type":"number",\#(form)}"#, csv: "{}", file: "x.jsonl")
    #expect(json.failed == ["a.type": 1])
  }

  @Test(
    "forms of numbers that cannot be meant are mistakes",
    arguments: [
      (#"{"number":{"group":","}}"#, #"the field also needs `"type": "number"`"#),
      (#"{"type":"number","number":true}"#, "expected an object such as"),
      (#"{"type":"number","number":{"decimal":";"}}"#, "or \",\""),
      (#"{"type":"number","number":{"group":"5"}}"#, "one character that is no digit"),
      (#"{"type":"number","number":{"group":"."}}"#, "both between groups and before decimals"),
      (
        #"{"type":"number","number":{"affixes":["€","a1","-"]}}"#,
        #"1:72: error: an element of `affixes` is "a1": expected a text without digits, signs"#
      ),
      (
        #"{"type":"number","number":{"affixes":["€"\#(String(repeating: #","$""#, count: 64))]}}"#,
        "`affixes` is a list: expected at most 64 texts"
      ),
      (#"{"type":"number","number":{"parentheses":"positive"}}"#, "\"negative\""),
      (#"{"type":"number","number":{"lenient":1}}"#, "true or false"),
      (#"{"type":"number","number":{"percent":true}}"#, #"unknown key "percent" in `number`"#),
    ])
  func formMistakes(field: String, words: String) throws {
    try mistakes(field: field, words: words)
  }

  /// Cells of a column, and the form that is drafted.
  private static let drafts: [(cell: String, setting: String?)] = [
    ("'$%d,%03d.50' $((i % 9 + 1)) $((i * 7))", #"{ "group": ",", "affixes": ["$"] }"#),
    (
      "'%d.%03d,50 €' $((i % 9 + 1)) $((i * 7))",
      #"{ "decimal": ",", "group": ".", "affixes": ["€"] }"#
    ),
    ("'%d %%' $i", #"{ "affixes": ["%"] }"#),
    ("'%d,5' $i", #"{ "decimal": "," }"#),
    ("'(%d.00)' $i", #"{ "parentheses": "negative" }"#),
    ("'%d %03d' $((i % 9 + 1)) $((i * 7))", #"{ "decimal": ",", "group": " " }"#),
    ("'%d\\u2009%03d' $((i % 9 + 1)) $((i * 7))", #"{ "decimal": ",", "group": " " }"#),
    ("'+%d,000' $i", #"{ "group": ",", "lenient": true }"#),
    ("'A%d' $i", nil), ("'%d kg' $i", nil), ("'%d,%d,1' $i $i", nil),
  ]

  @Test("infer drafts the forms of numbers, however the data is read", arguments: drafts.indices)
  func draftedForms(number: Int) throws {
    let (cell, setting) = Self.drafts[number]
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      echo 'n,x' > x.csv
      for i in $(seq 11 70); do printf '"%s",a\\n' "$(printf \(cell))"; done >> x.csv
      bulkcheck infer x.csv -o q.json && bulkcheck --strict -p q.json x.csv > report || exit 9
      bulkcheck lint --strict q.json > report || exit 8
      for n in 1 3; do bulkcheck infer --threads $n --chunk-bytes 50 x.csv > $n.json; done
      tail -n +2 q.json | cmp - 1.json && cmp 1.json 3.json || exit 7
      bulkcheck infer --schema x.csv -o s.json && bulkcheck --schema s.json x.csv > report || exit 6
      grep '"number": {' q.json; exit 0
      """, in: folder)
    #expect(result.exitCode == 0, "\(cell)\n\(result.output)\(result.diagnostics)")
    let line = setting.map { "      \"number\": \($0),\n" } ?? ""
    #expect(result.output == line, "\(result.output)")
  }

  @Test("infer drafts lenient numbers where it sees some, but not for telephone numbers")
  func inferred() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      { echo 'n,phone,code,plain'; for i in $(seq 60); do echo ".$i,+49171000$i,+0$i,$i"; done; } > x.csv
      bulkcheck infer x.csv -o q.json && bulkcheck -p q.json x.csv && grep '"csv"' q.json
      grep -A 2 '"n"\\|"phone"\\|"code"' q.json | grep '"type"'
      { echo 'phone,a'; for i in $(seq 60); do echo "+49171000$i,$i"; done; } > y.csv
      bulkcheck infer y.csv | grep -c lenient
      bulkcheck infer --schema x.csv -o s.json && bulkcheck --schema s.json x.csv
      """, in: folder)
    #expect(result.output.contains(#""csv": { "numbers": "lenient" },"#), "\(result.output)")
    let types = #""type": "number",\#n      "type": "string",\#n      "type": "string","#
    #expect(result.output.contains(types), "\(result.output)")
    #expect(result.output.contains("\n0\n"), "\(result.output)")
    #expect(result.output.components(separatedBy: "PASSED").count == 3, "\(result.output)")
  }
}
