internal import Corpora
internal import Foundation

/// A corpus as a file below the temporary folder; a later run overwrites it.
struct CorpusFile: Sendable {
  let path: String
  /// Decompressed.
  let bytes: Int

  static func cached(
    _ title: String, _ delivery: Delivery, corpus: () -> Corpus
  ) throws -> CorpusFile {
    try Latest.cached(title) { try CorpusFile(corpus(), delivery) }
  }

  init(_ corpus: Corpus, _ delivery: Delivery) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bulkcheck-benchmarks")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: corpus.name)
    try Data(corpus.bytes).write(to: file)
    bytes = corpus.bytes.count
    guard delivery == .gzipFile else {
      path = file.path
      return
    }
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-6", "-n", "-k", "-f", file.path]
    try gzip.run()
    gzip.waitUntilExit()
    path = file.path + ".gz"
  }
}
