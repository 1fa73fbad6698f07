package import Bulkcheck
package import BulkcheckCore
package import BulkcheckInput
import BulkcheckProfile

/// A random profile without mistakes, and random records that are about what it says.
package struct RandomCase: CustomStringConvertible {
  package let profile: String
  package let ruleSet: RuleSet
  /// The names of the columns; nil for JSON lines.
  package let header: [String]?
  package private(set) var records: [(record: SlowRecord, text: String)] = []
  private var generator: RecordGenerator

  /// Nil if the profile has mistakes: most have none.
  package init?(_ random: SeededGenerator, isCSV: Bool) {
    var profiles = ProfileGenerator(random: random, isCSV: isCSV)
    profile = profiles.profile()
    guard let ruleSet = try? Judging.profile(profile).ruleSet else { return nil }
    self.ruleSet = ruleSet
    generator = RecordGenerator(random: profiles.random)
    header = isCSV ? generator.header() : nil
  }

  /// The source from which the case is drawn, for more choices.
  package var random: SeededGenerator {
    get { generator.random }
    set { generator.random = newValue }
  }

  package mutating func draw(_ count: Int) {
    for _ in 0..<count {
      let columns = header?.count
      records.append(columns.map { generator.row($0) } ?? generator.line())
    }
  }

  package var format: InputFormat { header == nil ? .jsonl : .csv }

  /// The header as a line; empty for JSON lines.
  package var head: String { header.map { $0.joined(separator: ",") + "\n" } ?? "" }
  package var lines: [String] { records.map { $0.text + "\n" } }
  package var description: String { profile + "\n" + head + lines.joined() }

  /// A random way to run it.
  package mutating func way(threads: [Int] = [1, 2], chunkBytes: [Int] = [64, 1 << 16]) -> Way {
    Way(threads: random.pick(threads), chunkBytes: random.pick(chunkBytes), format: format)
  }

  /// The counts in which the engine and the slow evaluator differ; nil if they agree.
  package func disagreement(_ way: Way) -> String? {
    var slow = SlowEvaluator(ruleSet, header: header)
    for (index, record) in records.enumerated() { slow.judge(record.record, number: index + 1) }
    let input = head + records.map(\.text).joined(separator: "\n")
    guard let check = try? Judging.check(ruleSet).inWay(way) else {
      return "a profile without mistakes cannot be compiled"
    }
    return slow.disagreement(.bytes(Array(input.utf8), name: "input"), check)
  }
}

extension SlowEvaluator {
  /// The counts of an input in which the engine and this evaluator, which has judged its records,
  /// differ; nil if they agree.
  package func disagreement(_ input: InputLocation, _ check: Check) -> String? {
    let found = counts.differences(from: SlowCounts(check.run([input])), rules)
    return found.isEmpty ? nil : found.joined(separator: "\n")
  }
}
