import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Testing

/// The engine against an evaluator that follows the sentences of SEMANTICS.md one by one.
@Suite struct RuleAgreementTests {
  @Test("random rules judge random JSON lines as the slow evaluator does")
  func jsonl() throws { try agree(isCSV: false) }

  @Test("random rules judge random CSV rows as the slow evaluator does")
  func csv() throws { try agree(isCSV: true) }

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
      for number in 1...20 {
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
      judged * 3 > seeds.count || seeds.count == 1, "too few profiles without mistakes: \(judged)")
  }
}
