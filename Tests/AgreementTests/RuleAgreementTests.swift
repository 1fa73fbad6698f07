import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Testing

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
    let summary = try Judging.summary(
      ruleSet, [.bytes(Array(input.utf8), name: "input")], Way(format: .csv))
    #expect(slow.counts.differences(from: SlowCounts(summary), ruleSet).isEmpty)
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
    let summary = try Judging.summary(
      ruleSet, [.bytes(Array(lines.joined(separator: "\n").utf8), name: "input")], Way())
    let found = slow.counts.differences(from: SlowCounts(summary), ruleSet)
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  private func member(_ name: String, _ value: DOM) -> DOM.Member {
    DOM.Member(name: Array(name.utf8), value: value)
  }

  private func object(_ name: String, _ value: DOM) -> DOM { .object([member(name, value)]) }

  @Test("the listing of a program has every rule")
  func listing() throws {
    for seed in RandomRun.seeds(200) {
      var profiles = ProfileGenerator(random: SeededGenerator(seed: seed), isCSV: false)
      guard let ruleSet = try? Judging.profile(profiles.profile()).ruleSet else { continue }
      let listing = ProgramListing.text(try Program(ruleSet))
      for rule in ruleSet.rules {
        #expect(listing.contains(" \(TerminalText.escaped(rule.id))"), "seed \(seed): \(rule.id)")
      }
    }
  }

  private func agree(isCSV: Bool) throws {
    var judged = 0
    var failures = 0
    let seeds = RandomRun.seeds(400)
    for seed in seeds {
      var profiles = ProfileGenerator(random: SeededGenerator(seed: seed), isCSV: isCSV)
      let text = profiles.profile()
      guard let ruleSet = try? Judging.profile(text).ruleSet else { continue }
      judged += 1
      var records = RecordGenerator(random: profiles.random)
      let header = isCSV ? records.header() : nil
      var slow = SlowEvaluator(ruleSet, header: header)
      var lines = header.map { [$0.joined(separator: ",")] } ?? []
      // Batches have up to 64 records.
      for number in 1...records.random.pick([1, 2, 20, 20, 20, 63, 64, 65]) {
        let (record, line) = header.map { records.row($0.count) } ?? records.line()
        slow.judge(record, number: number)
        lines.append(line)
      }
      let input = lines.joined(separator: "\n")
      let way = Way(
        threads: records.random.pick([1, 2]), chunkBytes: records.random.pick([64, 1 << 16]),
        format: isCSV ? .csv : .jsonl)
      let summary = try Judging.summary(ruleSet, [.bytes(Array(input.utf8), name: "input")], way)
      let found = slow.counts.differences(from: SlowCounts(summary), ruleSet)
      #expect(found.isEmpty, "seed \(seed)\n\(text)\n\(input)\n\(found.joined(separator: "\n"))")
      if !found.isEmpty { failures += 1 }
      if failures > 5 { break }
    }
    #expect(
      judged * 3 > seeds.count || RandomRun.hasOneSeed,
      "too few profiles without mistakes: \(judged)")
  }
}
