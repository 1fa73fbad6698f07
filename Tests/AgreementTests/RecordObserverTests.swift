import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Testing
import Twins

/// An observer is told of records what the report says, at any number of threads and size of
/// chunks.
@Suite struct RecordObserverTests {
  private func run(_ corpus: Corpus, _ way: Way) throws -> (RecordCollector, RunSummary) {
    let collector = RecordCollector()
    let run = try Check(
      ruleSet: Judging.profile(corpus.profile).ruleSet, options: way.options)
    let input = InputLocation.bytes(corpus.bytes, name: "input")
    return (collector, run.run([input], observer: collector))
  }

  @Test("records, verdicts and failures are those of the report", arguments: Corpus.all)
  func agreesWithReport(corpus: Corpus) throws {
    var way = Way(recordBytesMaximum: corpus.recordBytesMaximum, format: corpus.format)
    way.chunkBytes = 1 << 20
    let (collector, summary) = try run(corpus, way)
    let entries = collector.entries
    #expect(entries.count == summary.total)
    #expect(entries.count { $0.flags & 3 == 0 } == summary.valid)
    #expect(entries.count { $0.flags & 2 != 0 } == summary.invalid)
    #expect(entries.count { $0.flags & 1 != 0 } == summary.malformed)
    for (number, entry) in entries.enumerated() {
      #expect(entry.record == number + 1)
      let end = entry.byteOffset + entry.bytes.count
      #expect(entry.bytes == Array(corpus.bytes[entry.byteOffset..<end]), "record \(number + 1)")
      #expect(end == corpus.bytes.count || [0x0A, 0x0D].contains(entry.bytes.last))
      #expect((entry.flags & 5 != 0) == !entry.failures.isEmpty)
    }
    for (rule, statistics) in summary.rules.enumerated() {
      try check(.rule(rule), statistics, entries)
    }
    for (rule, statistics) in summary.builtIns { try check(.builtIn(rule), statistics, entries) }
  }

  private func check(
    _ source: RecordFailure.Source, _ statistics: RuleStatistics,
    _ entries: [RecordCollector.Entry]
  ) throws {
    let failing = entries.compactMap { entry in
      entry.failures.first { $0.source == source }.map { (entry, $0.sample) }
    }
    #expect(failing.count == statistics.counts.failed, "\(source)")
    for (entry, sample) in failing {
      #expect(sample.line == entry.line && sample.record == entry.record)
      #expect(sample.input == entry.input && sample.byteOffset == entry.byteOffset)
    }
    let samples = failing.prefix(5).map { $0.1 }
    let areEqual = samples == statistics.samples
    #expect(areEqual, "\(source)")
  }

  @Test("they do not depend on threads and chunks", arguments: Corpus.all)
  func sameRecords(corpus: Corpus) throws {
    let expected = try run(corpus, corpus.wayAtOnce).0
    for way in corpus.waysInTurn {
      let actual = try run(corpus, way).0
      #expect(actual.headers == expected.headers)
      let index = zip(actual.entries, expected.entries).enumerated().first { $1.0 != $1.1 }
      #expect(index == nil, "\(way)")
      #expect(actual.entries.count == expected.entries.count, "\(way)")
      if index != nil { return }
    }
  }

  @Test("an observer that has enough ends the run", arguments: [1, 2, 7])
  func endsEarly(threads: Int) throws {
    final class First: RecordObserver {
      var calls = 0
      var notes: RecordNotes { .verdicts }
      func begin(_ input: InputStart) -> Bool { true }
      func take(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) -> Bool {
        calls += 1
        return calls < 3
      }
    }
    let corpus = Corpus.malformedLines
    let way = Way(threads: threads, chunkBytes: 200)
    let run = try Check(
      ruleSet: Judging.profile(corpus.profile).ruleSet, options: way.options)
    let first = First()
    let inputs = ["a", "b"].map { InputLocation.bytes(corpus.bytes, name: $0) }
    let summary = run.run(inputs, observer: first)
    #expect(first.calls == 3)
    #expect(summary.total < 20)
    #expect(summary.inputs.map(\.complete) == [false, false])
  }
}
