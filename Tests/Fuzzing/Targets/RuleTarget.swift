import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile

/// A profile and records that are made from the bytes, judged by the program and by the slow
/// evaluator.
enum RuleTarget {
  private static let recordCount = 8

  static func finding(in input: inout FuzzBytes) -> String? {
    let isCSV = input.byte() % 2 == 1
    let threads = input.pick([1, 1, 1, 2])
    let chunkBytes = input.pick([1 << 16, 64])
    var profiles = ProfileGenerator(random: SeededGenerator(input.rest()), isCSV: isCSV)
    let text = profiles.profile()
    guard let ruleSet = try? Judging.profile(text).ruleSet else { return nil }
    var records = RecordGenerator(random: profiles.random)
    let header = isCSV ? records.header() : nil
    var slow = SlowEvaluator(ruleSet, header: header)
    var lines = header.map { [$0.joined(separator: ",")] } ?? []
    for number in 1...recordCount {
      let (record, line) = header.map { records.row($0.count) } ?? records.line()
      slow.judge(record, number: number)
      lines.append(line)
    }
    let data = lines.joined(separator: "\n")
    let way = Way(threads: threads, chunkBytes: chunkBytes, format: isCSV ? .csv : .jsonl)
    guard
      let summary = try? Judging.summary(ruleSet, [.bytes(Array(data.utf8), name: "input")], way)
    else { return "a profile without mistakes cannot be compiled\n\(text)" }
    let found = slow.counts.differences(from: SlowCounts(summary), ruleSet)
    return found.isEmpty ? nil : "\(found.joined(separator: "\n"))\n\(text)\n\(data)"
  }
}
