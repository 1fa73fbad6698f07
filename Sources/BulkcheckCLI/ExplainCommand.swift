internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckExplain
internal import BulkcheckInput
internal import BulkcheckProfile

/// `bulkcheck explain`: one record, rule by rule.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show the outcome of every rule on one record, and what would pass.",
    discussion: """
      Shows the record, the outcome of every rule on it, and for each rule that fails: where the \
      value is, what was compared after `normalize`, how far off it is, and a form of it that \
      would pass. Lines and records count from 1, as in reports. Values labelled pii are masked.

      If a rule compares records (unique, references to ".", sorted), the input is read as a \
      check reads it, and the other record is shown too. Name the other inputs of the check with \
      --before and --after.

      EXAMPLES:
        bulkcheck explain data.jsonl.gz --line 18293 --profile users.json
        bulkcheck explain data.csv --record 7 -p users.json
        bulkcheck explain orders.jsonl --line 7 --schema order.schema.json
        bulkcheck explain b.jsonl --line 7 -p users.json --before a.jsonl

      EXIT CODES:
        0 the record is valid, 1 it is invalid or malformed, 2 there is no such record
      """)

  @Argument(
    help: ArgumentHelp("The file; - is standard input.", valueName: "input"), completion: .file())
  var input: String

  @OptionGroup var rules: RuleArguments

  @OptionGroup var schemas: SchemaArguments

  @Option(help: ArgumentHelp("The line on which the record begins.", valueName: "n"))
  var line: Int?

  @Option(
    help: ArgumentHelp(
      "The number of the record, or in a JSON document its JSON Pointer. Malformed records count; "
        + "blank lines and a header do not.",
      valueName: "n"))
  var record: RecordChoice?

  @Option(
    help: ArgumentHelp(
      "An input that was checked before this one. Repeatable, in their order.", valueName: "file"),
    completion: .file())
  var before: [String] = []

  @Option(
    help: ArgumentHelp(
      "An input that was checked after this one. Repeatable, in their order.", valueName: "file"),
    completion: .file())
  var after: [String] = []

  @Option(help: ArgumentHelp("As many records as the check was limited to.", valueName: "n"))
  var limit: Int?

  @OptionGroup var clock: ClockOptions

  @OptionGroup var reading: RecordArguments

  func validate() throws {
    if line != nil, record != nil {
      throw ValidationError("Give --line or --record, not both: each names one record.")
    }
    if line == nil, record == nil {
      throw ValidationError("Say which record: either --line N or --record N.")
    }
    try OptionLimits.require("--line", line, atLeast: 1)
    try OptionLimits.require("--record", record?.number, atLeast: 1)
    try OptionLimits.require("--limit", limit, atLeast: 1)
  }

  func run() throws {
    Interruption.endReaderToo()
    let ruleSet = try rules.source(schemas, records: reading.records, inputs: [input]).ruleSet
    let explanation = try explain(ruleSet)
    try StandardOutput.write(
      ExplanationText.text(explanation, columns: Terminal.columns ?? 100))
    if !explanation.isValid { throw CommandEnding(exitCode: CommandEnding.failed) }
  }

  private func explain(_ ruleSet: RuleSet) throws -> Explanation {
    var options = RunOptions()
    options.reading = reading.options
    options.schemaSubject = rules.schemaOf
    options.now = clock.time
    let check = try CommandEnding.judging { try Check(ruleSet: ruleSet, options: options) }
    let selector: RecordSelector = line.map { .line($0) } ?? record?.selector ?? .record(1)
    var locations = (before + [input] + after).map(InputLocation.init(argument:))
    if ruleSet.asksForOtherRecords {
      locations = try locations.map(InputCopy.location(of:))
    }
    let inputs = CheckedInputs(locations, position: before.count, limit: limit)
    return try CommandEnding.judging {
      let found = try RecordFinder.find(selector, in: locations[before.count], as: check)
      return Explainer.explain(found, in: inputs, as: check)
    }
  }
}

/// The value of `--record`.
struct RecordChoice: ExpressibleByArgument {
  let selector: RecordSelector

  init?(argument: String) {
    if let number = Int(argument) {
      selector = .record(number)
    } else if argument.isEmpty || argument.hasPrefix("/") {
      selector = .pointer(argument)
    } else {
      return nil
    }
  }

  /// nil: a pointer.
  var number: Int? {
    guard case .record(let number) = selector else { return nil }
    return number
  }
}
