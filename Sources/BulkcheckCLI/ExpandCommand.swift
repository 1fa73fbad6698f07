internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckProfile

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
      """)

  @Argument(
    help: ArgumentHelp("The profile, or the JSON Schema.", valueName: "profile"),
    completion: .file(extensions: ["json"]))
  var profile: String?

  @Option(
    help: ArgumentHelp("A JSON Schema, instead of a profile or along with it.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var schema: String?

  @OptionGroup var reading: SchemaArguments

  @Flag(
    name: .customLong("program"),
    help: "Print the compiled instructions, in the order in which they run.")
  var showsProgram = false

  func validate() throws {
    if profile == nil, schema == nil {
      throw ValidationError("No rules given: name a profile or a JSON Schema.")
    }
  }

  func run() throws {
    let source = try RuleFile.source(profile: profile, schema: schema, reading, mayBeSchema: true)
    let ruleSet = source.ruleSet
    let text =
      showsProgram
      ? ProgramListing.text(try CommandEnding.judging { try Program(ruleSet) })
      : RuleListing.text(ruleSet, origins: source.origins)
    try StandardOutput.write(Diagnostics.withLineEnd(text))
  }
}
