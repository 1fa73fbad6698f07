import Foundation
import Testing

/// Columns in SQL that are hardly meant as columns.
@Suite("A name in SQL", .waitsForCommands)
struct SQLNameTests {
  @Test(
    "notes a name that is hardly one",
    arguments: [
      (#"s = "x""#, 5, "\"x\" is a column, as it is in double quotes", "'x' if it is a string"),
      (#"lower(s) in ('a', "it's")"#, 19, "\"it's\" is a column", "'it''s' if it is a string"),
      (#"s is not distinct from "x""#, 24, "\"x\" is a column", "'x'"),
      (#"s like "a%""#, 8, "\"a%\" is a column", "'a%'"), (#"s = "s""#, 0, "", ""),
      ("s = `x`", 0, "", ""), (#""x" = 'a' or n > "y""#, 0, "", ""), (#""x" = n + 1"#, 0, "", ""),
      (#"a = "x" and "x" > 5"#, 5, "\"x\" is a column", "'x'"),
      ("n > 1 and t.s = 'a'", 11, "no field begins with \"t\"", "\"s\", without the name"),
      ("t.x = 1 and previous = 2", 0, "", ""),
      ("select * from t as u where u.s = 'a'", 0, "", ""),
      ("select u.* from t where u.s = 'a'", 25, "no field begins with \"u\"", "\"s\""),
    ])
  func doubtfulNames(sql: String, column: Int, sentence: String, remedy: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = """
      bulkcheck: 1
      fields: {n: {type: number}, s: {type: string}, l: {type: array}}
      rules:
        - id: a
          sql: |
            \(sql)
      """
    try Data(profile.utf8).write(to: folder.appending(path: "q.yaml"))
    let result = try Tool.run("bulkcheck lint q.yaml", in: folder)
    #expect(result.exitCode == 0, "\(result.output)")
    let notes = result.output.split(separator: "\n").filter { $0.contains("note:") }
    #expect(notes.count == (column == 0 ? 0 : 1), "\(result.output)")
    if let note = notes.first {
      #expect(note.hasPrefix("q.yaml:6:\(column + 6): "), "\(note)")
      #expect(note.contains(sentence) && note.contains(remedy), "\(note)")
    }
  }

  @Test("a column that a rule reads elsewhere may be in double quotes")
  func quotedColumn() throws {
    try Tool.expect(
      #"""
      cat > q.json <<'END'
      {"bulkcheck": 1, "rules": [{"id": "a", "sql": "a = \"Other One\""},
        {"id": "b", "sql": "\"Other One\" is not null"}]}
      END
      bulkcheck lint q.json
      """#, prints: "q.json: 2 rules on 2 fields, no mistakes\n")
  }
}
