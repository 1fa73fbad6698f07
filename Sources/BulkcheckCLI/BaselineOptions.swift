internal import ArgumentParser
internal import BulkcheckOutput
internal import BulkcheckReport

/// The options of `check` and `merge` that compare a run with an earlier one.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      An earlier JSON report: a rule beyond its tolerance fails only if its failure rate rose.
      """,
      valueName: "report"), completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      """
      Write this run as a baseline: counts, no values. Not written if the run is incomplete, or \
      fails against --baseline.
      """,
      valueName: "path"), completion: .file())
  var writeBaseline: String?

  /// The files of both.
  var paths: [String] { [baseline, writeBaseline].compactMap { $0 } }

  /// Throws if the options contradict other ones, or the file would replace one that the run reads
  /// or writes.
  func check(
    limit: Int?, reports: [ReportDestination], _ read: ReadFiles
  ) throws {
    if let baseline, let report = reports.first(where: { Self.same($0.path, baseline) }) {
      throw ValidationError(
        "The report \(report.path ?? "") would replace the baseline: use --write-baseline.")
    }
    guard let writeBaseline else { return }
    if limit != nil {
      throw ValidationError(
        "--write-baseline needs the whole input: rates of the first records say nothing about the "
          + "rest, so it cannot be used with --limit.")
    }
    if writeBaseline.hasSuffix(".gz") {
      throw ValidationError("A baseline is not compressed: name a file without .gz.")
    }
    if FileIdentity.isSpecial(writeBaseline) || writeBaseline == "-" {
      throw ValidationError("--write-baseline needs the path of a file, not \(writeBaseline).")
    }
    if reports.contains(where: { Self.same($0.path, writeBaseline) }) {
      throw ValidationError(
        "A report and the baseline would both be written to \(writeBaseline).")
    }
    try read.keep(from: writeBaseline, "The baseline \(writeBaseline)")
  }

  private static func same(_ one: String?, _ other: String) -> Bool {
    one.map { FileIdentity.same($0, other) } ?? false
  }

  /// The earlier report. Throws an ending with code 2 if it cannot be read or is not a baseline.
  func read() throws(CommandEnding) -> Baseline? {
    guard let baseline else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try SystemCalls.contents(ofFile: baseline)
    } catch {
      let reason = error.isMissing ? "no such file" : "\(error)"
      throw .failed(
        error, "cannot read the baseline \(baseline): \(reason); create one with --write-baseline")
    }
    return try CommandEnding.judging { try Baseline(json: bytes, name: baseline) }
  }

  /// The file of the new baseline, opened before the run.
  func openFile() throws -> ReportFile? { try writeBaseline.map { try ReportFile(path: $0) } }

  /// Puts the new baseline in its place, or says why the old one stays.
  func write(_ report: Report, to file: ReportFile?) throws(CommandEnding) {
    guard let file, let writeBaseline else { return }
    if let reason = reasonToKeep(report) {
      return Diagnostics.write("the baseline \(writeBaseline) was not written: \(reason)")
    }
    try file.write(JSONReport.text(report, examples: false))
  }

  private func reasonToKeep(_ report: Report) -> String? {
    if !report.complete { return "not everything was read" }
    if report.rules.contains(where: { $0.id == "bulkcheck.empty-input" && $0.failed > 0 }) {
      return "there were too few records"
    }
    return baseline != nil && report.outcome == .failed
      ? "the run failed against the earlier one" : nil
  }
}
