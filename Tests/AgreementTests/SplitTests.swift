import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import TestSupport
import Testing
import Twins

/// The outputs of records hold what they should, to the byte, and do not depend on threads and
/// chunks.
@Suite struct SplitTests {
  /// The outputs as they must be, put together record by record.
  private func expected(
    _ ruleSet: RuleSet, _ inputs: [InputLocation], _ way: Way, header: [UInt8] = [],
    footers: [UInt8] = []
  ) throws -> (valid: [UInt8], invalid: [UInt8], verdicts: [UInt8]) {
    let collector = RecordCollector()
    _ = try Check(ruleSet: ruleSet, options: way.options).run(inputs, observer: collector)
    let isCSV = way.format != .jsonl
    func joined(_ entries: [RecordCollector.Entry], isLast: Bool) -> [UInt8] {
      var bytes = header
      for entry in entries {
        // The last record of an earlier input.
        if isOpen(bytes, isCSV) { bytes.append(0x0A) }
        bytes += entry.bytes
      }
      if isOpen(bytes, isCSV), !isLast || !footers.isEmpty { bytes.append(0x0A) }
      return bytes + footers
    }
    let valid = collector.entries.filter { $0.flags & 3 == 0 }
    let invalid = collector.entries.filter { $0.flags & 3 != 0 }
    let isOne = valid.isEmpty || invalid.isEmpty
    let verdicts = collector.entries.map { entry -> UInt8 in
      entry.flags & 1 != 0 ? 2 : entry.flags & 2 != 0 ? 1 : 0
    }
    return (joined(valid, isLast: isOne), joined(invalid, isLast: isOne), verdicts)
  }

  private func isOpen(_ bytes: [UInt8], _ isCSV: Bool) -> Bool {
    guard let last = bytes.last else { return false }
    return last != 0x0A && !(isCSV && last == 0x0D)
  }

  @Test(
    "awkward inputs are split at any number of threads and size of chunks", arguments: Corpus.all)
  func corpora(corpus: Corpus) throws {
    let ruleSet = try Judging.profile(corpus.profile).ruleSet
    let input = InputLocation.bytes(corpus.bytes, name: "input")
    let expected = try expected(
      ruleSet, [input], corpus.wayAtOnce, header: Array(corpus.header.utf8),
      footers: Array(corpus.footers.utf8))
    let failures = try SplitRun(ruleSet, [input], corpus.wayAtOnce).failures
    for way in corpus.waysInTurn {
      let run = try SplitRun(ruleSet, [input], way)
      // A blank line that is longer than a record is allowed to be is found out too late.
      let areEqual =
        corpus.format == .jsonl
        ? run.valid == expected.valid
          && SplitRun.lines(run.invalid) == SplitRun.lines(expected.invalid)
        : run.valid == expected.valid && run.invalid == expected.invalid
      #expect(areEqual, "\(way)")
      #expect(run.failures == failures, "\(way)")
      #expect(run.verdicts == expected.verdicts, "\(way)")
      #expect(run.verdicts.count == run.summary.total)
      if !areEqual { return }
    }
  }

  @Test("random records by random profiles: the outputs together hold the input's records")
  func random() throws {
    try RandomRun.cases(100, isCSV: false) { drawn in
      let inputs = (0...drawn.random.below(3)).map { number in
        InputLocation.bytes(lines(&drawn), name: "input \(number)")
      }
      let expected = try expected(drawn.ruleSet, inputs, Way(format: .jsonl))
      return try [1, 2, 7].allSatisfy { threads in
        let way = drawn.way(threads: [threads], chunkBytes: [4, 20, 64, 500])
        let run = try SplitRun(drawn.ruleSet, inputs, way)
        let together = SplitRun.lines(run.valid + run.invalid)
        return run.valid == expected.valid && run.invalid == expected.invalid
          && run.verdicts == expected.verdicts
          && together == SplitRun.lines(expected.valid) + SplitRun.lines(expected.invalid)
          && together.count == run.summary.total
      }
    }
  }

  /// Records with all that may stand between them; the last one perhaps without its line end.
  private func lines(_ drawn: inout RandomCase) -> [UInt8] {
    let known = drawn.records.count
    drawn.draw(drawn.random.below(30))
    var text = ""
    for record in drawn.records.dropFirst(known) {
      text += record.text + drawn.random.pick(["\n", "\r\n", "\n\n", "\n \t\r\n"])
    }
    drawn.draw(1)
    return Array((text + (drawn.random.oneIn(2) ? drawn.records.last?.text ?? "" : "")).utf8)
  }

  @Test("compressed outputs hold the same, whatever the number of threads")
  func compressed() throws {
    // Several blocks of the compressor for each output: long records, and a long message.
    let message = String(repeating: "too long ", count: 120)
    let ruleSet = try Judging.profile(
      #"{"bulkcheck":1,"fields":{"t":{"maxLength":{"value":3,"message":"\#(message)"}}}}"#
    ).ruleSet
    var random = SeededGenerator(seed: 1)
    let lines = (0..<3000).map { number in
      let filler = String(repeating: "\(random.below(1 << 30)) ", count: 180)
      return #"{"t":"\#(number % 2 == 0 ? "long" : "")","filler":"\#(filler)"}"#
    }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let input = InputLocation.bytes(bytes, name: "input")
    let plain = try SplitRun(ruleSet, [input], Way(chunkBytes: 1 << 18, format: .jsonl))
    #expect(min(plain.valid.count, plain.invalid.count, plain.failures.count) > 3 << 19)
    var first: SplitRun?
    for threads in [1, 2, 7] {
      let way = Way(threads: threads, chunkBytes: 1 << 18, format: .jsonl)
      let run = try SplitRun(ruleSet, [input], way, suffix: ".gz")
      #expect(try inflated(run.invalid) == plain.invalid)
      #expect(try inflated(run.failures) == plain.failures)
      #expect(try inflated(run.valid) == plain.valid)
      #expect(try inflated(run.verdicts) == plain.verdicts)
      if let first { #expect(first.invalid == run.invalid) } else { first = run }
    }
  }

  private func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    let source = try OpenedInput(.bytes(bytes, name: "zipped")).source
    var all: [UInt8] = []
    try source.readAll { all.append($0) }
    return all
  }
}
