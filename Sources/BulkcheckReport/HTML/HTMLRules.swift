internal import BulkcheckCore

/// The rules on the HTML page: a card for each failing one, a table of all.
enum HTMLRules {
  static func failing(_ report: Report) -> String {
    let failing = report.failingRules
    let known = report.knownRules
    guard !failing.isEmpty || !known.isEmpty else { return "" }
    let cards = (failing + known).map { card($0, report) }
    return HTMLReport.section(
      id: "failing", title: failing.isEmpty ? "Known failures" : "What failed",
      cards.joined(separator: "\n"))
  }

  // MARK: Cards

  private static func card(_ rule: Report.Rule, _ report: Report) -> String {
    let kind = style(rule)
    guard rule.kind == .aboutRecords else {
      return """
        <article class="\(kind)">
        <h3>\(badge(rule)) \(HTMLReport.code(rule.id))</h3>
        <p>\(HTMLReport.escaped(report.sentence(ofCountingRule: rule)))\(before(rule))</p>
        \(groups(rule))
        </article>
        """
    }
    let message = rule.plainMessage.map { "<p>\(HTMLReport.escaped($0))</p>\n" } ?? ""
    return """
      <article class="\(kind)">
      <h3>\(badge(rule)) \(HTMLReport.code(rule.id))</h3>
      \(message)<p><strong>\(HTMLReport.escaped(rule.sentence))</strong>\(before(rule))</p>
      \(outcomeBar(rule))
      \(kinds(rule))\(samples(rule, report))\(topValues(rule))
      </article>
      """
  }

  private static func groups(_ rule: Report.Rule) -> String {
    guard let worst = rule.table?.groups?.worst, !worst.isEmpty else { return "" }
    let rows = worst.map { group in
      "<tr><th scope=\"row\">\(HTMLReport.code(group.value))</th>"
        + "<td class=\"n\">"
        + HTMLReport.escaped(group.measured.map(Report.Table.shown) ?? group.reason ?? "")
        + "</td><td class=\"n\">\(Figures.grouped(group.judged))</td></tr>"
    }
    return HTMLReport.table(
      label: "Groups of \(HTMLReport.escaped(rule.id))", caption: "Groups that fail",
      head: [("group", false), ("measured", true), ("records", true)], rows: rows)
  }

  private static func before(_ rule: Report.Rule) -> String {
    guard let before = rule.before else { return "" }
    let words = before.words(now: rule).joined(separator: ", ")
    return "<br>baseline: \(HTMLReport.escaped(words))"
  }

  private static func kinds(_ rule: Report.Rule) -> String {
    guard let kinds = rule.kinds?.filter({ $0.count > 0 }), !kinds.isEmpty else { return "" }
    let words = kinds.map { "\($0.kind) \(Figures.grouped($0.count))" }.joined(separator: ", ")
    return "<p>by kind: \(words)</p>\n"
  }

  private static func samples(_ rule: Report.Rule, _ report: Report) -> String {
    guard !rule.samples.isEmpty else { return "" }
    let style = TextStyle(columns: nil, samplesMaximum: .max)
    let rows = SampleRow.rows(of: rule, in: report, style: style).map { row in
      "<tr><th scope=\"row\">\(HTMLReport.escaped(row.place))</th>"
        + "<td>\(row.value == "absent" ? "<em>absent</em>" : HTMLReport.code(row.value))</td>"
        + "<td>\(HTMLReport.escaped(row.message))</td></tr>"
    }
    let first = rows.count == 1 ? "The first failure" : "The first \(rows.count) failures"
    return HTMLReport.table(
      label: "Examples of \(HTMLReport.escaped(rule.id))", style: "samples",
      caption: rule.samplesTruncated ? first : "All failures",
      head: [("place", false), ("value", false), ("message", false)], rows: rows) + "\n"
  }

  private static func topValues(_ rule: Report.Rule) -> String {
    guard rule.topValues.count > 1 else { return "" }
    let rows = rule.topValues.map { value in
      let others = max(0, rule.failed - value.count)
      let bar = HTMLReport.bar([("times", "fail", value.count), ("others", "none", others)])
      return "<tr><th scope=\"row\">"
        + "\(HTMLReport.code(TerminalText.shortened(value.value, to: 80)))</th>"
        + "<td class=\"n\">\(Figures.grouped(value.count))</td>"
        + "<td class=\"wide\">\(bar)</td></tr>"
    }
    let isExact = rule.topValues.allSatisfy(\.exact)
    let title = isExact ? "Most frequent values" : "Most frequent among the first 1,000 values"
    return HTMLReport.table(
      label: "Values that fail \(HTMLReport.escaped(rule.id))", caption: title,
      head: [("value", false), ("failures", true), ("", false)], rows: rows)
  }

  // MARK: Table

  static func all(_ report: Report) -> String {
    let rules = report.rules.filter { !$0.isBuiltIn || $0.failed > 0 || $0.status == .off }
      .filter { report.complete || $0.kind != .tooFewRecords }
    guard !rules.isEmpty else { return "" }
    let rows = rules.map { row($0, report) }
    return HTMLReport.section(
      id: "rules", title: "Rules",
      HTMLReport.table(
        label: "Rules",
        head: [
          ("rule", false), ("", false), ("outcomes", false), ("failed", true), ("rate", true),
          ("allowed", false),
        ], rows: rows) + legend)
  }

  private static let legend = """
    <p class="legend"><span><i class="ok"></i> passed</span> <span><i class="fail"></i> failed</span> \
    <span><i class="missing"></i> missing</span> <span><i class="blocked"></i> blocked</span> \
    <span><i class="none"></i> not applicable or overridden</span></p>
    """

  private static func row(_ rule: Report.Rule, _ report: Report) -> String {
    let start =
      "<tr class=\"\(style(rule))\"><th scope=\"row\">\(HTMLReport.code(rule.id))</th>"
      + "<td>\(badge(rule))</td>"
    switch rule.status {
    case .off:
      let reason = rule.mutedBy == .severity ? "off in the profile" : "not selected"
      return start + "<td colspan=\"4\">\(reason)</td></tr>"
    case .idle:
      let reason =
        report.isUnjudged ? "there was no record to judge" : IdleReason(rule).description
      return start + "<td colspan=\"4\">\(reason)</td></tr>"
    case .pass, .fail, .warn, .info: break
    }
    if rule.kind == .aboutTable {
      let sentence = HTMLReport.escaped(report.sentence(ofCountingRule: rule))
      return start + "<td colspan=\"4\">\(sentence)</td></tr>"
    }
    let cells = FigureCells(rule)
    return start + "<td class=\"wide\">\(outcomeBar(rule))</td>"
      + "<td class=\"n\">\(cells.failed)</td>"
      + "<td class=\"n\">\(HTMLReport.escaped(cells.percent))</td>"
      + "<td class=\"short\">\(cells.allowed)</td></tr>"
  }

  // MARK: Parts

  private static func outcomeBar(_ rule: Report.Rule) -> String {
    HTMLReport.bar([
      ("passed", "ok", rule.passed), ("failed", "fail", rule.failed),
      ("missing", "missing", rule.missing), ("blocked", "blocked", rule.blocked),
      ("not applicable", "none", rule.notApplicable), ("overridden", "none", rule.overridden),
    ])
  }

  private static func badge(_ rule: Report.Rule) -> String {
    let word = rule.isKnown ? "known" : rule.status.rawValue
    return "<span class=\"badge\">\(word)</span>"
  }

  /// The class of the rule's state; `known` is a warning.
  private static func style(_ rule: Report.Rule) -> String {
    rule.isKnown ? "warn" : rule.status.rawValue
  }
}
