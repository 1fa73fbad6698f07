/// The middle of the text report: a row for each rule worth one, its examples below it.
///
/// Columns have the same width in the whole report, so that figures can be compared at a glance.
struct TextLayout {
  let report: Report
  let style: TextStyle
  /// Rules beyond their tolerance, worst first.
  private let failing: [Report.Rule]
  /// Rules with failures within their tolerance.
  private let tolerated: [Report.Rule]
  private let idle: [Report.Rule]
  private let columns: FigureColumns
  private let samples: SampleColumns

  init(report: Report, style: TextStyle) {
    self.report = report
    self.style = style
    failing = TextLayout.worstFirst(report.rules.filter(\.isBeyondTolerance))
    tolerated = report.rules.filter { $0.status == .pass && $0.failed > 0 }
    idle = report.rules.filter { $0.status == .idle }
    columns = FigureColumns(
      counted: (failing + tolerated).filter(\.judgesRecords), idle: idle, columns: style.columns)
    samples = SampleColumns(
      rows: failing.map { SampleRow.rows(of: $0, in: report, style: style) }, style: style)
  }

  /// The lines, without a line end.
  func rules() -> [String] {
    var lines: [String] = []
    for rule in failing {
      lines += row(label(rule), color(rule), rule)
      lines += details(rule)
    }
    lines += idleLines()
    lines += unreadLines()
    for rule in tolerated { lines += row("ok", .green, rule) }
    lines += passedLine()
    lines += offLine()
    return lines
  }

  /// Errors, then warnings, then infos; within them by failures, then in the order of the report.
  private static func worstFirst(_ rules: [Report.Rule]) -> [Report.Rule] {
    func rank(_ rule: Report.Rule) -> Int {
      rule.status == .fail ? 0 : rule.status == .warn ? 1 : 2
    }
    return rules.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if rank(one) != rank(other) { return rank(one) < rank(other) }
      if one.failed != other.failed { return one.failed > other.failed }
      return left.offset < right.offset
    }.map(\.element)
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
    guard rule.judgesRecords else { return [start + rule.id + "   " + rule.message] }
    return columns.row(start: start, id: rule.id, cells: FigureCells(rule))
  }

  /// A label of four columns between two blanks.
  private func labelled(_ label: String, _ color: TextStyle.Color?) -> String {
    let padding = String(repeating: " ", count: max(0, 6 - label.count))
    return "  " + style.paint(label, color) + padding
  }

  // MARK: Details of a failing rule

  private func details(_ rule: Report.Rule) -> [String] {
    var lines = SampleRow.rows(of: rule, in: report, style: style).map(samples.line)
    if let kinds = rule.kinds?.filter({ $0.count > 0 }), !kinds.isEmpty {
      let text = kinds.map { "\($0.kind) \(Figures.grouped($0.count))" }
      lines.append(samples.line(label: "by kind", items: text))
    }
    // One value alone says no more than the example above it.
    if rule.topValues.count > 1 {
      let exact = rule.topValues.allSatisfy(\.exact)
      let text = rule.topValues.map { value in
        TerminalText.shortened(TerminalText.escaped(value.value), to: 32)
          + " " + Figures.grouped(value.count)
      }
      lines.append(samples.line(label: exact ? "top values" : "top among", items: text))
    }
    return lines
  }

  // MARK: Rules that did not fail

  private func idleLines() -> [String] {
    guard !idle.isEmpty else { return [] }
    let color: TextStyle.Color = report.strict ? .red : .yellow
    if report.records.valid + report.records.invalid == 0 {
      let count = Figures.counted(idle.count, "rule")
      return [labelled("idle", color) + "\(count): there was no record to judge"]
    }
    return idle.flatMap { rule in
      columns.row(
        start: labelled("idle", color), id: rule.id, note: IdleReason(rule).description)
    }
  }

  private func unreadLines() -> [String] {
    let unread = report.unreadFields
    guard !unread.isEmpty else { return [] }
    let color: TextStyle.Color = report.strict ? .red : .yellow
    let label = report.strict ? "FAIL" : "note"
    return [fitted(labelled(label, color), "no record has: ", unread)]
  }

  private func passedLine() -> [String] {
    let count = report.rules.count {
      !$0.isBuiltIn && $0.status == .pass && $0.failed == 0
    }
    guard count > 0 else { return [] }
    let isAlone = failing.isEmpty && tolerated.isEmpty && idle.isEmpty
    let noun = isAlone ? "rule" : "more rule"
    return [labelled("ok", .green) + Figures.counted(count, noun)]
  }

  private func offLine() -> [String] {
    let off = report.rules.filter { $0.status == .off }.map(\.id)
    guard !off.isEmpty else { return [] }
    return [fitted(labelled("off", .dim), Figures.counted(off.count, "rule") + ": ", off)]
  }

  /// A list of names cut at the width of the report.
  private func fitted(_ start: String, _ title: String, _ names: [String]) -> String {
    let text = title + TerminalText.escaped(names.joined(separator: ", "))
    return start + (style.columns.map { TerminalText.shortened(text, to: $0 - 8) } ?? text)
  }
}

extension Report.Rule {
  /// Whether the rule is about single records; the others are about their number.
  var judgesRecords: Bool {
    !(isBuiltIn && (constraint == "empty-input" || constraint == "too-many-records"))
  }
}
