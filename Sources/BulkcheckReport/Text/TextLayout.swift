internal import BulkcheckCore

/// The parts of the text report. The middle has a row for each rule worth one, its examples below
/// it.
///
/// Columns have the same width in the whole report, so that figures can be compared at a glance.
struct TextLayout {
  let report: Report
  let style: TextStyle
  private let causes: CommonCauses
  private let failing: [Report.Rule]
  private let known: [Report.Rule]
  private let tolerated: [Report.Rule]
  private let idle: [Report.Rule]
  private let columns: FigureColumns
  private let details: RuleDetails

  init(report: Report, style: TextStyle) {
    self.report = report
    self.style = style
    let causes = CommonCauses(report)
    self.causes = causes
    failing = report.failingRules.filter { !causes.isFolded($0) }
    known = report.knownRules.filter { !causes.isFolded($0) }
    tolerated = report.toleratedRules.filter { !causes.isFolded($0) }
    idle = report.idleRules
    columns = FigureColumns(
      counted: (failing + known + tolerated).filter { $0.kind == .aboutRecords },
      idle: report.listedIdleRules, style: style)
    let one = TextStyle(samplesMaximum: min(1, style.samplesMaximum))
    let samples =
      failing.map { SampleRow.rows(of: $0, in: report, style: style) }
      + tolerated.map { SampleRow.rows(of: $0, in: report, style: one) }
    details = RuleDetails(
      report: report, style: style, causes: causes,
      columns: SampleColumns(rows: samples, style: style))
  }

  // MARK: Notes

  /// The facts that a reader needs before any figure.
  var notes: [String] {
    var lines: [String] = []
    if report.interrupted {
      let text = "INTERRUPTED  the counts cover only what was read"
      lines.append(style.paint(text, .red))
    }
    if style.showsTrouble {
      for failure in report.failureTexts { lines += note("INCOMPLETE", .red, failure) }
      for hint in report.hintTexts { lines += note("HINT", .yellow, hint) }
    }
    if report.limitReached {
      let count = Figures.counted(report.records.total, "record")
      lines.append(style.paint("LIMIT", .yellow) + "  stopped after \(count); there are more")
    }
    return lines.isEmpty ? [] : lines + [""]
  }

  /// A label, and beside it as many lines as the text takes.
  private func note(_ label: String, _ color: TextStyle.Color, _ text: String) -> [String] {
    let width = label.count + 2
    let wrapped = TerminalText.wrapped(
      TerminalText.escaped(text), to: style.columns.map { max(20, $0 - width) })
    let blank = String(repeating: " ", count: width)
    return wrapped.enumerated().map { position, line in
      (position == 0 ? style.paint(label, color) + "  " : blank) + line
    }
  }

  // MARK: Inputs

  var inputs: [String] {
    let totals = [
      Figures.counted(report.records.total, "record"), Figures.bytes(report.bytesJudged),
      Figures.time(report.timing.seconds), Figures.rate(report.timing.bytesPerSecond),
    ]
    if report.inputs.count == 1, let only = report.inputs.first {
      return [header(name: name(only), figures: totals)] + sets(of: only)
    }
    var rows = report.listedInputs.map { input in
      [name(input), Figures.counted(input.records, "record"), Figures.bytes(input.bytesRead)]
        + (input.complete ? [] : ["incomplete"])
        + (input.invalid > 0 ? ["\(Figures.grouped(input.invalid)) invalid"] : [])
        + (input.malformed > 0 ? ["\(Figures.grouped(input.malformed)) malformed"] : [])
    }
    if let others = report.unlistedInputsText { rows.append(["… \(others)"]) }
    rows.append([Figures.counted(report.inputs.count, "input")] + totals)
    return aligned(rows)
  }

  /// The sets of records of a document, if it has several.
  private func sets(of input: Report.Input) -> [String] {
    guard input.sets.count > 1 else { return [] }
    let shown = input.sets.count > TextLayout.setsMaximum + 1 ? TextLayout.setsMaximum : Int.max
    var rows = input.sets.prefix(shown).map { set in
      ["  " + (set.records.isEmpty ? "around them" : TerminalText.escaped(set.records))]
        + [Figures.counted(set.total, "record")]
        + (set.invalid > 0 ? ["\(Figures.grouped(set.invalid)) invalid"] : [])
        + (set.malformed > 0 ? ["\(Figures.grouped(set.malformed)) malformed"] : [])
        + (set.without > 0 ? ["\(Figures.grouped(set.without)) absent or null"] : [])
    }
    if input.sets.count > rows.count {
      rows.append(["  … " + Figures.counted(input.sets.count - rows.count, "more set")])
    }
    return aligned(rows)
  }

  private static let setsMaximum = 12

  private func name(_ input: Report.Input) -> String {
    TerminalText.escaped(input.name) + (input.dialectWords.map { " (\($0))" } ?? "")
  }

  private func header(name: String, figures: [String]) -> String {
    var rest = "   " + figures.joined(separator: "   ")
    guard let columns = style.columns else { return name + rest }
    // In a narrow terminal the rate goes first, then the time.
    var shown = figures
    while shown.count > 1, rest.count + min(12, TerminalText.width(name)) > columns {
      shown.removeLast()
      rest = "   " + shown.joined(separator: "   ")
    }
    return TerminalText.shortenedAtStart(name, to: max(12, columns - rest.count)) + rest
  }

  /// Rows of cells, the first column flush left, the next two flush right.
  private func aligned(_ rows: [[String]]) -> [String] {
    func width(_ column: Int) -> Int {
      rows.map { $0.count > column ? TerminalText.width($0[column]) : 0 }.max() ?? 0
    }
    let right = (1...2).map(width)
    let rest = rows.map { row in
      row.dropFirst().enumerated().map { position, cell in
        "   " + (position < 2 ? TerminalText.paddedAtStart(cell, to: right[position]) : cell)
      }.joined()
    }
    let widest = rest.map(TerminalText.width).max() ?? 0
    let names = min(width(0), style.columns.map { max(12, $0 - widest) } ?? Int.max)
    return zip(rows, rest).map { row, rest in
      let name = TerminalText.shortenedAtStart(row[0], to: names)
      return rest.isEmpty ? name : TerminalText.padded(name, to: names) + rest
    }
  }

  // MARK: Verdict

  /// The verdict. A long report repeats its beginning here, which is out of sight by then.
  func verdict(isFarDown: Bool) -> [String] {
    let word = report.verdict
    let color: TextStyle.Color = word == "PASSED" ? .green : .red
    let parts = [report.findings] + report.records.stateWords
    let indentation = String(repeating: " ", count: word.count + 2)
    var lines = [word + "  " + parts.joined(separator: "   ")]
    if let columns = style.columns, TerminalText.width(lines[0]) > columns {
      lines = [word + "  " + parts[0], indentation + parts[1]]
      for part in parts.dropFirst(2) {
        let longer = lines[lines.count - 1] + "   " + part
        if TerminalText.width(longer) > columns {
          lines.append(indentation + part)
        } else {
          lines[lines.count - 1] = longer
        }
      }
    }
    lines[0] = style.paint(word, color) + lines[0].dropFirst(word.count)
    let reasons = (report.caveat.map { [$0] } ?? []) + (isFarDown ? reminders : [])
    return lines
      + reasons.map { reason in
        indentation
          + (style.columns.map {
            TerminalText.shortened(reason, to: max(8, $0 - indentation.count))
          }
            ?? reason)
      }
  }

  /// Why the report is incomplete, and the worst rules.
  private var reminders: [String] {
    var reminders =
      report.interrupted ? ["interrupted: the counts cover only what was read"] : []
    reminders += report.failureTexts.prefix(3).map(TerminalText.escaped)
    let worst = failing
    guard !worst.isEmpty else { return reminders }
    let shown = worst.prefix(3).map { TerminalText.escaped($0.id) }.joined(separator: ", ")
    let more = worst.count > 3 ? " and \(Figures.grouped(worst.count - 3)) more" : ""
    return reminders + ["worst: \(shown)\(more)"]
  }

  // MARK: Rules

  /// The rules, without line ends.
  var rules: [String] {
    var lines: [String] = []
    for rule in failing {
      lines += row(label(rule), color(rule), rule)
      lines += details.lines(rule)
    }
    for rule in known {
      lines += row("known", .yellow, rule)
      lines += details.beforeLine(rule)
    }
    lines += idleLines()
    lines += remarkLines()
    for rule in tolerated {
      lines += row("ok", .green, rule)
      lines += details.firstExample(rule)
    }
    lines += passedLine()
    lines += mutedLine()
    lines += comparisonLines()
    return lines
  }

  // MARK: Rows

  private func label(_ rule: Report.Rule) -> String {
    switch rule.status {
    case .fail: "FAIL"
    case .warn: "warn"
    case .info: "info"
    default: "ok"
    }
  }

  private func color(_ rule: Report.Rule) -> TextStyle.Color? {
    switch rule.status {
    case .fail: .red
    case .warn: .yellow
    default: nil
    }
  }

  private func row(_ label: String, _ color: TextStyle.Color?, _ rule: Report.Rule) -> [String] {
    let start = labelled(label, color)
    guard rule.kind == .aboutRecords else {
      let sentence = report.sentence(ofCountingRule: rule)
      let isWide = style.columns.map { $0 < rule.id.count + sentence.count + 11 } ?? false
      let id = style.paint(rule.id, .bold)
      guard isWide else { return [start + id + "   " + sentence] }
      let blank = String(repeating: " ", count: FigureColumns.indentation + 2)
      return [start + id] + fitted(blank, sentence)
    }
    return columns.row(start: start, id: rule.id, cells: FigureCells(rule))
  }

  /// A label of four columns between two blanks.
  private func labelled(_ label: String, _ color: TextStyle.Color?) -> String {
    let padding = String(repeating: " ", count: max(0, 6 - label.count))
    return "  " + style.paint(label, color) + padding
  }

  // MARK: Rules that did not fail

  private func idleLines() -> [String] {
    guard !idle.isEmpty else { return [] }
    let color: TextStyle.Color = report.strict ? .red : .yellow
    if report.isUnjudged {
      let count = Figures.counted(idle.count, "rule")
      return [labelled("idle", color) + "\(count): \(Report.noRecords)"]
    }
    let folded = report.foldedIdleRules
    if !folded.isEmpty {
      let names = folded.map(\.id).joined(separator: ", ")
      return fitted(labelled("idle", color), report.foldedIdleText + ": " + names)
    }
    return report.listedIdleRules.flatMap { rule in
      columns.row(
        start: labelled("idle", color), id: rule.id, note: report.idleReason(rule))
    }
  }

  /// Lines about what is not a rule's failure but must not pass unnoticed. Some of it fails a
  /// strict run.
  private func remarkLines() -> [String] {
    var remarks: [(mayFail: Bool, text: String)] = []
    let unread = report.unreadFields.joined(separator: ", ")
    if !unread.isEmpty {
      remarks.append((true, "no record has: " + unread + report.unreadIdleText))
    }
    if !report.emptySections.isEmpty {
      let names = report.emptySections.map(\.id).joined(separator: ", ")
      remarks.append(
        (false, "no record in section: " + names + report.emptySectionsIdleText))
    }
    remarks += report.conditionNotes.map { (false, TerminalText.escaped($0.id) + ": " + $0.text) }
    remarks += [report.clockText, report.formatNote].compactMap { $0 }.map { (false, $0) }
    if let caveat = report.profile.schemaCaveat {
      remarks.append((true, TerminalText.escaped(caveat)))
    }
    if let note = report.contractNote { remarks.append((true, note)) }
    if let text = report.emptyInputsText { remarks.append((false, text)) }
    return remarks.flatMap { mayFail, text in
      fitted(mayFail && report.strict ? labelled("FAIL", .red) : labelled("note", .yellow), text)
    }
  }

  private func passedLine() -> [String] {
    let count = report.cleanRules.count
    guard count > 0 else { return [] }
    let isAlone = failing.isEmpty && known.isEmpty && tolerated.isEmpty && idle.isEmpty
    let noun = isAlone ? "rule" : "more rule"
    return [labelled("ok", .green) + Figures.counted(count, noun)]
  }

  private func mutedLine() -> [String] {
    report.muted.map { fitted(labelled("muted", .yellow), $0) } ?? []
  }

  // MARK: Comparison with an earlier report

  private func comparisonLines() -> [String] {
    guard let comparison = report.comparison else { return [] }
    let name = TerminalText.escaped(comparison.path)
    let title = "compared with " + comparison.words(name, report)
    return fitted(labelled("base", nil), title)
      + list("better", report.rules(changed: .better).map(rates))
      + list("new", report.rules(changed: .new).map(\.id)) + list("gone", comparison.removed)
  }

  /// `email-format 0.0800 % → 0.0759 %`.
  private func rates(_ rule: Report.Rule) -> String {
    let before = Figures.percent(rule.before?.failed ?? 0, of: rule.before?.evaluated ?? 0)
    return "\(rule.id) \(before) → \(Figures.percent(rule.failed, of: rule.evaluated))"
  }

  private func list(_ label: String, _ items: [String]) -> [String] {
    guard !items.isEmpty else { return [] }
    let indentation = String(repeating: " ", count: FigureColumns.indentation + 2)
    let room = max(20, (style.columns ?? 80) - indentation.count - 8)
    var lines: [String] = []
    for item in items.map(TerminalText.escaped) {
      if let last = lines.last, TerminalText.width(last + ", " + item) < room {
        lines[lines.count - 1] = last + ", " + item
      } else {
        if !lines.isEmpty { lines[lines.count - 1] += "," }
        lines.append(item)
      }
    }
    return lines.enumerated().flatMap { position, line in
      fitted(indentation + TerminalText.padded(position == 0 ? label : "", to: 8), line)
    }
  }

  /// A text cut at the width of the report.
  private func fitted(_ start: String, _ text: String) -> [String] {
    let text = TerminalText.escaped(text)
    let room = style.columns.map { max(8, $0 - TerminalText.width(TextStyle.unpainted(start))) }
    return [start + (room.map { TerminalText.shortened(text, to: $0) } ?? text)]
  }
}
