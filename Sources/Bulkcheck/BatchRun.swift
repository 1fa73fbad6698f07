// STUB: the engine's file replaces this one.
package import BulkcheckCore

package struct RunSetupError: Error, CustomStringConvertible {
  package var description: String
}

package struct BatchRun: Sendable {
  let ruleSet: RuleSet
  package init(ruleSet: RuleSet, options: RunOptions) throws(RunSetupError) {
    self.ruleSet = ruleSet
  }
  package func run(
    _ inputs: [InputLocation], shouldStop: @Sendable () -> Bool, progress: (RunProgress) -> Void
  ) -> RunSummary {
    var summary = RunSummary()
    for input in inputs {
      let path =
        switch input {
        case .file(let path): path
        case .standardInput: "-"
        case .bytes(_, let name): name
        }
      var one = InputSummary(path: path, format: .jsonl, compression: .none)
      if path.hasPrefix("missing") { one.failure = "No such file or directory" }
      if path.hasPrefix("slow") {
        var spins = 0
        while !shouldStop() {
          spins += 1
          if spins % 100_000 == 0 {
            progress(
              RunProgress(
                inputPath: path, bytesRead: spins, bytesTotal: 1_000_000_000, records: spins / 400))
          }
        }
        summary.interrupted = true
      }
      summary.inputs.append(one)
    }
    summary.rules = ruleSet.rules.map { _ in RuleStatistics() }
    summary.valid = 1
    return summary
  }
  package func failures(ofRecord text: [UInt8]) -> [String] { ["bulkcheck.malformed"] }
}
