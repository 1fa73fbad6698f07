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
    /// The memory of the merge, see ``ProfileValidator/Options/memoryBytes``.
    public var memoryBytes: Int?
    /// The folder for unnamed files, see ``ProfileValidator/Options/temporaryFolder``.
    public var temporaryFolder: String?
    /// The options that make the report fail, besides the profile.
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
    let locations = InputSelection(inputs.map(\.location)).locations
    let summary = check.run(locations, partial: writer)
    return (check.report(summary), writer.failure)
  }
}

extension PartialResult {
  /// Merges results into the report of one run over all their inputs, in their order.
  ///
  /// Each result is read once from front to end. Memory holds one block of it, and the keys of
  /// `unique` rules up to ``MergeOptions/memoryBytes``.
  ///
  /// - Parameters:
  ///   - results: at least one, in the order of their data.
  ///   - options: how they are merged.
  /// - Throws: ``PartialError`` if one cannot be read, is damaged, or does not fit the first one.
  public static func merge(
    _ results: [PartialResult], options: MergeOptions = MergeOptions()
  ) throws(PartialError) -> Report {
    try merge(results, to: nil, options)
  }

  /// Merges results into a report and a single result that can be merged further. A tree of such
  /// merges gives the same report as one merge of all results.
  ///
  /// - Parameters:
  ///   - results: at least one, in the order of their data.
  ///   - name: what errors call the merged result.
  ///   - options: how they are merged. The merged result keeps as many examples as
  ///     ``MergeOptions/samplesMaximum`` says.
  /// - Throws: ``PartialError`` as ``merge(_:options:)``.
  public static func merged(
    _ results: [PartialResult], name: String = "partial result",
    options: MergeOptions = MergeOptions()
  ) throws(PartialError) -> (result: PartialResult, report: Report) {
    let sink = MemorySink()
    let report = try merge(results, to: sink, options)
    return (PartialResult(bytes: sink.bytes, name: name), report)
  }

  /// Merges results into a report, and writes the merged result to a file.
  ///
  /// - Parameters:
  ///   - results: at least one, in the order of their data.
  ///   - path: the path of the file, which appears only once it is complete; a name ending in `.gz`
  ///     compresses.
  ///   - options: how they are merged. The file keeps as many examples as
  ///     ``MergeOptions/samplesMaximum`` says.
  /// - Returns: the report of all results.
  /// - Throws: ``PartialError`` as ``merge(_:options:)``, and if the file cannot be written.
  @discardableResult
  public static func writeMerged(
    _ results: [PartialResult], toFile path: String, options: MergeOptions = MergeOptions()
  ) throws(PartialError) -> Report {
    try writing(toFile: path, threads: 1) { stream throws(PartialError) in
      try merge(results, to: stream, options)
    }
  }

  private static func merge(
    _ results: [PartialResult], to sink: (any PartialSink)?, _ options: MergeOptions
  ) throws(PartialError) -> Report {
    var merge = PartialMerge()
    merge.samplesMaximum = options.samplesMaximum.map { max(0, $0) }
    merge.inputName = options.inputName
    merge.options.memoryBytes = options.memoryBytes.map { min(max(0, $0), 1 << 50) }
    merge.options.temporaryFolder = options.temporaryFolder
    guard let merged = try merge.merge(results.map(\.location), to: sink) else {
      throw PartialError(.unreadable, "no partial results to merge")
    }
    if let failure = merged.outputFailure { throw PartialError(failure) }
    var check = merged.check
    check.verdict = options.verdict
    return check.report(merged.summary)
  }

  /// Opens a file, and puts it in its place if `body` does not throw.
  static func writing(
    toFile path: String, threads: Int, _ body: (OutputStream) throws(PartialError) -> Report
  ) throws(PartialError) -> Report {
    let stream: OutputStream
    do throws(OutputError) {
      stream = try OutputStream(path: path, purpose: "the partial result", threads: threads)
    } catch {
      throw PartialError(error)
    }
    // An error leaves nothing behind: a stream that goes without being committed removes its file.
    let report = try body(stream)
    do throws(OutputError) {
      try stream.finish()
      try stream.commit()
    } catch {
      throw PartialError(error)
    }
    return report
  }
}

/// Says why partial results cannot be read or merged.
public struct PartialError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code
  /// The message for people: the file, what is wrong, and what to do.
  public let description: String

  /// A kind of error. More may be added, so a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The file cannot be opened or read.
    public static let unreadable = Code(description: "unreadable")
    /// The file is not a partial result.
    public static let notAPartial = Code(description: "notAPartial")
    /// The file was written by another version of the tool or in another version of the format.
    public static let otherVersion = Code(description: "otherVersion")
    /// The file was cut off or changed after it was written.
    public static let damaged = Code(description: "damaged")
    /// Its run used another profile, other rules or other limits than the first one.
    public static let different = Code(description: "different")
    /// It cannot be the next piece of the same input.
    public static let notSuccessive = Code(description: "notSuccessive")
    /// A file could not be written: the result itself, or a temporary one for the keys of `unique`
    /// rules.
    public static let unwritable = Code(description: "unwritable")
  }

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// The result itself cannot be written.
  init(_ failure: OutputError) { self.init(.unwritable, failure.description) }

  static func damaged(_ name: String, _ what: String) -> PartialError {
    PartialError(
      .damaged, "\(name) is a damaged partial result: \(what); write it again with --partial")
  }
}
