internal import ArgumentParser
internal import BulkcheckProfile

/// `bulkcheck expand`: the rules of a profile as the engine sees them.
struct ExpandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Print the flat list of a profile's rules with their ids.",
    discussion: """
      EXAMPLES:
        bulkcheck expand users.json
      """)

  @Argument(help: ArgumentHelp("The profile.", valueName: "profile"))
  var profile: String

  func run() throws {
    let text = RuleListing.text(try ProfileFile.read(profile).ruleSet)
    try StandardOutput.write(Diagnostics.withLineEnd(text))
  }
}
