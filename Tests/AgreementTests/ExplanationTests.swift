import Bulkcheck
import BulkcheckCore
import BulkcheckExplain
import BulkcheckInput
import BulkcheckProfile
import TestSupport
import Testing
import Twins

/// An explanation of a record against the report of a file of this record alone.
@Suite struct ExplanationTests {
  @Test("the explanation of each random JSON line agrees with its report")
  func jsonl() throws { try agree(isCSV: false) }

  @Test("the explanation of each random CSV row agrees with its report")
  func csv() throws { try agree(isCSV: true) }

  private func agree(isCSV: Bool) throws {
    try RandomRun.cases(60, isCSV: isCSV) { drawn in
      drawn.draw(5)
      let check = try Check(ruleSet: drawn.ruleSet, options: Way(format: drawn.format).options)
      for number in drawn.lines.indices { try compare(number, drawn, check) }
      return true
    }
  }

  private func compare(_ number: Int, _ drawn: RandomCase, _ check: Check) throws {
    let ruleSet = drawn.ruleSet
    let comment = "record \(number + 1)\n\(drawn)"
    func input(_ lines: some Collection<String>) -> InputLocation {
      .bytes(Array((drawn.head + lines.joined()).utf8), name: "input")
    }
    let inputs = CheckedInputs([input(drawn.lines)], position: 0)
    let found = try RecordFinder.find(.record(number + 1), in: inputs.locations[0], as: check)
    let explanation = Explainer.explain(found, in: inputs, as: check)
    // Rules that ask for other records fail once more with this one.
    let earlier = check.run([input(drawn.lines.prefix(number))])
    let later = check.run([input(drawn.lines.prefix(number + 1))])
    let summary = check.run([input([drawn.lines[number]])])
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
    let told = explanation.rules.filter { !$0.id.hasPrefix("bulkcheck.") }.map(\.standing)
    #expect(told.count == ruleSet.rules.count, "\(comment)")
    for (index, rule) in ruleSet.rules.enumerated() where told.indices.contains(index) {
      let counts = summary.rules[index].counts
      let standings: [(Bool, RuleExplanation.Standing)] = [
        (!rule.isRun, .off), (counts.failed == 1 || repeats(index), .failed),
        (counts.missing == 1, .missing), (counts.blocked == 1, .blocked),
        (counts.notApplicable == 1, .notApplicable), (counts.overridden == 1, .overridden),
      ]
      let expected = standings.first { $0.0 }?.1 ?? .passed
      #expect(told[index] == expected, "\(rule.id)\n\(comment)")
    }
    for rule in [BuiltInRule.notAnObject, .duplicateKey] where ruleSet.settings(of: rule).isRun {
      #expect(
        explanation.rules.contains { $0.id == rule.id }
          == (summary.builtIns[rule]?.counts.failed == 1), "\(rule.id)\n\(comment)")
    }
  }
}
