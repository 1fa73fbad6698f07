internal import BulkcheckCore

/// Writes a report as Markdown (GitHub's flavour), for summaries of jobs, comments and pages.
public enum MarkdownReport {
  /// The limit of a job summary on GitHub, with room for what others add.
  public static let bytesMaximum = 1_000_000

  /// Returns at most `bytesMaximum` bytes. Rules that do not fit are counted in a closing line.
  /// Allow at least a few thousand bytes.
  public static func text(_ report: Report, bytesMaximum: Int = bytesMaximum) -> String {
    var page = Page(bytesMaximum: bytesMaximum)
    page.add(header(report))
    page.add(notes(report))
    page.add(inputs(report))
    let causes = CommonCauses(report)
    addTable(report, causes, &page)
    addDetails(report, causes, &page)
    return page.text
  }

  // MARK: Verdict

  private static func header(_ report: Report) -> String {
    let mark = report.verdict == "PASSED" ? "✅" : report.verdict == "FAILED" ? "❌" : "⚠️"
    let name = report.profile.name.map { " by " + MarkupText.code(short($0)) } ?? ""
    let figures =
      [Figures.counted(report.records.total, "record")] + report.records.stateWords
      + [Figures.bytes(report.bytesJudged), Figures.time(report.timing.seconds)]
    let caveat = report.caveat.map { " (\(MarkupText.inline($0)))" } ?? ""
    return """
      ## \(mark) \(report.verdict): \(MarkupText.code(short(report.inputsName)))\(name)

      **\(report.findings)**\(caveat) · \(figures.joined(separator: " · "))


      """
  }

  /// The facts that a reader needs before any figure, as a list.
  private static func notes(_ report: Report) -> String {
    var notes: [String] = []
    if report.interrupted {
      notes.append("**interrupted**: the counts cover only what was read")
    }
    notes += report.failureTexts.map { "**incomplete**: " + MarkupText.inline(short($0)) }
    notes += report.hintTexts.map { "**hint**: " + MarkupText.inline(short($0)) }
    if report.limitReached {
      let count = Figures.counted(report.records.total, "record")
      notes.append("**limit**: stopped after \(count); there are more")
    }
    if report.inputs.count > 1, !report.emptyInputs.isEmpty {
      notes.append("**no record** in: " + names(report.emptyInputs.map(\.name)))
    }
    if report.isUnjudged, !report.idleRules.isEmpty {
      let count = Figures.counted(report.idleRules.count, "rule")
      notes.append("**idle**: \(count): \(Report.noRecords)")
    } else if !report.foldedIdleRules.isEmpty {
      notes.append(
        "**idle**: \(report.foldedIdleText): " + names(report.foldedIdleRules.map(\.id)))
    }
    if !report.unreadFields.isEmpty {
      notes.append("**no record has**: " + names(report.unreadFields) + report.unreadIdleText)
    }
    if !report.emptySections.isEmpty {
      notes.append(
        "**no record** in section: " + names(report.emptySections.map(\.id))
          + report.emptySectionsIdleText)
    }
    notes += report.conditionNotes.map { "**condition** of \(names([$0.id])): \($0.text)" }
    if let note = report.formatNote { notes.append(note) }
    if let caveat = report.profile.schemaCaveat {
      notes.append("**schema**: " + MarkupText.inline(short(caveat)))
    }
    if let note = report.contractNote { notes.append("**contract**: " + note) }
    if !report.mutedRules.isEmpty {
      notes.append("**muted**: " + names(report.mutedRules.map(\.id)))
    }
    notes += comparison(report)
    return notes.isEmpty ? "" : notes.map { "- \($0)\n" }.joined() + "\n"
  }

  /// The worst of several inputs as a table.
  private static func inputs(_ report: Report) -> String {
    guard report.inputs.count > 1, !report.listedInputs.isEmpty else { return "" }
    let rows = report.listedInputs.map { input in
      let counts = [input.records, input.invalid, input.malformed].map(Figures.grouped)
      return "| \(MarkupText.code(short(input.name))) | \(counts.joined(separator: " | ")) |\n"
    }
    let others = report.unlistedInputsText.map { "| … \($0) | | | |\n" } ?? ""
    return "| input | records | invalid | malformed |\n| --- | --: | --: | --: |\n"
      + rows.joined() + others + "\n"
  }

  private static func comparison(_ report: Report) -> [String] {
    guard let comparison = report.comparison else { return [] }
    let counts = [Report.Change.worse, .better, .new].map { change in
      "\(report.rules(changed: change).count) \(change.rawValue)"
    }
    var notes = [
      "compared with \(MarkupText.code(short(comparison.path))): "
        + (counts + ["\(comparison.removed.count) removed"]).joined(separator: ", ")
    ]
    let better = report.rules(changed: .better)
    if !better.isEmpty { notes.append("**better**: " + names(better.map(\.id))) }
    let new = report.rules(changed: .new)
    if !new.isEmpty { notes.append("**new**: " + names(new.map(\.id))) }
    if !comparison.removed.isEmpty { notes.append("**removed**: " + names(comparison.removed)) }
    return notes
  }

  // MARK: Rules

  private static func addTable(
    _ report: Report, _ causes: CommonCauses, _ page: inout Page
  ) {
    let counted = (report.failingRules + report.knownRules + report.toleratedRules)
      .filter { !causes.isFolded($0) }
    let idle = report.isUnjudged ? [] : report.listedIdleRules
    guard !counted.isEmpty || !idle.isEmpty else {
      return page.add("\(Figures.counted(report.cleanRules.count, "rule")) without a failure\n\n")
    }
    let compares = report.comparison != nil
    page.add(
      "| | rule | failed | rate |\(compares ? " before |" : "") of | allowed |\n"
        + "| --- | --- | --: | --: |\(compares ? " --: |" : "") --: | --- |\n")
    let rows =
      counted.map { row($0, report, compares: compares) }
      + idle.map { rule in
        "| idle | \(MarkupText.code(short(rule.id))) | – | |\(compares ? " |" : "") | "
          + "\(report.idleReason(rule)) |\n"
      }
    page.addWhole(rows) { "| … | and \(Figures.counted($0, "more rule")) | | | | |\n" }
    let clean = report.cleanRules.count
    page.add(clean > 0 ? "\n\(Figures.counted(clean, "more rule")) without a failure\n\n" : "\n")
  }

  private static func row(_ rule: Report.Rule, _ report: Report, compares: Bool) -> String {
    let start = "| \(label(rule)) | \(MarkupText.code(short(rule.id))) |"
    guard rule.kind == .aboutRecords else {
      let sentence = MarkupText.inline(report.sentence(ofCountingRule: rule))
      return start + " | |\(compares ? " |" : "") | \(sentence) |\n"
    }
    let cells = FigureCells(rule)
    let before = rule.before.map { before in
      before.evaluated > 0 ? Figures.percent(before.failed, of: before.evaluated) : "new"
    }
    return start + " \(cells.failed) | \(cells.percent) |"
      + (compares ? " \(before ?? "") |" : "") + " \(cells.evaluated) | \(cells.allowed) |\n"
  }

  private static func label(_ rule: Report.Rule) -> String {
    switch rule.status {
    case .fail: "❌ FAIL"
    case .warn: "⚠️ warn"
    case .info: "info"
    default: rule.isKnown ? "known" : "ok"
    }
  }

  private static func addDetails(
    _ report: Report, _ causes: CommonCauses, _ page: inout Page
  ) {
    let rules = (report.failingRules + report.toleratedRules).filter {
      $0.kind == .aboutRecords && !causes.isFolded($0)
    }
    let details = rules.compactMap { rule -> String? in
      let lines = RuleDetails.plain(rule, in: report, causes)
      guard !lines.isEmpty else { return nil }
      return """
        <details><summary>\(MarkupText.code(short(rule.id))): \
        \(MarkupText.inline(short(rule.plainMessage ?? rule.sentence)))</summary>

        \(MarkupText.fenced(lines))
        </details>


        """
    }
    page.addWhole(details) { "Examples of \(Figures.counted($0, "more rule")) are left out.\n" }
  }

  // MARK: Lengths

  private static let namesMaximum = 20

  /// A list of names, the first of them.
  private static func names(_ names: [String]) -> String {
    let shown = names.prefix(namesMaximum).map { MarkupText.code(short($0)) }
    let more = names.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private static func short(_ text: String) -> String { TerminalText.shortened(text, to: 200) }
}

/// Text that never becomes longer than it may.
private struct Page {
  private(set) var text = ""
  private var bytesLeft: Int

  /// Room for the word on what was left out.
  private static let reserve = 200

  init(bytesMaximum: Int) { bytesLeft = bytesMaximum }

  /// Adds a part if there is room for it.
  mutating func add(_ part: String) {
    guard part.utf8.count <= bytesLeft else { return }
    text += part
    bytesLeft -= part.utf8.count
  }

  /// Adds the first parts that fit, each one whole, and what `rest` says of the number of the
  /// others.
  mutating func addWhole(_ parts: [String], rest: (Int) -> String) {
    for (position, part) in parts.enumerated() {
      let isLast = position == parts.count - 1
      guard part.utf8.count + (isLast ? 0 : Page.reserve) <= bytesLeft else {
        return add(rest(parts.count - position))
      }
      add(part)
    }
  }
}
