import Foundation

/// The samples of this repository.
enum Samples {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "samples")

  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { [".jsonl", ".csv", ".gz"].contains(where: $0.hasSuffix) }.sorted()
  }()
}

/// Public data sets: `../shared/data` beside the package, or where `BULKCHECK_DATA` says.
enum RealData {
  /// Larger files take too long in debug builds.
  private static let bytesMaximum = 600_000

  static let folder: URL = {
    let package = Samples.folder.deletingLastPathComponent()
    let given = ProcessInfo.processInfo.environment["BULKCHECK_DATA"].map { URL(filePath: $0) }
    return given ?? package.deletingLastPathComponent().appending(path: "shared/data")
  }()

  static let paths: [String] = {
    guard let files = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    return files.compactMap { $0 as? String }.sorted()
      .filter { [".jsonl", ".ndjson", ".csv", ".jsonl.gz"].contains(where: $0.hasSuffix) }
      .map { folder.appending(path: $0).path }
      .filter {
        let size = try? FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int
        return (size ?? nil).map { $0 <= bytesMaximum } ?? false
      }
  }()
}
