import Bulkcheck
import BulkcheckCore
import BulkcheckExplain
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import TestSupport
import Testing
import Twins

/// A secret at a random place, labelled by a random spelling of that place, is seen nowhere
/// (docs/reference/masking.md#what-is-masked).
@Suite struct MaskingTests {
  @Test("a labelled value of a random JSON record is never shown")
  func jsonl() throws { try search(isCSV: false) }

  @Test("a labelled cell of a random CSV row is never shown")
  func csv() throws { try search(isCSV: true) }

  private func search(isCSV: Bool) throws {
    let seeds = RandomRun.seeds(100)
    var (judged, masked) = (0, 0)
    for seed in seeds {
      var generator = SecretGenerator(SeededGenerator(seed: seed))
      let (profile, input) = isCSV ? generator.table() : generator.lines()
      guard let ruleSet = try? Judging.profile(profile).ruleSet else { continue }
      judged += 1
      for (name, text) in try outputs(ruleSet, profile, input, isCSV: isCSV) {
        masked += text.contains("***") ? 1 : 0
        let lines = text.split(separator: "\n").filter { $0.lowercased().contains("zq7secret") }
        #expect(
          lines.isEmpty, "seed \(seed), \(name):\n\(lines.prefix(2))\n\(profile)\n\(input)")
      }
    }
    // What the test is about does occur.
    #expect(
      RandomRun.hasOneSeed || judged > seeds.count / 3 && masked > judged, "\(judged) \(masked)")
  }

  private func outputs(
    _ ruleSet: RuleSet, _ profile: String, _ input: String, isCSV: Bool
  ) throws -> [(String, String)] {
    let way = Way(format: isCSV ? .csv : .jsonl)
    let location = InputLocation.bytes(Array(input.utf8), name: "input")
    let report = Report(
      summary: try Judging.summary(ruleSet, [location], way), ruleSet: ruleSet,
      profile: Report.Profile(name: nil, sha256: ""), options: VerdictOptions(),
      samplesMaximum: way.options.samplesMaximum)
    var outputs = ReportFormat.allCases.map { ("\($0)", $0.render(report, style: TextStyle())) }
    let partial = try Merging.partial(profile, [location], way, samples: 5)
    outputs.append(("partial", String(decoding: partial, as: UTF8.self)))
    let check = try Check(ruleSet: ruleSet, options: way.options)
    for record in 1...SecretGenerator.recordCount {
      let found = try RecordFinder.find(.record(record), in: location, as: check)
      let explanation = Explainer.explain(found, in: CheckedInputs([location]), as: check)
      outputs.append(("explanation", ExplanationText.text(explanation, columns: 120)))
    }
    return outputs
  }
}
