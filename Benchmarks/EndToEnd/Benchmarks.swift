internal import Benchmark
internal import Bulkcheck
internal import Corpora

/// Millions of decompressed bytes a second, in whole numbers.
let throughput = BenchmarkMetric.custom(
  "Throughput (MB/s)", polarity: .prefersLarger, useScalingFactor: false)

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal, .peakMemoryResident, throughput],
    warmupIterations: 1, maxDuration: .seconds(Size.secondsForEach),
    maxIterations: Size.iterationsMaximum)

  for (title, records) in Size.users {
    measure("users, JSONL, \(title)") { .usersJSONL(records: records) }
    measure("users, CSV, \(title)") { .usersCSV(records: records) }
  }
  measureFiles()
  measureStages()
  measureBatches()
  for index in Size.shapeTitles.indices {
    measure("shape: \(Size.shapeTitles[index])") {
      Corpus.hardShape(index, bytes: Size.shapeBytes)
    }
  }
}

/// Measures this data from files: reading and inflating are part of the time.
private func measureFiles() {
  let records = Size.filesRecords
  for way in [Delivery.file, .gzipFile] {
    measure("users, JSONL, \(way)", way) { .usersJSONL(records: records) }
    measure("users, CSV, \(way)", way) { .usersCSV(records: records) }
  }
}

/// One benchmark; its iterations share what is prepared.
func measure(
  _ title: String, _ delivery: Delivery = .memory, threads: Int? = nil,
  corpus: @escaping @Sendable () -> Corpus
) {
  Benchmark(title) { benchmark in
    let job = try PreparedJob.cached(title, delivery, threads: threads, corpus: corpus)
    benchmark.startMeasurement()
    let report = job.run()
    benchmark.stopMeasurement()
    benchmark.measurement(throughput, Int(Double(report.bytesJudged) / report.timing.seconds / 1e6))
    if let difference = job.difference(report) { benchmark.error("\(title): \(difference)") }
  }
}
