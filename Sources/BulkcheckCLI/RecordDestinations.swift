internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckOutput

/// The options that write while a run goes on: `--valid`, `--invalid`, `--failures` and
/// `--partial`.
struct RecordDestinations {
  var valid: String?
  var invalid: String?
  var failures: String?
  var partial: String?
  var emission: RecordOutputs.Emission
  var failureFormat = RecordOutputs.FailureFormat.auto

  private var named: [(option: String, purpose: String, path: String)] {
    [
      ("--valid", "the valid records", valid), ("--invalid", "the invalid records", invalid),
      ("--failures", "the failures", failures), ("--partial", "the partial result", partial),
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
    if let empty = named.first(where: \.path.isEmpty) {
      throw ValidationError("\(empty.option) needs a path; - is standard output.")
    }
    if named.count(where: { OutputFile.isStandardOutput($0.path) }) > 1 {
      throw ValidationError(
        "Only one of --valid, --invalid, --failures and --partial can go to standard output.")
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

  /// Where records and failures are written; nil if none of them are.
  func records(_ streams: [String: OutputStream], ruleSet: RuleSet) -> RecordOutputs? {
    if valid == nil, invalid == nil, failures == nil { return nil }
    return RecordOutputs(
      valid: streams["--valid"], invalid: streams["--invalid"], failures: streams["--failures"],
      ruleSet: ruleSet, emission: emission, failureFormat: failureFormat)
  }

  func partialStream(_ streams: [String: OutputStream]) -> OutputStream? { streams["--partial"] }
}
