internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckProfile
internal import BulkcheckReport

/// `bulkcheck test`: runs the fixtures inside a profile.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run the fixtures inside a profile.",
    discussion: """
      Each entry of `tests` is judged alone; the ids of the rules that fail must be exactly \
      those under `fails`. Exits with 1 if a fixture differs.

      EXAMPLES:
        bulkcheck test users.json
      """)

  @Argument(help: ArgumentHelp("The profiles.", valueName: "profile"), completion: .file())
  var profiles: [String]

  func run() throws {
    var differs = false
    for path in profiles {
      let profile = try ProfileFile.read(path)
      let differences = try TestCommand.differences(in: profile, path: path)
      try StandardOutput.write(differences.joined())
      let count = Figures.counted(profile.tests.count, "test")
      let verdict =
        differences.isEmpty ? "passed" : "\(Figures.grouped(differences.count)) failed"
      let line = differences.isEmpty ? "\(count) \(verdict)" : "\(count), \(verdict)"
      try StandardOutput.write(
        "\(TerminalText.escaped(path)): \(profile.tests.isEmpty ? "no tests" : line)\n")
      differs = differs || !differences.isEmpty
    }
    if differs { throw CommandEnding(exitCode: CommandEnding.failed) }
  }

  /// The text for each fixture whose failures are not those expected.
  private static func differences(
    in profile: ParsedProfile, path: String
  ) throws -> [String] {
    let check: Check
    do {
      check = try Check(ruleSet: profile.ruleSet)
    } catch {
      throw CommandEnding.cannotJudge("\(path): \(error)")
    }
    return profile.tests.enumerated().compactMap { index, fixture in
      let difference = FixtureDifference(
        expected: fixture.fails, actual: check.failures(ofRecord: Array(fixture.record.utf8)))
      guard !difference.isEmpty else { return nil }
      let name = fixture.name.map { " \"\(TerminalText.escaped($0))\"" } ?? ""
      return
        "\(TerminalText.escaped(path)):\(fixture.line): test \(index + 1)\(name)\n\(difference)\n"
    }
  }
}
