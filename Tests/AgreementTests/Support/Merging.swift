import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckOutput
import BulkcheckProfile
import BulkcheckReport
import Twins

/// Partial results in memory, and the reports made of them.
enum Merging {
  private final class Sink: PartialSink {
    var bytes: [UInt8] = []
    func write(_ bytes: [UInt8]) throws(OutputError) { self.bytes += bytes }
  }

  static func partial(
    _ profile: String, _ inputs: [InputLocation], _ way: Way, samples: Int = 5, secret: String = "",
    skip: [String] = [], references: String? = nil
  ) throws -> [UInt8] {
    let read = try Judging.profile(profile, references: references)
    let ruleSet = try read.ruleSet.selecting(only: [], skip: skip)
    var options = way.options.mergeable(profileSHA256: read.sha256, secret: secret)
    options.samplesMaximum = samples
    let sink = Sink()
    let check = try Check(
      ruleSet: ruleSet, options: options, profile: Report.Profile(name: nil, sha256: read.sha256))
    let writer = PartialWriter(sink: sink, profile: Array(profile.utf8), check, secret: secret)
    _ = check.run(inputs, partial: writer)
    return sink.bytes
  }

  /// The JSON report of merged results, without what may differ: the time.
  static func merged(
    _ partials: [[UInt8]], as name: String? = nil, memoryBytes: Int? = nil, samples: Int? = nil
  ) throws -> String {
    var merge = PartialMerge()
    merge.inputName = name
    merge.options.memoryBytes = memoryBytes
    merge.samplesMaximum = samples
    let merged = try merge.merge(
      partials.enumerated().map { .bytes($0.element, name: "\($0.offset).bcp") })
    guard let merged else { return "stopped" }
    return report(
      merged.summary, merged.check.ruleSet, merged.check.profile.sha256,
      samples: merged.check.options.samplesMaximum)
  }

  /// Several results as one.
  static func together(
    _ partials: [[UInt8]], as name: String? = nil, memoryBytes: Int? = nil
  ) throws -> [UInt8] {
    var merge = PartialMerge()
    merge.inputName = name
    merge.options.memoryBytes = memoryBytes
    let sink = Sink()
    let locations = partials.enumerated().map {
      InputLocation.bytes($0.element, name: "\($0.offset).bcp")
    }
    let merged = try merge.merge(locations, to: sink)
    if let failure = merged?.outputFailure { throw failure }
    return sink.bytes
  }

  /// The report of a random tree of merges over results.
  ///
  /// - Parameter name: the inputs are pieces of one. Some merges in between make one of their
  ///   pieces, others keep them.
  static func tree(
    _ partials: [[UInt8]], as name: String? = nil, memoryBytes: Int? = nil,
    _ random: inout SeededGenerator
  ) throws -> String {
    var partials = partials
    for _ in 0..<1 + random.below(4) {
      partials = try cut(partials, 1 + random.below(partials.count), &random)
        .flatMap { group -> [[UInt8]] in
          if group.isEmpty || random.oneIn(3) { return group }
          let isOne = name != nil && random.oneIn(2)
          return [try together(group, as: isOne ? name : nil, memoryBytes: memoryBytes)]
        }
    }
    return try merged(partials, as: name, memoryBytes: memoryBytes)
  }

  /// That of one run.
  static func whole(
    _ profile: String, _ inputs: [InputLocation], _ way: Way, samples: Int = 5,
    references: String? = nil
  ) throws -> String {
    let read = try Judging.profile(profile, references: references)
    var options = way.options
    options.samplesMaximum = samples
    options.countsCompanions = true
    let summary = try Check(ruleSet: read.ruleSet, options: options).run(inputs)
    return report(summary, read.ruleSet, read.sha256, samples: samples)
  }

  private static func report(
    _ summary: RunSummary, _ ruleSet: RuleSet, _ sha256: String, samples: Int
  ) -> String {
    var summary = summary
    summary.seconds = 0
    summary.ended = nil
    summary.threads = 1
    let report = Report(
      summary: summary, ruleSet: ruleSet,
      profile: Report.Profile(name: ruleSet.name, sha256: sha256), options: VerdictOptions(),
      samplesMaximum: samples)
    // Only a page shows what failures have in common. A merge does not know it of duplicates.
    let companions = zip(ruleSet.rules, summary.rules).map { rule, found in
      rule.constraint == "unique" ? "" : "\(found.companions)"
    }
    return JSONReport.text(report) + "\n\(report.bytesJudged)\n"
      + companions.joined(separator: "\n")
  }

  /// Cuts elements into runs, some of which may be empty.
  static func cut<Element>(
    _ elements: [Element], _ count: Int, _ random: inout SeededGenerator
  ) -> [[Element]] {
    let places = (1..<count).map { _ in random.below(elements.count + 1) }.sorted()
    return zip([0] + places, places + [elements.count]).map { Array(elements[$0..<$1]) }
  }
}
