internal import BulkcheckCore

/// Writes a report for people at a terminal: what failed, how often, where, and an example of each.
///
/// From top to bottom it shows why the figures may be incomplete, the inputs, the rules beyond
/// their tolerance (worst first), idle rules and rules with tolerated failures. Last come the
/// verdict and what to do next.
public enum TextReport {
  /// Returns the report with a line end after each line.
  public static func text(_ report: Report, style: TextStyle) -> String {
    let layout = TextLayout(report: report, style: style)
    var lines = notes(report, style)
    lines += inputs(report, style)
    lines.append("")
    let rules = layout.rules()
    if !rules.isEmpty { lines += rules + [""] }
    lines += verdict(report, style, isFarDown: lines.count > linesAtAGlance)
    if let command = NextStep.command(report, style) { lines += ["", "next: " + command] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Longer reports push their top out of a terminal's window.
  private static let linesAtAGlance = 20

  // MARK: Notes

  /// The facts that a reader needs before any figure.
  private static func notes(_ report: Report, _ style: TextStyle) -> [String] {
    var lines: [String] = []
    if report.interrupted {
      let text = "INTERRUPTED  the counts cover only what was read"
      lines.append(style.paint(text, .red))
    }
    if style.showsTrouble {
      for input in report.inputs {
        guard let failure = input.failure else { continue }
        lines += note("INCOMPLETE", .red, "\(input.path): \(failure)", style)
      }
      for hint in report.hintTexts { lines += note("HINT", .yellow, hint, style) }
    }
    if report.limitReached {
      let count = Figures.counted(report.records.total, "record")
      lines.append(style.paint("LIMIT", .yellow) + "  stopped after \(count); there are more")
    }
    return lines.isEmpty ? [] : lines + [""]
  }

  /// A label, and beside it as many lines as the text takes.
  private static func note(
    _ label: String, _ color: TextStyle.Color, _ text: String, _ style: TextStyle
  ) -> [String] {
    let width = label.count + 2
    let wrapped = TerminalText.wrapped(
      TerminalText.escaped(text), to: style.columns.map { max(20, $0 - width) })
    let blank = String(repeating: " ", count: width)
    return wrapped.enumerated().map { position, line in
      (position == 0 ? style.paint(label, color) + "  " : blank) + line
    }
  }

  // MARK: Inputs

  /// Above this many inputs only those with trouble are listed.
  private static let inputsListedMaximum = 12

  private static func inputs(_ report: Report, _ style: TextStyle) -> [String] {
    let totals = [
      Figures.counted(report.records.total, "record"), Figures.bytes(report.bytesJudged),
      Figures.time(report.timing.seconds), Figures.rate(report.timing.bytesPerSecond),
    ]
    if report.inputs.count == 1, let only = report.inputs.first {
      return [header(name: name(only), figures: totals, style)]
    }
    var listed = report.inputsWorstFirst
    if listed.count > inputsListedMaximum {
      listed = listed.filter { !$0.complete || $0.bad > 0 }
      listed = Array(listed.prefix(inputsListedMaximum))
    }
    var rows = listed.map { input in
      [name(input), Figures.counted(input.records, "record"), Figures.bytes(input.bytesRead)]
        + (input.complete ? [] : ["incomplete"])
        + (input.invalid > 0 ? ["\(Figures.grouped(input.invalid)) invalid"] : [])
        + (input.malformed > 0 ? ["\(Figures.grouped(input.malformed)) malformed"] : [])
    }
    let others = report.inputs.count - listed.count
    if others > 0 { rows.append(["… \(Figures.counted(others, "more input"))"]) }
    rows.append([Figures.counted(report.inputs.count, "input")] + totals)
    return aligned(rows, style)
  }

  private static func name(_ input: Report.Input) -> String {
    TerminalText.escaped(input.name) + (input.delimiterWords.map { " (\($0))" } ?? "")
  }

  private static func header(name: String, figures: [String], _ style: TextStyle) -> String {
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
  private static func aligned(_ rows: [[String]], _ style: TextStyle) -> [String] {
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
  private static func verdict(_ report: Report, _ style: TextStyle, isFarDown: Bool) -> [String] {
    let word = report.verdict
    let color: TextStyle.Color = word == "PASSED" ? .green : .red
    let parts = [
      report.findings,
      Figures.grouped(report.records.valid) + " valid",
      Figures.grouped(report.records.invalid) + " invalid",
      Figures.grouped(report.records.malformed) + " malformed",
    ]
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
    let reasons = (report.caveat.map { [$0] } ?? []) + (isFarDown ? reminders(report) : [])
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
  private static func reminders(_ report: Report) -> [String] {
    var reminders =
      report.interrupted ? ["interrupted: the counts cover only what was read"] : []
    reminders += report.inputs.compactMap { input in
      input.failure.map { TerminalText.escaped("\(input.name): \($0)") }
    }.prefix(3)
    let worst = report.failingRules
    guard !worst.isEmpty else { return reminders }
    let shown = worst.prefix(3).map { TerminalText.escaped($0.id) }.joined(separator: ", ")
    let more = worst.count > 3 ? " and \(Figures.grouped(worst.count - 3)) more" : ""
    return reminders + ["worst: \(shown)\(more)"]
  }
}

/// Sets the layout of the text report.
public struct TextStyle: Hashable, Sendable {
  /// The width to fit, at least 40. Values are shortened, and reasons continue on further lines.
  /// nil: both are shown whole, however long the lines become.
  public var columns: Int?
  /// Whether to colour by ANSI escape sequences.
  public var color: Bool
  /// The examples shown for each failing rule, of those that the report holds.
  public var samplesMaximum: Int
  /// The options with which `bulkcheck explain` explains a record of this run, `--profile` among
  /// them: the report then ends in such a command. nil: it does not.
  public var explainOptions: [String]?
  /// Whether the report says why an input could not be read, and what an input with trouble seems
  /// to be instead. False where standard error has said so.
  public var showsTrouble = true

  /// No colours, no limit of width, one example per rule.
  public static let plain = TextStyle()

  public init(columns: Int? = nil, color: Bool = false, samplesMaximum: Int = 1) {
    self.columns = columns.map { max(40, $0) }
    self.color = color
    self.samplesMaximum = max(0, samplesMaximum)
  }

  typealias Color = TerminalPaint

  /// `text` without what ``paint(_:_:)`` adds.
  static func unpainted(_ text: String) -> String {
    text.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset == 0 ? $0.element : $0.element.drop { $0 != "m" }.dropFirst() }.joined()
  }

  /// `text` in a colour, if colours are asked for.
  func paint(_ text: String, _ paint: Color?) -> String {
    paint?.on(text, color: color) ?? text
  }
}
