import BulkcheckCore
import BulkcheckInfer
import BulkcheckInput
import Foundation
import FuzzTargets
import TestSupport
import Testing
import Twins

/// A profile inferred from random data must not depend on how the data was read, and must hold for
/// it.
@Suite struct InferenceTests {
  @Test("a profile inferred from random JSON lines holds for them, however they are read")
  func jsonl() throws { try infer(isCSV: false, seeds: 24) }

  @Test("a profile inferred from random CSV rows holds for them, however they are read")
  func csv() throws { try infer(isCSV: true, seeds: 60) }

  private func infer(isCSV: Bool, seeds: Int) throws {
    var failures = 0
    for seed in RandomRun.seeds(seeds) where failures < 3 {
      var random = SeededGenerator(seed: seed)
      let count = random.pick([1, 5, 40, 120])
      let input = InferenceTests.input(&random, isCSV: isCSV, count: count)
      let bytes = Array(input.utf8)
      let format: InputFormat = isCSV ? .csv : .jsonl
      guard let text = InferredData.profile(of: bytes, format, threads: 1, chunkBytes: 1 << 20)
      else { continue }
      for (threads, chunkBytes) in [(1, 50), (2, 400), (3, 1500)] {
        let other = InferredData.profile(
          of: bytes, format, threads: threads, chunkBytes: chunkBytes)
        #expect(
          other == text,
          "seed \(seed), \(threads) threads, \(chunkBytes) bytes\n\(difference(text, other ?? ""))")
        if other != text { failures += 1 }
      }
      if !InferredData.holds(text, bytes, format, "seed \(seed)\n\(input)") { failures += 1 }
      let whole = InferredData.withNearMisses(text)
      if !InferredData.holds(whole, bytes, format, "with near misses, seed \(seed)\n\(input)") {
        failures += 1
      }
    }
  }

  @Test("the words of a choice are given up at the same one, however the input is cut")
  func manyValues() throws {
    for distinct in [199, 200, 201, 230] {
      var lines: [String] = []
      for number in 0..<4000 {
        lines.append(#"{"code":"A-\#(number % distinct)","n":\#(number),"t":"x\#(number / 3)"}"#)
      }
      let bytes = Array(lines.joined(separator: "\n").utf8)
      let text = InferredData.profile(of: bytes, .jsonl, threads: 1, chunkBytes: 1 << 20)
      for (threads, chunkBytes) in [(1, 300), (2, 5000), (4, 999)] {
        #expect(
          InferredData.profile(of: bytes, .jsonl, threads: threads, chunkBytes: chunkBytes) == text)
      }
      #expect(InferredData.holds(text ?? "", bytes, .jsonl, "\(distinct) values"))
    }
  }

  @Test("numbers far out are near misses of a range, however the input is cut")
  func farOut() throws {
    let odd: [Int: String] = [7: "-40", 80: "3e5", 901: "999", 2000: "-0.5", 4999: "100000"]
    let lines = (0..<5000).map { #"{"age":\#(odd[$0] ?? "\(18 + $0 % 77)"),"n":\#($0 * $0)}"# }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let text = try #require(
      InferredData.profile(of: bytes, .jsonl, threads: 1, chunkBytes: 1 << 20))
    let nearMiss =
      #"// "range": { "value": [18, 95], "tolerance": "0.1%" },  // 5 exceptions in 5,000 values"#
    #expect(text.contains(nearMiss), "\(text)")
    #expect(text.contains("// seen -40 to 300000"), "\(text)")
    for (threads, chunkBytes) in [(1, 150), (2, 4000)] {
      #expect(
        InferredData.profile(of: bytes, .jsonl, threads: threads, chunkBytes: chunkBytes) == text)
    }
    #expect(InferredData.holds(text, bytes, .jsonl, "far out"))
    #expect(
      InferredData.holds(
        InferredData.withNearMisses(text), bytes, .jsonl, "far out, with near misses"))
  }

  @Test("the search for duplicates gives up at the same value, however the input is cut")
  func manyHashes() throws {
    let lines = (0..<3000).map { #"{"id":\#($0),"key":"k\#($0 % 2990)","other":"o\#($0 / 2)"}"# }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    for (maximum, gaveUp) in [(100_000, 0), (6000, 0), (5900, 1), (3500, 1), (100, 3)] {
      let text = InferredData.profile(
        of: bytes, .jsonl, threads: 1, chunkBytes: 1 << 20, hashesMaximum: maximum)
      let found = text?.components(separatedBy: "not checked") ?? []
      #expect(found.count - 1 == gaveUp, "\(maximum)\n\(text ?? "")")
      for (threads, chunkBytes) in [(1, 90), (2, 3000)] {
        let other = InferredData.profile(
          of: bytes, .jsonl, threads: threads, chunkBytes: chunkBytes, hashesMaximum: maximum)
        #expect(other == text, "\(maximum)\n\(difference(text ?? "", other ?? ""))")
      }
    }
  }

  @Test("paths beyond the maximum are left out in the order of the input")
  func manyPaths() throws {
    var lines: [String] = []
    for number in 0..<300 {
      lines.append(
        #"{"id":\#(number),"k\#(number)":1,"o":{"p\#(number % 40)":{"q":[\#(number)]}}}"#)
    }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    for maximum in [1, 2, 3, 17, 100, 1000] {
      let text = InferredData.profile(
        of: bytes, .jsonl, threads: 1, chunkBytes: 1 << 20, paths: maximum)
      #expect(text?.contains("(--max-paths)") == (maximum < 1000))
      for (threads, chunkBytes) in [(1, 40), (2, 100), (3, 2000)] {
        let other = InferredData.profile(
          of: bytes, .jsonl, threads: threads, chunkBytes: chunkBytes, paths: maximum)
        #expect(other == text, "\(maximum) paths\n\(difference(text ?? "", other ?? ""))")
      }
      #expect(InferredData.holds(text ?? "", bytes, .jsonl, "\(maximum) paths"))
    }
  }

  @Test(
    "a limit ends at the same record, however the input is cut", arguments: [1, 2, 99, 100, 101])
  func limit(_ limit: Int) throws {
    let lines = (0..<100).map { #"{"a\#($0)":\#($0)}"# }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let text = InferredData.profile(
      of: bytes, .jsonl, threads: 1, chunkBytes: 1 << 20, limit: limit)
    #expect(text?.contains("(--limit)") == (limit < 100))
    #expect(text?.contains("\"a\(min(limit, 100) - 1)\"") == true)
    #expect(text?.contains("\"a\(limit)\"") == false)
    for chunkBytes in [5, 64, 700] {
      #expect(
        InferredData.profile(of: bytes, .jsonl, threads: 2, chunkBytes: chunkBytes, limit: limit)
          == text)
    }
  }

  @Test("hostile data is described, not trapped on")
  func hostile() throws {
    let deep = String(repeating: "{\"a\":", count: 400) + "1" + String(repeating: "}", count: 400)
    let lists = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    let keys = (0..<5000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let cases = [
      deep, #"{"a":\#(lists)}"#, "{\(keys)}", #"{"":{"":[{"":1}]},"a.b":1,"a":{"b":2},"\"":3}"#,
      #"{"a":1,"a":"x","a":null}"#, #"{"\u0000":"\ud83d\ude00","x":"\u001b[31m"}"#,
      #"{"n":1e999999999999,"m":-0.000e-5,"l":\#(String(repeating: "9", count: 400))}"#,
      #"{"t":"\#(String(repeating: "é", count: 3000))"}"#, "{", "\u{0}",
      #"{"/x":1,"[0]":2,"[*]":3}"#,
      #"{"any":1,"when":2,"value":3,"id":"x","items":[1],"fields":{"type":1}}"#,
    ]
    for text in cases {
      let bytes = Array((text + "\n{\"ok\":1}\n").utf8)
      let found = InferredData.profile(of: bytes, .jsonl, threads: 2, chunkBytes: 100, paths: 200)
      #expect(InferredData.holds(found ?? "", bytes, .jsonl, String(text.prefix(200))))
    }
  }

  @Test("each word for a missing value is found beside numbers, and nothing that is like one")
  func missingWords() throws {
    for word in MissingWords.all {
      for like in [word + "x", "x" + word, String(repeating: word, count: 8), word + word + "%"] {
        // The word at the start of a row, between cells, before a line end and in quotes.
        let rows = (0..<60).map { "\($0),\($0),\($0),z\($0)" }
        let lines =
          ["a,b,c,d"] + rows + [
            "\(word),1,2,z", "1,\(word),2,z", "1,2,\(word),z", "\"\(word)\",1,2,z",
            "1,2,3,\(like)",
          ]
        let bytes = Array(lines.joined(separator: "\r\n").utf8)
        let text = try #require(
          InferredData.profile(of: bytes, .csv, threads: 1, chunkBytes: 1 << 20))
        let escaped = word.replacing("\\", with: "\\\\")
        #expect(text.contains("\"missingValues\": [\"\", \"\(escaped)\"]"), "\(word)\n\(text)")
        #expect(text.contains("65 records: 63 values, 2 missing"), "\(word)\n\(text)")
      }
    }
  }

  @Test(
    "cells that are numbers, and such as only begin like one",
    arguments: [
      ("7", "seen 0 to 7"), ("-7", "seen -7 to 6"), ("7.0", "seen 0 to 7"), ("1e1", "seen 0 to 10"),
      ("12345678", "seen 0 to 12345678"), ("123456789", "seen 0 to 123456789"),
      ("12345678.25", "seen 0 to 12345678.25"), ("-0", "seen 0 to 6"),
      ("00000000012", #""type": "string""#),
      ("1234567890123456789.5", "\"type\": \"number\""), ("-x", #""type": "string""#),
      ("7-", #""type": "string""#),
      ("7.", #""type": "string""#), (".7", "seen 0 to 6"), ("+7", "seen 0 to 7"),
      ("+1234567", #""type": "string""#), ("1e", #""type": "string""#),
      ("1.5.2", #""type": "string""#),
      ("12345678-9", #""type": "string""#), ("12345678x", #""type": "string""#),
      ("--7", #""type": "string""#),
    ])
  func numberCells(_ cell: String, _ evidence: String) throws {
    // The cell before a delimiter and in quotes; digits of the next cell are none of its own.
    let lines =
      ["n,z"] + (0..<40).map { "\($0 % 7),x\($0)" } + ["\(cell),12345678", "\"\(cell)\",z"]
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let text = try #require(
      InferredData.profile(of: bytes, .csv, threads: 1, chunkBytes: 1 << 20))
    let field = text.prefix(upTo: try #require(text.range(of: "\"z\": {")).lowerBound)
    #expect(field.contains(evidence), "\(cell)\n\(text)")
    #expect(InferredData.holds(text, bytes, .csv, cell))
  }

  // MARK: Helpers

  private static func input(
    _ random: inout SeededGenerator, isCSV: Bool, count: Int
  ) -> String {
    var records = RecordGenerator(random: random)
    var lines: [String] = []
    if isCSV {
      let header = records.header()
      lines.append(header.joined(separator: ","))
      for _ in 0..<count { lines.append(records.row(header.count).text) }
    } else {
      for _ in 0..<count { lines.append(records.line().text) }
      // Something regular among the noise.
      for number in 0..<count {
        lines.append(
          #"{"code":"AB-\#(1000 + number)","when":"2024-01-\#(10 + number % 9)T00:00:00Z"}"#)
        lines.append(#"{"land":"\#(number % 3)"\#(number % 3 == 0 ? #","state":1"# : "")}"#)
      }
    }
    random = records.random
    return lines.joined(separator: "\n")
  }
}
