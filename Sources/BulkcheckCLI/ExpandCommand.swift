internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckContracts
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile

extension DocumentLanguage: ExpressibleByArgument {}

/// `bulkcheck expand`: the rules of a profile as the engine sees them.
struct ExpandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract:
      "Print the flat list of the rules of a profile, a JSON Schema or a contract, with their ids.",
    discussion: """
      EXAMPLES:
        bulkcheck expand users.json
        bulkcheck expand users.json --program
        bulkcheck expand order.schema.json
        bulkcheck expand users.json --profile-format yaml > users.yaml
        bulkcheck expand datapackage.json#users --profile-format yaml > users.yaml
      """)

  @Argument(
    help: ArgumentHelp("The profile, the JSON Schema, or the contract.", valueName: "profile"),
    completion: .file(extensions: DocumentLanguage.fileExtensions))
  var profile: String?

  @Option(
    help: ArgumentHelp("A JSON Schema, instead of a profile or along with it.", valueName: "file"),
    completion: .file(extensions: DocumentLanguage.fileExtensions))
  var schema: String?

  @OptionGroup var contracts: ContractArguments

  @OptionGroup var reading: SchemaArguments

  @Flag(
    name: .customLong("program"),
    help: "Print the compiled instructions, in the order in which they run.")
  var showsProgram = false

  @Option(
    help: ArgumentHelp(
      "Print the profile itself instead, or the JSON Schema: json or yaml, with its comments. "
        + "Aliases and merge keys of YAML are written out.", valueName: "language"))
  var profileFormat: DocumentLanguage?

  func validate() throws {
    if profile == nil, schema == nil, contracts.contract == nil {
      throw ValidationError("No rules given: name a profile, a JSON Schema or a contract.")
    }
    if profileFormat != nil, showsProgram {
      throw ValidationError("--profile-format prints the profile, not the rules of --program.")
    }
  }

  func run() throws {
    if let contract = try RuleFile.listingMistakes(contract) {
      return try print(contract)
    }
    if let language = profileFormat, let path = profile ?? schema {
      return try StandardOutput.write(RuleFile.converted(path, to: language))
    }
    let source = try RuleFile.source(profile: profile, schema: schema, reading, mayBeSchema: true)
    try StandardOutput.write(Diagnostics.withLineEnd(try listing(source)))
  }

  private func listing(_ source: RuleSource) throws -> String {
    showsProgram
      ? ProgramListing.text(try CommandEnding.judging { try Program(source.ruleSet) })
      : RuleListing.text(source.ruleSet, origins: source.origins)
  }

  private func contract() throws -> ContractFile? {
    if contracts.contract != nil { return try ContractFile(contracts) }
    return try profile.flatMap { schema == nil ? try ContractFile.recognised($0) : nil }
  }

  /// Prints the objects of a contract; of several, each under its name.
  private func print(_ file: ContractFile) throws {
    let objects = try file.objects()
    if let language = profileFormat {
      guard objects.count == 1 else {
        throw CommandEnding.cannotJudge(
          "a profile has the rules of one object: name it with \(file.path)#NAME")
      }
      let source = try RuleFile.listingMistakes { try file.source(objects[0], opensData: false) }
      source.leftovers.map(ContractFile.tell)
      return try StandardOutput.write(
        Diagnostics.withLineEnd(
          source.translated.map { DocumentWriter.text(of: $0, as: language) } ?? ""))
    }
    for (number, object) in objects.enumerated() {
      let source = try RuleFile.listingMistakes { try file.source(object, opensData: false) }
      let title = number == 0 ? "" : "\n"
      try StandardOutput.write(
        (objects.count > 1 ? "\(title)\(TerminalText.escaped(file.title(object)))\n" : "")
          + Diagnostics.withLineEnd(try listing(source)))
      source.leftovers.map(ContractFile.tell)
    }
  }
}
