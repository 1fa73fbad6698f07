internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput
internal import BulkcheckReport

/// `bulkcheck merge`: the report of several runs as if they had been one.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge partial results of several runs into the report of one.",
    discussion: """
      Partial results are written by `bulkcheck check --partial`, on any number of machines. The \
      report is that of one run over all their inputs, in the order of the results given here: \
      duplicates across files, examples and frequent values included. The profile is in them.

      Results of different profiles, rules or limits are refused.

      EXAMPLES:
        bulkcheck -p users.json --partial a.bcp --fail-on never a.jsonl.gz
        bulkcheck -p users.json --partial b.bcp --fail-on never b.jsonl.gz
        bulkcheck merge --report report.json --report text a.bcp b.bcp
        bulkcheck merge --as users.jsonl part-*.bcp

      EXIT CODES:
        as of a check: 0 passed, 1 the data failed, 2 could not judge, 130 interrupted
      """)

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      """
      The inputs are successive pieces of one input of this name, cut between records: lines, \
      records and offsets are counted on from piece to piece.
      """,
      valueName: "name"))
  var inputName: String?

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "A report, as of a check. Repeatable. (default: text)", valueName: "format[=path]"),
    transform: ReportDestination.init(argument:))
  var reports: [ReportDestination] = []

  @Option(
    help: ArgumentHelp(
      """
      Failing examples kept for each rule, at most as many as the runs kept. The text report shows \
      the first one unless this is given. (default: those of the runs)
      """,
      valueName: "n"))
  var samples: Int?

  @OptionGroup var verdict: VerdictArguments

  @OptionGroup var keys: KeyOptions

  @Option(help: ArgumentHelp("Colour the text report: auto, always or never.", valueName: "when"))
  var color = SwitchMode.auto

  @Argument(
    help: ArgumentHelp("Partial results, in the order of their data.", valueName: "partial"))
  var partials: [String] = []

  func validate() throws {
    try OptionLimits.check(
      files: partials,
      missing: "Missing partial result: name the files that --partial of a check wrote.")
    if let inputName, inputName.isEmpty { throw ValidationError("--as needs a name.") }
    try OptionLimits.require("--samples", samples, atLeast: 0)
    try ReportDestination.check(reports, inputs: partials, profile: "")
    try verdict.baselines.check(limit: nil, inputs: partials, profile: "", reports: reports)
  }

  func run() throws {
    Interruption.watch()
    let baseline = try verdict.baselines.read()
    let outputs = try ReportOutputs(
      destinations: reports, samplesShown: samples ?? 1, color: color)
    let baselineFile = try verdict.baselines.openFile()
    let merged = try merge()
    Interruption.acknowledge()
    let report = Report(
      summary: merged.summary, ruleSet: merged.ruleSet, profile: merged.profile,
      options: verdict.options(baseline: baseline),
      samplesMaximum: merged.samplesMaximum)
    outputs.showTrouble(of: report, merged.summary.inputs)
    try outputs.write(report)
    try outputs.commit()
    try verdict.baselines.write(report, to: baselineFile)
    if report.exitCode != 0 { throw CommandEnding(exitCode: Int32(report.exitCode)) }
  }

  private func merge() throws(CommandEnding) -> PartialMerge.Result {
    var merge = PartialMerge()
    merge.samplesMaximum = samples
    merge.inputName = inputName
    merge.memoryBytes = keys.memory?.value
    merge.temporaryFolder = keys.tempDir
    let locations = partials.map { $0 == "-" ? InputLocation.standardInput : .file($0) }
    let merged: PartialMerge.Result?
    do throws(PartialError) {
      merged = try merge.merge(locations, shouldStop: { Interruption.isRequested })
    } catch {
      throw .cannotJudge(error.description)
    }
    guard let merged else { throw CommandEnding(exitCode: CommandEnding.interrupted) }
    return merged
  }
}
