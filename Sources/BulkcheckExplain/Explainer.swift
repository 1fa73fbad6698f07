package import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckReport

/// Explains one record.
package struct Explainer {
  private let check: Check
  private let ruleSet: RuleSet
  private let found: FoundRecord
  private let inputName: String
  private let judge: RecordJudge
  private let statements: RuleStatements

  package static func explain(
    _ found: FoundRecord, inputName: String, as check: Check
  ) -> Explanation {
    Explainer(found, inputName, check).explanation()
  }

  private init(_ found: FoundRecord, _ inputName: String, _ check: Check) {
    // The record is judged several times, each time at the same time.
    let check = check.atItsTime()
    self.check = check
    ruleSet = check.ruleSet
    self.found = found
    self.inputName = inputName
    judge = RecordJudge(check, for: found)
    statements = RuleStatements(ruleSet)
  }

  private func explanation() -> Explanation {
    var explanation = Explanation(inputName: inputName, record: found)
    if let fault = found.fault {
      explanation.isValid = false
      explanation.fault = Explanation.Fault(
        kind: fault.kind, column: fault.column, message: fault.detail)
      explanation.mayShowText = ruleSet.maskedPaths.isEmpty
      return explanation
    }
    let summary = judge.summary(of: found.bytes)
    explanation.isValid = summary.valid == 1
    for rule in [BuiltInRule.notAnObject, .duplicateKey] {
      guard let statistics = summary.builtIns[rule], statistics.counts.failed > 0,
        ruleSet.settings(of: rule).isRun
      else { continue }
      explanation.rules.append(
        RuleExplanation(
          id: rule.id, severity: ruleSet.settings(of: rule).severity, standing: .failed,
          message: statistics.samples.first?.message))
    }
    // The text of what is not an object belongs to no path.
    if !found.isObject { explanation.mayShowText = ruleSet.maskedPaths.isEmpty }
    let values = RecordValues(check, found)
    explanation.maskedRanges = values.maskedRanges
    // Nothing is masked, to find out which value a sample is.
    let openSummary = RecordJudge(check, for: found, showsMasked: true).summary(of: found.bytes)
    for index in ruleSet.rules.indices {
      explanation.rules.append(
        explain(
          RuleIndex(index), summary.rules[index], openSummary.rules[index],
          values))
    }
    return explanation
  }

  // MARK: One rule

  /// What a rule about the whole input compares of this record.
  private func key(of rule: Rule, _ values: RecordValues) -> String {
    let parts = values.values(of: rule)
    let shown = parts.map { part in
      parts.count == 1 ? part.seen : "\(part.path): \(part.seen)"
    }
    return shown.isEmpty ? "" : "; the key is " + shown.joined(separator: ", ")
  }

  private func explain(
    _ index: RuleIndex, _ statistics: RuleStatistics, _ open: RuleStatistics,
    _ values: RecordValues
  ) -> RuleExplanation {
    let rule = ruleSet.rules[index.value]
    var result = RuleExplanation(
      id: rule.id, severity: rule.attributes.severity,
      standing: Explainer.standing(rule, statistics.counts))
    let note: String? =
      switch result.standing {
      case .undecided:
        (rule.refersToInput
          ? "needs the whole input: run a check to look for the record that it refers to"
          : "needs the whole input: run a check for duplicates") + key(of: rule, values)
      case .missing: "no value, and none is required"
      case .blocked where !found.isObject: "the record is not an object"
      case .blocked: "an earlier rule about presence, type or format failed"
      case .notApplicable: "does not apply to this record"
      case .overridden:
        "a rule with the tag \(rule.attributes.tag ?? "") and a higher priority applies"
      case .failed, .passed, .off: nil
      }
    if let note { result.notes.append(RuleExplanation.Note(label: "", text: note)) }
    for path in leftOut(of: rule, statistics, values) {
      result.notes.append(
        RuleExplanation.Note(
          label: "left out", text: "\(path) is missing, so the other parts of the condition decide")
      )
    }
    if result.standing == .failed {
      addReasons(&result, index, rule, statistics, open, values)
    }
    return result
  }

  /// The parts of a condition that say nothing of the record, where others do.
  private func leftOut(
    of rule: Rule, _ statistics: RuleStatistics, _ values: RecordValues
  ) -> [FieldPath] {
    guard let count = statistics.partLeftOut, count > 0,
      case .when(let condition, _, _) = rule.expression
    else { return [] }
    var found: [FieldPath] = []
    for (path, block) in condition.conditionParts
    where !found.contains(path) && (path.leadsToSeveral || !block.asksForPresence) {
      if values.isMissing(path) { found.append(path) }
    }
    return found
  }

  private static func standing(_ rule: Rule, _ counts: RuleCounts) -> RuleExplanation.Standing {
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
    _ statistics: RuleStatistics, _ open: RuleStatistics, _ values: RecordValues
  ) {
    let sample = statistics.samples.first
    result.message = sample?.message
    if sample?.reason == "pattern-limit" {
      result.notes.append(
        RuleExplanation.Note(
          label: "limit", text: "the pattern reached its match limit on this value"))
    }
    if let location = sample?.instanceLocation, !location.isEmpty {
      result.notes.append(RuleExplanation.Note(label: "at", text: location))
      for place in sample?.places.dropFirst() ?? [] {
        result.notes.append(RuleExplanation.Note(label: "also at", text: place.instanceLocation))
      }
      if let more = sample?.morePlaces, more > 0 {
        result.notes.append(
          RuleExplanation.Note(label: "", text: "and \(Figures.counted(more, "more place"))"))
      }
    }
    let openSample = open.samples.first
    let candidates =
      rule.expression.isSchema
      ? values.values(at: openSample?.pointers ?? []) : values.values(of: rule)
    let culprits = Explainer.culprits(candidates, openSample)
    result.ranges = culprits.compactMap(\.value.range)
    let asks = statements.text(index)
    result.notes.append(
      RuleExplanation.Note(label: "requires", text: TerminalText.shortened(asks, to: 200)))
    for culprit in culprits {
      result.notes += values.notes(on: culprit, isAlone: culprits.count == 1)
    }
    let search = ReasonSearch(
      rule: rule, index: index, ruleSet: ruleSet, record: found, judge: judge,
      constraints: rule.expression.isSchema
        ? statements.schemaConstraint(index).map { [$0] } ?? []
        : ReasonSearch.constraints(in: rule.expression))
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
  private static func culprits(_ candidates: [LocatedValue], _ sample: Sample?) -> [LocatedValue] {
    // What `default` inserts has a place, and maybe no text in the record that a sample could show.
    let possible = candidates.filter {
      let value = $0.value
      return sample?.value == nil
        ? value.range == nil && value.seenKind != .absent
        : value.shown == sample?.value && value.kind != .absent
    }
    let atPlace = possible.first { $0.value.location == sample?.instanceLocation }
    if let culprit = atPlace ?? (sample?.value == nil ? nil : possible.first) { return [culprit] }
    var seen: Set<FieldPath> = []
    return candidates.filter { seen.insert($0.path).inserted }
  }
}

extension Expression {
  /// The parts of a condition, on whatever level of `all`, `any`, `none` and `not` they are.
  fileprivate var conditionParts: [(path: FieldPath, block: Expression)] {
    switch self {
    case .at(let path, let block): [(path, block)]
    case .all(let parts), .any(let parts), .none(let parts): parts.flatMap(\.conditionParts)
    case .not(let inner): inner.conditionParts
    default: []
    }
  }

  /// Whether it says something of a missing value.
  fileprivate var asksForPresence: Bool {
    switch self {
    case .constraint(.required), .constraint(.present), .constraint(.notNull): true
    case .all(let parts), .any(let parts), .none(let parts):
      parts.contains(where: \.asksForPresence)
    case .not(let inner): inner.asksForPresence
    default: false
    }
  }
}

extension Sample {
  /// The places at fault, as far as they are listed.
  fileprivate var pointers: [String] {
    places.isEmpty ? instanceLocation.map { [$0] } ?? [] : places.map(\.instanceLocation)
  }
}

extension Rule {
  /// Whether it is about another record.
  var refersToInput: Bool { if case .refers = expression { true } else { false } }

  /// Whether it is about the whole input.
  var isUnique: Bool {
    switch expression {
    case .constraint(.unique), .unique, .refers: true
    default: false
    }
  }
}
