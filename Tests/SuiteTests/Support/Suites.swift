import Foundation
import Testing

/// The third-party suites: `../shared/suites` beside the package, or where `BULKCHECK_SUITES` says.
enum Suites {
  static let folder: URL? = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let given = ProcessInfo.processInfo.environment["BULKCHECK_SUITES"].map { URL(filePath: $0) }
    let folder = given ?? package.deletingLastPathComponent().appending(path: "shared/suites")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static func file(_ path: String) throws -> [UInt8] {
    let folder = try #require(folder)
    return Array(try Data(contentsOf: folder.appending(path: path)))
  }

  static func path(_ path: String) throws -> String {
    try #require(folder).appending(path: path).path
  }

  /// The names in a folder of the suites, sorted; none where the suites are absent.
  static func names(in path: String) -> [String] {
    guard let folder else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: path).path)
    return (names ?? []).sorted()
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where the third-party suites are absent.
  static var needsSuites: Self {
    .enabled(if: Suites.folder != nil, "the third-party suites are not beside the checkout")
  }
}
