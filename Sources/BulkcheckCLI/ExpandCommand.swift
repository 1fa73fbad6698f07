internal import ArgumentParser
internal import BulkcheckCore
internal import BulkcheckProfile

/// `bulkcheck expand`: the rules of a profile as the engine sees them.
struct ExpandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Print the flat list of a profile's rules with their ids.",
    discussion: """
      EXAMPLES:
        bulkcheck expand users.json
        bulkcheck expand users.json --program
      """)

  @Argument(help: ArgumentHelp("The profile.", valueName: "profile"), completion: .file())
  var profile: String

  @Flag(
    name: .customLong("program"),
    help: "Print the instructions that the rules are compiled to, in the order of judging.")
  var showsProgram = false

  func run() throws {
    let ruleSet = try ProfileFile.read(profile).ruleSet
    let text =
      showsProgram
      ? ProgramListing.text(try CommandEnding.judging { try Program(ruleSet) })
      : RuleListing.text(ruleSet)
    try StandardOutput.write(Diagnostics.withLineEnd(text))
  }
}
