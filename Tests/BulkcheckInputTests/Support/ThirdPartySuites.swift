import Foundation

/// The folder `suites/gzip` beside the package (or in `BULKCHECK_SUITES`), where it is present.
enum ThirdPartySuites {
  static let gzipFolder: URL? = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let suites =
      ProcessInfo.processInfo.environment["BULKCHECK_SUITES"].map { URL(filePath: $0) }
      ?? package.deletingLastPathComponent().appending(path: "shared/suites")
    let folder = suites.appending(path: "gzip")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// Paths of the compressed samples below ``gzipFolder``, sorted.
  static var gzipSamples: [String] {
    guard let gzipFolder else { return [] }
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: gzipFolder.path)) ?? []
    return paths.filter { path in
      [".gz", ".bgz", ".pgzf", ".pigz"].contains { path.hasSuffix($0) }
    }.sorted()
  }

  /// The decompressed twin of a sample: the same name without the suffix, or with `.txt` for it.
  static func twin(of sample: URL) -> [UInt8]? {
    let plain = sample.deletingPathExtension()
    for candidate in [plain, plain.appendingPathExtension("txt")] {
      if let data = try? Data(contentsOf: candidate) { return Array(data) }
    }
    return nil
  }
}
