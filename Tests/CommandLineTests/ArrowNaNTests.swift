import Foundation
import Testing

/// NaN in columns of floats: a text, or null where the profile says so, and counted in any case.
@Suite("NaN of Arrow columns", .waitsForCommands)
struct ArrowNaNTests {
  private static let tables = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "BulkcheckArrowTests/Tables").path

  private static let fields = #"""
    "fields": {
      "x": {"type": "number"}, "half": {"maximum": 1}, "inner.x": {"required": true},
      "inner": {"fields": {"x": {"nullable": false}}}, "coded": {"type": "number"},
      "list": {"items": {"type": "number"}}, "list[0]": {"type": "number"},
      "text": {"notEmpty": true}, "id": {"maximum": 4}, "none": {}
    }
    """#
  private static let asText = #"{"bulkcheck": 1, \#(fields)}"#
  private static let asNull = #"{"bulkcheck": 1, "input": {"nan": "null"}, \#(fields)}"#

  private func run(_ script: String, _ profile: String) throws -> (Tool.Result, URL) {
    let folder = try Tool.folder()
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    return (try Tool.run("T='\(Self.tables)'; \(script)", in: folder), folder)
  }

  private func report(_ name: String, in folder: URL) throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appending(path: name))
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// The counts of each field: absent, null, empty, present, NaN.
  private func counts(_ name: String, in folder: URL) throws -> [String: [Int]] {
    let fields = try #require(try report(name, in: folder)["fields"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: fields.map { field in
        let names = ["absent", "null", "empty", "present", "nan"]
        return (field["path"] as? String ?? "", names.map { field[$0] as? Int ?? 0 })
      })
  }

  @Test(
    "is counted, as a part of what is present or null",
    arguments: [(asText, 0), (asNull, 2)])
  func counted(profile: String, nulls: Int) throws {
    let (result, folder) = try run(
      """
      for t in 1 2 7; do
        bulkcheck -p q.json --threads $t $T/nan.arrow --report json=$t > /dev/null
      done
      bulkcheck -p q.json < $T/nan.arrow --report json=4 --report html=h - > /dev/null
      bulkcheck -p q.json $T/nan.arrow $T/nan.arrow $T/nan.jsonl --report json=twice > /dev/null
      bulkcheck -p q.json $T/nan.arrow $T/nan.jsonl --partial a > /dev/null
      bulkcheck -p q.json $T/nan.arrow --partial b > /dev/null
      bulkcheck merge a b --report json=merged > /dev/null
      bulkcheck -p q.json $T/nan.jsonl --report json=lines > /dev/null
      grep -c 'data-name="NaN"' h; grep -c '"nan"' lines; cmp 1 2 | wc -l
      """, profile)
    defer { try? FileManager.default.removeItem(at: folder) }
    let float = [0, 1 + nulls, 0, 5 - nulls, 2]
    let expected = [
      "x": float, "half": float, "inner.x": float, "coded": float, "inner": [0, 0, 0, 6, 0],
      "list": [0, 0, 0, 6, 0], "list[0]": float, "text": [0, 0, 1, 5, 0],
      "id": [0, 0, 0, 6, 0], "none": [6, 0, 0, 0, 0],
    ]
    for name in ["1", "2", "7", "4"] {
      #expect(try counts(name, in: folder) == expected, "\(result.diagnostics)")
    }
    let lines = try counts("lines", in: folder)
    let sums = expected.mapValues { $0.map { 2 * $0 } }.merging(lines) { zip($0, $1).map(+) }
    #expect(try counts("twice", in: folder) == sums)
    #expect(try counts("merged", in: folder) == sums)
    #expect(lines.values.allSatisfy { $0[4] == 0 })
    #expect(result.output.hasPrefix("10\n0\n"), "\(result.output)")
  }

  @Test("is to rules what it is in JSON lines", arguments: [(asText, "NaN"), (asNull, "null")])
  func judged(profile: String, value: String) throws {
    let (result, folder) = try run(
      #"""
      sed -E 's/(:|\[|,)"NaN"/\1null/g; s/"text":null/"text":"NaN"/' $T/nan.jsonl > null.jsonl
      cp $T/nan.jsonl NaN.jsonl
      bulkcheck -p q.json $T/nan.arrow --report json=table --valid v --invalid i > /dev/null
      bulkcheck -p q.json VALUE.jsonl --report json=lines --valid w --invalid j > /dev/null
      for record in 1 5; do
        bulkcheck explain -p q.json $T/nan.arrow --record $record | grep -E '^  (FAIL|ok)'
        bulkcheck explain -p q.json VALUE.jsonl --record $record | grep -E '^  (FAIL|ok)' >&2
      done
      cat v i | tr -d ' ' > t; cat w j | cmp - t || head -2 t
      """#.replacing("VALUE", with: value), profile)
    defer { try? FileManager.default.removeItem(at: folder) }
    let counts = try ["table", "lines"].map { name in
      let rules = try #require(try report(name, in: folder)["rules"] as? [[String: Any]])
      return rules.map { rule in
        (rule["id"] as? String ?? "") + " \(rule["failed"] ?? 0) \(rule["passed"] ?? 0)"
      }
    }
    #expect(counts[0] == counts[1])
    #expect(counts[0].contains(value == "null" ? "x.type 1 2" : "x.type 3 2"), "\(counts[0])")
    #expect(result.output == result.diagnostics)
  }
}
