import Bulkcheck
import Foundation
import Testing

@Suite("Loading a profile")
struct ProfileLoadingTests {
  @Test("a profile has its name, digest and rules")
  func loading() throws {
    let profile = try Profile(
      text: #"{"bulkcheck": 1, "name": "n", "fields": {"a": {"required": true, "minimum": 1}}}"#)
    #expect(profile.name == "n")
    #expect(profile.sha256.count == 64)
    #expect(profile.ruleIDs == ["a.required", "a.minimum"])
  }

  @Test("all mistakes are thrown at once, with places and suggestions")
  func mistakes() throws {
    let text = """
      {"bulkcheck": 1,
       "fields": {"a": {"minimun": 1}, "b": {"type": "strng"}}}
      """
    let error = #expect(throws: ProfileError.self) { try Profile(text: text, fileName: "p.json") }
    let found = try #require(error)
    #expect(found.code == .mistakes)
    #expect(found.mistakes.map(\.line) == [2, 2])
    #expect(found.mistakes.map(\.suggestion) == ["minimum", "string"])
    #expect(found.description.contains("p.json:2:"))
    #expect(found.description.contains("2 mistakes"))
  }

  @Test("a file is read, and one that is not there is told")
  func files() throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "bulkcheck-profile-\(UUID().uuidString).json")
    try Data(#"{"bulkcheck": 1, "fields": {"a": {"required": true}}}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Profile(contentsOfFile: file.path).ruleIDs == ["a.required"])
    let error = #expect(throws: ProfileError.self) {
      try Profile(contentsOfFile: file.path + ".none")
    }
    #expect(error?.code == .unreadable)
    #expect(error?.description.contains(".none") == true)
  }

  @Test("rules are selected by id and label, and an unknown name is an error")
  func selection() throws {
    let profile = try Profile(
      text: """
        {"bulkcheck": 1, "fields": {"a": {"required": true},
          "b": {"labels": ["second"], "required": true}}}
        """)
    let report = try ProfileValidator(profile.selecting(skip: ["label:second"]))
      .validate(bytes: Array(#"{"x":1}"#.utf8), name: "x.jsonl")
    let rules = report.rules.filter { !$0.isBuiltIn }
    #expect(rules.map(\.status) == [.fail, .off])
    let error = #expect(throws: ProfileError.self) { try profile.selecting(only: ["c.required"]) }
    #expect(error?.code == .unknownRule)
  }
}
