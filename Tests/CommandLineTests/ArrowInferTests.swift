import Foundation
import Testing

/// Drafts from tables: the types of columns say what few values do not.
@Suite("Drafts from Arrow columns", .waitsForCommands)
struct ArrowInferTests {
  private static let tables = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "BulkcheckArrowTests/Tables").path

  /// The lines of a field, without blanks, from its name on.
  private func lines(_ draft: String, from field: String) -> String {
    let lines = draft.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let rest = lines.drop { !$0.hasPrefix("\"\(field)\": {") }
    return rest.prefix { !$0.hasPrefix("},") }.joined(separator: "\n")
  }

  @Test(
    "have the rules that hold by type",
    arguments: [
      ("few", [#""minimum": 0"#, "the column is unsigned"]),
      ("many", [#""range": [0, "#]),
      ("price", [#""multipleOf": 0.01"#, "the scale of the column is 2", #""type": "number""#]),
      ("hundreds", [#""multipleOf": 1e2"#, #""type": "integer""#]),
      ("name", [#""required": true"#, "the column is not nullable"]),
      ("plan", [#""enum": ["free", "gold", "pro", "team"]"#]),
      ("clock", [#""format": "time""#]),
      ("at", [#""as": "local""#]),
    ])
  func rules(field: String, words: [String]) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run("bulkcheck infer '\(Self.tables)/typed.arrow'", in: folder)
    let draft = lines(result.output, from: field)
    for word in words { #expect(draft.contains(word), "\(draft) \(result.diagnostics)") }
    // Nothing but the values says how many words there are.
    #expect(!lines(result.output, from: "word").contains("enum"), "\(result.output)")
  }

  @Test("hold for the table", arguments: ["typed", "local", "orders"])
  func holds(table: String) throws {
    try Tool.expect(
      """
      T='\(Self.tables)/\(table).arrow'
      bulkcheck infer $T > d.json; bulkcheck lint d.json > /dev/null; echo $?
      bulkcheck -p d.json $T > /dev/null; echo $?
      bulkcheck infer --schema $T > d.schema.json
      bulkcheck --schema d.schema.json $T > /dev/null; echo $?
      for t in 1 2 7; do bulkcheck infer --threads $t $T | cmp - d.json; done
      """, prints: "0\n0\n0\n")
  }

  @Test("of several tables have what their types have alike")
  func several() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      "bulkcheck infer '\(Self.tables)/typed.arrow' '\(Self.tables)/local.arrow'", in: folder)
    #expect(!lines(result.output, from: "few").contains("unsigned"), "\(result.output)")
    #expect(lines(result.output, from: "clock").contains("\"format\": \"time\""))
  }
}
