internal import Bulkcheck
internal import Corpora

/// A validator, its input and the right answer, made before the clock runs.
struct PreparedJob: Sendable {
  private let validator: ProfileValidator
  private let input: ProfileValidator.Input
  private let truth: Truth

  static func cached(
    _ title: String, _ delivery: Delivery, threads: Int?, corpus: () -> Corpus
  ) throws -> PreparedJob {
    try Latest.cached(title) { try PreparedJob(corpus(), delivery, threads: threads) }
  }

  private init(_ corpus: Corpus, _ delivery: Delivery, threads: Int?) throws {
    var options = ProfileValidator.Options()
    options.threads = threads
    validator = try ProfileValidator(Profile(text: corpus.profile), options: options)
    truth = corpus.truth
    input =
      delivery == .memory
      ? .bytes(corpus.bytes, name: corpus.name)
      : .file(try CorpusFile(corpus, delivery).path)
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
}
