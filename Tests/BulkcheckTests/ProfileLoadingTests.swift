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
    #expect(found.description.contains("2 errors"))
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

  @Test("reference files are found beside the profile, or in the folder that is named")
  func references() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "bulkcheck-profile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text =
      #"{"bulkcheck": 1, "fields": {"a": {"references": {"file": "codes.csv", "column": "code"}}}}"#
    try Data(text.utf8).write(to: folder.appending(path: "p.json"))
    try Data("code\nNO\nSE\n".utf8).write(to: folder.appending(path: "codes.csv"))
    for profile in [
      try Profile(contentsOfFile: folder.appending(path: "p.json").path),
      try Profile(text: text, referencesFrom: folder.path),
      try Profile(bytes: Array(text.utf8), referencesFrom: folder.path + "/"),
    ] {
      let validator = try ProfileValidator(profile)
      let report = validator.validate(
        bytes: Array("{\"a\":\"NO\"}\n{\"a\":\"DK\"}\n".utf8), name: "x.jsonl")
      #expect(report.records.invalid == 1)
      #expect(report.profile.references.map(\.column) == ["code"])
      #expect(report.profile.references.map(\.values) == [2])
      #expect(validator.failures(ofRecord: #"{"a": "DK"}"#) == ["a.references"])
    }
    let error = #expect(throws: ProfileError.self) {
      try Profile(text: text, referencesFrom: folder.path + "/none")
    }
    #expect(error?.mistakes.map(\.line) == [1])
    #expect(error?.description.contains("/none/codes.csv: cannot be opened") == true)
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
