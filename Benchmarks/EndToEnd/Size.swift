internal import Corpora
internal import Foundation

/// How much data the benchmarks use: `BULKCHECK_BENCHMARK_SIZE=tiny` makes them a smoke test.
enum Size {
  static let isTiny = ProcessInfo.processInfo.environment["BULKCHECK_BENCHMARK_SIZE"] == "tiny"

  static let users: [(title: String, records: Int)] =
    isTiny
    ? [("tiny", 200)]
    : [("1,000 records", 1_000), ("20,000 records", 20_000), ("400,000 records", 400_000)]
  static let filesRecords = isTiny ? 200 : 400_000
  static let batchedRecords = isTiny ? 200 : 20_000
  static let shapeBytes = isTiny ? 10_000 : 64_000_000
  static let shapeTitles = Corpus.hardShapeTitles
  static let secondsForEach: Int64 = 5
  static let iterationsMaximum = isTiny ? 1 : 50
}
