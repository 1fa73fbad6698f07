package import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckReport

/// Explains one record.
package struct Explainer {
  private let check: Check
  private let ruleSet: RuleSet
  private let found: FoundRecord
  private let inputs: CheckedInputs
  private let judge: RecordJudge
  private let around: RecordsAround

  /// - Parameter inputs: read again where rules ask for other records.
  package static func explain(
    _ found: FoundRecord, in inputs: CheckedInputs, as check: Check
  ) -> Explanation {
    Explainer(found, inputs, check).explanation()
  }

  private init(_ found: FoundRecord, _ inputs: CheckedInputs, _ check: Check) {
    // The record is judged several times, each time at the same time.
    let check = (found.part.map(check.alone) ?? check).atItsTime()
    self.check = check
    ruleSet = check.ruleSet
    self.found = found
    self.inputs = inputs
    judge = RecordJudge(check, for: found)
    around = RecordsAround(found, in: inputs, as: check)
  }

  private func explanation() -> Explanation {
    var explanation = Explanation(inputName: inputs.location.name, record: found)
    if let fault = found.storedFault {
      explanation.isValid = false
      explanation.fault = Explanation.Fault(
        kind: fault.kind, column: fault.column, message: fault.detail)
      explanation.mayShowText = ruleSet.maskedPaths.isEmpty
      return explanation
    }
    let summary = judge.summary(of: found.bytes)
    explanation.isValid = summary.valid == 1
    if !ruleSet.sections.isEmpty {
      explanation.sections = zip(ruleSet.sections, summary.sections).filter { $1 > 0 }.map(\.0.id)
    }
    for rule in [BuiltInRule.notAnObject, .duplicateKey, .noSection] {
      guard let statistics = summary.builtIns[rule], statistics.counts.failed > 0,
        ruleSet.settings(of: rule).isRun
      else { continue }
      explanation.rules.append(
        RuleExplanation(
          id: rule.id, severity: ruleSet.settings(of: rule).severity, standing: .failed,
          message: statistics.samples.first?.message))
    }
    if let repeated = summary.inputs.first?.repeatedColumns, repeated.count > 0,
      ruleSet.settings(of: .duplicateColumn).isRun
    {
      explanation.rules.append(
        RuleExplanation(
          id: BuiltInRule.duplicateColumn.id, severity: ruleSet.severity(ofRepeated: [repeated]),
          standing: .failed, message: repeated.message))
    }
    // The text of what is not an object belongs to no path.
    if !found.isObject { explanation.mayShowText = ruleSet.maskedPaths.isEmpty }
    // Nothing is masked, to find out which value a sample is.
    let openSummary = RecordJudge(check, for: found, showsMasked: true).summary(of: found.bytes)
    let ofSchema = ruleSet.rules.indices.filter { ruleSet.rules[$0].expression.keyword != nil }
    let values = RecordValues(
      check, found,
      failuresAt: ofSchema.flatMap { openSummary.rules[$0].samples.first?.pointers ?? [] })
    explanation.maskedRanges = values.maskedRanges
    let sides = sides(summary)
    for index in ruleSet.rules.indices {
      explanation.rules.append(
        explain(
          RuleIndex(index), summary.rules[index], openSummary.rules[index],
          values))
      if let sides = sides?[index], !sides.isEmpty {
        explanation.rules[explanation.rules.count - 1].note("compares", sides)
      }
    }
    let first = explanation.rules.count - ruleSet.rules.count
    if found.format.isJSON { CommonCause.fold(&explanation.rules[first...], ruleSet) }
    for (index, rule) in ruleSet.tableRules.enumerated() {
      let isAsked = rule.section.map { summary.sections[$0.value] > 0 } ?? true
      guard isAsked, let order = around.orders[index] else { continue }
      explanation.rules.append(explain(rule, order, values))
    }
    // A header makes no record invalid.
    let ofRecord = explanation.rules.filter { $0.id != BuiltInRule.duplicateColumn.id }
    if ofRecord.contains(where: { $0.standing == .failed && $0.severity == .error }) {
      explanation.isValid = false
    }
    return explanation
  }

  /// Both sides of the comparisons of rules that failed, by rule; nil if there are none.
  private func sides(_ summary: RunSummary) -> [String?]? {
    let failed = ruleSet.rules.indices.filter {
      summary.rules[$0].counts.failed > 0 && !ruleSet.rules[$0].expression.comparisons.isEmpty
    }
    guard !failed.isEmpty else { return nil }
    let telling = RecordJudge(check.saying(MessageTemplate([.sides])), for: found)
    let told = telling.summary(of: found.bytes)
    return ruleSet.rules.indices.map {
      failed.contains($0) ? told.rules[$0].samples.first?.message : nil
    }
  }

  // MARK: One rule

  private func explain(
    _ index: RuleIndex, _ statistics: RuleStatistics, _ open: RuleStatistics,
    _ values: RecordValues
  ) -> RuleExplanation {
    let rule = ruleSet.rules[index.value]
    var result = RuleExplanation(
      id: rule.id, section: ruleSet.id(of: rule.section), severity: rule.attributes.severity,
      standing: Explainer.standing(rule, statistics.counts))
    if rule.pairing != nil, let outcome = around.outcomes[index.value] {
      // Alone, it is the first of its group.
      result.standing = RuleExplanation.Standing(outcome)
      if let failure = around.failures[index.value] { add(failure, to: &result) }
    } else if rule.pairing != nil, around.trouble != nil {
      result.standing = .undecided
    } else if rule.asksForOtherRecords {
      // Of several values one may be blocked, and another one refer to nothing.
      if [.passed, .blocked].contains(result.standing),
        let failure = around.failures[index.value]
      {
        result.standing = .failed
        add(failure, to: &result)
      } else if result.standing == .passed, around.trouble != nil {
        result.standing = .undecided
      }
    }
    let note: String? =
      switch result.standing {
      case .undecided: around.trouble
      case .missing: "no value, and none is required"
      case .blocked where !found.isObject: "the record is not an object"
      case .blocked: "an earlier rule about presence, type or format failed"
      case .notApplicable: "does not apply to this record"
      case .overridden:
        "a rule with the tag \(rule.attributes.tag ?? "") and a higher priority applies"
      case .failed, .passed, .off: nil
      }
    if let note { result.note("", note) }
    for path in leftOut(of: rule, statistics, values) {
      result.note("left out", "\(path) is missing, so the other parts of the condition decide")
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
      if values.isMissing(path, in: rule.section) { found.append(path) }
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
    return .passed
  }

  /// A rule about the order of records.
  private func explain(
    _ rule: TableRule, _ order: RecordsAround.Order, _ values: RecordValues
  ) -> RuleExplanation {
    var result = RuleExplanation(
      id: rule.id, severity: rule.attributes.severity, standing: .passed)
    switch order {
    case .follows: break
    case .passedOver:
      result.standing = .missing
      result.note("", "no value that has an order")
    case .fails(let failure):
      result.standing = .failed
      add(failure, to: &result)
      guard case .sorted(let order) = rule.statement else { break }
      for key in order.keys {
        let located = values.values(at: key.path, in: rule.section)
        result.ranges += located.compactMap(\.value.range)
        for value in located {
          result.notes += values.notes(on: value, isAlone: order.keys.count == 1)
        }
      }
    }
    return result
  }

  /// Adds the message of a rule that fails because of another record, and that record.
  private func add(_ failure: RecordsAround.Failure, to result: inout RuleExplanation) {
    result.message = failure.message
    guard let other = failure.other else { return }
    result.other = RuleExplanation.Other(
      label: other.label,
      inputName: other.input == inputs.position ? nil : inputs.locations[other.input].name,
      record: other.record,
      maskedRanges: other.record.maskedRanges(
        at: MaskedLocation(record: ruleSet, isCSV: !other.record.format.isJSON)))
  }

  private func addReasons(
    _ result: inout RuleExplanation, _ index: RuleIndex, _ rule: Rule,
    _ statistics: RuleStatistics, _ open: RuleStatistics, _ values: RecordValues
  ) {
    let late = around.failures[index.value]?.sample
    let sample = statistics.samples.first ?? late
    if let sample { result.message = sample.message }
    if sample?.reason == "pattern-limit" {
      result.note("limit", "the pattern reached its match limit on this value")
    }
    if let location = sample?.instanceLocation, !location.isEmpty {
      result.note("at", location)
      for place in sample?.places.dropFirst() ?? [] {
        result.note("also at", place.instanceLocation)
      }
      if let more = sample?.morePlaces, more > 0 {
        result.note("", "and \(Figures.counted(more, "more place"))")
      }
    }
    let openSample = open.samples.first ?? late
    let candidates =
      rule.expression.keyword != nil || rule.pairing?.isOfElements == true
      ? values.values(at: openSample?.pointers ?? []) : values.values(of: rule)
    let culprits = Explainer.culprits(candidates, openSample)
    result.ranges = culprits.compactMap(\.value.range)
    let asks = ruleSet.statement(of: rule, ids: ruleSet.rules.map(\.id))
    result.note("requires", TerminalText.shortened(asks, to: 200))
    for culprit in culprits {
      result.notes += values.notes(on: culprit, isAlone: culprits.count == 1)
    }
    // Alone, any other value would pass.
    if statistics.samples.isEmpty, rule.asksForOtherRecords { return }
    let search = ReasonSearch(
      rule: rule, index: index, ruleSet: ruleSet, record: found, judge: judge,
      constraints: ReasonSearch.constraints(in: rule.expression))
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
