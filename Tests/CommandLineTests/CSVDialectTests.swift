import Foundation
import Testing

/// The words of `csv` in a profile: what is read of a file, and what is said of it.
@Suite("CSV as it comes", .waitsForCommands)
struct CSVDialectTests {
  /// A run over one or more files.
  private struct Run {
    var result: Tool.Result
    var report: [String: Any]
    var valid: String
    var invalid: String

    var counts: [Int] {
      let records = report["records"] as? [String: Int] ?? [:]
      return ["valid", "invalid", "malformed"].map { records[$0] ?? -1 }
    }

    func rule(_ id: String) -> [String: Any]? {
      (report["rules"] as? [[String: Any]])?.first { $0["id"] as? String == id }
    }
  }

  private func run(
    _ csv: String, _ files: [String], _ arguments: String = "",
    rules: String = #""fields":{"b":{"required":true}}"#
  ) throws -> Run {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = "{\"bulkcheck\":1,\"input\":{\"csv\":{\(csv)}},\(rules)}"
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    for (number, text) in files.enumerated() {
      try Data(text.utf8).write(to: folder.appending(path: "\(number).csv"))
    }
    let names = files.indices.map { "\($0).csv" }.joined(separator: " ")
    let result = try Tool.run(
      "bulkcheck --profile q.json \(names) --valid v.csv --invalid i.csv --report text "
        + "--report json=r.json \(arguments)", in: folder)
    func text(_ name: String) -> String {
      let data = try? Data(contentsOf: folder.appending(path: name))
      return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    let report = try? JSONSerialization.jsonObject(with: Data(text("r.json").utf8))
    return Run(
      result: result, report: report as? [String: Any] ?? [:], valid: text("v.csv"),
      invalid: text("i.csv"))
  }

  @Test(
    "rows are read as the profile says",
    arguments: [
      // `csv`, the file, valid, invalid and malformed records.
      (#""headerRows":[3]"#, "x\ny,\"\n a,b\n1,2\n", [1, 0, 0]),
      (#""headerRows":[3]"#, "x\ny,\"\na,b\n1,2\n1,\n", [1, 1, 0]),
      (#""headerRows":[2,4],"headerJoin":"""#, "x\na,\n\n,b\n1,2\n", [1, 0, 0]),
      (#""headerRows":[1,2],"commentRows":[4]"#, ",\na,b\n1,2\n1,\n1,2\n", [2, 0, 0]),
      (#""headerRows":[1]"#, "#a,b\n1,2\n", [1, 0, 0]),
      (#""commentRows":[1,3]"#, "\"x\na,b\n1,\n1,2\n", [1, 0, 0]),
      (##""commentChar":"#""##, "#x\n\na,b\n# \"\n1,#\n#,\n\"#\",2\n", [2, 0, 0]),
      (#""header":false,"columns":["a","b"],"commentRows":[1]"#, "a,b\n1,2\n", [1, 0, 0]),
      (#""footerRows":1"#, "a,b\n1,2\nTotal\n", [1, 0, 0]),
      (#""footerRows":2"#, "a,b\n1,2\n1,\nTotal\n\n2 rows\n\n", [1, 1, 0]),
      (#""footerRows":5"#, "a,b\n1,2\n", [0, 0, 0]),
      (
        #""ragged":"pad","delimiter":",""#, "a,b,c\n1\n1,2\n1,2,3,\n1,2,3,4\n1,2,3,,\"\"\n",
        [3, 1, 1]
      ),
      (#""headerCase":false"#, "A,B\n1,2\n", [1, 0, 0]),
      (#""aliases":{"b":["B","be"]}"#, "a,be\n1,2\n", [1, 0, 0]),
      (#""aliases":{"b":"be"},"headerCase":false"#, "a,BE\n1,2\n", [1, 0, 0]),
      (#""quoteChar":"'""#, "a,b\n1,'x,\n''y'\n1,\"\n", [2, 0, 0]),
      (#""quoteChar":null"#, "a,b\n1,\"\n\"1,2\n", [2, 0, 0]),
      (#""quoteChar":null"#, "a\tb\n1\t\"\n\"1\t2\n", [2, 0, 0]),
      (#""doubleQuote":false"#, "a,b\n1,\"x\"\"y\"\n1,\"x\"\n", [1, 0, 1]),
      (#""escapeChar":"\\""#, "a,b\n1,\"x\\\",\"\n\\\n1,x\\,y\n", [2, 0, 0]),
      (#""escapeChar":"\\","nullSequence":"\\N""#, "a,b\n1,\\N\n1,N\n", [1, 1, 0]),
      (#""nullSequence":"NULL""#, "a,b\n1,NULL\n1,\n1,2\n", [1, 2, 0]),
      (#""skipInitialSpace":true"#, "a, b\n1, \"x,y\"\n1,  \n", [1, 1, 0]),
      (#""maxCellLines":1"#, "a,b\n1,\"x\ny\"\n1,\"x\"\n", [1, 0, 2]),
      (#""maxCellLines":2"#, "a,b\n1,\"x\ny\"\n", [1, 0, 0]),
    ])
  func rows(csv: String, text: String, counts: [Int]) throws {
    for end in ["\n", "\r\n"] {
      let run = try run(csv, [text.replacing("\n", with: end)])
      #expect(run.counts == counts, "\(csv)\n\(run.result.output)")
    }
  }

  @Test(
    "a header that is not where the profile says",
    arguments: [
      ("x\n", "the header cannot be read: it is in row 3, but there is only 1 row"),
      ("x\ny\n", "the header cannot be read: it is in row 3, but there are only 2 rows"),
      ("x\ny\na,\"b\n1,2\n", "the header cannot be read: the closing quote is missing"),
    ])
  func missingHeader(text: String, words: String) throws {
    let run = try run(#""headerRows":[3],"delimiter":",""#, [text])
    #expect(run.result.exitCode == 2)
    #expect(run.result.output.contains(words), "\(run.result.output)")
  }

  @Test("a delimiter that means something else")
  func ambiguous() throws {
    let run = try run(#""quoteChar":"'""#, ["a'b\n"], #"--delimiter "'""#)
    #expect(run.result.exitCode == 2)
    #expect(run.result.output.contains("also a character that the profile means otherwise"))
  }

  @Test("names that are the same for the profile are one column named twice")
  func sameNames() throws {
    for (csv, header) in [
      (#""aliases":{"b":["be"]}"#, "b,be"), (#""headerCase":false"#, "b,B"),
      (#""headerCase":false"#, "x,X"), (#""aliases":{"b":["be","x"]}"#, "be,x"),
    ] {
      let run = try run(csv, ["\(header)\n1,2\n"], rules: #""fields":{"b":{}}"#)
      #expect(run.rule("bulkcheck.duplicate-column")?["failed"] as? Int == 1, "\(csv)")
    }
  }

  @Test("lines, records and offsets are those of the file")
  func places() throws {
    let run = try run(
      ##""headerRows":[2],"commentRows":[3],"commentChar":"#""##, ["x\na,b\n#\n\n#\n1,2\n#\n3,\n"])
    let samples = run.rule("b.required")?["samples"] as? [[String: Any]]
    #expect(samples?.first?["line"] as? Int == 8)
    #expect(samples?.first?["record"] as? Int == 2)
    #expect(samples?.first?["byteOffset"] as? Int == 17)
  }

  @Test("outputs keep what is above the header, the header and footers")
  func outputs() throws {
    let run = try run(
      ##""headerRows":[3],"commentRows":[5],"commentChar":"#","footerRows":2"##,
      ["title\n# b\na,b\n1,2\nint,text\n#c\n3,\n4,5\nTotal\n\nend"])
    #expect(run.valid == "title\n# b\na,b\n1,2\n4,5\nTotal\n\nend")
    #expect(run.invalid == "title\n# b\na,b\n3,\nTotal\n\nend")
  }

  @Test(
    "a figure is compared with the footers",
    arguments: [
      (["a,b\n1,2\n3,4\n2,6\n"], "pass", "exactly 6, which is b of footer 1"),
      (["a,b\n1,2\n3,4\n2,6\n", "a,b\n1,2\n1,2\n"], "pass", "exactly 8, which is b of footer 1"),
      (
        ["a,b\n1,2\n3,4\n2,7\n"], "fail", "sum of b is 6, must be exactly 7, which is b of footer 1"
      ),
      (["a,b\n1,2\n3,4\n2\n"], "fail", "(no footer), must be exactly b of footer 1"),
      (
        ["a,b\n1,2\n3,4\n2,6\n", "a,b\n1,2\n1,x\n"], "fail",
        "(no footer), must be exactly b of footer 1"
      ),
    ])
  func footers(files: [String], status: String, words: String) throws {
    let rule =
      #"{"id":"t","measure":"sum","of":"b","equals":{"footer":1,"column":"b"}}"#
    let run = try run(
      #""footerRows":1"#, files,
      rules: #""fields":{"b":{"type":"integer"}},"table":[\#(rule)]"#)
    #expect(run.rule("t")?["status"] as? String == status, "\(run.result.output)")
    #expect(
      (run.rule("t")?["finding"] as? String)?.contains(words) == true, "\(run.rule("t") ?? [:])")
  }

  @Test("normalized cells are written in the dialect of the file")
  func normalized() throws {
    let fields = #""fields":{"b":{"normalize":[{"replace":["x","', \\"]}]}}"#
    for (csv, text, expected) in [
      (#""quoteChar":"'""#, "a,b\n1,x\n2,'x'\n", "a,b\n1,''', \\'\n2,''', \\'\n"),
      (#""escapeChar":"\\""#, "a,b\n1,x\n2,\"x\"\n", "a,b\n1,\"', \\\\\"\n2,\"', \\\\\"\n"),
      (
        #""quoteChar":null,"escapeChar":"\\""#, "a,b\n1,x\n", "a,b\n1,'\\, \\\\\n"
      ),
      (#""quoteChar":null"#, "a,b\n1,x\n", "a,b\n1,x\n"),
    ] {
      let run = try run(csv, [text], "--emit normalized", rules: fields)
      #expect(run.valid == expected, "\(csv)")
    }
  }

  @Test(
    "contradictions are mistakes",
    arguments: [
      (#""header":false,"columns":["a"],"headerRows":[1]"#, "`headerRows` is about a header"),
      (#""headerRows":[]"#, "expected a list of row numbers, with at least one"),
      (#""headerRows":[2,2]"#, "each greater than the one before"),
      (#""headerRows":[0]"#, "row numbers from 1"),
      (#""headerRows":[2],"commentRows":[2]"#, "row 2 is given as a comment"),
      (#""quoteChar":"ab""#, "one ASCII character other than a line end, or null"),
      (#""escapeChar":null"#, "one ASCII character other than a line end"),
      (#""escapeChar":"\"""#, "expected \"doubleQuote\": true"),
      (#""delimiter":";","commentChar":";""#, "`delimiter` and `commentChar` are the same"),
      (#""escapeChar":"\\","strayQuotes":"text""#, "`strayQuotes` is given beside `escapeChar`"),
      (#""footerRows":1001"#, "at most 1000"),
      (#""footerRows":-1"#, "a non-negative integer"),
      (#""maxCellLines":0"#, "at least 1"),
      (#""ragged":"fill""#, "expected malformed or pad"),
      (#""aliases":{"a":["b"],"b":["c"]}"#, "\"b\" already stands for the column \"b\""),
      (#""aliases":{"a":[]}"#, "a list of strings, with at least one"),
      (#""header":false,"columns":["a"],"aliases":{"a":"b"}"#, "`aliases` is about a header"),
      (#""headerrows":[1]"#, "did you mean \"headerRows\"?"),
    ])
  func mistakes(csv: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{\"bulkcheck\":1,\"input\":{\"csv\":{\(csv)}}}".utf8)
      .write(to: folder.appending(path: "q.json"))
    let result = try Tool.run("bulkcheck lint q.json", in: folder)
    #expect(result.exitCode == 2)
    #expect(
      (result.output + result.diagnostics).contains(words), "\(result.output)\(result.diagnostics)")
  }

  @Test("files of reference data take the same words")
  func references() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("codes\n\nCODE;x\n a ;1\nB;2\nNULL;3\n2 rows\n".utf8)
      .write(to: folder.appending(path: "c.csv"))
    try Data("k,l\na,B\nB,c\n".utf8).write(to: folder.appending(path: "0.csv"))
    let input =
      #""input":{"csv":{"headerRows":[3],"headerCase":false,"footerRows":1},"#
      + #""missingValues":["null"],"normalize":{"code":["trim","lowercase"]}}"#
    try Data(
      """
      {"bulkcheck":1,
       "fields":{"k":{"normalize":["lowercase"],
         "references":{"file":"c.csv","column":"code",\(input)}}},
       "rules":[{"id":"r","references":
         {"fields":["l"],"file":"c.csv","columns":["code"],\(input)}}],
       "table":[{"id":"t","covers":{"of":"k","file":"c.csv","column":"code",\(input)}}]}
      """.utf8
    ).write(to: folder.appending(path: "q.json"))
    let result = try Tool.run("bulkcheck --profile q.json 0.csv --report json=-", in: folder)
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let rules = (report as? [String: Any])?["rules"] as? [[String: Any]] ?? []
    let failed = Dictionary(
      uniqueKeysWithValues: rules.map { ($0["id"] as? String ?? "", $0["failed"] as? Int ?? -1) })
    #expect(failed["k.references"] == 0, "\(result.diagnostics)")
    #expect(failed["r"] == 2)
    #expect(failed["t"] == 0)
  }

  @Test(
    "infer finds lines above the header, and footers",
    arguments: [
      ("Report\n2024,x\n\nid,name,size\n1,a,2\n2,b,3\n", "\"headerRows\": [4]"),
      ("Report,,\n2024,x,\nid,name,size\n1,a,2\n2,b,3\n", "\"headerRows\": [3]"),
      ("x\ny\nid;name\n1;a\n2;b\n", "\"delimiter\": \";\", \"headerRows\": [3]"),
      ("id,name\n1,a\n2,b\n3 rows\n\nend\n", "\"footerRows\": 2"),
    ])
  func infer(text: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "0.csv"))
    let result = try Tool.run(
      "bulkcheck infer 0.csv > p.json && cat p.json && bulkcheck --profile p.json 0.csv", in: folder
    )
    #expect(result.output.contains(words), "\(result.output)\(result.diagnostics)")
    #expect(result.output.contains("PASSED"), "\(result.output)\(result.diagnostics)")
    #expect(result.exitCode == 0)
  }

  @Test("a quoted cell of many lines is named, unless the profile says how many it may have")
  func longCells() throws {
    let cell = String(repeating: "x\n", count: 11)
    let text = "a,b\n1,2\n1,\"\(cell)\"\n1,\"\(cell)\(cell)\"\n1,\"\"\n"
    let named = try run("", [text], "--threads 1")
    #expect(
      named.result.output.contains("record 3 spans 23 lines, and 1 more has long cells"),
      "\(named.result.output)")
    let cells = (named.report["inputs"] as? [[String: Any]])?.first?["longCells"] as? [String: Int]
    #expect(cells == ["records": 2, "record": 3, "lines": 23])
    let allowed = try run(#""maxCellLines":23"#, [text])
    #expect(!allowed.result.output.contains("spans"))
    #expect(allowed.counts == [3, 1, 0])
  }

  @Test(
    "rows that do not fit their header get a hint",
    arguments: [
      ("", "a,b\n1,2,3\n4,5,6\n", "most rows have 3 cells (delimiter \",\"), but the first has 2"),
      ("", "r,1\n\na,b,c\n1,2,3\n4,5,6\n", "if row 3 is the header, set"),
      (#""delimiter":",""#, "a,b,c\n1,2\n1,2\n1,2\n", "\"ragged\": \"pad\""),
    ])
  func hints(csv: String, text: String, words: String) throws {
    let run = try run(csv, [text])
    #expect(run.result.output.contains(words), "\(run.result.output)")
  }

  @Test(
    "inputs of different forms make no draft with lines around",
    arguments: [
      (
        "x\n\nid,name,z\n1,a,2\n2,b,3\n", "id,name,z\n1,a,2\n", 2,
        "in row 1, but that of 0.csv in row 3"
      ),
      ("id,name\n1,a\nend\n", "id,name\n" + String(repeating: "1,a\n", count: 100), 0, "1 ragged"),
    ])
  func severalForms(first: String, second: String, exitCode: Int32, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(first.utf8).write(to: folder.appending(path: "0.csv"))
    try Data(second.utf8).write(to: folder.appending(path: "1.csv"))
    let result = try Tool.run("bulkcheck infer 0.csv 1.csv", in: folder)
    #expect(result.exitCode == exitCode)
    #expect((result.output + result.diagnostics).contains(words), "\(result)")
    #expect(!result.output.contains("footerRows"))
  }

  @Test("pieces of one input have no footers of their own")
  func merge() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(#"{"bulkcheck":1,"input":{"csv":{"footerRows":1}}}"#.utf8)
      .write(to: folder.appending(path: "q.json"))
    let result = try Tool.run(
      """
      printf 'a\\n1\\n2\\n' > 0.csv
      bulkcheck --profile q.json 0.csv --partial 0.bcp > report.txt
      bulkcheck merge --as x.csv 0.bcp
      """, in: folder)
    #expect(result.exitCode == 2)
    #expect(result.diagnostics.contains("`footerRows` or `commentRows`"), "\(result.diagnostics)")
  }

  @Test("explain shows a record in its dialect")
  func explain() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let csv = ##"{"headerRows":[2],"commentChar":"#","quoteChar":"'","footerRows":1}"##
    try Data(
      "{\"bulkcheck\":1,\"input\":{\"csv\":\(csv)},\"fields\":{\"a\":{\"maxLength\":3}}}".utf8
    ).write(to: folder.appending(path: "q.json"))
    try Data("title\na,b\n#\n'it''s',2\nend\n".utf8).write(to: folder.appending(path: "0.csv"))
    let result = try Tool.run("bulkcheck explain -p q.json 0.csv --line 4", in: folder)
    #expect(
      result.output.contains("4 characters, at most 3"), "\(result.output)\(result.diagnostics)")
    let footer = try Tool.run("bulkcheck explain -p q.json 0.csv --line 5", in: folder)
    #expect(footer.diagnostics.contains("blank, a comment or a footer"), "\(footer.diagnostics)")
  }

  @Test("a footer that is not there is a mistake")
  func unknownFooter() throws {
    for (csv, words) in [("", "there are no footers"), (#""footerRows":1"#, "no footer 2")] {
      let rule = #"{"id":"t","measure":"count","equals":{"footer":2,"column":"b"}}"#
      let run = try run(csv, ["a\n1\n"], rules: #""table":[\#(rule)]"#)
      #expect(run.result.exitCode == 2)
      #expect(run.result.diagnostics.contains(words), "\(run.result.diagnostics)")
    }
  }
}
