import Foundation
import Testing

/// `bulkcheck test`: records in a profile, and the rules that fail on them.
@Suite(.waitsForCommands) struct FixtureTests {
  private func test(_ profile: String, schema: String = "{}") throws -> Tool.Result {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(profile.utf8).write(to: folder.appending(path: "p.json"))
    try Data(schema.utf8).write(to: folder.appending(path: "s.json"))
    return try Tool.run("bulkcheck lint p.json >&2 && bulkcheck test p.json", in: folder)
  }

  @Test("rules of a schema are named by their locations")
  func schemaRules() throws {
    let profile = ##"""
      {"bulkcheck": 1, "schema": "s.json", "tests": [
        {"record": {"a": "long", "b": 1}, "fails": ["#/properties/a/maxLength"]},
        {"record": {"a": "x"}, "fails": ["#/required"]},
        {"record": {"a": "x", "b": 1}, "fails": []}]}
      """##
    let schema = #"{"properties": {"a": {"maxLength": 3}}, "required": ["b"]}"#
    let result = try test(profile, schema: schema)
    #expect(result.output == "p.json: 3 tests passed\n", "\(result.diagnostics)")
    // Rules of a schema are told apart by what their keywords say.
    #expect(!result.diagnostics.contains("note:"))

    let unknown = profile.replacingOccurrences(of: "a/maxLength", with: "a/maxLenght")
    let refused = try test(unknown, schema: schema)
    #expect(refused.exitCode == 2)
    #expect(
      refused.diagnostics.contains(
        ##"no rule has the id "#/properties/a/maxLenght": did you mean"##))
  }

  @Test("a record is the whole input of rules that refer to other records")
  func references() throws {
    let result = try test(
      """
      {"bulkcheck": 1,
       "rules": [{"id": "known", "references":
         {"fields": ["a"], "file": ".", "columns": ["b"]}}],
       "table": [{"id": "rows", "measure": "count", "minimum": 3}],
       "tests": [
         {"record": {"a": 2, "b": 1}, "fails": ["known"]},
         {"record": {"a": 2, "b": 2}, "fails": []}]}
      """)
    #expect(result.output == "p.json: 2 tests passed\n", "\(result.diagnostics)")
  }
}
