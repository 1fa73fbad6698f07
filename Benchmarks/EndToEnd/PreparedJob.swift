internal import Bulkcheck
internal import Corpora
internal import Foundation
internal import Synchronization

/// A validator, its input and the right answer, made before the clock runs.
struct PreparedJob: Sendable {
  private let validator: ProfileValidator
  private let input: ProfileValidator.Input
  private let truth: Truth

  /// The latest job: one corpus in memory is enough.
  private static let latest = Mutex<(title: String, job: PreparedJob)?>(nil)

  static func cached(
    _ title: String, _ delivery: Delivery, threads: Int?, corpus: () -> Corpus
  ) throws -> PreparedJob {
    if let (latestTitle, job) = latest.withLock({ $0 }), latestTitle == title { return job }
    latest.withLock { $0 = nil }
    let job = try PreparedJob(corpus(), delivery, threads: threads)
    latest.withLock { $0 = (title, job) }
    return job
  }

  private init(_ corpus: Corpus, _ delivery: Delivery, threads: Int?) throws {
    var options = ProfileValidator.Options()
    options.threads = threads
    validator = try ProfileValidator(Profile(text: corpus.profile), options: options)
    truth = corpus.truth
    input =
      delivery == .memory
      ? .bytes(corpus.bytes, name: corpus.name)
      : .file(try Self.write(corpus, isCompressed: delivery == .gzipFile))
  }

  func run() -> Report { validator.validate([input]) }

  /// How the report differs from the truth; nil if it does not.
  func difference(_ report: Report) -> String? {
    if let failure = report.inputs.first?.failure { return failure }
    let records = (report.records.total, report.records.invalid, report.records.malformed)
    if records != (truth.records, truth.invalid, 0) {
      return "\(records) records, invalid, malformed instead of "
        + "\((truth.records, truth.invalid, 0))"
    }
    for rule in report.rules where rule.failed != truth.failures[rule.id, default: 0] {
      return "\(rule.id) failed \(rule.failed) times instead of "
        + "\(truth.failures[rule.id, default: 0])"
    }
    return nil
  }

  /// Writes the data below the temporary folder; a later run overwrites it.
  private static func write(_ corpus: Corpus, isCompressed: Bool) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bulkcheck-benchmarks")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: corpus.name)
    try Data(corpus.bytes).write(to: file)
    guard isCompressed else { return file.path }
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-6", "-n", "-k", "-f", file.path]
    try gzip.run()
    gzip.waitUntilExit()
    return file.path + ".gz"
  }
}
