internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckInput

/// Judges a record as an input of its own: by the engine of a check, so that both cannot differ.
struct RecordJudge {
  let ruleSet: RuleSet
  private let run: BatchRun
  private let header: [UInt8]

  /// - Throws: ``ExplainError`` if the rules cannot be compiled.
  init(_ ruleSet: RuleSet, for record: FoundRecord, recordBytesMaximum: Int) throws(ExplainError) {
    self.ruleSet = ruleSet
    header = record.header
    var options = RunOptions()
    options.format = record.format
    options.threads = 1
    options.samplesMaximum = 1
    options.recordBytesMaximum = recordBytesMaximum
    do throws(RunSetupError) {
      run = try BatchRun(ruleSet: ruleSet, options: options)
    } catch {
      throw ExplainError(description: error.description)
    }
  }

  func summary(of record: [UInt8]) -> RunSummary {
    run.run([.bytes(header + record, name: "record")])
  }

  /// Whether a rule passes on a record.
  func passes(_ rule: RuleIndex, on record: [UInt8]) -> Bool {
    let summary = summary(of: record)
    guard summary.malformed == 0, summary.rules.indices.contains(rule.value) else { return false }
    return summary.rules[rule.value].counts.passed == 1
  }
}
