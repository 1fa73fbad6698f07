internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile

extension DocumentLanguage: ExpressibleByArgument {}

/// `bulkcheck expand`: the rules of a profile as the engine sees them.
struct ExpandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Print the flat list of the rules of a profile or a JSON Schema, with their ids.",
    discussion: """
      EXAMPLES:
        bulkcheck expand users.json
        bulkcheck expand users.json --program
        bulkcheck expand order.schema.json
        bulkcheck expand users.json --profile-format yaml > users.yaml
      """)

  @Argument(
    help: ArgumentHelp("The profile, or the JSON Schema.", valueName: "profile"),
    completion: .file(extensions: DocumentLanguage.fileExtensions))
  var profile: String?

  @Option(
    help: ArgumentHelp("A JSON Schema, instead of a profile or along with it.", valueName: "file"),
    completion: .file(extensions: DocumentLanguage.fileExtensions))
  var schema: String?

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
    if profile == nil, schema == nil {
      throw ValidationError("No rules given: name a profile or a JSON Schema.")
    }
    if profileFormat != nil, showsProgram {
      throw ValidationError("--profile-format prints the profile, not the rules of --program.")
    }
  }

  func run() throws {
    if let language = profileFormat, let path = profile ?? schema {
      return try StandardOutput.write(RuleFile.converted(path, to: language))
    }
    let source = try RuleFile.source(profile: profile, schema: schema, reading, mayBeSchema: true)
    let ruleSet = source.ruleSet
    let text =
      showsProgram
      ? ProgramListing.text(try CommandEnding.judging { try Program(ruleSet) })
      : RuleListing.text(ruleSet, origins: source.origins)
    try StandardOutput.write(Diagnostics.withLineEnd(text))
  }
}
