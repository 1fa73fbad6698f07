import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import Foundation
import Testing
import Twins

/// Rows of tables are judged as cells, without a text; as lines where somebody takes whole records.
/// Both ways give one report.
@Suite("Rows of tables") struct TableRowTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "BulkcheckArrowTests/Tables")

  /// A profile whose rules fail often, on every column and every part of one.
  private static func profile(of table: String, nan: String = "text") throws -> String {
    let name = table.split(separator: ".")[0].split(separator: "-")[0]
    let text = try String(
      contentsOf: folder.appending(path: "\(name).jsonl"), encoding: .utf8)
    var paths: Set<String> = []
    for line in text.split(separator: "\n") {
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8))
      collect(record, "", &paths)
    }
    let kinds = [
      #"{"maximum": 3, "notEmpty": true}"#, #"{"maxLength": 3, "minimum": 2}"#,
      #"{"required": true, "enum": [0, "ä0", [1], {"x": 0}]}"#,
      #"{"minimum": {"value": 5, "message": "{value} of {field} in {line}"}}"#,
      #"{"length": [1, 2], "format": "date-time"}"#, #"{"pattern": "^[a-z]*$", "unique": true}"#,
    ]
    let fields = paths.sorted().enumerated().map { number, path in
      let isPart = path.contains("[*]")
      return "\(JSONText.quoted(path)): \(kinds[number % (kinds.count - (isPart ? 1 : 0))])"
    }
    let input = nan == "null" ? #""input": {"nan": "null"}, "# : ""
    return #"{"bulkcheck": 1, \#(input)"fields": {\#(fields.joined(separator: ",\n"))}}"#
  }

  private static func collect(_ value: Any, _ path: String, _ paths: inout Set<String>) {
    if let members = value as? [String: Any] {
      for (name, member) in members {
        let step = name.allSatisfy { $0.isLetter || $0 == "_" } ? name : JSONText.quoted(name)
        collect(member, path.isEmpty ? step : "\(path).\(step)", &paths)
      }
    } else if let elements = value as? [Any] {
      for element in elements { collect(element, path + "[*]", &paths) }
    }
    if !path.isEmpty { paths.insert(path) }
  }

  private func report(
    _ check: Check, _ table: String, observer: (any RecordObserver)? = nil
  ) throws -> String {
    let path = Self.folder.appending(path: table).path
    var summary = check.run([.file(path)], observer: observer)
    #expect(summary.inputs[0].failure == nil)
    summary.bytesJudged = 0
    return Judging.report(of: summary, check.ruleSet)
  }

  @Test(
    "give one report as cells and as lines, at any number of threads",
    arguments: [
      "orders.arrow", "orders.arrows", "layouts.arrow", "layouts-lz4.arrow", "layouts-zstd.arrows",
      "layouts-v4.arrows", "delta.arrows", "local.arrow", "nan.arrow",
    ])
  func agreement(table: String) throws {
    for nan in table == "nan.arrow" ? ["text", "null"] : ["text"] {
      try agreement(table, Self.profile(of: table, nan: nan))
    }
  }

  private func agreement(_ table: String, _ profile: String) throws {
    let ruleSet = try Judging.profile(profile).ruleSet
    for (threads, chunk) in [(1, 1 << 16), (1, 300), (2, 1), (7, 4000)] {
      var options = Way(threads: threads, chunkBytes: chunk).options
      options.reading.format = nil
      let check = try Check(ruleSet: ruleSet, options: options)
      let lines = RecordCollector()
      let expected = try report(check, table, observer: lines)
      let found = try report(check, table)
      #expect(lines.entries.contains { !$0.failures.isEmpty })
      #expect(found == expected, "\(threads) threads, \(chunk) bytes")
      if found != expected { return }
    }
  }

  @Test("that may be malformed are lines", arguments: [40, 200, 1000])
  func longRecords(maximum: Int) throws {
    let ruleSet = try Judging.profile(Self.profile(of: "layouts.arrow")).ruleSet
    let way = Way(threads: 2, chunkBytes: 5000, recordBytesMaximum: maximum)
    let check = try Check(ruleSet: ruleSet, options: way.options)
    let lines = RecordCollector()
    #expect(
      try report(check, "layouts.arrow") == report(check, "layouts.arrow", observer: lines))
  }
}
