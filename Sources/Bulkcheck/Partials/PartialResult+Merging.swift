internal import BulkcheckInput
internal import BulkcheckOutput
public import BulkcheckReport

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
