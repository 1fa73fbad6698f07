internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput
internal import BulkcheckProfile
internal import BulkcheckReport

/// `bulkcheck check`: judges inputs and reports.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check files against a profile (the default command).",
    discussion: """
      The report goes to standard output, progress and diagnostics to standard error. Plain or \
      gzip input is told apart by content.

      EXAMPLES:
        bulkcheck -p users.json data.jsonl.gz
        bulkcheck -p users.json --report text --report json=report.json a.jsonl b.csv
        bulkcheck -p users.json --report report.html --report github data.jsonl
        bulkcheck -p users.json --baseline main.json data.jsonl
        bulkcheck -p users.json --only label:contact --fail-on warning data.csv
        bulkcheck -p users.json --limit 1000 - < data.jsonl
        bulkcheck -p users.json --valid good.jsonl.gz --invalid bad.jsonl data.jsonl.gz
        bulkcheck -p users.json --failures - data.csv | jq .message
        bulkcheck -p users.json --partial part-1.bcp --fail-on never part-1.jsonl
      """)

  @Option(name: .shortAndLong, help: ArgumentHelp("The profile.", valueName: "file"))
  var profile: String

  @Option(
    help: ArgumentHelp(
      "The format of the inputs; auto goes by the suffix, then by content.", valueName: "format"))
  var inputFormat = InputFormatChoice.auto

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      """
      A report: text, json, junit, markdown, github or html, to standard output or to a path; a \
      path alone tells the format by its suffix. Repeatable. (default: text)
      """,
      valueName: "format[=path]"),
    transform: ReportDestination.init(argument:))
  var reports: [ReportDestination] = []

  @Option(
    help: ArgumentHelp(
      """
      Failing examples kept for each rule: the first N in input order. The text report shows \
      the first one unless this is given. (default: 5)
      """,
      valueName: "n"))
  var samples: Int?

  @Option(
    help: ArgumentHelp(
      "Write the valid records here, bytes unchanged; - is standard output, .gz compresses.",
      valueName: "path"))
  var valid: String?

  @Option(
    help: ArgumentHelp("Write the invalid and the malformed records here.", valueName: "path"))
  var invalid: String?

  @Option(
    help: ArgumentHelp(
      "Write a JSON line for each failing record and rule, and each malformed record.",
      valueName: "path"))
  var failures: String?

  @Option(
    help: ArgumentHelp(
      "Write what `bulkcheck merge` needs to merge this run with others; .gz compresses.",
      valueName: "path"))
  var partial: String?

  @Option(
    help: ArgumentHelp(
      "How --valid writes records: raw, or normalized, with the changes of normalize and chain.",
      valueName: "form"))
  var emit = EmissionChoice.raw

  @Option(help: ArgumentHelp("Run only this rule, or label:NAME. Repeatable.", valueName: "rule"))
  var only: [String] = []

  @Option(help: ArgumentHelp("Skip this rule, or label:NAME. Repeatable.", valueName: "rule"))
  var skip: [String] = []

  @OptionGroup var verdict: VerdictArguments

  @Option(help: ArgumentHelp("Number of workers. (default: all cores)", valueName: "n"))
  var threads: Int?

  @Option(help: ArgumentHelp("Stop after N records, and say so.", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "A longer record is malformed; suffixes K, M and G are binary.", valueName: "bytes"))
  var maxRecordBytes = ByteCount(64 << 20)

  @OptionGroup var keys: KeyOptions

  @Option(help: ArgumentHelp("Show progress: auto, always or never.", valueName: "when"))
  var progress = SwitchMode.auto

  @Option(help: ArgumentHelp("Colour the text report: auto, always or never.", valueName: "when"))
  var color = SwitchMode.auto

  @Option(help: .hidden)
  var chunkBytes: ByteCount?

  @Argument(help: ArgumentHelp("Files to check; - is standard input.", valueName: "input"))
  var inputs: [String] = []

  func validate() throws {
    try OptionLimits.check(
      files: inputs, missing: "Missing input: name the files to check, or - for standard input.")
    try OptionLimits.require("--samples", samples, atLeast: 0)
    try OptionLimits.require("--threads", threads, atLeast: 1)
    try OptionLimits.require("--limit", limit, atLeast: 1)
    try OptionLimits.require("--max-record-bytes", maxRecordBytes.value, atLeast: 1)
    try OptionLimits.require("--chunk-bytes", chunkBytes?.value, atLeast: 1)
    try ReportDestination.check(reports, inputs: inputs, profile: profile)
    try recordDestinations.check(
      reports: reports, baselines: verdict.baselines, inputs: inputs, profile: profile)
    try verdict.baselines.check(limit: limit, inputs: inputs, profile: profile, reports: reports)
  }

  func run() throws {
    Interruption.watch()
    let source = try ProfileFile.bytes(profile)
    let loaded = try ProfileFile.read(source, profile)
    let ruleSet: RuleSet
    do {
      ruleSet = try loaded.ruleSet.selecting(only: only, skip: skip)
    } catch {
      throw CommandEnding.cannotJudge("\(error)")
    }
    try keepReferences(ruleSet)
    let baseline = try verdict.baselines.read()
    // Opened before the run: an output that cannot be written is found out now, not in an hour.
    var outputs = try ReportOutputs(
      destinations: reports, samplesShown: samples ?? 1, color: color,
      standardOutputIsTaken: recordDestinations.takesStandardOutput)
    let baselineFile = try verdict.baselines.openFile()
    let streams = try recordDestinations.open(threads: threads ?? Processors.count)
    let records = recordDestinations.records(streams, ruleSet: ruleSet)
    let partial = recordDestinations.partialStream(streams).map { stream in
      PartialOutput(
        stream, profile: source, profileSHA256: loaded.sha256, ruleSet: ruleSet,
        options: runOptions)
    }
    let check: Check
    do throws(RunSetupError) {
      check = try Check(
        ruleSet: ruleSet, options: partial?.options ?? runOptions,
        profile: Report.Profile(name: loaded.ruleSet.name, sha256: loaded.sha256),
        verdict: verdict.options(baseline: baseline))
    } catch {
      throw CommandEnding.cannotJudge("\(error)")
    }
    var summary = judge(check, records, partial)
    if let failure = partial?.finish() { try CheckCommand.end(failure, &summary) }
    records?.finish()
    if let failure = records?.failure {
      records?.discard()
      try CheckCommand.end(failure, &summary)
    }
    Interruption.acknowledge()
    let report = check.report(summary)
    outputs.showTrouble(of: report, summary.inputs)
    var failure = CheckCommand.failure { () throws(CommandEnding) in try outputs.write(report) }
    // If nobody reads the report, the records are whole all the same.
    if report.exitCode < CommandEnding.cannotJudge, failure?.isQuiet ?? true {
      failure =
        CheckCommand.failure { () throws(CommandEnding) in try CheckCommand.commit(records) }
        ?? failure
    }
    if let failure, !failure.isQuiet {
      // What stands in the files is not true any more.
      summary.interrupted = failure.exitCode == CommandEnding.interrupted || summary.interrupted
      summary.outputFailed = true
      try? outputs.rewriteFiles(check.report(summary))
    }
    failure =
      CheckCommand.failure { () throws(CommandEnding) in
        try outputs.commit()
        if failure?.isQuiet ?? true { try verdict.baselines.write(report, to: baselineFile) }
      } ?? failure
    if let failure {
      // An interruption wins over what could not be written because of it.
      guard report.interrupted else { throw failure }
      failure.message.map(Diagnostics.write)
    }
    if report.exitCode != 0 { throw CommandEnding(exitCode: Int32(report.exitCode)) }
  }

  /// Throws if an output would replace a file that `references` name.
  private func keepReferences(_ ruleSet: RuleSet) throws(CommandEnding) {
    let loader = ReferenceLoader(folder: ReferenceLoader.folder(ofProfile: profile))
    let outputs =
      reports.compactMap { $0.path.map { ("--report", $0) } } + recordDestinations.paths
      + verdict.baselines.paths.map { ("--write-baseline", $0) }
    for path in ruleSet.referenceFiles.map({ loader.path(of: $0.file) }) {
      if let (option, _) = outputs.first(where: { FileIdentity.same($0.1, path) }) {
        throw .cannotJudge(
          "\(option) would replace the reference file \(path): write to another file.")
      }
    }
  }

  private static func failure(_ body: () throws(CommandEnding) -> Void) -> CommandEnding? {
    do throws(CommandEnding) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// Takes note of an output that could not be written; a reader of standard output that has gone
  /// ends the command.
  private static func end(_ failure: OutputError, _ summary: inout RunSummary) throws {
    if failure.isStandardOutput, failure.isClosedPipe {
      throw CommandEnding(exitCode: CommandEnding.closedPipe)
    }
    if failure.isInterruption, Interruption.isRequested {
      summary.interrupted = true
    } else {
      Diagnostics.write("\(failure)")
      summary.outputFailed = true
    }
  }

  private static func commit(_ records: RecordOutputs?) throws(CommandEnding) {
    do throws(OutputError) {
      try records?.commit()
    } catch {
      throw .cannotJudge("\(error)")
    }
  }

  private func judge(
    _ check: Check, _ records: RecordOutputs?, _ partial: PartialOutput?
  ) -> RunSummary {
    let locations = inputs.map { $0 == "-" ? InputLocation.standardInput : .file($0) }
    var line = ProgressLine(
      isShown: progress.isOn(auto: Terminal.isStandardErrorTerminal),
      bytesTotal: InputFiles.totalSize(inputs))
    let summary = check.run(
      locations, observer: records, partial: partial?.writer,
      shouldStop: { Interruption.isRequested }, progress: { line.show($0) })
    line.clear()
    return summary
  }

  private var recordDestinations: RecordDestinations {
    RecordDestinations(
      valid: valid, invalid: invalid, failures: failures, partial: partial, emission: emit.emission)
  }

  private var runOptions: RunOptions {
    var options = RunOptions()
    options.reading.format = inputFormat.format
    options.samplesMaximum = samples ?? options.samplesMaximum
    options.reading.threads = threads
    options.reading.limit = limit
    options.reading.recordBytesMaximum = maxRecordBytes.value
    options.reading.chunkBytes = chunkBytes?.value
    options.memoryBytes = keys.memory?.value
    options.temporaryFolder = keys.tempDir
    return options
  }
}
