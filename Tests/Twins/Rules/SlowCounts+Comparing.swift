package import BulkcheckCore

extension SlowCounts {
  /// The counts of the engine.
  package init(_ summary: RunSummary) {
    self.init(
      rules: summary.rules.map { rule in
        let counts = rule.counts
        return [
          counts.passed, counts.failed, counts.missing, counts.blocked, counts.notApplicable,
          counts.overridden,
        ]
      },
      fields: summary.fields.map { [$0.absent, $0.null, $0.empty, $0.present] },
      failing: summary.rules.map { $0.samples.map(\.record) })
    valid = summary.valid
    invalid = summary.invalid
    malformed = summary.malformed
    notAnObject = summary.builtIns[.notAnObject]?.counts.failed ?? -1
    duplicateKey = summary.builtIns[.duplicateKey]?.counts.failed ?? -1
  }

  /// One line for each thing that the engine counted in another way than the slow evaluator.
  package func differences(from engine: SlowCounts, _ ruleSet: RuleSet) -> [String] {
    var lines: [String] = []
    func compare(_ what: String, _ slow: [Int], _ engine: [Int]) {
      if slow != engine { lines.append("\(what): slow \(slow), engine \(engine)") }
    }
    for (index, rule) in ruleSet.rules.enumerated() {
      if !rule.isRun { continue }
      compare(rule.id, rules[index], engine.rules[index])
      compare("samples of \(rule.id)", failing[index], engine.failing[index])
    }
    for (index, path) in ruleSet.paths.filter({ !$0.leadsToSeveral }).enumerated() {
      compare("field \(path)", fields[index], engine.fields[index])
    }
    if engine.notAnObject >= 0 { compare("not an object", [notAnObject], [engine.notAnObject]) }
    if engine.duplicateKey >= 0 { compare("duplicate key", [duplicateKey], [engine.duplicateKey]) }
    compare(
      "valid, invalid, malformed", [valid, invalid, malformed],
      [engine.valid, engine.invalid, engine.malformed])
    return lines
  }
}
