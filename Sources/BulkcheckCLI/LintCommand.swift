internal import ArgumentParser
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile
internal import BulkcheckReport

/// `bulkcheck lint`: every mistake in a profile.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "List every mistake in a profile, with line, column and a suggestion.",
    discussion: """
      Files that `references` name are read too. Exits with 2 if there is a mistake.

      EXAMPLES:
        bulkcheck lint users.json
      """)

  @Option(help: ArgumentHelp("Colour the mistakes: auto, always or never.", valueName: "when"))
  var color = SwitchMode.auto

  @Argument(
    help: ArgumentHelp("The profiles.", valueName: "profile"),
    completion: .file(extensions: ["json"]))
  var profiles: [String]

  func run() throws {
    var hasMistakes = false
    for path in profiles {
      do {
        let profile = try ProfileFile.readOrFindMistakes(path)
        try StandardOutput.write(
          "\(TerminalText.escaped(path)): \(LintCommand.summary(profile.ruleSet))\n")
      } catch let mistakes as ProfileMistakes {
        hasMistakes = true
        try StandardOutput.write(
          mistakes.text(color: color.isOn(auto: Terminal.wantsColor)) + "\n")
      }
    }
    if hasMistakes { throw CommandEnding(exitCode: CommandEnding.cannotJudge) }
  }

  private static func summary(_ ruleSet: RuleSet) -> String {
    let fields = ruleSet.paths.count { !$0.hasEveryElement }
    return Figures.counted(ruleSet.rules.count, "rule") + " on "
      + Figures.counted(fields, "field") + ", no mistakes"
  }
}
