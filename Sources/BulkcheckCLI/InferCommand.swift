internal import ArgumentParser
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckInfer
internal import BulkcheckInput
internal import BulkcheckOutput
internal import BulkcheckReport

extension NearMisses: ExpressibleByArgument {}

/// `bulkcheck infer`: a draft of a profile from data.
struct InferCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "infer",
    abstract:
      "Draft a profile or a JSON Schema from data: types, formats, ranges, choices and patterns.",
    discussion: """
      Reads the inputs once and writes a profile whose rules hold for every record, each with its \
      evidence as a comment. Rules that nearly hold are written as warnings, with the tolerance \
      that they need, or as comments (--near-misses). The profile passes `lint`, and the data \
      passes the profile, unless some records are malformed: none is ever tolerated.

      All inputs must have the same format. Memory does not grow with the data.

      EXAMPLES:
        bulkcheck infer data.jsonl.gz > users.json
        bulkcheck infer --schema data.jsonl.gz > user.schema.json
        bulkcheck infer --yaml data.jsonl.gz > users.yaml
        bulkcheck infer --near-misses comment data.csv > users.json
        bulkcheck infer exports/ > users.json
        bulkcheck infer --limit 100000 --output users.json a.csv b.csv
        zcat dump.gz | bulkcheck infer --input-format jsonl --name dump - > dump.json

      EXIT CODES:
        0 the profile was written, 2 it was not: an input cannot be read, has no records, or
          looks like another format, or more than 1% of the records are malformed
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where to write the profile. (default: standard output)", valueName: "path"),
    completion: .file())
  var output: String?

  @Flag(help: "Write a JSON Schema (2020-12) instead of a profile.")
  var schema = false

  @Flag(help: "Write YAML instead of JSON. Also if --output names a .yaml or .yml file.")
  var yaml = false

  @Option(help: ArgumentHelp("The profile's name. (default: that of the first input)"))
  var name: String?

  @OptionGroup var records: RecordArguments

  @OptionGroup var reading: ReadingArguments

  @Option(
    help: ArgumentHelp(
      "The largest number of fields to describe, including nested ones. Other fields are left "
        + "out, and the profile says so.", valueName: "n"))
  var maxPaths = 1000

  @Option(
    help: ArgumentHelp(
      "Write rules that nearly hold as a warning with a tolerance, or as a comment.",
      valueName: "how"))
  var nearMisses = NearMisses.warning

  @Flag(help: "Write plain JSON, without comments and what is only proposed in them.")
  var noComments = false

  @OptionGroup var clock: ClockOptions

  @Option(help: ArgumentHelp("Show progress: auto, always or never.", valueName: "when"))
  var progress = SwitchMode.auto

  @Argument(
    help: ArgumentHelp(
      "Files to read, and folders with such files; - is standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  @OptionGroup var list: FileListArguments

  func validate() throws {
    try list.check(
      beside: inputs, missing: "Missing input: name the files to read, or - for standard input.")
    try OptionLimits.require("--max-paths", maxPaths, atLeast: 1)
    if output?.hasSuffix(".gz") == true {
      throw ValidationError("A profile is plain text: name a file without .gz.")
    }
    if output == "" { throw ValidationError("A path is missing after --output.") }
    try keep(inputs)
  }

  /// Throws if the profile would replace one of the files.
  private func keep(_ names: [String]) throws {
    guard let output else { return }
    if let input = FileIdentity.first(of: names.filter { $0 != "-" }, sameAs: output) {
      throw ValidationError("The profile \(output) would replace the input \(input).")
    }
    if let file = list.files.first, FileIdentity.same(file.path, output) {
      throw ValidationError("The profile \(output) would replace the \(file.name).")
    }
  }

  func run() throws {
    Interruption.watch()
    let names = try list.names(after: inputs)
    if names.count > inputs.count { try keep(names) }
    let locations = InputFiles.selected(
      names, leavingOut: list.files + (output.map { [("--output", $0)] } ?? []),
      readers: try records.inputReaders())
    InputFiles.noteRepeated(locations)
    // Opened before the run: an output that cannot be written is found out now, not in an hour.
    let file = try output.flatMap {
      $0 == "-" ? nil : try ReportFile(path: $0, purpose: "the profile")
    }
    let (findings, kinds) = try read(locations)
    if findings.interrupted { throw CommandEnding(exitCode: CommandEnding.interrupted) }
    Interruption.acknowledge()
    if let refusal = findings.refusal {
      Diagnostics.write(refusal)
      findings.hints.forEach(Diagnostics.write)
      throw CommandEnding(exitCode: CommandEnding.cannotJudge)
    }
    let name = name ?? InferCommand.name(of: names[0])
    let text =
      schema
      ? SchemaWriter.text(findings, name: name)
      : ProfileWriter.text(
        findings, kinds: kinds, name: name, nearMisses: nearMisses, comments: comments)
    let written = writesYAML ? try InferCommand.yaml(text) : text
    InferCommand.warn(about: findings)
    // A schema has no place for it.
    if schema, findings.recordsAreFound, let records = findings.records {
      Diagnostics.write(
        "the schema is of the records in the largest array: check the document with --records "
          + ShellWord.quoted(records.description))
    }
    if let file {
      try file.write(written)
    } else {
      try StandardOutput.write(written)
    }
  }

  private var writesYAML: Bool {
    yaml || output.map { DocumentLanguage(fileName: $0) == .yaml } ?? false
  }

  /// The text of a profile or a schema as YAML.
  private static func yaml(_ text: String) throws -> String {
    let kind = Document.Kind("draft", content: "an object", nestingMaximum: 1000)
    do throws(DocumentFault) {
      let document = try Document(SourceText(Array(text.utf8)), kind: kind, keepsLayout: true)
      return DocumentWriter.text(document, as: .yaml)
    } catch {
      throw CommandEnding.cannotJudge("the draft cannot be written: \(error.complaint.message)")
    }
  }

  private var comments: Comments {
    if noComments { return .none }
    return output?.lowercased().hasSuffix(".json") == true && !writesYAML ? .announced : .written
  }

  private func read(
    _ locations: [InputLocation]
  ) throws -> (findings: Findings, kinds: [KindFindings]) {
    var options = InferenceOptions()
    options.reading = reading.options(records)
    options.pathsMaximum = min(maxPaths, 1 << 24)
    options.now = clock.now
    var line = ProgressLine(progress, inputs: locations, readers: options.reading.readers)
    defer { line.clear() }
    return try CommandEnding.judging {
      let findings = try InferenceRun.findings(
        in: locations, options: options, shouldStop: { Interruption.isRequested },
        progress: { line.show($0) })
      if schema || findings.interrupted || findings.refusal != nil { return (findings, []) }
      let kinds = try KindFindings.all(
        in: locations, findings, options: options, shouldStop: { Interruption.isRequested },
        progress: { line.show($0) })
      return (findings, kinds)
    }
  }

  /// Warns the reader of the profile about what the draft leaves out.
  private static func warn(about findings: Findings) {
    findings.hints.forEach(Diagnostics.write)
    let malformed = findings.counts.malformedTotal
    if malformed > 0 {
      Diagnostics.write(
        "\(Figures.counted(malformed, "malformed record")) of "
          + "\(Figures.grouped(findings.counts.total)): the draft does not tolerate "
          + "\(malformed == 1 ? "it" : "them"), so a check of this data fails")
    }
    if findings.tree.hasTurnedAway {
      Diagnostics.write(
        "more than \(Figures.counted(findings.tree.pathsMaximum, "path")): the rest are left "
          + "out; raise --max-paths to include them")
    }
    if findings.limitReached {
      Diagnostics.write("stopped after \(Figures.counted(findings.counts.total, "record"))")
    }
  }

  /// `users` for `data/users.jsonl.gz`.
  private static func name(of input: String) -> String {
    guard input != "-" else { return "data" }
    let file = input.split(separator: "/").last.map(String.init) ?? input
    let stem = file.split(separator: ".", omittingEmptySubsequences: true).first.map(String.init)
    // The folder in which the command runs has no name here.
    return stem ?? "data"
  }
}
