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
    abstract: "Check files against a profile or a JSON Schema (the default command).",
    discussion: """
      The report goes to standard output, progress and diagnostics to standard error. Gzip is \
      recognised by content.

      EXAMPLES:
        bulkcheck -p users.json data.jsonl.gz
        bulkcheck --schema order.schema.json orders.jsonl.gz
        bulkcheck -p users.json --report text --report r.json a.jsonl b.csv
        bulkcheck -p users.json --report report.html --report github data.jsonl
        bulkcheck -p users.json --baseline main.json data.jsonl
        bulkcheck -p users.json --only label:contact --fail-on warning data.csv
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
      "Write the valid records here, bytes unchanged; - is standard output, .gz compresses.",
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

  @OptionGroup var baselines: BaselineOptions

  @OptionGroup var records: RecordArguments

  @OptionGroup var reading: ReadingArguments

  @OptionGroup var keys: KeyOptions

  @Option(help: ArgumentHelp("Show progress: auto, always or never.", valueName: "when"))
  var progress = SwitchMode.auto

  @Option(help: ArgumentHelp("Colour the text report: auto, always or never.", valueName: "when"))
  var color = SwitchMode.auto

  @Argument(
    help: ArgumentHelp("Files to check; - is standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  func validate() throws {
    try OptionLimits.check(
      files: inputs, missing: "Missing input: name the files to check, or - for standard input.")
    try OptionLimits.require("--samples", samples, atLeast: 0)
    try plan.check(ReadFiles(inputs: inputs, rules: rules.files), limit: reading.limit)
  }

  func run() throws {
    Interruption.watch()
    InputFiles.noteRepeated(inputs)
    let run = try CheckRun(
      SelectedProfile(rules, schemas, only: only, skip: skip, inputs: inputs), plan, runOptions)
    run.judge(inputs, progress: progress)
    try run.finish()
  }

  private var plan: OutputPlan {
    OutputPlan(
      reports: reports, samplesShown: samples, color: color,
      explainOptions: rules.given + schemas.given + records.given,
      records: RecordDestinations(
        valid: valid, invalid: invalid, failures: failures, partial: partial,
        emission: emit, failureFormat: failuresFormat),
      verdict: verdict, baselines: baselines)
  }

  private var runOptions: RunOptions {
    var options = RunOptions()
    options.reading = reading.options(records)
    options.samplesMaximum = samples ?? options.samplesMaximum
    options.memoryBytes = keys.memory?.value
    options.temporaryFolder = keys.tempDir
    options.now = clock.now
    options.countsCompanions = reports.contains { $0.format == .html }
    return options
  }
}
