package import BulkcheckCore
package import BulkcheckInput
internal import BulkcheckReport

/// The findings in the records of one kind: what is drafted as a section.
package struct KindFindings {
  package let kind: RecordKind
  let findings: Findings

  /// Looks for kinds of records in what was found, and reads the inputs once more for each of them.
  ///
  /// - Returns: none if the records are of one kind, or the inputs cannot be read again.
  package static func all(
    in inputs: [InputLocation], _ findings: Findings, options: InferenceOptions,
    shouldStop: @Sendable () -> Bool = { false },
    progress: (ReadingProgress) -> Void = { _ in }
  ) throws(InferenceError) -> [KindFindings] {
    let areFiles = inputs.allSatisfy { if case .file = $0 { true } else { false } }
    // The size of a pipe is not known.
    guard areFiles, findings.sources.allSatisfy({ $0.bytes != nil }) else { return [] }
    var found: [KindFindings] = []
    for kind in KindSearch.kinds(findings) {
      var options = options
      options.kind = kind
      let own = try InferenceRun.findings(
        in: inputs, options: options, shouldStop: shouldStop, progress: progress)
      // The inputs have changed, or reading was stopped.
      if own.objects == 0 || own.interrupted { return [] }
      found.append(KindFindings(kind: kind, findings: own))
    }
    return found
  }
}
