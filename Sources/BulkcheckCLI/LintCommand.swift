internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile
internal import BulkcheckReport
internal import BulkcheckSchema

/// `bulkcheck lint`: every mistake in a profile or a JSON Schema.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract:
      "List every mistake in a profile, a JSON Schema or a contract, with line, column and a "
      + "suggestion.",
    discussion: """
      Also reads the files that `extends`, `references` and schemas name, and lists those of \
      schemas. Exits with 2 if there is a mistake.

      A file without the key `bulkcheck` that has a $schema is a JSON Schema. Notes point out what \
      you probably did not mean, such as a keyword of another draft.

      Of a contract, notes list what is not enforced. No data is opened.

      EXAMPLES:
        bulkcheck lint users.json
        bulkcheck lint order.schema.json
        bulkcheck lint datapackage.json
        bulkcheck lint --schema order.json --resolve schemas
      """)

  @Option(help: ArgumentHelp("Colour the mistakes: auto, always or never.", valueName: "when"))
  var color = SwitchMode.auto

  @Argument(
    help: ArgumentHelp("The profiles, JSON Schemas and contracts.", valueName: "profile"),
    completion: .file(extensions: DocumentLanguage.fileExtensions))
  var profiles: [String] = []

  @Option(
    help: ArgumentHelp("A JSON Schema, even without $schema.", valueName: "file"),
    completion: .file(extensions: DocumentLanguage.fileExtensions))
  var schema: String?

  @Flag(help: "Treat notes as errors.")
  var strict = false

  @OptionGroup var contracts: ContractArguments

  @OptionGroup var reading: SchemaArguments

  func validate() throws {
    if profiles.isEmpty, schema == nil, contracts.contract == nil {
      throw ValidationError("Missing file: name a profile, a JSON Schema or a contract.")
    }
  }

  func run() throws {
    var hasMistakes = false
    for path in profiles {
      hasMistakes = try !isCleanFile(path) || hasMistakes
    }
    if let contract = contracts.contract {
      hasMistakes = try !isClean(contract, contract: { try ContractFile(contracts) }) || hasMistakes
    }
    if let schema {
      let isClean = try isClean(schema) {
        try RuleFile.reportingFaults { try RuleSource(schema: schema, reading.loader()) }
      }
      hasMistakes = !isClean || hasMistakes
    }
    if hasMistakes { throw CommandEnding(exitCode: CommandEnding.cannotJudge) }
  }

  /// Lists the mistakes of a file, whatever it is.
  private func isCleanFile(_ path: String) throws -> Bool {
    var contract: ContractFile?
    let isRead = try listing { contract = try ContractFile.recognised(path) }
    guard isRead else { return false }
    if let contract { return try isClean(path, contract: { contract }) }
    return try isClean(path) { try RuleFile.sourceOrMistakes(path, reading) }
  }

  /// Lists the mistakes of a contract, object by object.
  private func isClean(
    _ argument: String, contract: () throws -> ContractFile
  ) throws -> Bool {
    var read: ContractFile?
    guard try listing({ read = try contract() }), let file = read else { return false }
    var isClean = true
    // What is left over of the contract itself is left over of each object.
    var told: Set<Mistake> = []
    let objects = try file.objects()
    if objects.isEmpty {
      isClean = try isCleanWithoutObjects(file)
    }
    for object in objects {
      isClean =
        try self.isClean(file.title(object)) {
          var source = try file.source(object, opensData: false)
          source.leaveOutLeftovers(in: &told)
          return source
        } && isClean
    }
    return isClean
  }

  /// Lists what is not enforced of a contract without an object.
  private func isCleanWithoutObjects(_ file: ContractFile) throws -> Bool {
    let leftovers = file.contract.leftoverParts
    try write(leftovers.map { [$0] } ?? [])
    let count = leftovers?.mistakes.count ?? 0
    let isClean = !strict || count == 0
    let verdict =
      isClean
      ? "no objects, no mistakes" + (count == 0 ? "" : ", \(count) not enforced")
      : LintCommand.refusal(count)
    try StandardOutput.write(
      "\(TerminalText.escaped(PathText.shown(file.path))): \(verdict)\n")
    return isClean
  }

  /// Writes notes, file by file.
  private func write(_ notes: [DocumentMistakes]) throws {
    let isColored = color.isOn(auto: Terminal.wantsColor)
    for file in notes {
      try StandardOutput.write(
        file.mistakes.map { file.text(of: $0, level: "note", color: isColored) + "\n" }.joined())
    }
  }

  /// Lists the mistakes that are thrown; returns whether there are none.
  private func listing(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return true
    } catch let mistakes as DocumentMistakes {
      try StandardOutput.write(mistakes.text(color: color.isOn(auto: Terminal.wantsColor)) + "\n")
      return false
    }
  }

  /// Lists the mistakes of a file.
  private func isClean(_ path: String, read: () throws -> RuleSource) throws -> Bool {
    let isColored = color.isOn(auto: Terminal.wantsColor)
    let source: RuleSource
    do {
      source = try read()
      _ = try Program(source.ruleSet)
    } catch let error as ProgramError {
      // What only shows when the rules are compiled has no place in the text.
      try StandardOutput.write("\(TerminalText.escaped(PathText.shown(path))): error: \(error)\n")
      return false
    } catch let mistakes as ProfileMistakes {
      try StandardOutput.write(mistakes.text(color: isColored) + "\n")
      return false
    } catch let mistakes as SchemaMistakes {
      try StandardOutput.write(
        mistakes.files.map { $0.text(color: isColored) + "\n" }.joined())
      return false
    }
    try write(source.notes + (source.leftovers.map { [$0] } ?? []))
    let leftovers = source.leftovers?.mistakes.count ?? 0
    let notes = source.notes.flatMap(\.mistakes).count { !$0.isNews } + leftovers
    let isClean = !strict || notes == 0
    let verdict = isClean ? LintCommand.summary(source) : LintCommand.refusal(notes)
    let others = source.schemaFiles.dropFirst(source.dialect == nil ? 0 : 1)
    try StandardOutput.write(
      "\(TerminalText.escaped(PathText.shown(path))): \(verdict)\n"
        + others.map { "  also read: \(TerminalText.escaped(PathText.shown($0)))\n" }.joined())
    return isClean
  }

  /// Why a file without an error is refused.
  private static func refusal(_ notes: Int) -> String {
    Figures.counted(notes, "note") + ", which --strict treats as "
      + (notes == 1 ? "an error" : "errors")
  }

  private static func summary(_ source: RuleSource) -> String {
    let ruleSet = source.ruleSet
    let rules = Figures.counted(ruleSet.rules.count + ruleSet.tableRules.count, "rule")
    guard let dialect = source.dialect else {
      let fields = ruleSet.paths.count { !$0.leadsToSeveral }
      let sections = ruleSet.sections.count
      return rules + " on " + Figures.counted(fields, "field")
        + (sections == 0 ? "" : " in " + Figures.counted(sections, "section")) + ", no mistakes"
        + (source.leftovers.map { ", \($0.mistakes.count) not enforced" } ?? "")
    }
    let notes = source.notes.flatMap(\.mistakes).count
    let formats = ruleSet.unassertedFormats
    return rules + " (JSON Schema \(dialect.name))"
      + (formats == 0 ? "" : ", " + Figures.counted(formats, "format") + " not asserted")
      + ", no mistakes" + (notes == 0 ? "" : ", " + Figures.counted(notes, "note"))
  }
}
