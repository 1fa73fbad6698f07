internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput
internal import BulkcheckReport

/// The options that write while a run goes on: `--valid`, `--invalid`, `--failures`, `--verdicts`
/// and `--partial`.
struct RecordDestinations {
  var valid: String?
  var invalid: String?
  var failures: String?
  var verdicts: String?
  var partial: String?
  var emission: RecordOutputs.Emission
  var failureFormat = RecordOutputs.FailureFormat.auto

  private var named: [(option: String, purpose: String, path: String)] {
    [
      ("--valid", "the valid records", valid), ("--invalid", "the invalid records", invalid),
      ("--failures", "the failures", failures), ("--verdicts", "the verdicts", verdicts),
      ("--partial", "the partial result", partial),
    ].compactMap { option, purpose, path in path.map { (option, purpose, $0) } }
  }

  /// Options and their paths.
  var paths: [(String, String)] { named.map { ($0.option, $0.path) } }

  /// One of them goes to standard output, so that a report cannot.
  var takesStandardOutput: Bool {
    named.contains { OutputFile.isStandardOutput($0.path) }
  }

  /// Throws if they collide with one another, with a report, or with a file that the run reads.
  func check(
    reports: [ReportDestination], baselines: BaselineOptions, _ read: ReadFiles
  ) throws {
    let named = named
    if emission == .normalized, valid == nil {
      throw ValidationError(
        "--emit normalized says how valid records are written: name a file for them with --valid.")
    }
    if failureFormat != .auto, failures == nil {
      throw ValidationError(
        "--failures-format says how failures are written: name a file for them with --failures.")
    }
    if let failures, [.file, .stream].contains(TableOutput.Form(path: failures)) {
      throw ValidationError(
        "Failures are written as JSONL or CSV: name a file such as failures.jsonl with --failures.")
    }
    if let empty = named.first(where: \.path.isEmpty) {
      throw ValidationError("\(empty.option) needs a path; - is standard output.")
    }
    if named.count(where: { OutputFile.isStandardOutput($0.path) }) > 1 {
      throw ValidationError(
        "Only one of --valid, --invalid, --failures, --verdicts and --partial can go to standard "
          + "output.")
    }
    for (index, output) in named.enumerated() where !OutputFile.isStandardOutput(output.path) {
      let (option, path) = (output.option, output.path)
      try read.keep(from: path, option)
      if let other = named[..<index].first(where: { FileIdentity.same($0.path, path) }) {
        throw ValidationError("\(other.option) and \(option) would both be written to \(path).")
      }
      if reports.contains(where: { $0.path.map { FileIdentity.same($0, path) } ?? false }) {
        throw ValidationError("\(option) and a report would both be written to \(path).")
      }
      if let baseline = baselines.paths.first(where: { FileIdentity.same($0, path) }) {
        throw ValidationError(
          "\(option) would replace the baseline \(baseline): write to another file.")
      }
    }
  }

  /// Opens the outputs, by option.
  ///
  /// Throws an ending if one cannot be opened; the others are removed again.
  func open(threads: Int) throws(CommandEnding) -> [String: OutputStream] {
    var streams: [String: OutputStream] = [:]
    for (option, purpose, path) in named {
      do throws(OutputError) {
        streams[option] = try OutputStream(
          path: path, purpose: purpose, threads: threads,
          shouldStopOpening: { Interruption.isRequested },
          shouldStop: { Interruption.isRequested })
      } catch {
        // A named pipe without a reader was waited for.
        if Interruption.isRequested { throw CommandEnding(exitCode: CommandEnding.interrupted) }
        throw .cannotJudge("\(error)")
      }
    }
    return streams
  }

  /// The outputs of records and failures; nil if there are none.
  func records(_ streams: [String: OutputStream], ruleSet: RuleSet) -> RecordOutputs? {
    if [valid, invalid, failures, verdicts].allSatisfy({ $0 == nil }) { return nil }
    return RecordOutputs(
      valid: streams["--valid"], invalid: streams["--invalid"], failures: streams["--failures"],
      verdicts: streams["--verdicts"], ruleSet: ruleSet, emission: emission,
      failureFormat: failureFormat)
  }

  func partialStream(_ streams: [String: OutputStream]) -> OutputStream? { streams["--partial"] }
}

/// The file of `--partial`: written while a run goes on, in its place when the run has ended,
/// however it did.
final class PartialOutput {
  let writer: PartialWriter
  private let stream: OutputStream

  /// The secret that is mixed into the keys. An option would be seen in the list of processes.
  static var secret: String { Environment.value("BULKCHECK_PARTIAL_SECRET") ?? "" }

  init(_ stream: OutputStream, profile: [UInt8], _ check: Check, secret: String) {
    self.stream = stream
    writer = PartialWriter(sink: stream, profile: profile, check, secret: secret)
  }

  /// Puts the file in its place; returns why it cannot be.
  func finish() -> OutputError? { PartialOutput.finish(stream, writer.failure) }

  /// Puts the file in its place, unless writing has failed already; returns why it cannot be.
  static func finish(_ stream: OutputStream, _ failure: OutputError?) -> OutputError? {
    do throws(OutputError) {
      if let failure { throw failure }
      try stream.finish()
      try stream.commit()
      return nil
    } catch {
      stream.discard()
      return error
    }
  }
}

/// The outputs that the options of `check` and `merge` ask for.
struct OutputPlan {
  var reports: [ReportDestination]
  /// Examples of each rule in the text report.
  var samplesShown: Int?
  var color: SwitchMode
  /// The options with which `explain` would explain a record of the run; nil if it cannot.
  var explainOptions: [String]?
  var records: RecordDestinations
  var verdict: VerdictArguments

  /// The files that are written, and the earlier report, each under its option.
  var paths: [(name: String, path: String)] {
    reports.compactMap { report in report.path.map { ("--report", $0) } }
      + records.paths.map { ($0.0, $0.1) } + verdict.baselines.named
  }

  /// Throws if outputs collide with one another or with a file that is read.
  func check(_ read: ReadFiles, limit: Int? = nil) throws {
    try ReportDestination.check(reports, read)
    try records.check(reports: reports, baselines: verdict.baselines, read)
    try verdict.baselines.check(limit: limit, reports: reports, read)
  }

  /// Throws if an output would replace a file that the rules name.
  ///
  /// - Parameter files: each under its name in messages.
  func keep(_ files: [(name: String, path: String)]) throws(CommandEnding) {
    let outputs = paths.filter { $0.name != "--baseline" }
    for (name, path) in files {
      if let (option, _) = outputs.first(where: { FileIdentity.same($0.path, path) }) {
        throw .cannotJudge(
          "\(option) would replace the \(name) \(path): write to another file.")
      }
    }
  }
}

/// The outputs of `check` and `merge`, opened before anything is read: one that cannot be written
/// is found out now, not in an hour.
///
/// Files have temporary names until they are whole.
struct OpenedOutputs {
  var reports: ReportOutputs
  /// The streams of `--valid`, `--invalid`, `--failures`, `--verdicts` and `--partial`, by option.
  let streams: [String: OutputStream]
  /// The options of the verdict, with the earlier report.
  let verdict: VerdictOptions
  private let baselines: BaselineOptions
  private let baselineFile: ReportFile?

  /// Reads the earlier report and opens all outputs. Throws an ending if one cannot be; no file is
  /// left then.
  init(_ plan: OutputPlan, threads: Int) throws {
    baselines = plan.verdict.baselines
    verdict = try plan.verdict.options()
    reports = try ReportOutputs(
      plan, standardOutputIsTaken: plan.records.takesStandardOutput)
    baselineFile = try baselines.openFile()
    streams = try plan.records.open(threads: threads)
  }

  /// Puts the new baseline in its place, unless the run is not fit for one.
  func writeBaseline(_ report: Report) throws(CommandEnding) {
    try baselines.write(report, to: baselineFile)
  }
}
