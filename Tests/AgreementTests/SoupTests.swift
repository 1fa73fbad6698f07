import Bulkcheck
import BulkcheckCore
import BulkcheckProfile
import Testing

/// Random bytes of few kinds: wherever the reader cuts, and however many workers judge, the report
/// stays the same.
@Suite struct SoupTests {
  private static let csvProfile = """
    {"bulkcheck":1, "records":{"min":0},
     "input":{"csv":{"delimiter":",","header":false,"columns":["p","q"]}},
     "fields":{"p":{"required":true,"unique":true,"maxLength":2}, "q":{"notPattern":"x"}}}
    """

  private static let headerProfile = """
    {"bulkcheck":1, "records":{"min":0},
     "fields":{"a":{"required":true,"unique":true,"maxLength":2}, "x":{"notPattern":"a"}}}
    """

  private static let jsonProfile = """
    {"bulkcheck":1, "records":{"min":0},
     "fields":{"a":{"required":true,"unique":true}, "b":{"type":["string","array"], "maxLength":3}}}
    """

  static func soup(_ random: inout SeededGenerator, _ alphabet: [String], _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<random.below(count) + 1 { bytes += Array(random.pick(alphabet).utf8) }
    return bytes
  }

  private static func check(
    _ check: Check, _ bytes: [UInt8], _ format: InputFormat, _ seed: Int,
    _ random: inout SeededGenerator
  ) {
    let maximum = random.pick([5, 8, 13, 40, 64 << 20])
    var way = Way(recordBytesMaximum: maximum, format: format)
    let expected = Judging.report(check, bytes, way)
    for chunk in [4, 5, 7, 16, 31, 64] {
      way.threads = random.pick([1, 1, 2, 7])
      way.chunkBytes = chunk
      let actual = Judging.report(check, bytes, way)
      let isEqual = actual == expected
      #expect(
        isEqual,
        """
        seed \(seed), \(way)
        \(String(decoding: bytes, as: UTF8.self).debugDescription)
        \(difference(expected, actual))
        """)
      if !isEqual { return }
    }
  }

  @Test("CSV soup gives one report however it is cut", arguments: [false, true])
  func csv(hasHeader: Bool) throws {
    let text = hasHeader ? Self.headerProfile : Self.csvProfile
    var ruleSet = try Judging.profile(text).ruleSet
    let strict = try Judging.check(ruleSet)
    ruleSet.csv.strayQuotesAreText = true
    let lenient = try Judging.check(ruleSet)
    for seed in RandomRun.seeds(300) {
      var random = SeededGenerator(seed: seed)
      let check = random.oneIn(4) ? lenient : strict
      let alphabet = random.pick([
        ["a", ",", "\"", "\n", "\r", "x"], ["a", ",", "\"", "\n", "x", "\"a\nb\",", "\r\n"],
        ["\"", "\n", ",", "\"\"", "é", "aaaa"], ["\r", "\n", "a", "aaaaaaaaaa", ",", "\",", ",\""],
      ])
      let bytes = Array((hasHeader ? "a,x\n" : "").utf8) + Self.soup(&random, alphabet, 60)
      Self.check(check, bytes, .csv, seed, &random)
    }
  }

  @Test("JSONL soup gives one report however it is cut")
  func jsonl() throws {
    let check = try Judging.check(Judging.profile(Self.jsonProfile).ruleSet)
    for seed in RandomRun.seeds(300) {
      var random = SeededGenerator(seed: seed)
      let alphabet = random.pick([
        ["{", "}", "\"a\":", "1", ",", "\n", "\"", " ", "\r"],
        ["{\"a\":1}", "\n", "{\"a\":2,\"b\":\"xyzw\"}", " ", "\r\n", "\t", "\"", "\\", "é"],
        ["{\"a\":[1]}\n", "{\"a\":\"\\u00e9\"}\n", "\n", "   ", "{\"b\":[\"", "\"]}\n", "\\\""],
        [" ", " ", " ", "\t", "\r", "\n", "1", "       "],
      ])
      Self.check(check, Self.soup(&random, alphabet, 40), .jsonl, seed, &random)
    }
  }
}
