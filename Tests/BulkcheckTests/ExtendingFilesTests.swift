import Bulkcheck
import Foundation
import Testing

@Suite("Profiles in several files")
struct ExtendingFilesTests {
  private static let files = [
    "own.json": #"{"bulkcheck": 1, "extends": "base/base.json", "fields": {"n": {"maximum": 5}}}"#,
    "base/base.json": """
    {"bulkcheck": 1, "fields": {"n": {"minimum": 1},
      "code": {"references": {"file": "codes.csv", "column": "code"}}}}
    """,
    "base/codes.csv": "code\nA\nB\n",
  ]

  private func withFiles(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "base"), withIntermediateDirectories: true)
    for (name, text) in Self.files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    try body(folder.path)
  }

  @Test("paths are relative to the file that names them, and all files count for the digest")
  func paths() throws {
    try withFiles { folder in
      let profile = try Profile(contentsOfFile: folder + "/own.json")
      let report = try ProfileValidator(profile).validate(
        bytes: #"{"n": 9, "code": "C"}"#.utf8, name: "a.jsonl")
      #expect(report.rules.filter { $0.failed > 0 }.map(\.id) == ["n.maximum", "code.references"])
      let comment = Self.files["base/base.json", default: ""] + "// changed"
      try comment.write(toFile: folder + "/base/base.json", atomically: true, encoding: .utf8)
      #expect(try Profile(contentsOfFile: folder + "/own.json").sha256 != profile.sha256)
    }
  }

  @Test("a partial result keeps them")
  func partial() throws {
    try withFiles { folder in
      let validator = try ProfileValidator(Profile(contentsOfFile: folder + "/own.json"))
      let inputs = [ProfileValidator.Input.bytes(#"{"n": 9}"#.utf8, name: "a.jsonl")]
      let whole = validator.validate(inputs)
      let merged = try PartialResult.merge([validator.partialResult(of: inputs).result])
      #expect(merged.rules == whole.rules)
      #expect(merged.profile == whole.profile)
    }
  }
}
