import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Foundation
import Testing
import Twins

/// The output of a reader is judged as a file with the same bytes, except for lines and offsets.
@Suite("Inputs that a reader makes") struct ReaderInputTests {
  /// `cat` is a reader of every format, as long as it is asked for all fields.
  private static func readers() throws -> InputReaders {
    let reader = try #require(InputReader(command: "cat"))
    return InputReaders([InputReaders.Named(suffix: ".odd", reader)])
  }

  private func run(
    _ corpus: Corpus, _ location: InputLocation, _ way: Way, _ readers: InputReaders?
  ) throws -> (RecordCollector, RunSummary) {
    let collector = RecordCollector()
    var options = way.options
    options.reading.readers = readers
    let check = try Check(ruleSet: Judging.profile(corpus.profile).ruleSet, options: options)
    return (collector, check.run([location], observer: collector))
  }

  @Test("have records without lines", arguments: Corpus.all)
  func agreement(corpus: Corpus) throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("reader-\(UUID().uuidString).odd").path
    try Data(corpus.bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = InputLocation.bytes(corpus.bytes, name: path)
    let (direct, expected) = try run(corpus, bytes, corpus.wayAtOnce, nil)
    let records = Dictionary(
      direct.entries.map { ($0.line, $0.record) }, uniquingKeysWith: { first, _ in first })
    for way in corpus.waysInTurn {
      let (collector, summary) = try run(corpus, .file(path), way, Self.readers())
      #expect(summary.inputs[0].failure == nil)
      #expect(!summary.inputs[0].hasLines)
      #expect(collector.entries.count == direct.entries.count, "\(way)")
      for (found, entry) in zip(collector.entries, direct.entries) {
        #expect(found.line == 0 && found.record == entry.record)
        #expect(found.flags == entry.flags && found.bytes == entry.bytes, "\(entry.record)")
        let samples = entry.failures.map { withoutLine($0.sample, records) }
        #expect(found.failures.map(\.sample) == samples, "\(way)")
        if found.failures.map(\.sample) != samples { return }
      }
      for (rule, statistics) in expected.rules.enumerated() {
        #expect(summary.rules[rule].counts == statistics.counts)
        #expect(
          summary.rules[rule].samples == statistics.samples.map { withoutLine($0, records) })
      }
    }
  }

  private func withoutLine(_ sample: Sample, _ records: [Int: Int]) -> Sample {
    var sample = sample
    sample.line = 0
    sample.byteOffset = 0
    sample.first = sample.first.map {
      FirstOccurrence(input: $0.input, number: records[$0.number] ?? -1, isRecord: true)
    }
    return sample
  }
}
