import Bulkcheck
import Foundation
import Testing

/// The library and the command give the same report.
@Suite("Library and command", .waitsForCommands)
struct LibraryTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(
    "the report value of the library is the JSON report of the command",
    arguments: [
      ("users", "users.jsonl.gz"), ("users", "users.csv"), ("orders", "orders.jsonl"),
      ("airports", "airports.csv"), ("events", "events.jsonl"),
    ])
  func sameReport(profile: String, sample: String) async throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profilePath = Self.package.appending(path: "profiles/\(profile).json").path
    let path = Self.package.appending(path: "samples/\(sample)").path
    let result = try Tool.run(
      "bulkcheck -p '\(profilePath)' --report json '\(path)'", in: folder)
    let validator = try ProfileValidator(Profile(contentsOfFile: profilePath))
    let batches = validator.batches(of: [.file(path)])
    for try await _ in batches {}
    for report in [validator.validate(file: path), await batches.report] {
      #expect(withoutTiming(JSONReport.text(report)) == withoutTiming(result.output))
      #expect(Int32(report.exitCode) == result.exitCode)
    }
  }

  private func withoutTiming(_ json: String) -> [Substring] {
    json.split(separator: "\n").filter { !$0.contains("\"timing\":") }
  }
}
