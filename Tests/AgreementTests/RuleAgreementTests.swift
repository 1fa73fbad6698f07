import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import TestSupport
import Testing
import Twins

/// The engine against an evaluator that follows the sentences of docs/reference one by one.
@Suite struct RuleAgreementTests {
  @Test("random rules judge random JSON lines as the slow evaluator does")
  func jsonl() throws { try agree(isCSV: false) }

  @Test("random rules judge random CSV rows as the slow evaluator does")
  func csv() throws { try agree(isCSV: true) }

  /// Found by fuzzing: the slow evaluator once took such an element for a text.
  @Test("an element with a default is read by the type of elements")
  func defaultOfElement() throws {
    let ruleSet = try Judging.profile(
      """
      {"bulkcheck":1,"fields":{
      "n":{"separator":";","items":{"type":"integer"}},
      "n[0]":{"normalize":[{"default":7}],"maxLength":1}}}
      """
    ).ruleSet
    let rows = ["5;x", "x;5", "12;", ";12", ""]
    var slow = SlowEvaluator(ruleSet, header: ["k", "n"])
    for (number, row) in rows.enumerated() {
      slow.judge(.row([[0x31], Array(row.utf8)]), number: number + 1)
    }
    let input = "k,n\n" + rows.map { "1,\($0)\n" }.joined()
    let check = try Judging.check(ruleSet).inWay(Way(format: .csv))
    let location = InputLocation.bytes(Array(input.utf8), name: "input")
    #expect(slow.disagreement(location, check) == nil)
    let summary = check.run([location])
    let failed = zip(ruleSet.rules, summary.rules).map { "\($0.id) \($1.counts.failed)" }
    // 5, 12 and the default are numbers, which have no length; "x" and "" are texts.
    #expect(failed.contains("n[0].maxLength 3"), "\(failed)")
  }

  @Test(
    "arrays longer than a frame, nested, in more records than a batch", arguments: [1, 65, 130])
  func longArrays(length: Int) throws {
    let ruleSet = try Judging.profile(
      """
      {"bulkcheck":1,"fields":{
      "t":{"items":{"type":"integer","maximum":{"value":120,"tag":"t"}},"contains":{"const":7}},
      "n[*].k[*]":{"minimum":3,"not":{"const":64}},
      "n":{"items":{"fields":{"k":{"minItems":1,"items":{"type":"number"}}}}}},
      "rules":[{"id":"any","any":[{"t[*]":{"maximum":64}},{"n[*].k[*]":{"required":true}}]},
      {"id":"all","all":[{"t[*]":{"minimum":1}},{"t":{"maxItems":129}}]}]}
      """
    ).ruleSet
    var slow = SlowEvaluator(ruleSet, header: nil)
    var lines: [String] = []
    for number in 1...70 {
      let numbers = (0..<length).map { ($0 * 31 + number) % 129 }
      let texts = numbers.map { $0 == 100 ? "null" : "\($0)" }
      let values = texts.map { $0 == "null" ? DOM.null : .number($0) }
      let text = texts.joined(separator: ",")
      lines.append(#"{"t":[\#(text)],"n":[{"k":[\#(text)]},{"k":[]},{"x":1},{"k":[3,\#(text)]}]}"#)
      let nested = [
        object("k", .array(values)), object("k", .array([])), object("x", .number("1")),
        object("k", .array([.number("3")] + values)),
      ]
      let members = [member("t", .array(values)), member("n", .array(nested))]
      slow.judge(.json(.object(members)), number: number)
    }
    let input = Array(lines.joined(separator: "\n").utf8)
    let check = try Judging.check(ruleSet)
    #expect(slow.disagreement(.bytes(input, name: "input"), check) == nil)
  }

  private func member(_ name: String, _ value: DOM) -> DOM.Member {
    DOM.Member(name: Array(name.utf8), value: value)
  }

  private func object(_ name: String, _ value: DOM) -> DOM { .object([member(name, value)]) }

  @Test("the listing of a program has every rule")
  func listing() throws {
    try RandomRun.cases(200, isCSV: false) { drawn in
      let listing = ProgramListing.text(try Program(drawn.ruleSet))
      return drawn.ruleSet.rules.allSatisfy {
        listing.contains(" \(TerminalText.escaped($0.id))")
      }
    }
  }

  private func agree(isCSV: Bool) throws {
    RandomRun.cases(400, isCSV: isCSV) { drawn in
      // Batches have up to 64 records.
      drawn.draw(drawn.random.pick([1, 2, 20, 20, 20, 63, 64, 65]))
      let found = drawn.disagreement(drawn.way())
      #expect(found == nil)
      return found == nil
    }
  }
}
