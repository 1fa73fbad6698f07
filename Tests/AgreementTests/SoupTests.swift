import FuzzTargets
import TestSupport
import Testing
import Twins

/// Random bytes of few kinds: wherever the reader cuts, and however many workers judge, the report
/// stays the same.
@Suite struct SoupTests {
  private static let lines = [
    ["{", "}", "\"a\":", "1", ",", "\n", "\"", " ", "\r"],
    ["{\"a\":1}", "\n", "{\"a\":2,\"b\":\"xyzw\"}", " ", "\r\n", "\t", "\"", "\\", "é"],
    ["{\"a\":[1]}\n", "{\"a\":\"\\u00e9\"}\n", "\n", "   ", "{\"b\":[\"", "\"]}\n", "\\\""],
    [" ", " ", " ", "\t", "\r", "\n", "1", "       "],
  ]
  private static let rows = [
    ["a", ",", "\"", "\n", "\r", "x"], ["a", ",", "\"", "\n", "x", "\"a\nb\",", "\r\n"],
    ["\"", "\n", ",", "\"\"", "é", "aaaa"], ["\r", "\n", "a", "aaaaaaaaaa", ",", "\",", ",\""],
  ]

  @Test("soup gives one report however it is cut", arguments: ParallelTarget.Rules.allCases)
  func cut(rules: ParallelTarget.Rules) {
    let hasHeader = rules == .rows || rules == .rowsWithStrayQuotes
    for seed in RandomRun.seeds(rules == .lines ? 300 : 150) {
      var random = SeededGenerator(seed: seed)
      let alphabet = random.pick(rules == .lines ? Self.lines : Self.rows)
      var bytes = Array((hasHeader ? "a,x\n" : "").utf8)
      for _ in 0...random.below(rules == .lines ? 40 : 60) {
        bytes += Array(random.pick(alphabet).utf8)
      }
      let way = Way(
        recordBytesMaximum: random.pick([5, 8, 13, 40, 64 << 20]), format: rules.format)
      let others = [4, 5, 7, 16, 31, 64].map { chunkBytes in
        var other = way
        (other.threads, other.chunkBytes) = (random.pick([1, 1, 2, 7]), chunkBytes)
        return other
      }
      let finding = ParallelTarget.finding(bytes, by: rules, way, others)
      #expect(
        finding == nil, "seed \(seed)\n\(String(decoding: bytes, as: UTF8.self).debugDescription)")
      if finding != nil { return }
    }
  }
}
