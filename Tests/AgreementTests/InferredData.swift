import BulkcheckCore
import BulkcheckInfer
import BulkcheckInput
import BulkcheckProfile
import BulkcheckReport
import Testing

/// What is inferred from bytes, and whether it holds for them.
enum InferredData {
  static func profile(
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

  /// Whether a profile has no mistakes, and the data that it was made from passes. Malformed
  /// records are never tolerated.
  static func holds(
    _ text: String, _ bytes: [UInt8], _ format: InputFormat, _ comment: String
  ) -> Bool {
    do {
      let ruleSet = try Judging.profile(text).ruleSet
      let summary = try Judging.summary(
        ruleSet, [.bytes(bytes, name: "input")], Way(format: format, findsDelimiter: true))
      let report = Report(
        summary: summary, ruleSet: ruleSet, profile: Report.Profile(name: nil, sha256: ""),
        options: VerdictOptions(), samplesMaximum: 1)
      // A column that is named twice is left out of the profile, and so gives a warning.
      let failing = report.rules.filter {
        $0.isBeyondTolerance && !($0.constraint == "duplicate-column" && $0.severity == .warning)
          && $0.id != "bulkcheck.malformed"
      }.map(\.id)
      #expect(failing.isEmpty, "\(failing)\n\(comment)\n\(text)")
      return failing.isEmpty
    } catch {
      Issue.record("\(error)\n\(comment)\n\(text)")
      return false
    }
  }

  /// The profile with the rules that nearly hold, at the tolerance that they would need.
  static func withNearMisses(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let trimmed = line.drop { $0 == " " }
      let isMember =
        trimmed.hasPrefix("// \"") && trimmed.contains("\"tolerance\": ")
        && (trimmed.contains("},  //") || trimmed.hasSuffix("},"))
      let isOfEntry = ["// {", "//   \"", "// },"].contains { trimmed.hasPrefix($0) }
      return isMember || isOfEntry ? String(trimmed.dropFirst(3)) : String(line)
    }
    return lines.joined(separator: "\n")
  }
}
