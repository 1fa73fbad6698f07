import Bulkcheck
import BulkcheckCore
import BulkcheckDocument
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import Foundation
import Testing
import Twins

/// References over several fields, to the input itself and to every value of a file: the same
/// however the input is cut, threaded and merged, and what a plain loop over the records finds.
@Suite struct TableReferenceTests {
  static let profile = """
    { "bulkcheck": 1, "records": {"min": 0},
      "fields": { "id": {"type": "integer"},
        "parent": {"references": {"file": ".", "column": "id"}},
        "secret": {"labels": ["pii"]} },
      "rules": [
        {"id": "order", "references":
          {"fields": ["shop", "order"], "file": "orders.csv", "columns": ["shop", "order"]}},
        {"id": "pair", "severity": "warning", "references":
          {"fields": ["a", "b"], "file": ".", "columns": ["id", "shop"]}},
        {"id": "low", "tag": "t", "priority": 1, "references":
          {"fields": ["a"], "file": ".", "columns": ["order"]}},
        {"id": "high", "tag": "t", "priority": 2,
          "when": {"shop": {"const": "x"}}, "then": {"order": {"required": true}}},
        {"id": "once", "unique": ["id", "shop"]}
      ],
      "table": [
        {"id": "codes", "covers": {"of": "code", "file": "codes.csv", "column": "code"}},
        {"id": "list", "covers": {"of": "list[*]", "file": "values.jsonl", "column": "v"}},
        {"id": "secrets", "covers": {"of": "secret", "file": "codes.csv", "column": "code"}},
        {"id": "rows", "measure": "count", "equals": {"file": "manifest.json", "path": "n[1].rows"}}
      ] }
    """

  static let files = [
    ("orders.csv", "shop,order,z\nx,1,\ny,2.0,\n7,true,\n,9,\n"),
    ("codes.csv", "code\nUS\n7\nÉ\n1.0\ntrue\nUS\n"),
    ("values.jsonl", "{\"v\":1}\n{\"v\":\"1\"}\n{\"v\":true}\n{\"v\":2.50}\n{\"v\":1.0}\n"),
    ("manifest.json", "{\"n\": [1, {\"rows\": 60}]}"),
  ]

  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "bulkcheck-table-references-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return folder
  }

  static func line(_ random: inout SeededGenerator) -> String {
    if random.oneIn(30) { return random.pick(["", "[1]", "{\"id\":"]) + "\n" }
    var members: [String] = []
    func add(_ name: String, _ values: [String], _ random: inout SeededGenerator) {
      if !random.oneIn(8) { members.append("\"\(name)\": \(random.pick(values))") }
    }
    let ids = (0..<40).map { "\($0)" } + ["1.0", "\"x\"", "null"]
    add("id", ids, &random)
    add("parent", ids + ["[1]"], &random)
    add("shop", ["\"x\"", "\"y\"", "7", "\"7\"", "{}"], &random)
    add("order", ["1", "\"1\"", "2", "2.0", "true", "\"true\"", "null"], &random)
    add("a", ids, &random)
    add("b", ["\"x\"", "\"y\"", "7.0"], &random)
    add("code", ["\"US\"", "7.0", "\"7\"", "1", "true", "[]", "null"], &random)
    add("secret", ["\"US\"", "\"q\""], &random)
    add("list", ["[]", "[1]", "[\"1\", 3]", "[true, 2.5]", "[null, []]"], &random)
    return "{" + members.joined(separator: ", ") + "}\n"
  }

  @Test("the report is the same at any number of threads, any cut, and merged", arguments: 0..<7)
  func sameReport(seed: Int) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = SeededGenerator(seed: seed)
    let lines = (0..<(seed == 0 ? 0 : 60)).map { _ in Self.line(&random) }
    let input = InputLocation.bytes(Array(lines.joined().utf8), name: "whole")
    let expected = try Merging.whole(
      Self.profile, [input], Way(chunkBytes: 1 << 20, format: .jsonl), references: folder.path)
    for (threads, chunk) in [(1, 16), (2, 64), (3, 300), (7, 5000)] {
      let way = Way(threads: threads, chunkBytes: chunk, format: .jsonl, memoryBytes: 1 << 20)
      let again = try Merging.whole(Self.profile, [input], way, references: folder.path)
      #expect(difference(expected, again).isEmpty)
      let partials = try Merging.cut(lines, 1 + random.below(5), &random).map {
        try Merging.partial(
          Self.profile, [.bytes(Array($0.joined().utf8), name: "piece")], way,
          references: folder.path)
      }
      #expect(difference(expected, try Merging.merged(partials, as: "whole")).isEmpty)
      #expect(difference(expected, try Merging.tree(partials, as: "whole", &random)).isEmpty)
    }
  }

  struct Case {
    var format = InputFormat.jsonl
    var types = ""
    var lines: [String]
    var failed: [String: Int]
    var invalid: Int
  }

  static let cases: [String: Case] = [
    "a reference may lead back and ahead": Case(
      lines: [#"{"id":1,"parent":2}"#, #"{"id":2,"parent":1}"#, #"{"id":3,"parent":4}"#],
      failed: ["parent": 1, "pair": 0], invalid: 1),
    "values are equal as in `enum`": Case(
      lines: [#"{"id":1.0,"parent":1}"#, #"{"id":"1","parent":"1"}"#, #"{"parent":"1.0"}"#],
      failed: ["parent": 1, "pair": 0], invalid: 1),
    "what is missing is neither asked for nor found": Case(
      lines: [#"{"id":null,"parent":null}"#, #"{"id":1}"#, "{}"],
      failed: ["parent": 0, "pair": 0], invalid: 0),
    "arrays and objects are found nowhere": Case(
      lines: [#"{"id":[1],"parent":[1]}"#, #"{"id":{},"parent":{}}"#],
      failed: ["parent": 2, "pair": 0], invalid: 2),
    "a record is invalid once": Case(
      lines: [#"{"id":1,"parent":2,"a":1,"b":2}"#], failed: ["parent": 1, "pair": 1], invalid: 1),
    "combinations are found as a whole": Case(
      lines: [
        #"{"id":1,"shop":"x","a":2,"b":"x"}"#, #"{"id":2,"shop":"y","a":2,"b":"y"}"#,
        #"{"a":1}"#,
      ], failed: ["parent": 0, "pair": 1], invalid: 1),
    "cells without a type are texts": Case(
      format: .csv, lines: ["id,parent", "1,2", "2.0,1", "2,1.0", ",", "3,"],
      failed: ["parent": 1, "pair": 0], invalid: 1),
    "cells are read as they are declared": Case(
      format: .csv, types: #""id": {"type": "number"}, "parent": {"type": "number"#,
      lines: ["id,parent", "1,2", "2.0,1", "2,1.0"], failed: ["parent": 0, "pair": 0], invalid: 0),
    "a cell without a type is read as what it is compared with": Case(
      format: .csv, types: #""id": {"type": "number"}, "parent": {"labels": ["x"#,
      lines: ["id,parent", "1,2", "2.0,1", "2,1.0"], failed: ["parent": 0, "pair": 0], invalid: 0),
  ]

  @Test(
    "what no record offers is a failure when the input has ended", arguments: cases.keys.sorted())
  func inputItself(name: String) throws {
    let this = try #require(Self.cases[name])
    let end = this.types.hasSuffix("number") ? "\"," : "\"],"
    let parent =
      this.types.isEmpty ? "\"parent\": {" : this.types + end
    let profile = """
      {"bulkcheck": 1, "fields": {\(parent) "references": {"file": ".", "column": "id"}}},
       "rules": [{"id": "pair", "references":
         {"fields": ["a", "b"], "file": ".", "columns": ["id", "shop"]}}]}
      """
    let ruleSet = try Judging.profile(profile).ruleSet
    let text = this.lines.joined(separator: "\n") + "\n"
    for chunk in [16, 1 << 16] {
      let summary = try Judging.summary(
        ruleSet, [.bytes(Array(text.utf8), name: "a")], Way(chunkBytes: chunk, format: this.format))
      let failed = Dictionary(
        uniqueKeysWithValues: zip(ruleSet.rules, summary.rules).compactMap { rule, found in
          rule.constraint == "references"
            ? (rule.id == "pair" ? "pair" : "parent", found.counts.failed) : nil
        })
      #expect(failed == this.failed)
      #expect(summary.invalid == this.invalid)
    }
  }

  @Test("cells that are equal as numbers are counted as they were written")
  func writtenValues() throws {
    let rules =
      #""fields": {"id": {"type": "number"}}, "rules": [{"id": "r", "references": "#
      + #"{"fields": ["up"], "file": ".", "columns": ["id"]}}]"#
    let ruleSet = try Judging.profile("{\"bulkcheck\": 1, \(rules)}").ruleSet
    let input = InputLocation.bytes(Array("id,up\n1,0.30\n2,0.3\n3,0.30\n4,2.0\n".utf8), name: "a")
    let summary = try Judging.summary(ruleSet, [input], Way(format: .csv))
    let counts = summary.rules.last?.topValues.map { "\($0.value) \($0.count)" }
    #expect(counts == [#""0.30" 2"#, #""0.3" 1"#])
  }

  @Test("references that wait for later records go to files, whatever the memory allowed")
  func memory() throws {
    let profile = """
      {"bulkcheck": 1, "fields": {"parent": {"references": {"file": ".", "column": "id"}}}}
      """
    let ahead = (0..<20000).map { "{\"id\": \($0), \"parent\": \($0 + 20000)}\n" }.joined()
    let back = (0..<20000).map { "{\"id\": \($0), \"parent\": \($0 / 2)}\n" }.joined()
    func summary(_ text: String) throws -> RunSummary {
      try Judging.summary(
        Judging.profile(profile).ruleSet, [.bytes(Array(text.utf8), name: "a")],
        Way(memoryBytes: 1 << 20))
    }
    let waiting = try summary(ahead)
    #expect(waiting.inputs.first?.complete == true && waiting.invalid == 20000)
    let whole = try summary(back)
    #expect(whole.inputs.first?.complete == true && whole.invalid == 0)
  }

  static let mistakes = [
    (#"{"a": {"not": {"references": {"file": ".", "column": "b"}}}}"#, "only on a field"),
    (#"{"a": {"references": {"file": ".", "column": "b[*]"}}}"#, "several values"),
    (#"{"a": {"type": "array", "references": {"file": ".", "column": "b"}}}"#, "declared as array"),
    (
      #"{"a": {"chain": [{"references": {"file": ".", "column": "b"}}]}}"#, "only on a field"
    ),
  ]

  @Test("a reference to the input itself must be alone", arguments: mistakes)
  func misplaced(fields: String, message: String) throws {
    let error = #expect(throws: ProfileMistakes.self) {
      try Judging.profile("{\"bulkcheck\": 1, \"fields\": \(fields)}")
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
