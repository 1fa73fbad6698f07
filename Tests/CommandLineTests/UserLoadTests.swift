import Foundation
import Testing

/// The sample of a job that loads records: run as a user runs it.
@Suite("Sample UserLoad", .waitsForCommands)
struct UserLoadTests {
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "samples")
  private static let program = URL(filePath: Tool.path).deletingLastPathComponent()
    .appending(path: "UserLoad").path

  @Test("each record goes to one of the two files, those that are refused with reasons")
  func load() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = Self.samples.appending(path: "users.jsonl.gz").path
    let result = try Tool.run("'\(Self.program)' '\(input)' .", in: folder)
    #expect(result.exitCode == 1)
    let accounts = try lines(folder.appending(path: "accounts.csv"))
    let rejected = try lines(folder.appending(path: "rejected.jsonl"))
    #expect(accounts.first == "id,username,email,age,country,plan,city")
    #expect(accounts.count - 1 + rejected.count == 200)
    #expect(result.output.contains("\(accounts.count - 1) valid"))
    #expect(accounts.dropFirst().allSatisfy { !$0.contains(",team,") })
    #expect(rejected.contains { $0.contains("\"message\":\"Teams are loaded by another job\"") })
    #expect(rejected.contains { $0.contains("\"rule\":\"bulkcheck.malformed\"") })
    for line in rejected {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let failures = try #require(object?["failures"] as? [[String: Any]])
      #expect(!failures.isEmpty)
      #expect(object?["record"] is String && object?["line"] is Int)
    }
  }

  @Test("an input that cannot be read ends with 2 and its reason")
  func unreadable() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run("'\(Self.program)' no-such-file.jsonl .", in: folder)
    #expect(result.exitCode == 2)
    #expect(result.output.contains("no-such-file.jsonl"))
  }

  private func lines(_ file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
