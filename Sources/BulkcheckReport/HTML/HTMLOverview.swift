/// The rules that failed, worst first: a table of the errors, one of the warnings, one of the
/// infos, one of what is tolerated. Each row is a link to the details.
enum HTMLOverview {
  static func text(_ rules: HTMLRules) -> String {
    let known = rules.detailed.filter { $0.rule.isKnown }
    let tolerated = rules.detailed.filter { $0.rule.isTolerated }
    return [
      section("failed", "Failed rules", rules.detailed.filter { $0.rule.status == .fail }, rules),
      section("warnings", "Warnings", rules.detailed.filter { $0.rule.status == .warn }, rules),
      section("infos", "Infos", rules.detailed.filter { $0.rule.status == .info }, rules),
      section("known", "Failing, no worse than the baseline", known, rules),
      section("tolerated", "Failures within tolerance", tolerated, rules, rowsMaximum: 10),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func section(
    _ id: String, _ title: String, _ entries: [HTMLRules.Entry], _ rules: HTMLRules,
    rowsMaximum: Int = 50
  ) -> String {
    guard !entries.isEmpty else { return "" }
    let allows = entries.contains { !FigureCells($0.rule).allowed.isEmpty }
    let count = "<span class=\"count\">\(Figures.grouped(entries.count))</span>"
    return HTMLParts.section(
      id: id, title: "\(title) \(count)", filtered: true,
      HTMLParts.longTable(
        label: title, style: "overview", noun: "rule",
        columns: [.init("rule"), .number("failed"), .number("of"), .number("rate")]
          + (allows ? [.init("allowed")] : []) + [.init("share", "wide")],
        rows: entries.map { row($0, rules.report, allows: allows) }, rowsMaximum: rowsMaximum,
        filtered: true))
  }

  /// - Parameter allows: whether there is a column for the failures allowed.
  private static func row(
    _ entry: HTMLRules.Entry, _ report: Report, allows: Bool
  ) -> String {
    let rule = entry.rule
    let start =
      "<tr class=\"\(entry.style)\" \(entry.attributes)>"
      + "<th scope=\"row\">\(HTMLRules.link(entry))</th>"
    guard rule.kind == .aboutRecords else {
      let sentence = HTMLParts.escaped(report.sentence(ofCountingRule: rule))
      return start + "<td class=\"rest\" colspan=\"\(allows ? 5 : 4)\">\(sentence)</td></tr>"
    }
    let cells = FigureCells(rule)
    let bar = HTMLParts.bar([
      .init("failed", "fail", rule.failed), .init("passed", "none", rule.passed),
    ])
    return start + "<td class=\"n strong\">\(cells.failed)</td>"
      + "<td class=\"n of\">\(cells.evaluated)</td>"
      + "<td class=\"n\">\(HTMLParts.escaped(cells.percent))</td>"
      + (allows ? HTMLParts.allowed(cells) : "")
      + "<td class=\"wide\">\(bar)</td></tr>"
  }
}
