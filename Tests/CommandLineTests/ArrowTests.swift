import Foundation
import Testing

/// Arrow tables as inputs of the command: they say what their rows say as JSON lines.
@Suite("Arrow tables", .waitsForCommands)
struct ArrowTests {
  private static let tables = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "BulkcheckArrowTests/Tables").path

  private static let profile = #"""
    {"bulkcheck": 1, "fields": {
      "id": {"required": true, "unique": true, "maximum": 4},
      "plan": {"enum": ["free", "pro"]},
      "price": {"minimum": {"value": 0, "message": "{value} in line {line}"}},
      "at": {"format": "date-time"},
      "tags": {"items": {"maxLength": 3}},
      "info.age": {"minimum": 18},
      "ratio": {"type": "number"}
    }}
    """#

  /// Runs a script in a folder with the tables and two profiles.
  private func run(_ script: String, profile: String = profile) throws -> (Tool.Result, URL) {
    let folder = try Tool.folder()
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    return (try Tool.run("T='\(Self.tables)'; \(script)", in: folder), folder)
  }

  /// The rules and counts of a report, without what only a text has, which is lines and bytes, or
  /// only a table, which is NaN.
  private func findings(_ url: URL) throws -> NSDictionary {
    func stripped(_ value: Any) -> Any {
      if let list = value as? [Any] { return list.map(stripped) }
      guard var object = value as? [String: Any] else { return value }
      // `first` of a duplicate names the record of a table, and the line of a text: both are 2.
      if let first = object["first"] as? [String: Any] {
        object["first"] = ["at": first["record"] ?? first["line"] ?? 0]
      }
      for key in ["line", "byteOffset", "nan"] { object[key] = nil }
      return object.mapValues(stripped)
    }
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    let kept = ["rules", "records", "verdict", "fields", "exitCode"]
    return try #require(stripped(report.filter { kept.contains($0.key) }) as? NSDictionary)
  }

  @Test(
    "give the report of their rows, as a file, in a pipe, compressed, at any number of threads",
    arguments: [
      "$T/orders.arrow", "$T/orders.arrows", "- < $T/orders.arrow", "- < $T/orders.arrows",
      "o.arrow.gz", "o", "--threads 1 $T/orders.arrow", "--threads 2 $T/orders.arrows",
      "--threads 7 $T/orders.arrow", "--input-format arrow $T/orders.arrows",
    ])
  func report(input: String) throws {
    let (result, folder) = try run(
      """
      gzip -c $T/orders.arrow > o.arrow.gz; cp $T/orders.arrows o
      bulkcheck -p q.json $T/orders.jsonl --report json=a.json
      bulkcheck -p q.json \(input) --report json=b.json
      """)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.exitCode == 1, "\(result.diagnostics)")
    let (lines, table) = (
      try findings(folder.appending(path: "a.json")), try findings(folder.appending(path: "b.json"))
    )
    #expect(lines == table, "\(lines) \(table)")
    let text = try String(contentsOf: folder.appending(path: "b.json"), encoding: .utf8)
    #expect(!text.contains("\"line\"") && !text.contains("\"byteOffset\""))
    #expect(text.contains("\"format\": \"arrow\""))
  }

  @Test("are named by row where a text has lines")
  func rows() throws {
    let (result, folder) = try run("bulkcheck -p q.json $T/orders.arrow --report text")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.output.contains("row 3         -3.25"), "\(result.output)")
    #expect(result.output.contains("-3.25 in line 3"), "\(result.output)")
    #expect(result.output.contains("explain \(Self.tables)/orders.arrow --record"))
    #expect(!result.output.contains(" on line "), "\(result.output)")
  }

  @Test("are named by row wherever a rule names another record")
  func otherRows() throws {
    let (result, folder) = try run(
      """
      bulkcheck -p q.json $T/orders.arrow $T/orders.arrows --report text --report json=a.json
      bulkcheck -p q.json $T/orders.arrow --partial 1 > /dev/null
      bulkcheck -p q.json $T/orders.arrows --partial 2 > /dev/null
      bulkcheck merge 1 2 --report text --report json=b.json
      for record in 3 5; do bulkcheck explain -p q.json $T/orders.arrow --record $record; done
      """,
      profile: #"""
        {"bulkcheck": 1, "fields": {"id": {"unique": true}, "plan": {}},
         "rules": [{"id": "plans", "unique": ["plan"]}], "table": [
          {"id": "prices", "sorted": ["price"]},
          {"id": "ids", "sorted": ["id"], "strictly": true}]}
        """#)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.json", "b.json"] {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(text.contains(#""first": {"input": 0, "record": 2}"#), "\(text)")
      #expect(!text.contains("\"line\""), "\(text)")
    }
    #expect(result.output.contains("first     row 2:"), "\(result.output)")
    #expect(result.output.contains("previous  row 2:"), "\(result.output)")
    #expect(!result.output.contains(" line "), "\(result.output)")
  }

  @Test("are written as JSON lines, and failures without a line")
  func outputs() throws {
    let (result, folder) = try run(
      """
      bulkcheck -p p.json $T/layouts-zstd.arrows --valid v.jsonl > /dev/null
      bulkcheck -p q.json $T/orders.arrow --failures - | grep price
      bulkcheck -p q.json $T/orders.arrow --failures f.csv > /dev/null; grep price f.csv
      bulkcheck explain -p q.json $T/orders.arrow --record 4 | head -1
      wc -l < v.jsonl
      """)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = result.output.split(separator: "\n")
    try #require(lines.count == 4, "\(result.output) \(result.diagnostics)")
    #expect(lines[0].contains(#""record":3,"rule":"price.minimum""#), "\(lines[0])")
    #expect(lines[1].contains(",,3,,price.minimum,"), "\(lines[1])")
    #expect(lines[2].hasSuffix("orders.arrow   row 4"), "\(lines[2])")
    #expect(lines[3] == "24")
  }

  @Test("are written as tables again, if a name says so", arguments: [1, 2, 7])
  func tables(threads: Int) throws {
    let (result, folder) = try run(
      """
      q() { bulkcheck -p q.json --threads \(threads) "$@" > /dev/null; }
      q $T/orders.arrow --valid v.arrow --invalid i.arrows
      q - < $T/orders.arrows --valid v.csv --invalid i.jsonl
      q $T/orders.arrow --valid v.jsonl --invalid j.jsonl
      q v.arrow --invalid - --valid v2.jsonl
      q i.arrows --invalid i2.jsonl
      cmp i.jsonl j.jsonl && cmp i2.jsonl i.jsonl && cat v.jsonl && head -1 v.csv
      q $T/layouts.arrow $T/layouts.arrow --valid l.arrows.gz
      bulkcheck -p q.json l.arrows.gz | tail -1
      q $T/orders.arrow --valid none.arrow --limit 0
      bulkcheck -p q.json none.arrow | tail -1
      """,
      profile: #"""
        {"bulkcheck": 1, "fields": {"id": {"maximum": 4}, "plan": {"enum": ["free", "pro"]}}}
        """#)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.output.contains("PASSED"), "\(result.output) \(result.diagnostics)")
  }

  @Test(
    "are refused as outputs of another format",
    arguments: [
      ("$T/layouts.arrow --valid v.feather", "name it .arrow, .arrows, .csv or .jsonl"),
      ("$T/layouts.arrow --invalid v.csv", "(column \"list_\")"),
      ("$T/orders.arrow $T/layouts.arrow --valid v.arrow", "its columns differ"),
      ("$T/orders.arrow $T/orders.jsonl --valid v.arrow", "check them in separate runs"),
      ("$T/orders.jsonl --valid v.arrow", "only rows of a table can be Arrow"),
      ("$T/orders.arrow --valid v.arrow --emit normalized", "normalized records are written as"),
      ("$T/orders.arrow --failures v.arrow", "Failures are written as JSONL or CSV"),
    ])
  func otherOutputs(arguments: String, words: String) throws {
    let (result, folder) = try run("bulkcheck -p q.json \(arguments)")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.exitCode == 2, "\(result.output)")
    #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.hasPrefix("v.") }, "\(names)")
  }

  @Test(
    "are read as far as rules need them",
    arguments: [
      (#""id": {"minimum": 1}"#, 0, ""),
      (#""months": {"minimum": 1}"#, 2, "intervals have no JSON form"),
      (#""id": {"minimum": 1}, "*": {"maxLength": 50}"#, 2, "column \"months\""),
    ])
  func columns(fields: String, exitCode: Int32, words: String) throws {
    let (result, folder) = try run(
      "bulkcheck -p q.json $T/months.arrow", profile: #"{"bulkcheck": 1, "fields": {\#(fields)}}"#)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.exitCode == exitCode, "\(result.output)")
    #expect(words.isEmpty || result.diagnostics.contains(words), "\(result.diagnostics)")
  }

  @Test(
    "that are damaged or something else end with exit code 2, and say why",
    arguments: [
      ("head -c 1500 $T/orders.arrow > x.arrow", "does not end with ARROW1"),
      ("head -c 1500 $T/orders.arrows > x.arrow", "end inside a message"),
      ("(cat $T/orders.arrows; echo) > x.arrow", "bytes behind the end"),
      ("head -c -8 $T/orders.arrows > x.arrow", "no end marker"),
      ("echo '{}' > x.arrow", "not an Arrow IPC stream or file"),
      ("printf 'FEA1xxxxxxxx' > x.feather", "Feather V2"),
      ("head -c 1500 $T/orders.arrow | gzip > x.arrow.gz", "end inside a message"),
    ])
  func damage(make: String, words: String) throws {
    let (result, folder) = try run("\(make); bulkcheck -p q.json x.*")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(result.exitCode == 2, "\(result.output)")
    #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
  }
}
