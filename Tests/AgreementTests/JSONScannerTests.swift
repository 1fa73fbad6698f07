import FuzzTargets
import TestSupport
import Testing
import Twins

/// The scanner against the plain parser and Foundation's, on records that are nearly well-formed.
@Suite struct JSONScannerTests {
  static let seeds: [String] = [
    "{\"a\":1,\"b\":[true,false,null],\"c\":{\"d\":\"e\\u00e9\\ud83d\\ude00\\n\"}}",
    "[0,-1.5e+10,2E-3,\"\",{},[],\"\\\\\\\"\\/\"]", "\"é漢😀\"",
    "{\"\\u0061\":{\"a\":[{\"a\":1}]},\"a\":[1,[2]]}",
    " { \"a\" : [ 1 , 2 ] , \"b\" : \"x\" } \r", "-0.0", "true",
    "{\"a\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé\"}",
  ]
  static let pieces: [String] = [
    "\"", "\\", "{", "}", "[", "]", ":", ",", " ", "1", "0", "-", ".", "e", "+", "t", "true",
    "null", "\\u", "\\ud800",
    "\\udc00", "00e9", "\u{1}", "\u{7f}", "é", "\r", "\t", "a", "\\n", "\\x", "\u{feff}",
  ]

  private func mutated(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(random.pick(Self.seeds).utf8)
    for _ in 0..<random.below(4) {
      let position = random.below(bytes.count + 1)
      switch random.below(4) {
      case 0 where position < bytes.count: bytes.remove(at: position)
      case 1 where position < bytes.count: bytes[position] = UInt8(random.below(256))
      case 2: bytes = Array(bytes[..<position])
      default: bytes.insert(contentsOf: Array(random.pick(Self.pieces).utf8), at: position)
      }
    }
    return bytes.filter { $0 != 10 }
  }

  @Test("the scanner, the plain parser and Foundation's accept the same records")
  func agree() {
    for seed in RandomRun.seeds(6000) {
      var random = SeededGenerator(seed: seed)
      let bytes = mutated(&random)
      if bytes.allSatisfy({ [32, 9, 13].contains($0) }) { continue }
      for finding in [JSONScanningTarget.judge(bytes).finding, JSONParserTarget.finding(bytes)] {
        #expect(finding == nil, "seed \(seed): \(String(decoding: bytes, as: UTF8.self)) \(bytes)")
      }
    }
  }
}
