/// The rules that did not fail, folded: idle rules, muted ones, clean ones.
enum HTMLOtherRules {
  static func text(_ rules: HTMLRules) -> String {
    func entries(_ belongs: (Report.Rule) -> Bool) -> [HTMLRules.Entry] {
      rules.others.filter { belongs($0.rule) }
    }
    let idle = entries { $0.status == .idle }
    let groups = [
      fold(idle, rules.report.isUnjudged ? "with \(IdleReason.noRecords)" : "idle", rules),
      fold(entries { $0.status == .off }, "not run", rules),
      fold(entries { $0.status == .pass && $0.failed == 0 }, "without a failure", rules),
    ].filter { !$0.isEmpty }
    guard !groups.isEmpty else { return "" }
    return HTMLParts.section(
      id: "others", title: rules.detailed.isEmpty ? "Rules" : "Other rules", filtered: true,
      groups.joined(separator: "\n"))
  }

  /// What became of the records, as the shares of a bar.
  static func outcomes(_ rule: Report.Rule) -> [HTMLParts.Share] {
    [
      .init("passed", "ok", rule.passed), .init("failed", "fail", rule.failed),
      .init("missing", "missing", rule.missing), .init("blocked", "blocked", rule.blocked),
      .init("not applicable", "none", rule.notApplicable),
      .init("overridden", "none", rule.overridden),
    ]
  }

  private static func fold(
    _ entries: [HTMLRules.Entry], _ what: String, _ rules: HTMLRules
  ) -> String {
    guard !entries.isEmpty else { return "" }
    let table = HTMLParts.table(
      label: "Rules \(what)", style: "overview",
      columns: [
        .init("rule"), .init("status"), .number("failed"), .number("of"), .init("allowed"),
        .init("outcomes", "wide"),
      ], rows: entries.map { row($0, rules.report) })
    return HTMLParts.fold(
      Figures.counted(entries.count, "rule") + " " + what, filtered: true, table + "\n" + legend)
  }

  private static let legend = HTMLParts.legend([
    ("ok", "passed"), ("fail", "failed"), ("missing", "missing"), ("blocked", "blocked"),
    ("none", "not applicable or overridden"),
  ])

  private static func row(_ entry: HTMLRules.Entry, _ report: Report) -> String {
    let rule = entry.rule
    let start =
      "<tr class=\"\(entry.style)\" \(entry.attributes)>"
      + "<th scope=\"row\">\(HTMLParts.code(rule.id))</th><td>\(entry.badge)</td>"
    if let reason = reason(rule, report) {
      return start + "<td colspan=\"4\">\(HTMLParts.escaped(reason))</td></tr>"
    }
    let cells = FigureCells(rule)
    return start + "<td class=\"n\">\(cells.failed)</td><td class=\"n of\">\(cells.evaluated)</td>"
      + HTMLParts.allowed(cells)
      + "<td class=\"wide\">\(HTMLParts.bar(outcomes(rule)))</td></tr>"
  }

  /// Why a rule has no figures; nil if it has.
  private static func reason(_ rule: Report.Rule, _ report: Report) -> String? {
    switch rule.status {
    case .off: rule.mutedBy == .severity ? "off in the profile" : "not selected"
    case .idle: IdleReason(rule, in: report).description
    case .pass, .fail, .warn, .info:
      rule.kind == .aboutTable ? report.sentence(ofCountingRule: rule) : nil
    }
  }
}
