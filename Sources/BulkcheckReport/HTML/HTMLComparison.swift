/// What got worse and what got better since the baseline, side by side.
enum HTMLComparison {
  static func text(_ rules: HTMLRules) -> String {
    guard let comparison = rules.report.comparison else { return "" }
    let entries = rules.detailed + rules.others
    func changed(_ change: Report.Change) -> [HTMLRules.Entry] {
      entries.filter { $0.rule.before?.change == change }
    }
    let title =
      "\(HTMLParts.code(comparison.path)), \(Figures.counted(comparison.recordsTotal, "record"))"
      + (comparison.profile.sha256 == rules.report.profile.sha256 ? "" : ", different profile")
      + (comparison.hasSameReferences ? "" : ", different reference data")
    let columns = """
      <div class="columns">
      \(column("Worse", changed(.worse) + changed(.new), rules))
      \(column("Better", changed(.better), rules))
      </div>
      """
    let removed =
      comparison.removed.isEmpty
      ? "" : "\n<p>Removed rules: \(HTMLParts.codes(comparison.removed))</p>"
    return HTMLParts.section(
      id: "baseline", title: "Since the baseline", "<p>\(title)</p>\n\(columns)\(removed)")
  }

  private static func column(
    _ title: String, _ entries: [HTMLRules.Entry], _ rules: HTMLRules
  ) -> String {
    let failing = entries.filter { $0.rule.failed > 0 || $0.rule.before?.failed != 0 }
    guard !failing.isEmpty else { return "<div><h3>\(title)</h3><p>nothing</p></div>" }
    let isDetailed = rules.detailed.count
    let rows = failing.map { entry in
      "<tr><th scope=\"row\">\(HTMLRules.link(entry, isDetailed: entry.number < isDetailed))</th>"
        + "<td class=\"n\">\(HTMLParts.escaped(before(entry.rule)))</td>"
        + "<td class=\"n strong\">\(HTMLParts.escaped(FigureCells(entry.rule).percent))</td></tr>"
    }
    return "<div><h3>\(title)</h3>"
      + HTMLParts.longTable(
        label: title, noun: "rule",
        columns: [.init("rule"), .number("baseline"), .number("now")], rows: rows,
        rowsMaximum: 12)
      + "</div>"
  }

  private static func before(_ rule: Report.Rule) -> String {
    guard let before = rule.before, before.evaluated > 0 else { return "new" }
    return Figures.percent(before.failed, of: before.evaluated)
  }
}
