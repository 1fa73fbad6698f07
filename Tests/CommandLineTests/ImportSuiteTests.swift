import Foundation
import TestSupport
import Testing

/// Real files of other projects, which do not come with the repository (docs/conformance.md).
@Suite("A real file with checks", .waitsForCommands, .needsSuites)
struct ImportSuiteTests {
  /// Files that are in a folder of the suite, but are not of its format.
  private static let others = ["dbt-stripe-integration-tests-dbt-project.yml"]

  @Test(
    "is read whole, and every profile passes lint",
    arguments: [("gx", 95), ("dbt", 90), ("soda", 92)])
  func files(format: String, percentMinimum: Int) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var checks = 0
    var enforced = 0
    for name in Suites.names(in: "contracts/\(format)") {
      let path = try Suites.path("contracts/\(format)/\(name)")
      let result = try Tool.run(
        "rm -rf out; mkdir out; bulkcheck import \(format) '\(path)' -o out || exit $?; "
          + "test -z \"$(ls out)\" || bulkcheck lint out/*", in: folder)
      if Self.others.contains(name) {
        #expect(result.exitCode == 2)
        continue
      }
      #expect(result.exitCode == 0, "\(name): \(result.output) \(result.diagnostics)")
      for line in result.diagnostics.split(separator: "\n") {
        guard let match = line.firstMatch(of: /(\d+) checks?: (\d+) enforced/) else { continue }
        checks += Int(match.1) ?? 0
        enforced += Int(match.2) ?? 0
      }
    }
    guard checks > 0 else { return }
    #expect(enforced * 100 >= checks * percentMinimum, "\(enforced) of \(checks)")
  }
}
