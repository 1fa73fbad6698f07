package import BulkcheckCore
internal import BulkcheckProfile
internal import BulkcheckReport

/// Explains one record.
package struct Explainer {
  private let ruleSet: RuleSet
  private let found: FoundRecord
  private let inputName: String
  private let recordBytesMaximum: Int
  private let judge: RecordJudge
  /// The same rules, but nothing is masked: to find out which value a sample is.
  private let openJudge: RecordJudge

  /// - Throws: ``ExplainError`` if the rules cannot be compiled.
  package static func explain(
    _ found: FoundRecord, inputName: String, ruleSet: RuleSet, recordBytesMaximum: Int
  ) throws(ExplainError) -> Explanation {
    let explainer = try Explainer(found, inputName, ruleSet, recordBytesMaximum)
    return try explainer.explanation()
  }

  private init(
    _ found: FoundRecord, _ inputName: String, _ ruleSet: RuleSet, _ recordBytesMaximum: Int
  ) throws(ExplainError) {
    var ruleSet = ruleSet
    // What was found out from the whole input must not be found out from a single record again.
    if found.format != .jsonl { ruleSet.csv.delimiter = found.delimiter }
    self.ruleSet = ruleSet
    self.found = found
    self.inputName = inputName
    self.recordBytesMaximum = recordBytesMaximum
    judge = try RecordJudge(ruleSet, for: found, recordBytesMaximum: recordBytesMaximum)
    ruleSet.maskedPaths = []
    openJudge = try RecordJudge(ruleSet, for: found, recordBytesMaximum: recordBytesMaximum)
  }

  private func explanation() throws(ExplainError) -> Explanation {
    let summary = judge.summary(of: found.bytes)
    var explanation = Explanation(inputName: inputName, record: found)
    explanation.isValid = summary.valid == 1
    if summary.malformed > 0 {
      let sample = summary.builtIns[.malformed]?.samples.first
      explanation.fault = Explanation.Fault(
        kind: sample?.kind ?? .syntax, column: sample?.column ?? 1,
        message: sample?.message ?? "the record is malformed")
      explanation.mayShowText = ruleSet.maskedPaths.isEmpty
      return explanation
    }
    for rule in [BuiltInRule.notAnObject, .duplicateKey] {
      guard let statistics = summary.builtIns[rule], statistics.counts.failed > 0,
        ruleSet.settings(of: rule).isRun
      else { continue }
      explanation.rules.append(
        RuleExplanation(
          id: rule.id, severity: ruleSet.settings(of: rule).severity, outcome: .failed,
          message: statistics.samples.first?.message))
    }
    // The text of what is not an object belongs to no path.
    if !found.isObject { explanation.mayShowText = ruleSet.maskedPaths.isEmpty }
    var values = try RecordValues(
      ruleSet, found, recordBytesMaximum: recordBytesMaximum)
    explanation.maskedRanges = values.maskedRanges
    let openSummary = openJudge.summary(of: found.bytes)
    for index in ruleSet.rules.indices {
      explanation.rules.append(
        explain(
          RuleIndex(index), summary.rules[index], openSummary.rules[index],
          &values))
    }
    return explanation
  }

  // MARK: One rule

  private func explain(
    _ index: RuleIndex, _ statistics: RuleStatistics, _ open: RuleStatistics,
    _ values: inout RecordValues
  ) -> RuleExplanation {
    let rule = ruleSet.rules[index.value]
    var result = RuleExplanation(
      id: rule.id, severity: rule.attributes.severity,
      outcome: Explainer.outcome(rule, statistics.counts))
    switch result.outcome {
    case .failed: addReasons(&result, index, rule, statistics, open, &values)
    case .undecided:
      result.notes.append(
        RuleExplanation.Note(
          label: "", text: "needs the whole input: run a check for duplicates"))
    case .missing:
      result.notes.append(
        RuleExplanation.Note(label: "", text: "no value, and none is required"))
    case .blocked:
      result.notes.append(
        RuleExplanation.Note(label: "", text: "a presence or type rule failed before it"))
    case .notApplicable:
      result.notes.append(
        RuleExplanation.Note(label: "", text: "it is not about this record"))
    case .overridden:
      result.notes.append(
        RuleExplanation.Note(
          label: "", text: "a rule of the tag \(rule.attributes.tag ?? "") goes before it"))
    case .passed, .off: break
    }
    return result
  }

  private static func outcome(_ rule: Rule, _ counts: RuleCounts) -> RuleExplanation.Outcome {
    if !rule.isRun { return .off }
    if counts.failed > 0 { return .failed }
    if counts.missing > 0 { return .missing }
    if counts.blocked > 0 { return .blocked }
    if counts.notApplicable > 0 { return .notApplicable }
    if counts.overridden > 0 { return .overridden }
    return rule.isUnique ? .undecided : .passed
  }

  private func addReasons(
    _ result: inout RuleExplanation, _ index: RuleIndex, _ rule: Rule,
    _ statistics: RuleStatistics, _ open: RuleStatistics, _ values: inout RecordValues
  ) {
    let sample = statistics.samples.first
    result.message = sample?.message
    if sample?.reason == "pattern-limit" {
      result.notes.append(
        RuleExplanation.Note(
          label: "limit", text: "the pattern reached its match limit on this value"))
    }
    let candidates = values.values(of: rule)
    let culprits = Explainer.culprits(candidates, open.samples.first?.value)
    result.ranges = culprits.compactMap(\.value.range)
    let asks = StatementText.text(rule.expression, ids: ruleSet.rules.map(\.id))
    result.notes.append(
      RuleExplanation.Note(label: "asks for", text: TerminalText.shortened(asks, to: 200)))
    for culprit in culprits {
      result.notes += values.notes(on: culprit, isAlone: culprits.count == 1)
    }
    let search = ReasonSearch(
      rule: rule, index: index, ruleSet: ruleSet, record: found, judge: judge)
    // What would pass beside a masked value may be the masked value.
    let tellsNothing = culprits.contains(where: \.isMasked)
    for culprit in culprits {
      result.notes +=
        tellsNothing
        ? search.maskedNotes(on: culprit)
        : search.notes(on: culprit, keys: values.keys(around: culprit.path))
    }
  }

  /// The values that made a rule fail: the one of the sample, or all of a rule over several.
  private static func culprits(_ candidates: [LocatedValue], _ sample: String?) -> [LocatedValue] {
    if let sample,
      let culprit = candidates.first(where: { $0.value.range != nil && $0.value.shown == sample })
    {
      return [culprit]
    }
    var seen: Set<FieldPath> = []
    return candidates.filter { seen.insert($0.path).inserted }
  }
}

extension Rule {
  /// Whether it asks for something of the whole input.
  var isUnique: Bool {
    switch expression {
    case .constraint(.unique), .unique: true
    default: false
    }
  }
}
