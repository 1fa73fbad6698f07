internal import BulkcheckCore
internal import BulkcheckReport

/// Folds what has one cause: rules below a value that is not there, although it is required.
enum CommonCause {
  /// - Parameter explanations: those of the rules of the set, in its order.
  static func fold(_ explanations: inout ArraySlice<RuleExplanation>, _ ruleSet: RuleSet) {
    let start = explanations.startIndex
    let failed = ruleSet.rules.indices.filter { explanations[start + $0].standing == .failed }
    let causes = failed.compactMap { index in
      place(of: ruleSet.rules[index], ruleSet).map { (index: index, path: $0) }
    }
    // What is not there has no parts, so the highest one explains the others.
    for cause in causes.sorted(by: { $0.path.steps.count < $1.path.steps.count })
    where !explanations[start + cause.index].isFolded {
      let rule = ruleSet.rules[cause.index]
      var failing = 0
      var unjudged = 0
      for index in ruleSet.rules.indices where !explanations[start + index].isFolded {
        let other = ruleSet.rules[index]
        guard other.section == rule.section, isBelow(cause.path, other, ruleSet) else { continue }
        switch explanations[start + index].standing {
        case .missing, .blocked: unjudged += 1
        case .failed
        where causes.contains { $0.index == index }
          && other.attributes.severity.rank <= rule.attributes.severity.rank:
          failing += 1
        default: continue
        }
        explanations[start + index].isFolded = true
      }
      explanations[start + cause.index].message? += words(failing: failing, unjudged: unjudged)
    }
  }

  /// The path at which a rule requires a value; nil if it does not, or if there may be several.
  private static func place(of rule: Rule, _ ruleSet: RuleSet) -> FieldPath? {
    guard rule.stage == .presence, let scope = rule.scope,
      [.constraint(.required), .constraint(.present(true)), .constraint(.notNull)]
        .contains(rule.expression)
    else { return nil }
    let path = ruleSet.scopes[scope.value].path
    return path.leadsToSeveral || path.isRecordKey ? nil : path
  }

  /// Whether all that a rule reads is below a path.
  private static func isBelow(_ path: FieldPath, _ rule: Rule, _ ruleSet: RuleSet) -> Bool {
    guard rule.pairing == nil, rule.expression.keyword == nil else { return false }
    let paths = rule.scope.map { [ruleSet.scopes[$0.value].path] } ?? rule.paths
    return !paths.isEmpty
      && paths.allSatisfy { other in
        other.steps.count > path.steps.count && other.steps.starts(with: path.steps)
      }
  }

  private static func words(failing: Int, unjudged: Int) -> String {
    func rules(_ count: Int) -> String { Figures.counted(count, "rule") + " below it" }
    let also = "fail" + (failing == 1 ? "s" : "") + " with it"
    switch (failing, unjudged) {
    case (0, 0): return ""
    case (0, _): return "; \(rules(unjudged)) could not be judged"
    case (_, 0): return "; \(rules(failing)) \(also)"
    default: return "; \(rules(failing)) \(also), \(unjudged) could not be judged"
    }
  }
}

extension Severity {
  /// How serious it is.
  fileprivate var rank: Int {
    switch self {
    case .error: 3
    case .warning: 2
    case .info: 1
    case .off: 0
    }
  }
}
