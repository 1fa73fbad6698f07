package import BulkcheckCore

/// The flat list of rules that `bulkcheck expand` prints.
package enum RuleListing {
  /// One line a rule: id, field, statement, severity, tolerance, and what else it has; built-in
  /// rules first.
  ///
  /// - Parameter origins: the file of each rule, those about the table behind the others; empty:
  ///   all are in one.
  package static func text(_ ruleSet: RuleSet, origins: [String] = []) -> String {
    let running = Dictionary(
      grouping: ruleSet.rules.indices.filter {
        ruleSet.rules[$0].isRun
      }
    ) { ruleSet.rules[$0].scope }
    var rows = [["id", "field", "severity", "allowed", "statement", "notes"]]
    for rule in BuiltInRule.allCases where isListed(rule, ruleSet) {
      let settings = ruleSet.settings(of: rule)
      rows.append([
        rule.id, "-", severity(settings.severity, settings.isRun), allowed(settings.tolerance),
        statement(rule, ruleSet), "",
      ])
    }
    let ids = ruleSet.rules.map(\.id)
    for rule in ruleSet.rules {
      rows.append([
        rule.id, rule.field ?? "-", severity(rule.attributes.severity, rule.isRun),
        allowed(rule.attributes.tolerance),
        TerminalText.shortened(ruleSet.statement(of: rule, ids: ids), to: 100),
        further(rule, ruleSet, running),
      ])
    }
    for rule in ruleSet.tableRules {
      rows.append([
        rule.id, rule.field ?? "-", severity(rule.attributes.severity, rule.isRun),
        allowed(rule.attributes.tolerance), TerminalText.shortened(rule.words, to: 100),
        notes(rule.attributes).joined(separator: "; "),
      ])
    }
    if !origins.isEmpty {
      let ownCount = ruleSet.rules.count + ruleSet.tableRules.count
      let files = ["file"] + rows.dropFirst().dropLast(ownCount).map { _ in "" } + origins
      for (index, file) in zip(rows.indices, files) { rows[index].append(file) }
    }
    return TerminalText.table(rows) + sections(ruleSet, ids)
  }

  /// The condition of each section.
  private static func sections(_ ruleSet: RuleSet, _ ids: [String]) -> String {
    if ruleSet.sections.isEmpty { return "" }
    let rows = ruleSet.sections.map { section in
      let parts =
        [section.records.map { "records \($0.description)" }].compactMap { $0 }
        + [section.condition.map { $0.text(ids: ids) }].compactMap { $0 }
      return [section.id, TerminalText.shortened(parts.joined(separator: ", "), to: 100)]
    }
    return "\n" + TerminalText.table([["section", "when"]] + rows)
  }

  private static func isListed(_ rule: BuiltInRule, _ ruleSet: RuleSet) -> Bool {
    switch rule {
    case .tooManyRecords: ruleSet.recordsMaximum != nil
    case .notAnObject: ruleSet.recordsMustBeObjects
    case .noSection: !ruleSet.sections.isEmpty
    case .malformed, .duplicateKey, .duplicateColumn, .emptyInput: true
    }
  }

  private static func statement(_ rule: BuiltInRule, _ ruleSet: RuleSet) -> String {
    switch rule {
    case .malformed: "the record can be parsed"
    case .notAnObject: "the record is an object"
    case .duplicateKey: "no key that a rule reads occurs twice"
    case .duplicateColumn: "no column of CSV is named twice"
    case .emptyInput: "at least " + records(ruleSet.recordsMinimum)
    case .tooManyRecords: "at most " + records(ruleSet.recordsMaximum ?? 0)
    case .noSection: "the record belongs to a section"
    }
  }

  private static func records(_ count: Int) -> String {
    count == 1 ? "1 record" : "\(count) records"
  }

  private static func severity(_ severity: Severity, _ isRun: Bool) -> String {
    isRun || severity == .off ? severity.rawValue : "off (\(severity.rawValue))"
  }

  private static func allowed(_ tolerance: Tolerance) -> String {
    let parts = [tolerance.count.map { "\($0)" }, tolerance.percent.map { $0 + "%" }]
    return parts.compactMap { $0 }.joined(separator: " and ")
  }

  private static func further(
    _ rule: Rule, _ ruleSet: RuleSet, _ running: [ScopeIndex?: [Int]]
  ) -> String {
    var parts: [String] = []
    let blockers = self.blockers(rule, ruleSet, running)
    if !blockers.isEmpty { parts.append("blocked by " + blockers.joined(separator: ", ")) }
    if let tag = rule.attributes.tag {
      parts.append(
        "tag \(tag), priority \(RuleAttributes.written(priority: rule.attributes.priority))")
    }
    return (parts + notes(rule.attributes)).joined(separator: "; ")
  }

  private static func notes(_ attributes: RuleAttributes) -> [String] {
    var parts: [String] = []
    if !attributes.labels.isEmpty {
      parts.append("labels " + attributes.labels.joined(separator: ", "))
    }
    if let was = attributes.was { parts.append("was " + was) }
    return parts
  }

  /// The rules whose failure blocks this one: those of its block, and presence and type of the
  /// blocks around it (docs/reference/outcomes.md#blocked).
  ///
  /// - Parameter rules: those that are run, by block.
  private static func blockers(
    _ rule: Rule, _ ruleSet: RuleSet, _ rules: [ScopeIndex?: [Int]]
  ) -> [String] {
    guard let scope = rule.scope else { return [] }
    let blockers = rule.stage.blockers
    var found = (rules[scope] ?? []).filter { blockers.contains(ruleSet.rules[$0].stage) }
    var outer = parent(of: scope, ruleSet)
    while let place = outer {
      found += (rules[place] ?? []).filter { ruleSet.rules[$0].stage.isGate }
      outer = parent(of: place, ruleSet)
    }
    return found.sorted().map { ruleSet.rules[$0].id }
  }

  private static func parent(of scope: ScopeIndex, _ ruleSet: RuleSet) -> ScopeIndex? {
    switch ruleSet.scopes[scope.value].place {
    case .field: nil
    case .items(let outer), .member(let outer, _): outer
    }
  }
}
