import Bulkcheck
import BulkcheckCore
import BulkcheckInfer
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport

/// A profile inferred from the bytes has no mistake, the bytes pass it, and cutting them otherwise
/// changes nothing.
enum InferenceTarget {
  static func finding(in input: inout FuzzBytes) -> String? {
    let format: InputFormat = input.pick([.jsonl, .csv])
    let threads = input.pick([1, 1, 2])
    let chunkBytes = input.pick([64, 16, 400])
    let bytes = input.rest()
    let text = profile(of: bytes, format, threads: 1, chunkBytes: 1 << 20)
    let other = profile(of: bytes, format, threads: threads, chunkBytes: chunkBytes)
    if text != other {
      return "\(threads) threads, \(chunkBytes) bytes: \(difference(text ?? "", other ?? ""))"
    }
    guard let text else { return nil }
    let ruleSet: RuleSet
    do { ruleSet = try Judging.profile(text).ruleSet } catch { return "\(error)\n\(text)" }
    guard
      let summary = try? Judging.summary(
        ruleSet, [.bytes(bytes, name: "input")], Way(format: format, findsDelimiter: true))
    else { return "a draft cannot be compiled\n\(text)" }
    let report = Report(
      summary: summary, ruleSet: ruleSet, profile: Report.Profile(name: nil, sha256: ""),
      options: VerdictOptions(), samplesMaximum: 1)
    // Malformed records are never tolerated. A column that is named twice is left out of the draft,
    // and so gives a warning.
    let failing = report.rules.filter {
      $0.isBeyondTolerance && $0.id != "bulkcheck.malformed"
        && !($0.constraint == "duplicate-column" && $0.severity == .warning)
    }.map(\.id)
    return failing.isEmpty ? nil : "\(failing)\n\(text)"
  }

  /// Nil if there is no record to learn from.
  private static func profile(
    of bytes: [UInt8], _ format: InputFormat, threads: Int, chunkBytes: Int
  ) -> String? {
    var options = InferenceOptions()
    // The clock by which the draft is judged.
    options.now = Way(format: format).options.now
    options.reading.format = format
    options.reading.threads = threads
    options.reading.chunkBytes = chunkBytes
    guard
      let findings = try? InferenceRun.findings(
        in: [.bytes(bytes, name: "input")], options: options), findings.objects > 0
    else { return nil }
    return ProfileWriter.text(findings, name: "test")
  }
}
