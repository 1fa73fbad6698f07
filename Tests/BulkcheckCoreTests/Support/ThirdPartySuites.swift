import Foundation
import Testing

/// Files of other projects: `../shared/suites` beside the package, or where `BULKCHECK_SUITES`
/// says.
enum ThirdPartySuites {
  /// A folder of them, if it is there.
  static func folder(_ path: String) -> URL? {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let given = ProcessInfo.processInfo.environment["BULKCHECK_SUITES"].map { URL(filePath: $0) }
    let suites = given ?? package.deletingLastPathComponent().appending(path: "shared/suites")
    let folder = suites.appending(path: path)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
