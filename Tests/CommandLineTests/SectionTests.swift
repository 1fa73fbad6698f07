import Foundation
import Testing

/// Profiles with sections, as a user runs them.
@Suite("Sections", .waitsForCommands)
struct SectionCommandTests {
  private static let setUp = #"""
    cat > p.json <<'END'
    {"bulkcheck": 1, "input": {"no-section": {"severity": "warning"}},
     "fields": {"type": {"required": true}},
     "sections": [
      {"id": "order", "when": {"type": {"enum": ["order", "both"]}}, "count": {"min": 2},
       "fields": {"id": {"unique": true, "normalize": ["trim"]}, "tags": {"items": {"maxLength": 2}},
         "total": {"required": true, "type": "number"}},
       "rules": [{"id": "paid", "when": {"total": {"minimum": 5}}, "then": {"id": {"required": true}}}],
       "table": [{"id": "in-order", "sorted": ["total"]},
         {"id": "sum", "measure": "sum", "of": "total", "maximum": 10}]},
      {"id": "user", "when": {"type": {"enum": ["user", "both"]}},
       "fields": {"id": {"unique": true}, "total": {"type": "string"}}, "additionalFields": false},
      {"id": "none", "when": {"type": {"const": "none"}}, "fields": {"x": {"required": true}, "y": {}}}],
     "tests": [
      {"section": "order", "record": {"type": "order", "total": 1}, "fails": []},
      {"section": "user", "record": {"type": "order", "total": 1}, "fails": []}]}
    END
    cat > a.jsonl <<'END'
    {"type": "order", "id": "1", "total": 3, "tags": ["ab", "abc"]}
    {"type": "user", "id": "1", "total": "3"}
    {"type": "order", "id": " 1", "total": 2}
    {"type": "both", "id": "7", "total": 9}
    {"type": "other", "id": "1"}
    5
    {"type": "user", "id": "7", "more": 1}
    {"id": "1"}
    END
    """#

  private func run(_ command: String, _ check: (Tool.Result) throws -> Void) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try check(try Tool.run(Self.setUp + "\n" + command, in: folder))
  }

  /// The counts of each rule: evaluated, failed, missing, blocked, not applicable.
  private func counts(_ report: [String: Any]) -> [String: [Int]] {
    var counts: [String: [Int]] = [:]
    for rule in report["rules"] as? [[String: Any]] ?? [] {
      counts[rule["id"] as? String ?? ""] = [
        "evaluated", "failed", "missing", "blocked", "notApplicable",
      ].map { rule[$0] as? Int ?? -1 }
    }
    return counts
  }

  private func report(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("a rule is evaluated on the records of its section, and does not apply elsewhere")
  func outcomes() throws {
    try run("bulkcheck -p p.json --report json a.jsonl") { result in
      #expect(result.exitCode == 1, "\(result.diagnostics)")
      let report = try report(result.output)
      let found = counts(report)
      #expect(found["bulkcheck.no-section"] == [7, 2, 0, 1, 0])
      #expect(found["type.required"] == [7, 1, 0, 1, 0])
      #expect(found["order.id.unique"] == [3, 1, 0, 1, 4])
      #expect(found["order.tags.items.maxLength"] == [1, 1, 2, 1, 4])
      #expect(found["order.total.type"] == [3, 0, 0, 1, 4])
      #expect(found["order.paid"] == [1, 0, 0, 1, 6])
      #expect(found["user.id.unique"] == [3, 1, 0, 1, 4])
      #expect(found["user.total.type"] == [2, 1, 1, 1, 4])
      #expect(found["user.additionalFields"] == [3, 1, 0, 1, 4])
      #expect(found["none.x.required"] == [0, 0, 0, 1, 7])
      #expect(found["order.count"] == [1, 0, 0, 0, 0])
      #expect(found["order.in-order"] == [1, 1, 0, 0, 0])
      #expect(found["order.sum"] == [1, 1, 0, 0, 0])
      let sections = try #require(report["sections"] as? [[String: Any]])
      #expect(sections.map { $0["id"] as? String } == ["order", "user", "none"])
      #expect(sections.map { $0["records"] as? Int } == [3, 3, 0])
      let fields = try #require(report["fields"] as? [[String: Any]])
      let shown = fields.map { field in
        let states = ["absent", "null", "empty", "present"].map { field[$0] as? Int ?? -1 }
        return "\(field["section"] ?? "-") \(field["path"] ?? "") \(states)"
      }
      #expect(
        shown == [
          "- type [1, 0, 0, 6]", "order id [0, 0, 0, 3]", "order tags [2, 0, 0, 1]",
          "order total [0, 0, 0, 3]", "user id [0, 0, 0, 3]", "user total [1, 0, 0, 2]",
          "none x [0, 0, 0, 0]", "none y [0, 0, 0, 0]",
        ])
      #expect(report["unreadFields"] == nil)
    }
  }

  @Test("the same report at any number of threads, cuts, and from parts")
  func agreement() throws {
    try run(
      """
      timeless() { sed -E 's/"timing".*//' "$1"; }
      bulkcheck -p p.json --report json=whole a.jsonl > /dev/null
      for n in 1 2 7; do for bytes in 4 30 1000; do
        bulkcheck -p p.json --threads $n --chunk-bytes $bytes --report json=r a.jsonl > /dev/null
        diff <(timeless whole) <(timeless r) > /dev/null || echo differs $n $bytes
      done; done
      head -n 3 a.jsonl > 1; tail -n +4 a.jsonl > 2
      for part in 1 2; do
        bulkcheck -p p.json --partial $part.bcp --input-format jsonl $part > /dev/null
      done
      bulkcheck merge --as a.jsonl --report json=m 1.bcp 2.bcp > /dev/null
      diff <(timeless whole) <(timeless m) && echo same
      """
    ) { result in
      #expect(result.output == "same\n", "\(result.output)\(result.diagnostics)")
    }
  }

  @Test("text, Markdown and HTML name sections without a record")
  func emptySections() throws {
    for format in ["text", "markdown", "html"] {
      try run("bulkcheck -p p.json --report \(format) a.jsonl") { result in
        #expect(result.output.contains("none"), "\(result.output)")
        #expect(result.output.contains("section"), "\(result.output)")
      }
    }
    try run("bulkcheck -p p.json a.jsonl; bulkcheck -p p.json --only 'user.*' a.jsonl | head -12") {
      #expect($0.output.contains("note  no record in section: none\n"), "\($0.output)")
      #expect($0.output.contains("user.additionalFields"), "\($0.output)")
    }
  }

  @Test("explain says which sections a record belongs to")
  func explain() throws {
    try run(
      """
      bulkcheck explain -p p.json a.jsonl --line 4
      bulkcheck explain -p p.json a.jsonl --line 5
      """
    ) { result in
      #expect(result.output.contains("\nin sections order, user\n"), "\(result.output)")
      #expect(result.output.contains("\nin no section\n"))
      #expect(result.output.contains("none.*   1 rule of another section"))
      #expect(result.output.contains("user.total.type   9 is not of type string"))
    }
  }

  @Test("a fixture belongs to its section")
  func fixtures() throws {
    try run("bulkcheck test p.json") { result in
      #expect(result.exitCode == 1)
      #expect(result.output.contains("- section user  not one of its records"))
      #expect(result.output.contains("2 tests, 1 failed"))
    }
  }

  @Test("failures and outputs have the rules of sections, and values as the section reads them")
  func outputs() throws {
    try run(
      """
      bulkcheck -p p.json --failures f.jsonl --valid v.jsonl --emit normalized a.jsonl > /dev/null
      grep -o '"rule":"[^"]*"' f.jsonl | sort | uniq -c | sed 's/^ *//'
      bulkcheck -p p.json --only type.required --valid w.jsonl --emit normalized a.jsonl > /dev/null
      sed -n 3p w.jsonl
      """
    ) { result in
      #expect(
        result.output
          == """
          1 "rule":"bulkcheck.no-section"
          1 "rule":"bulkcheck.not-an-object"
          1 "rule":"order.id.unique"
          1 "rule":"order.tags.items.maxLength"
          1 "rule":"type.required"
          1 "rule":"user.additionalFields"
          1 "rule":"user.id.unique"
          1 "rule":"user.total.type"
          {"type": "order", "id": "1", "total": 2}

          """.replacing(
            "1 \"rule\":\"bulkcheck.no-section\"", with: "2 \"rule\":\"bulkcheck.no-section\""),
        "\(result.output)\(result.diagnostics)")
    }
  }

  @Test("two sections split the cells of one column in two ways")
  func cells() throws {
    try run(
      #"""
      cat > q.json <<'END'
      {"bulkcheck": 1, "fields": {"t": {"type": "array", "separator": "|"}, "t[1]": {"const": "b"}},
       "sections": [
        {"id": "a", "when": {"k": {"enum": ["a", "ab"]}}, "fields": {
          "t": {"separator": ";", "items": {"maxLength": 3}}, "t[1]": {"const": "2|b"}}},
        {"id": "b", "when": {"k": {"enum": ["b", "ab"]}}, "fields": {
          "t": {"separator": "/"}, "t[1]": {"const": "y|b"}}}]}
      END
      printf 'k,t\na,"1;2|b;3"\nb,x/y|b\nab,"1;2/y|b"\n' > q.csv
      bulkcheck -p q.json --report json q.csv
      """#
    ) { result in
      let found = counts(try report(result.output))
      #expect(found["t[1].const"] == [3, 1, 0, 0, 0])
      #expect(found["a.t[1].const"] == [2, 1, 0, 0, 1])
      #expect(found["a.t.items.maxLength"] == [2, 1, 0, 0, 1])
      #expect(found["b.t[1].const"] == [2, 0, 0, 0, 1])
    }
  }
}
