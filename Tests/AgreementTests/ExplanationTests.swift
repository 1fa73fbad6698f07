import Bulkcheck
import BulkcheckCore
import BulkcheckExplain
import BulkcheckInput
import BulkcheckProfile
import Testing

/// An explanation of a record against the report of a file of this record alone.
@Suite struct ExplanationTests {
  @Test("the explanation of each random JSON line agrees with its report")
  func jsonl() throws { try agree(isCSV: false) }

  @Test("the explanation of each random CSV row agrees with its report")
  func csv() throws { try agree(isCSV: true) }

  private func agree(isCSV: Bool) throws {
    var explained = 0
    for seed in RandomRun.seeds(60) {
      var profiles = ProfileGenerator(random: SeededGenerator(seed: seed), isCSV: isCSV)
      let text = profiles.profile()
      guard let ruleSet = try? Judging.profile(text).ruleSet else { continue }
      var records = RecordGenerator(random: profiles.random)
      let header = isCSV ? records.header() : nil
      let lines = (1...5).map { _ in
        header.map { records.row($0.count).text } ?? records.line().text
      }
      let head = header.map { [$0.joined(separator: ",")] } ?? []
      let input = (head + lines).joined(separator: "\n") + "\n"
      for (number, line) in lines.enumerated() {
        let alone = (head + [line]).joined(separator: "\n") + "\n"
        let before = (head + lines.prefix(number)).map { $0 + "\n" }.joined()
        let through = before + line + "\n"
        let comment = "seed \(seed), record \(number + 1)\n\(text)\n\(input)"
        try compare(
          .record(number + 1), of: input, before, through, alone: alone, ruleSet, isCSV: isCSV,
          comment)
        explained += 1
      }
    }
    #expect(explained > 50 || RandomRun.hasOneSeed)
  }

  private func compare(
    _ selector: RecordSelector, of input: String, _ before: String, _ through: String,
    alone: String,
    _ ruleSet: RuleSet, isCSV: Bool, _ comment: String
  ) throws {
    let format: InputFormat = isCSV ? .csv : .jsonl
    let check = try Check(ruleSet: ruleSet, options: Way(format: format).options)
    let inputs = CheckedInputs([.bytes(Array(input.utf8), name: "input")], position: 0)
    let found = try RecordFinder.find(selector, in: inputs.locations[0], as: check)
    let explanation = Explainer.explain(found, in: inputs, as: check)
    func summary(_ text: String) throws -> RunSummary {
      try Judging.summary(
        ruleSet, [.bytes(Array(text.utf8), name: "input")], Way(format: format))
    }
    // Rules that ask for other records fail once more with this one.
    let earlier = try summary(before)
    let later = try summary(through)
    let summary = try summary(alone)
    func repeats(_ index: Int) -> Bool {
      ruleSet.rules[index].asksForOtherRecords
        && later.rules[index].counts.failed > earlier.rules[index].counts.failed
    }
    #expect((explanation.fault != nil) == (summary.malformed == 1), "\(comment)")
    let isRepeated = ruleSet.rules.indices.contains {
      ruleSet.rules[$0].attributes.severity == .error && repeats($0)
    }
    #expect(explanation.isValid == (summary.valid == 1 && !isRepeated), "\(comment)")
    // Nothing of it may trap, whatever the record.
    let shown = ExplanationText.text(explanation, columns: 60)
    #expect(shown.contains("record \(found.record) "), "\(comment)")
    guard explanation.fault == nil else { return }
    let standings = explanation.rules.filter { !$0.id.hasPrefix("bulkcheck.") }.map(\.standing)
    #expect(standings.count == ruleSet.rules.count, "\(comment)")
    for (index, rule) in ruleSet.rules.enumerated() where standings.indices.contains(index) {
      let counts = summary.rules[index].counts
      let expected: RuleExplanation.Standing =
        !rule.isRun
        ? .off
        : counts.failed == 1 || repeats(index)
          ? .failed
          : counts.missing == 1
            ? .missing
            : counts.blocked == 1
              ? .blocked
              : counts.notApplicable == 1
                ? .notApplicable
                : counts.overridden == 1
                  ? .overridden : .passed
      #expect(standings[index] == expected, "\(rule.id)\n\(comment)")
    }
    for rule in [BuiltInRule.notAnObject, .duplicateKey] where ruleSet.settings(of: rule).isRun {
      #expect(
        explanation.rules.contains { $0.id == rule.id }
          == (summary.builtIns[rule]?.counts.failed == 1), "\(rule.id)\n\(comment)")
    }
  }
}
