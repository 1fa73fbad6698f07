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
    abstract: "Check files against a profile, a JSON Schema or a contract (the default command).",
    discussion: """
      The report goes to standard output, progress and diagnostics to standard error. Gzip \
      and Zstandard are recognised by content.

      EXAMPLES:
        bulkcheck -p users.json data.jsonl.gz
        bulkcheck --schema order.schema.json orders.jsonl.gz
        bulkcheck --contract datapackage.json
        bulkcheck -p users.json --report text --report r.json a.jsonl b.csv
        bulkcheck -p users.json --report report.html --report github data.jsonl
        bulkcheck -p users.json --baseline main.json data.jsonl
        bulkcheck -p users.json --only label:contact --fail-on warning data.csv
        bulkcheck -p users.json exports/
        find exports -name '*.csv' -mtime -1 | bulkcheck -p users.json --files-from -
        bulkcheck -p users.json --limit 1000 - < data.jsonl
        bulkcheck -p users.json --valid good.jsonl --invalid bad.jsonl data.jsonl
        bulkcheck -p users.json --failures - data.csv | jq .message
        bulkcheck -p users.json --partial part-1.bcp --fail-on never part-1.jsonl
      """)

  @OptionGroup var rules: RuleArguments

  @OptionGroup var schemas: SchemaArguments

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      """
      A report: text, json, junit, markdown, github, html, sarif or openmetrics, to standard \
      output or to a path. If only a path is given, its suffix decides the format. Repeatable. \
      (default: text)
      """,
      valueName: "format[=path]"), completion: ReportDestination.completion,
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
      "Write the valid records here, bytes unchanged; - is standard output, .gz and .zst compress.",
      valueName: "path"), completion: .file())
  var valid: String?

  @Option(
    help: ArgumentHelp("Write the invalid and the malformed records here.", valueName: "path"),
    completion: .file())
  var invalid: String?

  @Option(
    help: ArgumentHelp(
      """
      Write a JSON line for each failing record and rule, and each malformed record; a row of CSV \
      if the name ends in .csv.
      """,
      valueName: "path"), completion: .file())
  var failures: String?

  @Option(
    help: ArgumentHelp(
      """
      The format of --failures: auto, jsonl, csv, or basic (JSON Schema's Basic output, one \
      document for each failing record).
      """,
      valueName: "format"))
  var failuresFormat = RecordOutputs.FailureFormat.auto

  @Option(
    help: ArgumentHelp(
      """
      Write one byte for each record, in input order: 0 valid, 1 invalid, 2 malformed. For \
      programs.
      """,
      valueName: "path"), completion: .file())
  var verdicts: String?

  @Option(
    help: ArgumentHelp(
      "Write what `bulkcheck merge` needs to merge this run with others; .gz compresses.",
      valueName: "path"), completion: .file())
  var partial: String?

  @Option(
    help: ArgumentHelp(
      "What --valid writes: raw records, or normalized ones, changed by normalize and chain.",
      valueName: "form"))
  var emit = RecordOutputs.Emission.raw

  @Option(
    help: ArgumentHelp(
      "Run only this rule, or label:NAME, or LOCATION/*. Repeatable.", valueName: "rule"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "Skip this rule, or label:NAME, or LOCATION/*. Repeatable.", valueName: "rule"))
  var skip: [String] = []

  @OptionGroup var clock: ClockOptions

  @OptionGroup var verdict: VerdictArguments

  @OptionGroup var records: RecordArguments

  @OptionGroup var reading: ReadingArguments

  @OptionGroup var keys: KeyOptions

  @Option(help: ArgumentHelp("Show progress: auto, always or never.", valueName: "when"))
  var progress = SwitchMode.auto

  @Option(help: ArgumentHelp("Colour the text report: auto, always or never.", valueName: "when"))
  var color = SwitchMode.auto

  @Argument(
    help: ArgumentHelp(
      "Files to check, and folders with such files; - is standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  @OptionGroup var list: FileListArguments

  func validate() throws {
    // A package names its files.
    if rules.contracts.contract == nil || !inputs.isEmpty || list.list != nil {
      try list.check(
        beside: inputs, missing: "Missing input: name the files to check, or - for standard input.")
    }
    try OptionLimits.require("--samples", samples, atLeast: 0)
    try check(outputsBeside: inputs)
  }

  func run() throws {
    Interruption.watch()
    let names = try list.names(after: inputs)
    if names.count > inputs.count { try check(outputsBeside: names) }
    let profiles = try SelectedProfile.all(
      rules, schemas, records: records.records, only: only, skip: skip, inputs: names)
    let ownFiles = rules.files + profiles.flatMap(\.files) + list.files + plan.paths
    let readers = try records.inputReaders()
    let locations = profiles.map { profile in
      // The files of a contract refer to one another.
      InputFiles.selected(
        profile.inputs,
        leavingOut: ownFiles.filter { own in
          rules.contracts.contract == nil || own.name != "reference file"
        }, readers: readers)
    }
    locations.forEach(InputFiles.noteRepeated)
    let run = try CheckRun(profiles, plan, runOptions)
    for (number, inputs) in locations.enumerated() {
      run.judge(inputs, of: number, progress: progress)
    }
    try run.finish()
  }

  private func check(outputsBeside names: [String]) throws {
    try plan.check(
      ReadFiles(inputs: names, rules: rules.files + list.files), limit: reading.limit)
  }

  private var plan: OutputPlan {
    OutputPlan(
      reports: reports, samplesShown: samples, color: color,
      explainOptions: rules.given + schemas.given + records.given,
      records: RecordDestinations(
        valid: valid, invalid: invalid, failures: failures, verdicts: verdicts, partial: partial,
        emission: emit, failureFormat: failuresFormat),
      verdict: verdict)
  }

  private var runOptions: RunOptions {
    var options = RunOptions()
    options.reading = reading.options(records)
    options.schemaSubject = rules.schemaOf
    options.samplesMaximum = samples ?? options.samplesMaximum
    options.memoryBytes = keys.memory?.value
    options.temporaryFolder = keys.tempDir
    options.now = clock.now
    options.countsCompanions = reports.contains { $0.format == .html }
    options.keepsRecordTexts = options.countsCompanions
    return options
  }
}

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
  /// One, or one for each object of a contract.
  private let checks: [Check]
  private let names: [String?]
  private var outputs: OpenedOutputs
  private let records: RecordOutputs?
  private let partial: PartialOutput?
  /// The summary of each check that was run.
  private var summaries: [RunSummary] = []
  /// The latest output that could not be written at the end.
  private var failure: CommandEnding?

  /// Opens everything that is written. Throws an ending if the run cannot begin.
  init(_ profiles: [SelectedProfile], _ plan: OutputPlan, _ options: RunOptions) throws {
    let first = profiles[0]
    if profiles.count > 1, let (option, _) = plan.records.paths.first {
      throw CommandEnding.cannotJudge(
        "\(option) is about the records of one object: name it with --contract FILE#NAME")
    }
    for profile in profiles { try plan.keep(profile.files) }
    outputs = try OpenedOutputs(plan, threads: options.reading.threads ?? Processors.count)
    records = plan.records.records(outputs.streams, ruleSet: first.ruleSet)
    let stream = plan.records.partialStream(outputs.streams)
    let (verdict, secret) = (outputs.verdict, PartialOutput.secret)
    let checks = try profiles.map { profile in
      try CommandEnding.judging {
        try Check(
          ruleSet: profile.ruleSet,
          options: stream == nil
            ? options : options.mergeable(profileSHA256: profile.sha256, secret: secret),
          profile: Report.Profile(name: profile.name, sha256: profile.sha256),
          verdict: verdict)
      }
    }
    self.checks = checks
    names = profiles.map(\.part)
    partial = stream.map { PartialOutput($0, profile: first.bytes, checks[0], secret: secret) }
  }

  /// Judges the inputs of one of the profiles; records, failures and the partial result are written
  /// meanwhile.
  func judge(_ inputs: [InputLocation], of number: Int, progress: SwitchMode) {
    let check = checks[number]
    var line = ProgressLine(progress, inputs: inputs, readers: check.options.reading.readers)
    summaries.append(
      check.run(
        inputs, observer: records, partial: partial?.writer,
        shouldStop: { Interruption.isRequested }, progress: { line.show($0) }))
    line.clear()
  }

  private var report: Report {
    guard checks.count > 1 else { return checks[0].report(summaries[0]) }
    return Report(
      parts: zip(zip(names, checks), summaries).map { part, summary in
        Report.Part(name: part.0, part.1.ruleSet, summary)
      }, profile: checks[0].profile, options: checks[0].verdict,
      samplesMaximum: checks[0].options.samplesMaximum)
  }

  /// Writes what is written at the end, and puts all files in their places. Throws the ending of
  /// the command, unless the run passed.
  func finish() throws {
    try finishStreams()
    Interruption.acknowledge()
    let report = report
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
      summaries[0].interrupted = true
    } else {
      ending.message.map(Diagnostics.write)
      summaries[0].outputFailed = true
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
    summaries[0].interrupted =
      failure.exitCode == CommandEnding.interrupted || summaries[0].interrupted
    summaries[0].outputFailed = true
    try? outputs.reports.rewriteFiles(report)
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
