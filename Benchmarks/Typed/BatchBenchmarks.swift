internal import Benchmark
internal import Bulkcheck
internal import Corpora
internal import Foundation
internal import Requirements

/// Batches by a requirement against the profile with the same rules, on the same bytes, one right
/// after the other: the figures are CPU times of all threads in percent of the profile's, so that a
/// machine that is busy spoils them less.
func measureBatches(isTiny: Bool) {
  let metrics = [
    BatchWay.builtIns, .codePoints, .closure, .values,
  ].map {
    ($0, BenchmarkMetric.custom($0.rawValue, polarity: .prefersSmaller, useScalingFactor: false))
  }
  Benchmark(
    "batch: CPU times in percent of the profile's",
    configuration: .init(
      metrics: metrics.map(\.1), warmupIterations: 1, scalingFactor: .one,
      maxDuration: .seconds(600), maxIterations: isTiny ? 1 : 7)
  ) { benchmark in
    let job = try BatchJob(records: isTiny ? 500 : 300_000)
    let (profile, difference) = try await job.run(.profile)
    if let difference { benchmark.error("profile: \(difference)") }
    for (way, metric) in metrics {
      let (seconds, difference) = try await job.run(way)
      if let difference { benchmark.error("\(way): \(difference)") }
      benchmark.measurement(metric, Int((100 * seconds / profile).rounded()))
    }
  }
}

/// How the records are judged.
enum BatchWay: String {
  case profile = "Profile"
  case builtIns = "Built-ins (%)"
  case codePoints = "Built-ins, lengths in code points (%)"
  case closure = "And a closure on one text (%)"
  case values = "Batches of decoded values (%)"
}

/// Validators, made before the clock runs, their input, and the right answer.
struct BatchJob {
  private let profile: ProfileValidator
  private let builtIns: BatchValidator<BatchUser>
  private let codePoints: BatchValidator<BatchUser>
  private let closure: BatchValidator<BatchUser>
  private let input: ProfileValidator.Input
  private let truth: Truth

  init(records: Int) throws {
    let corpus = Corpus.usersJSONL(records: records)
    var options = BatchOptions()
    options.lengthUnit = .codePoints
    profile = try ProfileValidator(Profile(text: BatchUser.profile))
    builtIns = try BatchValidator(BatchUser.inspectable)
    codePoints = try BatchValidator(BatchUser.inspectable, options: options)
    closure = try BatchValidator(BatchUser.withClosure, options: options)
    input = .bytes(corpus.bytes, name: corpus.name)
    truth = corpus.truth
  }

  /// The seconds of all threads together that the run took, and how its answer differs from the
  /// truth.
  func run(_ way: BatchWay) async throws -> (seconds: Double, difference: String?) {
    let start = Self.processorSeconds
    let report: Report
    switch way {
    case .profile: report = await profile.validate([input])
    case .builtIns: report = await builtIns.validate([input])
    case .codePoints: report = await codePoints.validate([input])
    case .closure: report = await closure.validate([input])
    case .values:
      let batches = try codePoints.batches(of: [input])
      var valid = 0
      for try await batch in batches { valid += batch.valid.count }
      report = await batches.report
      if valid != report.records.valid { return (1, "\(valid) values") }
    }
    return (Self.processorSeconds - start, difference(report))
  }

  /// Processor time of the process so far.
  static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func difference(_ report: Report) -> String? {
    if report.records.total != truth.records || report.records.invalid != truth.invalid {
      return "\(report.records)"
    }
    let wrong = truth.failures.first { id, count in
      report.rules.first { $0.id == id }?.failed != count
    }
    return wrong.map { "\($0.key) did not fail \($0.value) times" }
  }
}
