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

/// The rules that got worse and those that got better since the baseline, side by side.
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

  /// The outcomes of the records, as the shares of a bar.
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

/// The fields on the HTML page: how often each was there. Fields that always were are folded where
/// there are many.
enum HTMLFields {
  /// So many fields are seen at a glance.
  private static let fieldsMaximum = 12

  static func section(_ report: Report) -> String {
    guard !report.fields.isEmpty, !report.isUnjudged else { return "" }
    let unread = Set(report.unreadFields)
    func table(_ fields: [Report.Field]) -> String {
      HTMLParts.longTable(
        label: "Fields", style: "overview", noun: "field",
        columns: [
          .init("field"), .number("filled"), .init("share", "wide"), .number("absent"),
          .number("null"), .number("empty"),
        ], rows: fields.map { row($0, isUnread: unread.contains($0.path)) })
    }
    let gaps = report.fields.filter { lacking($0) > 0 }
    let full = report.fields.filter { lacking($0) == 0 }
    let isLong = report.fields.count > fieldsMaximum && !full.isEmpty
    let tables =
      isLong
      ? (gaps.isEmpty ? "" : table(gaps) + "\n")
        + HTMLParts.fold(
          Figures.counted(full.count, "field") + " filled in every record", table(full))
      : table(report.fields)
    return HTMLParts.section(id: "fields", title: "Fields", tables + "\n" + legend)
  }

  private static let legend = HTMLParts.legend([
    ("ok", "filled"), ("missing", "empty"), ("blocked", "null"), ("none", "absent"),
  ])

  private static func row(_ field: Report.Field, isUnread: Bool) -> String {
    let bar = HTMLParts.bar([
      .init("filled", "ok", field.present), .init("empty", "missing", field.empty),
      .init("null", "blocked", field.null), .init("absent", "none", field.absent),
    ])
    let counts = [("absent", field.absent), ("null", field.null), ("empty", field.empty)]
      .map { name, count in
        let style = count == 0 ? "n zero" : "n"
        return "<td class=\"\(style)\" data-name=\"\(name)\">\(Figures.grouped(count))</td>"
      }.joined()
    let share = Figures.percent(field.present, of: field.present + lacking(field))
    return "<tr\(isUnread ? " class=\"warn\"" : "")>"
      + "<th scope=\"row\">\(HTMLParts.code(field.path))</th>"
      + "<td class=\"n\">\(HTMLParts.escaped(share))</td>"
      + "<td class=\"wide\">\(bar)</td>\(counts)</tr>"
  }

  /// Counts of one run: with `present` they add up to its number of records.
  private static func lacking(_ field: Report.Field) -> Int {
    field.absent + field.null + field.empty
  }
}

/// The inputs on the HTML page, the worst first. A single one is named in the header.
enum HTMLInputs {
  static func section(_ report: Report) -> String {
    guard report.inputs.count > 1 || report.inputs.contains(where: { !$0.complete }) else {
      return ""
    }
    return HTMLParts.section(
      id: "inputs", title: "Inputs",
      HTMLParts.longTable(
        label: "Inputs", noun: "input",
        columns: [
          .init("input"), .init("format"), .number("records"), .number("invalid"),
          .number("malformed"),
          .number("stored"), .init(""),
        ], rows: report.inputsWorstFirst.map(row), rowsMaximum: 20))
  }

  private static func row(_ input: Report.Input) -> String {
    let state =
      input.failure.map(HTMLParts.escaped) ?? input.emptiness.map(HTMLParts.escaped)
      ?? (input.complete ? "read to its end" : "not read to its end")
    return "<tr><th scope=\"row\">\(HTMLParts.code(input.name))</th><td>\(input.format)"
      + (input.compression == "none" ? "" : ", \(input.compression)")
      + (input.delimiterWords.map { ", " + HTMLParts.escaped($0) } ?? "") + "</td>"
      + "<td class=\"n\">\(Figures.grouped(input.records))</td>"
      + "<td class=\"n\">\(Figures.grouped(input.invalid))</td>"
      + "<td class=\"n\">\(Figures.grouped(input.malformed))</td>"
      + "<td class=\"n\">\(Figures.bytes(input.bytesRead))</td>"
      + "<td class=\"state\">\(state)</td></tr>"
  }
}
