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
      Each record of `tests` is checked alone, and each list of records under `table` as one \
      input; the ids of the rules that fail must be exactly those under `fails`. Exits with 1 if \
      a fixture differs.

      EXAMPLES:
        bulkcheck test users.json
      """)

  @Argument(help: ArgumentHelp("The profiles.", valueName: "profile"), completion: .file())
  var profiles: [String]

  @Option(help: ArgumentHelp("A JSON Schema to check along with each profile.", valueName: "file"))
  var schema: String?

  @OptionGroup var clock: ClockOptions

  @OptionGroup var reading: SchemaArguments

  func run() throws {
    var differs = false
    for path in profiles {
      if let contract = try RuleFile.listingMistakes({ try ContractFile.recognised(path) }) {
        try noTests(contract)
        continue
      }
      let source = try RuleFile.source(profile: path, schema: schema, reading, mayBeSchema: true)
      let differences = try differences(in: source, path: path)
      try StandardOutput.write(differences.joined())
      let count = Figures.counted(source.fixtures.count, "test")
      let verdict =
        differences.isEmpty ? "passed" : "\(Figures.grouped(differences.count)) failed"
      let line = differences.isEmpty ? "\(count) \(verdict)" : "\(count), \(verdict)"
      try StandardOutput.write(
        "\(TerminalText.escaped(path)): \(source.fixtures.isEmpty ? "no tests" : line)\n")
      differs = differs || !differences.isEmpty
    }
    if differs { throw CommandEnding(exitCode: CommandEnding.failed) }
  }

  /// A contract has no fixtures, but mistakes.
  private func noTests(_ file: ContractFile) throws {
    for object in try file.objects() {
      _ = try RuleFile.listingMistakes { try file.source(object, opensData: false) }
      try StandardOutput.write("\(TerminalText.escaped(file.title(object))): no tests\n")
    }
  }

  /// The text for each fixture whose failures are not those expected.
  private func differences(
    in source: RuleSource, path: String
  ) throws -> [String] {
    let check: Check
    do {
      var options = RunOptions()
      options.now = clock.time
      check = try Check(ruleSet: source.ruleSet, options: options)
    } catch {
      throw CommandEnding.cannotJudge("\(path): \(error)")
    }
    return source.fixtures.enumerated().compactMap { index, fixture in
      let difference = FixtureDifference(
        expected: fixture.fails, actual: check.failures(of: fixture),
        missedSection: check.sectionMissed(by: fixture))
      guard !difference.isEmpty else { return nil }
      let name = fixture.name.map { " \"\(TerminalText.escaped($0))\"" } ?? ""
      return
        "\(TerminalText.escaped(path)):\(fixture.line): test \(index + 1)\(name)\n\(difference)\n"
    }
  }
}

/// How the rules that failed on a fixture differ from those expected to fail.
struct FixtureDifference: CustomStringConvertible {
  /// Expected and failed.
  let agreed: [String]
  let missing: [String]
  let unexpected: [String]
  /// The section to which the record should belong, and does not.
  let missedSection: String?

  /// Both are sets: order and repetition mean nothing.
  init(expected: [String], actual: [String], missedSection: String? = nil) {
    self.missedSection = missedSection
    let (expected, actual) = (Set(expected), Set(actual))
    agreed = expected.intersection(actual).sorted()
    missing = expected.subtracting(actual).sorted()
    unexpected = actual.subtracting(expected).sorted()
  }

  var isEmpty: Bool { missing.isEmpty && unexpected.isEmpty && missedSection == nil }

  /// A line for each id, `-` for one that should have failed and `+` for one that should not.
  var description: String {
    func lines(_ ids: [String], _ sign: String, _ words: String) -> [String] {
      ids.map { "  \(sign) \(TerminalText.escaped($0))  \(words)" }
    }
    let section = missedSection.map {
      "  - section \(TerminalText.escaped($0))  not one of its records"
    }
    let lines =
      (section.map { [$0] } ?? []) + lines(agreed, " ", "failed as expected")
      + lines(missing, "-", "expected to fail, did not")
      + lines(unexpected, "+", "failed, not expected to")
    return lines.joined(separator: "\n")
  }
}
