internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput
public import BulkcheckReport

/// Lets you check parts of the data on several machines and merge the results into one report.
///
/// ```swift
/// // on each machine
/// let validator = try ProfileValidator(profile)
/// try validator.writePartialResult(of: [.file("a.jsonl.gz")], toFile: "a.bcp")
///
/// // on one of them
/// let report = try PartialResult.merge([
///   PartialResult(contentsOfFile: "a.bcp"), PartialResult(contentsOfFile: "b.bcp"),
/// ])
/// ```
///
/// The report is that of one run over all inputs in the order of the results, except for timing.
/// You can merge as a tree: ``merged(_:name:options:)`` and ``writeMerged(_:toFile:options:)`` make
/// one result of several. The command's `--partial` and `merge` write and read the same files;
/// `docs/merge.md` describes them.
public struct PartialResult: Sendable {
  let location: InputLocation

  /// A result in a file, which is read when it is merged. Plain or gzip.
  public init(contentsOfFile path: String) { location = .file(path) }

  /// A result in memory.
  ///
  /// - Parameters:
  ///   - bytes: what ``ProfileValidator/partialResult(of:name:secret:)`` gave, or the content of a
  ///     file.
  ///   - name: what errors call it.
  public init(bytes: some Sequence<UInt8>, name: String = "partial result") {
    location = .bytes(Array(bytes), name: name)
  }

  /// Sets how results are merged.
  public struct MergeOptions: Hashable, Sendable {
    /// Failing examples kept for each rule; nil: as many as the runs kept.
    public var samplesMaximum: Int?
    /// Set if the inputs are successive pieces of one input, cut between records: its name. Lines,
    /// records and offsets are then counted on from piece to piece.
    public var inputName: String?
    /// As ``ProfileValidator/Options/memoryBytes``.
    public var memoryBytes: Int?
    /// As ``ProfileValidator/Options/temporaryFolder``.
    public var temporaryFolder: String?
    /// What makes the report fail, besides the profile.
    public var verdict = VerdictOptions()

    /// The defaults.
    public init() {}
  }
}

extension ProfileValidator {
  /// Checks inputs and writes a partial result to a file, to be merged with those of other inputs.
  ///
  /// The file appears under its name only once it is complete; a name ending in `.gz` compresses.
  /// If an input could not be read to its end, the file covers what was read, and is marked as
  /// incomplete, like the report.
  ///
  /// - Parameters:
  ///   - inputs: the part of the data, in its order.
  ///   - path: the path of the file, which appears only once it is complete.
  ///   - secret: makes the hashes of values unpredictable for those who know the profile. Results
  ///     can only be merged with results of the same secret; merging does not need it.
  /// - Returns: the report of these inputs alone.
  /// - Throws: ``PartialError`` if the file cannot be written.
  @discardableResult
  public func writePartialResult(
    of inputs: [Input], toFile path: String, secret: String = ""
  ) throws(PartialError) -> Report {
    try PartialResult.writing(toFile: path, threads: options.threads ?? 1) {
      stream throws(PartialError) in
      let (report, failure) = judge(inputs, to: stream, secret)
      if let failure { throw PartialError(failure) }
      return report
    }
  }

  /// Checks inputs and returns their report, with a partial result that can be merged with those of
  /// other inputs.
  ///
  /// - Parameters:
  ///   - inputs: the part of the data, in its order.
  ///   - name: what errors call the result.
  ///   - secret: see ``writePartialResult(of:toFile:secret:)``.
  public func partialResult(
    of inputs: [Input], name: String = "partial result", secret: String = ""
  ) -> (result: PartialResult, report: Report) {
    // Memory can always be written to.
    let sink = MemorySink()
    let (report, _) = judge(inputs, to: sink, secret)
    return (PartialResult(bytes: sink.bytes, name: name), report)
  }

  private func judge(
    _ inputs: [Input], to sink: any PartialSink, _ secret: String
  ) -> (Report, OutputError?) {
    let check = check.mergeable(secret: secret)
    let writer = PartialWriter(sink: sink, profile: profile.source, check, secret: secret)
    let summary = check.run(inputs.map(\.location), partial: writer)
    return (check.report(summary), writer.failure)
  }
}
