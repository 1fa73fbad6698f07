import Foundation
import Testing

/// The bounds of figures (docs/reference/table.md#bounds) that exclude some, and times with or
/// without an offset (docs/reference/dates.md#timestamps-without-an-offset).
@Suite("Figures that are excluded", .waitsForCommands)
struct TableBoundTests {
  /// The ids of rules that fail on `n` from 1 to 4, whose mean is 2.5.
  @Test("fail, and all others pass", arguments: [(1, 1_000_000), (2, 4), (7, 8)])
  func figures(threads: Int, chunk: Int) throws {
    let rules = [
      ("three", #""measure":"count","notConst":3"#),
      ("FAIL-four", #""measure":"count","notConst":4"#),
      ("FAIL-mean", #""measure":"mean","of":"n","notConst":2.50"#),
      ("FAIL-between", #""measure":"mean","of":"n","outside":[2.4,2.6]"#),
      ("end", #""measure":"mean","of":"n","outside":[2.5,3]"#),
      ("start", #""measure":"mean","of":"n","outside":[2,2.5]"#),
      ("below", #""measure":"mean","of":"n","outside":[5,6]"#),
      ("above", #""measure":"mean","of":"n","outside":[1,2]"#),
      ("FAIL-share", #""measure":"count","where":{"n":{"maximum":2}},"outside":["40%","60%"]"#),
      ("share", #""measure":"count","where":{"n":{"maximum":1}},"outside":["40%","60%"]"#),
      ("FAIL-both", #""measure":"count","minimum":1,"outside":[3,5]"#),
      ("FAIL-text", #""measure":"max","of":"s","notConst":"d""#),
      ("text", #""measure":"max","of":"s","outside":["a","d"]"#),
      ("FAIL-time", #""measure":"max","of":"at","outside":["2024-01-01","now"]"#),
    ]
    let entries = rules.map { #"{"id":"\#($0)",\#($1)}"# }.joined(separator: ",")
    let lines = ["a", "b", "c", "d"].enumerated().map {
      #"{"n":\#($0 + 1),"s":"\#($1)","at":"2024-0\#($0 + 1)-01T00:00:00Z"}"#
    }
    let failed = try run(
      #""table":[\#(entries)]"#, lines,
      "bulkcheck -p p.json d.jsonl --now 2025-01-01T00:00:00Z --threads \(threads) "
        + "--chunk-bytes \(chunk)"
    ).output.matches(of: /FAIL  ([A-Za-z-]+)/).map { String($0.output.1) }
    #expect(failed.sorted() == rules.map(\.0).filter { $0.hasPrefix("FAIL") }.sorted())
  }

  @Test("any-offset reads times with an offset and without one")
  func offsets() throws {
    let passes = [
      "2024-05-01T12:00:00", "2024-05-01 12:00:00.25", "2024-05-01T12:00:00Z",
      "2024-05-01T12:00:00.123456789z", "2024-05-01 12:00:00+00", "2024-05-01T13:00:00+01:00",
      "2024-05-01T07:00:00-0500",
    ]
    let fails = [
      // Before the minimum.
      "2024-05-01T11:59:59.9", "2024-05-01T12:00:00+00:01", "2024-05-01T12:30:00+0100",
      // Another notation.
      "2024-05-01T12:00", "2024-05-01", "2024-05-01T12:00:00+1", "2024-05-01T12:00:00+24:00",
      "2024-05-01T12:00:00ZZ", "2024-05-01T12:00:00 Z", "2024-05-01T12:00:00+01:0",
    ]
    let rules = #"""
      "fields":{"at":{"format":{"value":"date-time","as":"any-offset"},
      "minimum":"2024-05-01T14:00:00+02:00"}}
      """#
    let result = try run(
      rules, (passes + fails).map { #"{"at":"\#($0)"}"# },
      "bulkcheck -p p.json d.jsonl --failures - --report json=r.json")
    let failed = result.output.matches(of: /"line": ?([0-9]+)/).compactMap { Int($0.output.1) }
    #expect(Set(failed) == Set(fails.indices.map { passes.count + $0 + 1 }), "\(result)")
  }

  @Test("any-offset reads times of day, and takes a zone for those without an offset")
  func timesOfDay() throws {
    let rules = #"""
      "fields":{"at":{"format":{"value":"time","as":"any-offset","timeZone":"+01:00"},
      "maximum":"09:00:00"}}
      """#
    let lines = ["09:00:00", "08:59:59.999", "08:00:00Z", "08:00:01Z", "09:00:01", "9:00:00"]
    let result = try run(
      rules, lines.map { #"{"at":"\#($0)"}"# },
      "bulkcheck -p p.json d.jsonl --failures - --report json=r.json")
    let failed = result.output.matches(of: /"line": ?([0-9]+)/).compactMap { Int($0.output.1) }
    #expect(Set(failed) == [4, 5, 6], "\(result)")
  }

  private func run(_ rules: String, _ lines: [String], _ command: String) throws -> Tool.Result {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(#"{"bulkcheck":1,\#(rules)}"#.utf8).write(to: folder.appending(path: "p.json"))
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(
      to: folder.appending(path: "d.jsonl"))
    return try Tool.run(command, in: folder)
  }
}
