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
      `bulkcheck check --partial` writes partial results, on any number of machines. The merged \
      report equals that of one run over all inputs, in the order given here. It includes \
      duplicates across files, samples and top values. Partial results contain the profile.

      Results are refused if the runs differ in the profile or the reference files, the selected \
      rules, --max-record-bytes, --now (where rules depend on the time), the secret or the version \
      of bulkcheck.

      With --partial the merge is a partial result itself. So you can merge on each host first, \
      then across hosts, and get the same report.

      EXAMPLES:
        bulkcheck -p users.json --partial a.bcp --fail-on never a.jsonl.gz
        bulkcheck -p users.json --partial b.bcp --fail-on never b.jsonl.gz
        bulkcheck merge --report report.json --report text a.bcp b.bcp
        bulkcheck merge --as users.jsonl part-*.bcp
        bulkcheck merge --partial host-1.bcp --fail-on never a.bcp b.bcp
        bulkcheck merge --report report.json host-*.bcp

      EXIT CODES:
        0 passed, 1 the data failed, 2 no verdict, 130 interrupted
      """)

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      """
      Treat the inputs as successive pieces of one input with this name, cut between records. \
      The numbers of lines, records and bytes continue from piece to piece.
      """,
      valueName: "name"))
  var inputName: String?

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "A report, as in a check. Repeatable. (default: text)", valueName: "format[=path]"),
    completion: ReportDestination.completion, transform: ReportDestination.init(argument:))
  var reports: [ReportDestination] = []

  @Option(
    help: ArgumentHelp(
      """
      Failing examples to keep for each rule, at most as many as the runs kept. The text report \
      shows only the first one unless this is given. (default: all that the runs kept)
      """,
      valueName: "n"))
  var samples: Int?

  @Option(
    help: ArgumentHelp(
      "Also write the result as a partial result, to merge again later; .gz compresses.",
      valueName: "path"), completion: .file())
  var partial: String?

  @OptionGroup var verdict: VerdictArguments

  @OptionGroup var keys: KeyOptions

  @Option(help: ArgumentHelp("Colour the text report: auto, always or never.", valueName: "when"))
  var color = SwitchMode.auto

  @Argument(
    help: ArgumentHelp("Partial results, in the order of their data.", valueName: "partial"),
    completion: .file())
  var partials: [String] = []

  func validate() throws {
    try OptionLimits.check(
      files: partials,
      missing: "Missing partial result: name the files that `bulkcheck check --partial` wrote.")
    if let inputName, inputName.isEmpty { throw ValidationError("--as needs a name.") }
    try OptionLimits.require("--samples", samples, atLeast: 0)
    try plan.check(ReadFiles(inputs: partials))
  }

  func run() throws {
    Interruption.watch()
    let locations = partials.map(InputLocation.init(argument:))
    InputFiles.noteRepeated(locations)
    let outputs = try OpenedOutputs(plan, threads: Processors.count)
    let stream = plan.records.partialStream(outputs.streams)
    let merged = try merge(locations, to: stream)
    if let stream, let failure = PartialOutput.finish(stream, merged.outputFailure) {
      throw CommandEnding.failed(stream: failure)
    }
    Interruption.acknowledge()
    var check = merged.check
    check.verdict = outputs.verdict
    let report = check.report(merged.summary)
    outputs.reports.showTrouble(of: report)
    try outputs.reports.write(report)
    try outputs.reports.commit()
    try outputs.writeBaseline(report)
    try CommandEnding.end(with: report)
  }

  private var plan: OutputPlan {
    OutputPlan(
      reports: reports, samplesShown: samples, color: color,
      records: RecordDestinations(partial: partial, emission: .raw), verdict: verdict)
  }

  private func merge(
    _ locations: [InputLocation], to stream: OutputStream?
  ) throws(CommandEnding) -> PartialMerge.Result {
    var merge = PartialMerge()
    merge.samplesMaximum = samples
    merge.inputName = inputName
    merge.options.memoryBytes = keys.memory?.value
    merge.options.temporaryFolder = keys.tempDir
    let merged = try CommandEnding.judging {
      try merge.merge(locations, to: stream, shouldStop: { Interruption.isRequested })
    }
    guard let merged else { throw CommandEnding(exitCode: CommandEnding.interrupted) }
    return merged
  }
}
