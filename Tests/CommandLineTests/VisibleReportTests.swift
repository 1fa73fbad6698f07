import Foundation
import Testing

/// Characters that nobody sees, in what the real binary writes.
@Suite("Invisible characters", .waitsForCommands)
struct VisibleReportTests {
  private static let setUp = #"""
    printf '{"bulkcheck":1,"fields":{"a":{"enum":["US","DE"]}}}' > q.json
    printf '{"a":"US\xe2\x80\x8b"}\n' > d.jsonl
    printf 'a\nUS\xe2\x80\x8b\n' > d.csv
    printf '{"a":"US"}\n\xef\xbb\xbf{"a":"US"}\n' > joined.jsonl
    printf 'a\nUS\n\xef\xbb\xbfa\nDE\n' > joined.csv
    printf '"a"\nUS\n\xef\xbb\xbf"a"\nDE\n' > quoted.csv
    printf 'a\xc2\xa0\nUS\n' > header.csv
    """#

  static let commands = [
    "d.jsonl", "d.csv", "d.jsonl --report html", "d.jsonl --report markdown",
    "d.jsonl --report junit", "d.jsonl --report github", "d.jsonl --report sarif",
    "d.jsonl --failures -", "explain d.jsonl --line 1", "explain d.csv --line 2",
  ]

  @Test("are visible in what people read", arguments: commands)
  func visible(command: String) throws {
    let result = try run(
      "bulkcheck -p q.json \(command)".replacing("-p q.json explain", with: "explain -p q.json"))
    #expect(result.exitCode == 1)
    #expect(result.output.contains(/US(\\|&#92;)+u(\{|&#123;)200B/), "\(result.output)")
  }

  @Test("are visible in messages of JSON, and raw in values")
  func json() throws {
    let result = try run("bulkcheck -p q.json d.jsonl --report json")
    #expect(result.output.contains(#""value": "US\#u{200B}", "message": "\"US\\u{200B}\" is not"#))
  }

  @Test("controls are visible in messages of JSON, and line ends stay")
  func controls() throws {
    let result = try run(
      #"""
      printf '{"bulkcheck":1,"fields":{"a\\tb":{"required":true},"a":{"const":{"value":1,' > q.json
      printf '"message":"{value}\\n\xe2\x80\xa8"}}}}' >> q.json
      printf '{"a":"\xc2\x85\x7f"}\n' > d.jsonl
      bulkcheck -p q.json d.jsonl --report json | grep -o '"message": "[a\\].*"'
      bulkcheck -p q.json d.jsonl --failures - | grep -o '"message":"[^,]*'
      """#)
    for part in [#""message": "a\\tb is missing""#, #""message": "\"\\u0085\\u007f\"\n\\u2028""#] {
      #expect(result.output.contains(part), "\(result.output)\(result.diagnostics)")
      #expect(result.output.contains(part.replacing(": ", with: ":")), "\(result.output)")
    }
  }

  @Test("are escapes of JSON in the ids of SARIF")
  func ids() throws {
    let result = try run(
      #"""
      printf '{"bulkcheck":1,"fields":{"a\xe2\x80\x8b\xf3\xa0\x80\x81":{"required":true}}}' > q.json
      bulkcheck -p q.json d.jsonl --report sarif > r.sarif
      python3 -c 'import json
      results = json.load(open("r.sarif"))["runs"][0]["results"]
      print(ascii(results[-1]["ruleId"]))'
      """#)
    #expect(result.output.hasSuffix("'a\\u200b\\U000e0001.required'\n"), "\(result.output)")
  }

  @Test(
    "a byte-order mark inside the data is named",
    arguments: ["joined.jsonl", "joined.csv", "quoted.csv"])
  func byteOrderMark(file: String) throws {
    let result = try run("bulkcheck -p q.json \(file)")
    #expect(result.exitCode == 1)
    #expect(result.output.contains("byte-order mark"), "\(result.output)")
  }

  @Test("are visible in hints")
  func hint() throws {
    let result = try run("bulkcheck -p q.json header.csv")
    #expect(result.output.contains(#"no column "a", but has "a\u{00A0}""#), "\(result.output)")
  }

  private func run(_ command: String) throws -> Tool.Result {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try Tool.run("\(Self.setUp)\n\(command)", in: folder)
  }
}
