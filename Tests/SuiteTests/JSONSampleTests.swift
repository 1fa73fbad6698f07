import BulkcheckCore
import BulkcheckInput
import Foundation
import TestSupport
import Testing
import Twins

@Suite("JSON samples of other projects")
struct JSONSampleTests {
  /// Files that the checker's grammar refuses and RFC 8259 accepts: a text as the whole
  /// document, and nesting of 20.
  static let checkerExceptions = ["fail01_EXCLUDE.json", "fail18_EXCLUDE.json"]
  static let checkerFiles = Suites.names(in: "json/nativejson-benchmark/jsonchecker")
    .filter { $0.hasSuffix(".json") }

  @Test("the files of JSON_checker", .needsSuites, arguments: checkerFiles)
  func checker(_ file: String) throws {
    let bytes = try Suites.file("json/nativejson-benchmark/jsonchecker/\(file)")
    // pass01 and pass03 are spread over lines.
    let isSpread = file.hasPrefix("pass")
    let summary = try Judging.lines(isSpread ? bytes.map { $0 == 10 ? 32 : $0 } : bytes)
    if file.hasPrefix("pass") || Self.checkerExceptions.contains(file) {
      #expect(summary.total == 1 && summary.malformed == 0)
    } else {
      #expect(summary.malformed > 0)
    }
  }

  @Test("the round trips are well-formed", .needsSuites)
  func roundTrips() throws {
    let folder = "json/nativejson-benchmark/roundtrip"
    for file in Suites.names(in: folder) {
      let summary = try Judging.lines(try Suites.file("\(folder)/\(file)"))
      #expect(summary.total == 1 && summary.malformed == 0, "\(file)")
    }
  }

  @Test(
    "NDJSON of other projects is read as its authors expect", .needsSuites,
    arguments: [
      // path, records, malformed, not an object
      ("json/simdjson/amazon_cellphones.ndjson", 793, 0, 793),
      ("csv/duckdb/json/12188.ndjson", 2, 0, 0),
      ("csv/duckdb/json/different_schemas.ndjson", 5, 0, 0),
      ("csv/duckdb/json/duplicate_key.ndjson", 5, 0, 0),
      ("csv/duckdb/json/empty.ndjson", 0, 0, 0),
      ("csv/duckdb/json/example_n.ndjson", 5, 0, 0),
      ("csv/duckdb/json/example_rn.ndjson", 5, 0, 0),
      ("csv/duckdb/json/example_rn.ndjson.gz", 5, 0, 0),
      ("csv/duckdb/json/filter_keystage.ndjson", 3, 0, 0),
      ("csv/duckdb/json/inconsistent_schemas.ndjson", 5, 0, 0),
      ("csv/duckdb/json/union.ndjson", 3, 0, 0),
      ("csv/duckdb/json/trailing_content.ndjson", 3, 1, 0),
      // A missing closing quote, which ends the line's record only.
      ("csv/duckdb/json/unterminated_quotes.ndjson", 5, 1, 0),
      // JSON lines end at LF: lines that end with a lone CR are one line here.
      ("csv/duckdb/json/example_r.ndjson", 1, 1, 0),
      // One value a line; DuckDB reads several on request.
      ("csv/duckdb/json/multiple_objects_per_line.ndjson", 1, 1, 0),
    ])
  func lines(_ path: String, _ records: Int, _ malformed: Int, _ others: Int) throws {
    let summary = try Judging.run(.file(try Suites.path(path)), format: .jsonl)
    #expect(summary.total == records)
    #expect(summary.malformed == malformed)
    #expect(summary.builtIns[.notAnObject]?.counts.failed == others)
  }

  @Test("every naughty string is a key, a value and a CSV cell", .needsSuites)
  func naughtyStrings() throws {
    let data = Data(try Suites.file("json/blns/blns.json"))
    let texts = try JSONDecoder().decode([String].self, from: data)
    #expect(texts.count == 515)
    for text in texts {
      let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
      let profile = """
        {"bulkcheck": 1, "name": "naughty", "fields": {"v": {"enum": [\(quoted)]}}}
        """
      let cell =
        "\""
        + text.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
      for line in ["{\"v\": \(quoted), \(quoted): \(quoted)}", "{\"v\":\(quoted)}"] {
        let summary = try Judging.lines(Array(line.utf8), profile: profile)
        #expect(summary.valid == 1, "\(text)")
      }
      let row = Array("v,w\r\n\(cell),\(cell)\r\n".utf8)
      let summary = try Judging.run(.bytes(row, name: "row"), format: .csv, profile: profile)
      #expect(summary.valid == 1 && summary.total == 1, "\(text)")
      let expected = [[text, text]]
      #expect(CSVReading(row)?.rows == expected)
      // The empty text is a missing value in CSV, and no key of a path.
      guard !text.isEmpty else { continue }
      try nameAsKey(text, quoted)
    }
  }

  @Test("every naughty string that can name a file does", .needsSuites)
  func naughtyNames() throws {
    let data = Data(try Suites.file("json/blns/blns.json"))
    let texts = try JSONDecoder().decode([String].self, from: data)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "bulkcheck-names-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var tried = 0
    for text in texts {
      // What a name cannot be: empty, longer than 255 bytes, with a slash or a NUL, the folder
      // itself or the one above.
      let isName =
        !text.isEmpty && text.utf8.count <= 255 && !text.utf8.contains { $0 == 0x2F || $0 == 0 }
        && text != "." && text != ".."
      guard isName else { continue }
      let path = folder.path + "/" + text
      guard FileManager.default.createFile(atPath: path, contents: Data("{}\n".utf8)) else {
        Issue.record("cannot make \(text)")
        continue
      }
      let summary = try Judging.run(.file(path), format: .jsonl)
      #expect(summary.total == 1 && summary.inputs.map(\.path) == [path], "\(text)")
      tried += 1
    }
    #expect(tried == 332)
  }

  /// The text as a key that a rule reads.
  private func nameAsKey(_ text: String, _ quoted: String) throws {
    let path = String(decoding: try JSONEncoder().encode(quoted), as: UTF8.self)
    let profile = """
      {"bulkcheck": 1, "name": "naughty", "fields": {\(path): {"required": true, "const": 1}}}
      """
    let summary = try Judging.lines(Array("{\(quoted): 1}\n{\(quoted): 2}".utf8), profile: profile)
    #expect(summary.valid == 1 && summary.invalid == 1, "\(text)")
  }
}
