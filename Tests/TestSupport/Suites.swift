package import Foundation
package import Testing

/// Files of other projects: `../shared/suites` beside the package, or where `BULKCHECK_SUITES`
/// says.
package enum Suites {
  private static let folder: URL? = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let given = ProcessInfo.processInfo.environment["BULKCHECK_SUITES"].map { URL(filePath: $0) }
    let folder = given ?? package.deletingLastPathComponent().appending(path: "shared/suites")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// Whether there are any.
  package static var isPresent: Bool { folder != nil }

  package static func url(_ path: String) throws -> URL {
    try #require(folder).appending(path: path)
  }

  package static func file(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url(path)))
  }

  package static func path(_ path: String) throws -> String { try url(path).path }

  /// The names in a folder of the suites, sorted; none where the suites are absent.
  package static func names(in path: String) -> [String] {
    names(path) { try $0.contentsOfDirectory(atPath: $1) }
  }

  /// The paths of all files below a folder of the suites, sorted.
  package static func paths(below path: String) -> [String] {
    names(path) { try $0.subpathsOfDirectory(atPath: $1) }
  }

  private static func names(
    _ path: String, _ list: (FileManager, String) throws -> [String]
  ) -> [String] {
    ((try? list(.default, url(path).path)) ?? []).sorted()
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where the third-party suites are absent.
  package static var needsSuites: Self {
    .enabled(if: Suites.isPresent, "the third-party suites are not beside the checkout")
  }
}
