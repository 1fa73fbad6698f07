internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput
internal import BulkcheckProfile
internal import BulkcheckReport

/// A run of `check`, from opening its outputs to putting them in their places.
///
/// What holds of the outputs, however the run ends:
///
/// - A file has its name once it is complete, and never before.
/// - Valid and invalid records and failures are left only by a run that judged: one that ends with
///   code 2 or 130 leaves none of these files.
/// - The partial result and the reports are left by every run. If another output could not be
///   written, the files of the reports say so.
/// - A reader of standard output who has gone ends the command with code 141. If only the report
///   went there, all files are whole all the same.
/// - An interruption wins over what could not be written because of it.
final class CheckRun {
  private let check: Check
  private var outputs: OpenedOutputs
  private let records: RecordOutputs?
  private let partial: PartialOutput?
  private var summary = RunSummary()
  /// The latest output that could not be written at the end.
  private var failure: CommandEnding?

  /// Opens everything that is written. Throws an ending if the run cannot begin.
  init(_ profile: SelectedProfile, _ plan: OutputPlan, _ options: RunOptions) throws {
    try plan.keep(profile.files)
    outputs = try OpenedOutputs(plan, threads: options.reading.threads ?? Processors.count)
    records = plan.records.records(outputs.streams, ruleSet: profile.ruleSet)
    if records != nil, let rule = profile.ruleSet.inputReference {
      throw CommandEnding.cannotJudge(
        "--valid, --invalid and --failures write records while the input is read, but "
          + "\(rule.id) is checked at its end: skip the rule with --skip, or leave out these "
          + "outputs.")
    }
    let stream = plan.records.partialStream(outputs.streams)
    let (verdict, secret) = (outputs.verdict, PartialOutput.secret)
    let check = try CommandEnding.judging {
      try Check(
        ruleSet: profile.ruleSet,
        options: stream == nil
          ? options : options.mergeable(profileSHA256: profile.sha256, secret: secret),
        profile: Report.Profile(name: profile.ruleSet.name, sha256: profile.sha256),
        verdict: verdict)
    }
    self.check = check
    partial = stream.map { PartialOutput($0, profile: profile.bytes, check, secret: secret) }
  }

  /// Judges the inputs; records, failures and the partial result are written meanwhile.
  func judge(_ inputs: [String], progress: SwitchMode) {
    var line = ProgressLine(progress, inputs: inputs)
    summary = check.run(
      inputs.map(InputLocation.init(argument:)), observer: records, partial: partial?.writer,
      shouldStop: { Interruption.isRequested }, progress: { line.show($0) })
    line.clear()
  }

  /// Writes what is written at the end, and puts all files in their places. Throws the ending of
  /// the command, unless the run passed.
  func finish() throws {
    try finishStreams()
    Interruption.acknowledge()
    let report = check.report(summary)
    outputs.reports.showTrouble(of: report)
    attempt(outputs.reports.write, report)
    attempt(commitRecords, report)
    rewriteReports()
    attempt(commitReports, report)
    try end(report)
  }

  // MARK: Steps of the end

  /// Ends what was written while the run went on. Only the partial result comes in its place yet.
  private func finishStreams() throws(CommandEnding) {
    if let failure = partial?.finish() { try note(failure) }
    records?.finish()
    guard let failure = records?.failure else { return }
    records?.discard()
    try note(failure)
  }

  /// Has the report say that an output could not be written. Throws if standard output has been
  /// closed.
  private func note(_ failure: OutputError) throws(CommandEnding) {
    let ending = CommandEnding.failed(stream: failure)
    if ending.isQuiet { throw ending }
    if ending.exitCode == CommandEnding.interrupted {
      summary.interrupted = true
    } else {
      ending.message.map(Diagnostics.write)
      summary.outputFailed = true
    }
  }

  /// If the report cannot be read any more, the records are complete all the same.
  private func commitRecords(_ report: Report) throws(CommandEnding) {
    guard report.exitCode < CommandEnding.cannotJudge, outputsAreWhole else { return }
    try CommandEnding.judging { try records?.commit() }
  }

  /// After a failure, what is in the reports is not true any more.
  private func rewriteReports() {
    guard let failure, !failure.isQuiet else { return }
    summary.interrupted = failure.exitCode == CommandEnding.interrupted || summary.interrupted
    summary.outputFailed = true
    try? outputs.reports.rewriteFiles(check.report(summary))
  }

  private func commitReports(_ report: Report) throws(CommandEnding) {
    try outputs.reports.commit()
    if outputsAreWhole { try outputs.writeBaseline(report) }
  }

  private func end(_ report: Report) throws(CommandEnding) {
    if let failure {
      // An interruption wins over what could not be written because of it.
      guard report.interrupted else { throw failure }
      failure.message.map(Diagnostics.write)
    }
    try CommandEnding.end(with: report)
  }

  // MARK: Failures

  /// Takes a step whose failure does not keep later ones from being taken.
  private func attempt(_ step: (Report) throws(CommandEnding) -> Void, _ report: Report) {
    do throws(CommandEnding) {
      try step(report)
    } catch {
      failure = error
    }
  }

  /// The only failure is a closed standard output.
  private var outputsAreWhole: Bool { failure?.isQuiet ?? true }
}
