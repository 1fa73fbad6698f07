internal import Benchmark
@_spi(Benchmarks) internal import Bulkcheck
internal import Corpora

/// Each stage, alone or with those before it, on one thread: the difference of two lines is what a
/// stage costs.
///
/// Alone: reading, inflating, the index of CSV. With those before: the grammar, the values of
/// fields, the rules.
func measureStages() {
  let records = Size.filesRecords
  let formats: [(title: String, make: @Sendable () -> Corpus)] = [
    ("JSONL", { .usersJSONL(records: records) }),
    ("CSV", { .usersCSV(records: records) }),
  ]
  measureIndex("stage: CSV, index alone", isPortable: false) { .usersCSV(records: records) }
  measureIndex("stage: CSV, index alone, portable", isPortable: true) {
    .usersCSV(records: records)
  }
  for (format, make) in formats {
    measureInput("stage: \(format), reading alone", .file, make)
    measureInput("stage: \(format), inflating alone", .gzipFile, make)
    measure("stage: \(format), grammar only, 1 thread", threads: 1) { make().withoutRules }
    measure("stage: \(format), values of fields, 1 thread", threads: 1) { make().withPresenceAlone }
    measure("stage: \(format), all rules, 1 thread", threads: 1, corpus: make)
  }
}

/// Batches that are not full: what a batch costs besides its records shows in the smaller ones.
func measureBatches() {
  let make: @Sendable () -> Corpus = { .usersJSONL(records: Size.batchedRecords) }
  for records in [1, 4, 16, 64] {
    let title = "batch of \(records == 1 ? "1 record" : "\(records) records"), 1 thread"
    Benchmark(title) { benchmark in
      let job = try BatchedJob.cached(title, corpus: make)
      let valid = timed(benchmark, bytes: job.corpus.bytes.count) {
        Stage.countValid(job.corpus.bytes, by: job.validator, recordsInBatch: records)
      }
      let expected = job.corpus.truth.records - job.corpus.truth.invalid
      if valid != expected {
        benchmark.error("\(title): \(valid) valid records instead of \(expected)")
      }
    }
  }
}

/// Records in memory and what they are checked by.
private struct BatchedJob: Sendable {
  let corpus: Corpus
  let validator: ProfileValidator

  static func cached(_ title: String, corpus: () -> Corpus) throws -> BatchedJob {
    try Latest.cached(title) {
      let corpus = corpus()
      return BatchedJob(
        corpus: corpus, validator: try ProfileValidator(Profile(text: corpus.profile)))
    }
  }
}

/// From the file, or the gzip file, to decompressed bytes that nobody looks at.
private func measureInput(
  _ title: String, _ delivery: Delivery, _ make: @escaping @Sendable () -> Corpus
) {
  Benchmark(title) { benchmark in
    let file = try CorpusFile.cached(title, delivery, corpus: make)
    let bytes = timed(benchmark, bytes: file.bytes) { Stage.countBytes(ofFile: file.path) }
    if bytes != file.bytes {
      benchmark.error("\(title): \(bytes ?? -1) bytes instead of \(file.bytes)")
    }
  }
}

/// A kernel over the text in memory. The other kernel says how many tokens there are.
private func measureIndex(
  _ title: String, isPortable: Bool, _ make: @escaping @Sendable () -> Corpus
) {
  Benchmark(title) { benchmark in
    let text = PaddedText.cached(title, isPortable: isPortable, corpus: make)
    let tokens = timed(benchmark, bytes: text.bytes.count) {
      Stage.countTokens(text.bytes, isPortable: isPortable)
    }
    if tokens != text.tokens {
      benchmark.error("\(title): \(tokens) tokens instead of \(text.tokens)")
    }
  }
}

/// Measures the work, and notes how many of the bytes it passed a second.
private func timed<Result>(_ benchmark: Benchmark, bytes: Int, work: () -> Result) -> Result {
  let clock = ContinuousClock()
  benchmark.startMeasurement()
  let start = clock.now
  let result = work()
  let seconds = (clock.now - start) / .seconds(1)
  benchmark.stopMeasurement()
  benchmark.measurement(throughput, Int(Double(bytes) / seconds / 1e6))
  return result
}
