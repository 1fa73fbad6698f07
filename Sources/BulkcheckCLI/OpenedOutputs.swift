internal import BulkcheckOutput
internal import BulkcheckReport

/// What `check` and `merge` write, opened before anything is read: an output that cannot be written
/// is found out now, not in an hour.
///
/// Files have temporary names until they are whole.
struct OpenedOutputs {
  var reports: ReportOutputs
  /// Those of `--valid`, `--invalid`, `--failures` and `--partial`, by option.
  let streams: [String: OutputStream]
  /// What the report makes of the run, held against the earlier one.
  let verdict: VerdictOptions
  private let baselines: BaselineOptions
  private let baselineFile: ReportFile?

  /// Reads the earlier report and opens all outputs. Throws an ending if one cannot be; no file is
  /// left then.
  init(_ plan: OutputPlan, threads: Int) throws {
    baselines = plan.baselines
    verdict = plan.verdict.options(baseline: try baselines.read())
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
