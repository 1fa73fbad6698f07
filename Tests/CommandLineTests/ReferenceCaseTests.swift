import Foundation
import Testing

/// The cases of `Tests/Reference/cases`: what a profile makes of records, by the command and by an
/// independent implementation.
@Suite("Cases by hand", .waitsForCommands)
struct ReferenceCaseTests {
  @Test(
    "are answered as they say",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/python3"), "there is no python3"))
  func cases() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = Samples.folder.deletingLastPathComponent()
      .appending(path: "Tests/Reference/run_cases.py").path
    let result = try Tool.run("python3 -B '\(script)' --binary '\(Tool.path)'", in: folder)
    #expect(result.exitCode == 0, "\(result.output)\(result.diagnostics)")
  }
}
