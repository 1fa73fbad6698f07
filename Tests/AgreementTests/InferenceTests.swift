import BulkcheckCore
import BulkcheckInfer
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import Testing

/// What is inferred from random data: it must not depend on how the data was read, and must hold for it.
@Suite struct InferenceTests {
  @Test("a profile inferred from random JSON lines holds for them, however they are read")
  func jsonl() throws { try infer(isCSV: false) }

  @Test("a profile inferred from random CSV rows holds for them, however they are read")
  func csv() throws { try infer(isCSV: true) }

  private func infer(isCSV: Bool) throws {
    var failures = 0
    for seed in RandomRun.seeds(60) where failures < 3 {
      var random = SeededGenerator(seed: seed)
      let count = random.pick([1, 5, 40, 120])
      let input = InferenceTests.input(&random, isCSV: isCSV, count: count)
      let bytes = Array(input.utf8)
      let format: InputFormat = isCSV ? .csv : .jsonl
      guard let text = profile(of: bytes, format, threads: 1, chunkBytes: 1 << 20) else { continue }
      for (threads, chunkBytes) in [(1, 50), (2, 400), (3, 1500)] {
        let other = profile(of: bytes, format, threads: threads, chunkBytes: chunkBytes)
        #expect(
          other == text,
          "seed \(seed), \(threads) threads, \(chunkBytes) bytes\n\(difference(text, other ?? ""))")
        if other != text { failures += 1 }
      }
      if !holds(text, bytes, format, "seed \(seed)\n\(input)") { failures += 1 }
      let whole = InferenceTests.withNearMisses(text)
      if !holds(whole, bytes, format, "with near misses, seed \(seed)\n\(input)") { failures += 1 }
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
      let text = profile(of: bytes, .jsonl, threads: 1, chunkBytes: 1 << 20)
      for (threads, chunkBytes) in [(1, 300), (2, 5000), (4, 999)] {
        #expect(profile(of: bytes, .jsonl, threads: threads, chunkBytes: chunkBytes) == text)
      }
      #expect(holds(text ?? "", bytes, .jsonl, "\(distinct) values"))
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
      let text = profile(of: bytes, .jsonl, threads: 1, chunkBytes: 1 << 20, paths: maximum)
      #expect(text?.contains("(--max-paths)") == (maximum < 1000))
      for (threads, chunkBytes) in [(1, 40), (2, 100), (3, 2000)] {
        let other = profile(
          of: bytes, .jsonl, threads: threads, chunkBytes: chunkBytes, paths: maximum)
        #expect(other == text, "\(maximum) paths\n\(difference(text ?? "", other ?? ""))")
      }
      #expect(holds(text ?? "", bytes, .jsonl, "\(maximum) paths"))
    }
  }

  @Test(
    "a limit ends at the same record, however the input is cut", arguments: [1, 2, 99, 100, 101])
  func limit(_ limit: Int) throws {
    let lines = (0..<100).map { #"{"a\#($0)":\#($0)}"# }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let text = profile(of: bytes, .jsonl, threads: 1, chunkBytes: 1 << 20, limit: limit)
    #expect(text?.contains("(--limit)") == (limit < 100))
    #expect(text?.contains("\"a\(min(limit, 100) - 1)\"") == true)
    #expect(text?.contains("\"a\(limit)\"") == false)
    for chunkBytes in [5, 64, 700] {
      #expect(profile(of: bytes, .jsonl, threads: 2, chunkBytes: chunkBytes, limit: limit) == text)
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
      let found = profile(of: bytes, .jsonl, threads: 2, chunkBytes: 100, paths: 200)
      #expect(holds(found ?? "", bytes, .jsonl, String(text.prefix(200))))
    }
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
      }
    }
    random = records.random
    return lines.joined(separator: "\n")
  }

  private func profile(
    of bytes: [UInt8], _ format: InputFormat, threads: Int, chunkBytes: Int, paths: Int = 1000,
    limit: Int? = nil
  ) -> String? {
    var options = InferenceOptions()
    options.format = format
    options.threads = threads
    options.chunkBytes = chunkBytes
    options.pathsMaximum = paths
    options.limit = limit
    guard
      let findings = try? InferenceRun.findings(
        in: [.bytes(bytes, name: "input")], options: options), findings.objects > 0
    else { return nil }
    return ProfileWriter.text(findings, name: "test")
  }

  /// Whether a profile has no mistakes, and the data that it was made from passes.
  private func holds(
    _ text: String, _ bytes: [UInt8], _ format: InputFormat, _ comment: String
  ) -> Bool {
    do {
      let ruleSet = try Judging.profile(text).ruleSet
      let summary = try Judging.summary(
        ruleSet, [.bytes(bytes, name: "input")], Way(format: format))
      let report = Report(
        summary: summary, ruleSet: ruleSet, profile: Report.Profile(name: nil, sha256: ""),
        options: VerdictOptions(), samplesMaximum: 1)
      let failing = report.rules.filter(\.isBeyondTolerance).map(\.id)
      #expect(failing.isEmpty, "\(failing)\n\(comment)\n\(text)")
      return failing.isEmpty
    } catch {
      Issue.record("\(error)\n\(comment)\n\(text)")
      return false
    }
  }

  /// The profile with the rules that nearly hold, at the tolerance that they would need.
  private static func withNearMisses(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let trimmed = line.drop { $0 == " " }
      return trimmed.hasPrefix("// \"") && trimmed.contains("\"tolerance\": ")
        && trimmed.contains("},  //") ? String(trimmed.dropFirst(3)) : String(line)
    }
    return lines.joined(separator: "\n")
  }
}
