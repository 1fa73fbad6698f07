internal import BulkcheckCore

extension HTMLPage {
  // MARK: Rules that failed

  /// The rules that failed, worst first: a table of the errors, one of the warnings, one of the
  /// infos, one of what is tolerated. Each row is a link to the details.
  var overview: String {
    let known = detailed.filter { $0.rule.isKnown }
    let tolerated = detailed.filter { $0.rule.isTolerated }
    return [
      failedSection("failed", "Failed rules", detailed.filter { $0.rule.status == .fail }),
      failedSection("warnings", "Warnings", detailed.filter { $0.rule.status == .warn }),
      failedSection("infos", "Infos", detailed.filter { $0.rule.status == .info }),
      failedSection("known", "Failing, no worse than the baseline", known),
      failedSection("tolerated", "Failures within tolerance", tolerated, rowsMaximum: 10),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func failedSection(
    _ id: String, _ title: String, _ entries: [Entry], rowsMaximum: Int = 50
  ) -> String {
    guard !entries.isEmpty else { return "" }
    let allows = entries.contains { !FigureCells($0.rule).allowed.isEmpty }
    let count = "<span class=\"count\">\(Figures.grouped(entries.count))</span>"
    return section(
      id: id, title: "\(title) \(count)", filtered: true,
      longTable(
        label: title, style: "overview sorts", noun: "rule",
        columns: [.init("rule"), .number("failed"), .number("of"), .number("rate")]
          + (allows ? [.init("allowed")] : []) + [.init("first failure", "first")],
        rows: entries.enumerated().map { position, entry in
          let isNext = position > 0 && isOfSameField(entry, entries[position - 1])
          return failedRow(entry, allows: allows, isOfSameField: isNext)
        }, rowsMaximum: rowsMaximum, filtered: true))
  }

  private func isOfSameField(_ entry: Entry, _ other: Entry) -> Bool {
    entry.rule.fieldName != nil && entry.rule.fieldName == other.rule.fieldName
  }

  /// - Parameters:
  ///   - allows: whether there is a column for the failures allowed.
  ///   - isOfSameField: whether the rule above is about the same field.
  private func failedRow(_ entry: Entry, allows: Bool, isOfSameField: Bool) -> String {
    let rule = entry.rule
    let start =
      "<tr class=\"\(entry.style)\(isOfSameField ? " same" : "")\" \(entry.attributes)>"
      + "<th scope=\"row\">\(link(entry))</th>"
    guard rule.kind == .aboutRecords else {
      let sentence = escaped(report.sentence(ofCountingRule: rule))
      return start + "<td class=\"rest\" colspan=\"\(allows ? 5 : 4)\">\(sentence)</td></tr>"
    }
    let cells = FigureCells(rule)
    return start + "<td class=\"n strong\">\(cells.failed)</td>"
      + "<td class=\"n of\">\(cells.evaluated)</td>"
      + "<td class=\"n\">\(escaped(cells.percent))</td>"
      + (allows ? allowed(cells) : "")
      + "<td class=\"first\">\(firstFailure(rule))</td></tr>"
  }

  /// Longer values and reasons are cut here; the details have them.
  private static let firstValueMaximum = 40
  private static let firstReasonMaximum = 120

  /// The first value on which a rule failed, and why.
  private func firstFailure(_ rule: Report.Rule) -> String {
    guard let sample = rule.samples.first else { return "" }
    let row = SampleRow(sample, of: rule, in: report)
    let width = HTMLPage.firstValueMaximum
    let why = row.namesValue ? row.message(valueWidth: width) : row.message
    let reason = escaped(TerminalText.shortened(why, to: HTMLPage.firstReasonMaximum))
    // A reason that names the value says it all.
    if row.namesValue || row.value.isEmpty || row.value == "absent" { return reason }
    return code(TerminalText.shortened(row.value, to: width)) + " " + reason
  }

  // MARK: Comparison

  /// The rules that got worse and those that got better since the baseline, side by side.
  var comparison: String {
    guard let comparison = report.comparison else { return "" }
    let entries = detailed + others
    func changed(_ change: Report.Change) -> [Entry] {
      entries.filter { $0.rule.before?.change == change }
    }
    let title = comparison.words(code(comparison.path), report)
    let columns = """
      <div class="columns">
      \(changes("Worse", changed(.worse) + changed(.new)))
      \(changes("Better", changed(.better)))
      </div>
      """
    let removed =
      comparison.removed.isEmpty
      ? "" : "\n<p>Removed rules: \(codes(comparison.removed))</p>"
    return section(
      id: "baseline", title: "Since the baseline", "<p>\(title)</p>\n\(columns)\(removed)")
  }

  private func changes(_ title: String, _ entries: [Entry]) -> String {
    let failing = entries.filter { $0.rule.failed > 0 || $0.rule.before?.failed != 0 }
    guard !failing.isEmpty else { return "<div><h3>\(title)</h3><p>nothing</p></div>" }
    let rows = failing.map { entry in
      "<tr><th scope=\"row\">\(link(entry, isDetailed: entry.number < detailed.count))</th>"
        + "<td class=\"n\">\(escaped(rateBefore(entry.rule)))</td>"
        + "<td class=\"n strong\">\(escaped(FigureCells(entry.rule).percent))</td></tr>"
    }
    return "<div><h3>\(title)</h3>"
      + longTable(
        label: title, noun: "rule",
        columns: [.init("rule"), .number("baseline"), .number("now")], rows: rows,
        rowsMaximum: 12)
      + "</div>"
  }

  private func rateBefore(_ rule: Report.Rule) -> String {
    guard let before = rule.before, before.evaluated > 0 else { return "new" }
    return Figures.percent(before.failed, of: before.evaluated)
  }

  // MARK: Other rules

  /// The rules that did not fail, folded: idle rules, muted ones, clean ones.
  var otherRules: String {
    func entries(_ belongs: (Report.Rule) -> Bool) -> [Entry] {
      others.filter { belongs($0.rule) }
    }
    let idle = entries { $0.status == .idle }
    let groups = [
      foldedRules(entries(causes.isFolded), "failing with a field above"),
      foldedRules(idle, report.isUnjudged ? "with \(Report.noRecords)" : "idle"),
      foldedRules(entries { $0.status == .off }, "not run"),
      foldedRules(entries { $0.status == .pass && $0.failed == 0 }, "without a failure"),
    ].filter { !$0.isEmpty }
    guard !groups.isEmpty else { return "" }
    return section(
      id: "others", title: detailed.isEmpty ? "Rules" : "Other rules", filtered: true,
      groups.joined(separator: "\n"))
  }

  /// The outcomes of the records, as the shares of a bar.
  func outcomes(_ rule: Report.Rule) -> [Share] {
    [
      .init("passed", "ok", rule.passed), .init("failed", "fail", rule.failed),
      .init("missing", "missing", rule.missing), .init("blocked", "blocked", rule.blocked),
      .init("not applicable", "none", rule.notApplicable),
      .init("overridden", "none", rule.overridden),
    ]
  }

  private func foldedRules(_ entries: [Entry], _ what: String) -> String {
    guard !entries.isEmpty else { return "" }
    let table = table(
      label: "Rules \(what)", style: "overview",
      columns: [
        .init("rule"), .init("status"), .number("failed"), .number("of"), .init("allowed"),
        .init("outcomes", "wide"),
      ], rows: entries.map(otherRow))
    return fold(
      Figures.counted(entries.count, "rule") + " " + what, filtered: true,
      table + "\n" + outcomeLegend)
  }

  private var outcomeLegend: String {
    legend([
      ("ok", "passed"), ("fail", "failed"), ("missing", "missing"), ("blocked", "blocked"),
      ("none", "not applicable or overridden"),
    ])
  }

  private func otherRow(_ entry: Entry) -> String {
    let rule = entry.rule
    let start =
      "<tr class=\"\(entry.style)\" \(entry.attributes)>"
      + "<th scope=\"row\">\(code(rule.id))</th><td>\(entry.badge)</td>"
    if let reason = idleReason(rule) {
      return start + "<td colspan=\"4\">\(escaped(reason))</td></tr>"
    }
    let cells = FigureCells(rule)
    return start + "<td class=\"n\">\(cells.failed)</td><td class=\"n of\">\(cells.evaluated)</td>"
      + allowed(cells)
      + "<td class=\"wide\">\(bar(outcomes(rule)))</td></tr>"
  }

  /// Why a rule has no figures; nil if it has.
  private func idleReason(_ rule: Report.Rule) -> String? {
    switch rule.status {
    case .off: rule.mutedBy == .severity ? "off in the profile" : "not selected"
    case .idle: report.idleReason(rule)
    case .pass, .fail, .warn, .info:
      rule.kind == .aboutTable ? report.sentence(ofCountingRule: rule) : nil
    }
  }

  // MARK: Fields and inputs

  /// The number of fields that are seen at a glance.
  private static let fieldsMaximum = 12

  /// The fields: how often each was there. Fields that always were are folded where there are many.
  var fields: String {
    guard !report.fields.isEmpty, !report.isUnjudged else { return "" }
    let unread = Set(report.unreadFields)
    let hasNaN = report.fields.contains { $0.nan > 0 }
    func fieldTable(_ fields: [Report.Field]) -> String {
      longTable(
        label: "Fields", style: "overview", noun: "field",
        columns: [
          .init("field"), .number("filled"), .init("share", "wide"), .number("absent"),
          .number("null"), .number("empty"),
        ] + (hasNaN ? [.number("NaN")] : []),
        rows: fields.map { fieldRow($0, isUnread: unread.contains($0.name), hasNaN: hasNaN) })
    }
    let gaps = report.fields.filter { lacking($0) > 0 }
    let full = report.fields.filter { lacking($0) == 0 }
    let isLong = report.fields.count > HTMLPage.fieldsMaximum && !full.isEmpty
    let tables =
      isLong
      ? (gaps.isEmpty ? "" : fieldTable(gaps) + "\n")
        + fold(
          Figures.counted(full.count, "field") + " filled in every record", fieldTable(full))
      : fieldTable(report.fields)
    return section(id: "fields", title: "Fields", tables + "\n" + fieldLegend)
  }

  /// The sections, with the number of records of each.
  var sections: String {
    guard !report.sections.isEmpty, !report.isUnjudged else { return "" }
    let rows = report.sections.map { section in
      "<tr\(section.records == 0 ? " class=\"warn\"" : "")>"
        + "<th scope=\"row\">\(code(section.id))</th>"
        + "<td class=\"n\">\(Figures.grouped(section.records))</td></tr>"
    }
    return section(
      id: "sections", title: "Sections",
      table(label: "Sections", columns: [.init("section"), .number("records")], rows: rows))
  }

  private var fieldLegend: String {
    legend([("ok", "filled"), ("missing", "empty"), ("blocked", "null"), ("none", "absent")])
  }

  private func fieldRow(_ field: Report.Field, isUnread: Bool, hasNaN: Bool) -> String {
    let bar = bar([
      .init("filled", "ok", field.present), .init("empty", "missing", field.empty),
      .init("null", "blocked", field.null), .init("absent", "none", field.absent),
    ])
    let states = [("absent", field.absent), ("null", field.null), ("empty", field.empty)]
    let counts = (states + (hasNaN ? [("NaN", field.nan)] : []))
      .map { name, count in
        let style = count == 0 ? "n zero" : "n"
        return "<td class=\"\(style)\" data-name=\"\(name)\">\(Figures.grouped(count))</td>"
      }.joined()
    let share = Figures.percent(field.present, of: field.present + lacking(field))
    return "<tr\(isUnread ? " class=\"warn\"" : "")>"
      + "<th scope=\"row\">\(code(field.name))</th>"
      + "<td class=\"n\">\(escaped(share))</td>"
      + "<td class=\"wide\">\(bar)</td>\(counts)</tr>"
  }

  /// Counts of one run: with `present` they add up to its number of records.
  private func lacking(_ field: Report.Field) -> Int {
    field.absent + field.null + field.empty
  }

  /// The inputs, the worst first; the JSON report lists all. A single one is named in the header.
  var inputs: String {
    guard report.inputs.count > 1 || report.inputs.contains(where: { !$0.complete }) else {
      return ""
    }
    return section(
      id: "inputs", title: "Inputs",
      table(
        label: "Inputs",
        columns: [
          .init("input"), .init("format"), .number("records"), .number("invalid"),
          .number("malformed"),
          .number("stored"), .init(""),
        ], rows: report.listedInputs.map(inputRow))
        + (report.unlistedInputsText.map { "\n<p>\(escaped($0))</p>" } ?? ""))
  }

  private func inputRow(_ input: Report.Input) -> String {
    let state =
      input.failure.map(escaped) ?? input.emptiness.map(escaped)
      ?? (input.complete ? "read to its end" : "not read to its end")
    return "<tr><th scope=\"row\">\(code(input.name))</th><td>\(input.format)"
      + (input.compression == "none" ? "" : ", \(input.compression)")
      + (input.dialectWords.map { ", " + escaped($0) } ?? "") + "</td>"
      + "<td class=\"n\">\(Figures.grouped(input.records))</td>"
      + "<td class=\"n\">\(Figures.grouped(input.invalid))</td>"
      + "<td class=\"n\">\(Figures.grouped(input.malformed))</td>"
      + "<td class=\"n\">\(Figures.bytes(input.bytesRead))</td>"
      + "<td class=\"state\">\(state)</td></tr>"
  }
}
