import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import TestSupport
import Testing
import Twins

/// One input and profile give one report at any thread count and chunk size, wherever the bytes
/// come from.
@Suite struct DeterminismTests {
  @Test("a report does not depend on threads, chunks or the kind of input", arguments: Corpus.all)
  func sameReport(corpus: Corpus) throws {
    let ruleSet = try Judging.profile(corpus.profile).ruleSet
    let expected = try Judging.report(ruleSet, corpus.bytes, corpus.wayAtOnce)
    let plain = try InputPlaces(corpus.bytes)
    let zipped = try InputPlaces(gzip(corpus.bytes))
    let places: [() -> InputLocation] = [
      { plain.memory }, { zipped.memory }, { plain.file }, { zipped.file }, plain.pipe,
      zipped.pipe,
    ]
    for (turn, way) in corpus.everyWay.enumerated() {
      // All places would take too long in a debug build.
      let chosen = RandomRun.scale > 1 ? Array(places.indices) : [0, turn % 5 + 1]
      for place in chosen {
        let actual = try Judging.report(ruleSet, [places[place]()], way)
        let isEqual = actual == expected
        #expect(isEqual, "\(way), place \(place)\n\(difference(expected, actual))")
        if !isEqual { return }
      }
    }
  }

  @Test("several inputs are one run, and lines start again in each", arguments: [1, 2, 7])
  func severalInputs(threads: Int) throws {
    let corpus = Corpus.malformedLines
    let ruleSet = try Judging.profile(corpus.profile).ruleSet
    let inputs: [InputLocation] = [
      .bytes(corpus.bytes, name: "a"), .bytes([], name: "empty"),
      .bytes(Array("\n".utf8), name: "blank"),
      .bytes(Array(corpus.bytes.prefix(5000)), name: "b"),
    ]
    var way = Way(chunkBytes: 1 << 20, format: .jsonl)
    let expected = try Judging.report(ruleSet, inputs, way)
    way.threads = threads
    for chunk in Corpus.chunkSizes {
      way.chunkBytes = chunk
      let actual = try Judging.report(ruleSet, inputs, way)
      let isEqual = actual == expected
      #expect(isEqual, "\(way)\n\(difference(expected, actual))")
    }
  }

  @Test("a damaged gzip input gives one report of what was read", arguments: Corpus.all)
  func damaged(corpus: Corpus) throws {
    let ruleSet = try Judging.profile(corpus.profile).ruleSet
    let whole = gzip(corpus.bytes)
    for cut in [whole.count / 2, whole.count - 9, whole.count - 3] {
      let input = Array(whole.prefix(cut))
      let expected = try Judging.report(ruleSet, input, corpus.wayAtOnce)
      for way in corpus.ways([(4, 1), (16, 2), (1000, 1), (1000, 7), (65536, 2)]) {
        let actual = try Judging.report(ruleSet, input, way)
        let isEqual = actual == expected
        #expect(isEqual, "cut at \(cut), \(way)\n\(difference(expected, actual))")
        if !isEqual { return }
      }
    }
  }

  @Test("a limit of n gives the report of the first n records", arguments: Corpus.all)
  func limit(corpus: Corpus) throws {
    let check = try Judging.check(Judging.profile(corpus.profile).ruleSet)
    let total = Judging.summary(
      check, [.bytes(corpus.bytes, name: "input")],
      Way(recordBytesMaximum: corpus.recordBytesMaximum, format: corpus.format)
    ).total
    var random = SeededGenerator(seed: 7)
    for limit in [
      0, 1, 2, 3, random.below(total), random.below(total), total - 1, total, total + 1,
    ] {
      var way = Way(
        chunkBytes: 1 << 20, recordBytesMaximum: corpus.recordBytesMaximum, limit: limit,
        format: corpus.format)
      let expected = Judging.summary(check, [.bytes(corpus.bytes, name: "input")], way)
      #expect(expected.total == min(limit, total))
      #expect(expected.limitReached == (limit < total), "limit \(limit) of \(total)")
      let report = Judging.report(of: expected, check.ruleSet)
      for (chunk, threads) in [(64, 1), (200, 7), (1000, 2)] {
        way.chunkBytes = chunk
        way.threads = threads
        let actual = Judging.report(check, corpus.bytes, way)
        let isEqual = actual == report
        #expect(isEqual, "\(way)\n\(difference(report, actual))")
      }
    }
  }
}
