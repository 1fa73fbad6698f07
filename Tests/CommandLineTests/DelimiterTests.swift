import Foundation
import Testing

/// The delimiter of CSV: found out, given, and said.
@Suite("Delimiters", .waitsForCommands)
struct DelimiterTests {
  /// Checks `x.csv` against rules about `id` and `name`.
  private func check(
    _ content: String, _ arguments: String = "", file: String = "x.csv", csv: String = "{}"
  ) throws -> (text: Tool.Result, delimiter: String, malformed: Int) {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = #"{"bulkcheck":1,"input":{"csv":\#(csv)},"fields":{"id":{"required":true}}}"#
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    try Data(content.utf8).write(to: folder.appending(path: file))
    let result = try Tool.run(
      "bulkcheck -p q.json \(file) \(arguments) --report text --report json=r.json", in: folder)
    let report = try JSONSerialization.jsonObject(
      with: Data(contentsOf: folder.appending(path: "r.json")))
    let input = try #require(((report as? [String: Any])?["inputs"] as? [[String: Any]])?.first)
    let dialect = try #require(input["dialect"] as? [String: Any])
    #expect(dialect["encoding"] as? String == "UTF-8")
    return (result, dialect["delimiter"] as? String ?? "none", input["malformed"] as? Int ?? -1)
  }

  @Test("bars in a name of the header separate nothing where rows have commas")
  func bars() throws {
    let result = try check("id,name,size|w|h|d\n1,a,2\n2,b,3\n")
    #expect(result.delimiter == ",")
    #expect(result.malformed == 0)
    #expect(result.text.output.hasPrefix("x.csv   2 records"))
  }

  @Test(
    "the report says what separates cells where it is not a matter of course",
    arguments: [
      ("x.csv", ";", "x.csv (delimiter ;)   "), ("x.csv", "|", "x.csv (delimiter |)   "),
      ("x.csv", "\t", "x.csv (delimiter tab)   "), ("x.tsv", "\t", "x.tsv   "),
      ("x.csv", ",", "x.csv   "),
    ])
  func said(file: String, delimiter: String, start: String) throws {
    let rows = "id,name\n1,2\n".replacing(",", with: delimiter)
    let result = try check(rows, file: file)
    #expect(result.delimiter == delimiter)
    #expect(result.text.output.hasPrefix(start), "\(result.text.output)")
  }

  @Test(
    "an option says what separates cells, before the profile and the suffix",
    arguments: [
      ("x.csv", "--delimiter ';'", "{}", ";"), ("x.csv", "--delimiter tab", "{}", "\t"),
      ("x.csv", #"--delimiter '\t'"#, "{}", "\t"), ("x.csv", "--delimiter :", "{}", ":"),
      ("x.csv", "--delimiter ' '", "{}", " "), ("x.tsv", "--delimiter ,", "{}", ","),
      ("x.csv", "--delimiter ';'", #"{"delimiter":"|"}"#, ";"),
      ("x.csv", "", #"{"delimiter":"~"}"#, "~"),
    ])
  func given(file: String, option: String, csv: String, delimiter: String) throws {
    let rows = "id,a|b\n,1|2\n,3|4\n".replacing(",", with: delimiter)
    let result = try check(rows, option, file: file, csv: csv)
    #expect(result.delimiter == delimiter)
    #expect(result.text.output.contains("id.required  2"), "\(result.text.output)")
    // What explains the record reads it the same way.
    let isRepeated = result.text.output.contains(" --delimiter ")
    #expect(isRepeated == !option.isEmpty, "\(result.text.output)")
  }

  @Test("a delimiter that cannot be one is refused", arguments: [",,", "''", "é", #"'"'"#, "TAB"])
  func refused(value: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for command in ["-p p.json x.csv", "infer x.csv", "explain x.csv -p p.json --line 2"] {
      let result = try Tool.run("bulkcheck \(command) --delimiter \(value)", in: folder)
      #expect(result.exitCode == 2)
      #expect(result.diagnostics.contains("--delimiter must be one ASCII character"))
    }
  }

  @Test("without a delimiter that fits, a line is one cell, whatever is in it")
  func oneColumn() throws {
    let plain = try check("id\nSmith, John\nDoe;x\n")
    #expect(plain.delimiter == "none")
    #expect(plain.malformed == 0)
    #expect(plain.text.exitCode == 0)
    #expect(plain.text.diagnostics.isEmpty)
    let ragged = try check("id,name,x\n1,2\n3,4\n5\n")
    #expect(ragged.delimiter == "none")
    #expect(ragged.malformed == 0)
    #expect(ragged.text.diagnostics.contains("to separate cells anyway, use --delimiter ,"))
  }

  @Test("a byte that is not text is that in a file of one column, too")
  func otherBytes() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      #"printf 'id\n1\n\xff2\n' > x.csv; bulkcheck -p p.json x.csv --report json"#, in: folder)
    #expect(result.output.contains(#""encoding": 1"#), "\(result.output)")
  }

  @Test(
    "a given delimiter that makes every row ragged is answered by one that fits",
    arguments: ["--delimiter '|'", ""])
  func fitting(option: String) throws {
    let csv = option.isEmpty ? #"{"delimiter":"|"}"# : "{}"
    let result = try check("id,name,size|w|h|d\n1,a,2\n2,b,3\n", option, csv: csv)
    #expect(result.malformed == 2)
    #expect(result.text.diagnostics.contains("try --delimiter ,"), "\(result.text.diagnostics)")
  }

  @Test("infer and explain take the option; a draft keeps it")
  func otherCommands() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      printf 'a:b\\n1:x,y\\n2:z,w\\n' > x.csv
      bulkcheck infer x.csv --delimiter : -o q.json && grep '"csv"' q.json
      bulkcheck -p q.json x.csv && bulkcheck explain x.csv --line 3 -p p.json --delimiter :
      """, in: folder)
    #expect(result.output.contains(#""csv": { "delimiter": ":" }"#), "\(result.output)")
    #expect(result.output.contains("x.csv (delimiter :)   2 records"), "\(result.output)")
    #expect(result.output.contains("2:z,w"), "\(result.output)")
  }

  @Test("a reference file is separated as its rows are")
  func references() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let reference = #"{"references":{"file":"codes.csv","column":"code"}}"#
    let result = try Tool.run(
      """
      printf '{"bulkcheck":1,"fields":{"id":\(reference)}}' > q.json
      printf 'code,name|a|b|c\\n1,x\\n2,y\\n' > codes.csv
      printf 'id,z\\n1,2\\n3,4\\n' > x.csv; bulkcheck -p q.json x.csv
      """, in: folder)
    #expect(result.output.contains("id.references  1"), "\(result.output)\(result.diagnostics)")
  }
}
