import Bulkcheck
package import BulkcheckCore
import BulkcheckInfer
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import Twins

/// A profile inferred from the bytes has no mistake, the bytes pass it, and cutting them otherwise
/// changes nothing.
enum InferenceTarget {
  static func finding(in input: inout FuzzBytes) -> String? {
    let format: InputFormat = input.pick([.jsonl, .csv])
    let threads = input.pick([1, 1, 2])
    let chunkBytes = input.pick([64, 16, 400])
    let bytes = input.rest()
    let text = InferredData.profile(of: bytes, format, threads: 1, chunkBytes: 1 << 20)
    let other = InferredData.profile(of: bytes, format, threads: threads, chunkBytes: chunkBytes)
    if text != other {
      return "\(threads) threads, \(chunkBytes) bytes: \(difference(text ?? "", other ?? ""))"
    }
    guard let text, let failure = InferredData.failure(of: text, on: bytes, format) else {
      return nil
    }
    return "\(failure)\n\(text)"
  }
}

/// Profiles inferred from bytes, and whether they hold for them.
package enum InferredData {
  /// Nil if there is no record to learn from.
  package static func profile(
    of bytes: [UInt8], _ format: InputFormat, threads: Int, chunkBytes: Int, paths: Int = 1000,
    limit: Int? = nil, hashesMaximum: Int = UniquenessSearch.hashesMaximum,
    now: String = SlowEvaluator.now
  ) -> String? {
    var options = InferenceOptions()
    options.reading.format = format
    options.reading.threads = threads
    options.reading.chunkBytes = chunkBytes
    options.pathsMaximum = paths
    options.reading.limit = limit
    options.hashesMaximum = hashesMaximum
    options.now = now
    guard
      let findings = try? InferenceRun.findings(
        in: [.bytes(bytes, name: "input")], options: options), findings.objects > 0
    else { return nil }
    return ProfileWriter.text(findings, name: "test")
  }

  /// The mistakes of a profile, or its rules that fail on the data that it was made from.
  package static func failure(
    of text: String, on bytes: [UInt8], _ format: InputFormat
  ) -> String? {
    let ruleSet: RuleSet
    do { ruleSet = try Judging.profile(text).ruleSet } catch { return "\(error)" }
    guard
      let summary = try? Judging.summary(
        ruleSet, [.bytes(bytes, name: "input")], Way(format: format, findsDelimiter: true))
    else { return "a draft cannot be compiled" }
    let report = Report(
      summary: summary, ruleSet: ruleSet, profile: Report.Profile(name: nil, sha256: ""),
      options: VerdictOptions(), samplesMaximum: 1)
    // Malformed records are never tolerated. A column that is named twice is left out of the draft,
    // and so gives a warning.
    let failing = report.rules.filter {
      $0.isBeyondTolerance && $0.id != "bulkcheck.malformed"
        && !($0.constraint == "duplicate-column" && $0.severity == .warning)
    }.map(\.id)
    return failing.isEmpty ? nil : "\(failing)"
  }
}
