package import Bulkcheck
package import BulkcheckCore
package import BulkcheckInput
package import BulkcheckProfile
import BulkcheckReport

/// A way to run a rule set that must not change the report.
package struct Way: CustomStringConvertible {
  package var threads: Int
  package var chunkBytes: Int
  package var recordBytesMaximum: Int
  package var limit: Int?
  package var format: InputFormat?
  package var encoding: EncodingChoice?
  package var memoryBytes: Int?
  package var temporaryFolder: String?
  /// Whether the delimiter is found out. Otherwise it is a comma: of rows that are drawn at random,
  /// few may have as many cells as the header.
  package var findsDelimiter: Bool

  package init(
    threads: Int = 1, chunkBytes: Int = 1 << 16, recordBytesMaximum: Int = 64 << 20,
    limit: Int? = nil, format: InputFormat? = nil, encoding: EncodingChoice? = nil,
    memoryBytes: Int? = nil, temporaryFolder: String? = nil, findsDelimiter: Bool = false
  ) {
    self.threads = threads
    self.chunkBytes = chunkBytes
    self.recordBytesMaximum = recordBytesMaximum
    self.limit = limit
    self.format = format
    self.encoding = encoding
    self.memoryBytes = memoryBytes
    self.temporaryFolder = temporaryFolder
    self.findsDelimiter = findsDelimiter
  }

  package var description: String {
    "threads \(threads), chunk \(chunkBytes), maximum \(recordBytesMaximum), limit \(limit ?? -1)"
  }

  package var options: RunOptions {
    var options = RunOptions()
    options.reading.threads = threads
    options.reading.chunkBytes = chunkBytes
    options.reading.recordBytesMaximum = recordBytesMaximum
    options.reading.limit = limit
    options.reading.format = format
    options.reading.encoding = encoding
    if format == .csv, !findsDelimiter { options.reading.delimiter = UInt8(ascii: ",") }
    options.memoryBytes = memoryBytes
    options.temporaryFolder = temporaryFolder
    options.now = SlowEvaluator.now
    return options
  }
}

/// Runs rule sets on inputs.
package enum Judging {
  /// - Parameter folder: where reference files lie.
  package static func profile(
    _ text: String, references folder: String? = nil
  ) throws(ProfileMistakes) -> ParsedProfile {
    try ParsedProfile.read(
      Array(text.utf8), fileName: "profile.json",
      loadReference: folder.map { ReferenceLoader(folder: $0).load })
  }

  /// Rules compiled once, for tests with so many short runs that compiling would take longer.
  package static func check(_ ruleSet: RuleSet) throws -> Check {
    try Check(ruleSet: ruleSet, options: Way().options)
  }

  package static func summary(
    _ ruleSet: RuleSet, _ inputs: [InputLocation], _ way: Way
  ) throws -> RunSummary {
    summary(try check(ruleSet), inputs, way)
  }

  package static func summary(_ check: Check, _ inputs: [InputLocation], _ way: Way) -> RunSummary {
    check.inWay(way).run(inputs)
  }

  /// The JSON report without what may differ: time, and where the bytes came from.
  package static func report(
    _ ruleSet: RuleSet, _ inputs: [InputLocation], _ way: Way
  ) throws -> String {
    report(of: try summary(ruleSet, inputs, way), ruleSet)
  }

  package static func report(_ ruleSet: RuleSet, _ bytes: [UInt8], _ way: Way) throws -> String {
    try report(ruleSet, [.bytes(bytes, name: "input")], way)
  }

  package static func report(_ check: Check, _ bytes: [UInt8], _ way: Way) -> String {
    report(of: summary(check, [.bytes(bytes, name: "input")], way), check.ruleSet)
  }

  package static func report(of summary: RunSummary, _ ruleSet: RuleSet) -> String {
    var summary = summary
    summary.seconds = 0
    summary.ended = nil
    summary.threads = 1
    for index in summary.inputs.indices {
      summary.inputs[index].path = "input \(index)"
      summary.inputs[index].compression = .none
      summary.inputs[index].bytesRead = 0
      summary.inputs[index].bytes = nil
      if summary.inputs[index].failure != nil { summary.inputs[index].failure = "stopped" }
    }
    let report = Report(
      summary: summary, ruleSet: ruleSet, profile: Report.Profile(name: nil, sha256: ""),
      options: VerdictOptions(), samplesMaximum: RunOptions().samplesMaximum)
    return JSONReport.text(report)
  }
}

extension Check {
  /// These compiled rules, run in another way.
  package func inWay(_ way: Way) -> Check {
    with { options in
      let before = options.reading
      options = way.options
      options.reading.csv = before.csv
      options.reading.columnSpellings = before.columnSpellings
      options.reading.places = before.places
      options.reading.encoding = way.encoding ?? before.encoding
    }
  }
}

/// The lines in which two texts differ, for a message.
package func difference(_ left: String, _ right: String) -> String {
  let left = left.split(separator: "\n", omittingEmptySubsequences: false)
  let right = right.split(separator: "\n", omittingEmptySubsequences: false)
  var lines: [String] = []
  for index in 0..<max(left.count, right.count) {
    let a = index < left.count ? String(left[index]) : "(none)"
    let b = index < right.count ? String(right[index]) : "(none)"
    if a != b { lines += ["- " + a, "+ " + b] }
    if lines.count > 12 { break }
  }
  return lines.joined(separator: "\n")
}
