internal import BulkcheckCore

/// The figures of one rule as text.
struct FigureCells {
  let failed: String
  let percent: String
  let evaluated: String
  /// `3`, `0.1 %`, `25 and 0.1 %`; empty if no failure is allowed.
  let allowed: String

  /// The same as part of a line: `0.1 % allowed`.
  var allowedInWords: String { allowed.isEmpty ? "" : allowed + " allowed" }

  init(_ rule: Report.Rule) {
    failed = Figures.grouped(rule.failed)
    percent = Figures.percent(rule.failed, of: rule.evaluated)
    evaluated = Figures.grouped(rule.evaluated)
    allowed = FigureCells.allowed(rule.allowed)
  }

  private static func allowed(_ allowed: Report.Allowed) -> String {
    guard let percent = allowed.percent else {
      return allowed.count == 0 ? "" : Figures.grouped(allowed.count)
    }
    guard let count = allowed.profileCount else { return percent + " %" }
    return "\(Figures.grouped(count)) and \(percent) %"
  }
}

/// The widths of the columns of a report's rule rows.
struct FigureColumns {
  private let id: Int
  private let failed: Int
  private let percent: Int
  private let evaluated: Int
  private let style: TextStyle

  /// The columns before the id.
  static let indentation = 8

  init(counted: [Report.Rule], idle: [Report.Rule], style: TextStyle) {
    let cells = counted.map(FigureCells.init)
    self.style = style
    failed = cells.map(\.failed.count).max() ?? 1
    percent = cells.map(\.percent.count).max() ?? 0
    evaluated = cells.map(\.evaluated.count).max() ?? 0
    let allowed = cells.map(\.allowedInWords.count).max() ?? 0
    let widest = (counted + idle).map { TerminalText.width(TerminalText.escaped($0.id)) }
    // Between the columns: 2, 3, 2 and 3 blanks, and the word `of`.
    let figures = failed + percent + evaluated + allowed + (allowed > 0 ? 13 : 10)
    let room = style.columns.map { max(8, $0 - FigureColumns.indentation - figures) }
    // A wider id has a line of its own, so that it does not move all figures.
    id = widest.filter { $0 <= room ?? 48 }.max() ?? min(widest.max() ?? 0, 8)
  }

  /// A row with figures; `start` is the label, eight columns wide.
  func row(start: String, id name: String, cells: FigureCells) -> [String] {
    let figures =
      "  " + TerminalText.paddedAtStart(cells.failed, to: failed)
      + "   " + TerminalText.paddedAtStart(cells.percent, to: percent)
      + "  of " + TerminalText.paddedAtStart(cells.evaluated, to: evaluated)
      + (cells.allowed.isEmpty ? "" : "   " + cells.allowedInWords)
    return joined(start, name, figures)
  }

  /// A row with a dash for the figures, and words.
  func row(start: String, id name: String, note: String) -> [String] {
    joined(start, name, "  " + TerminalText.paddedAtStart("–", to: failed) + "   " + note)
  }

  private func joined(_ start: String, _ name: String, _ rest: String) -> [String] {
    let name = TerminalText.escaped(name)
    let width = TerminalText.width(name)
    let rest =
      style.columns.map {
        TerminalText.shortened(rest, to: max(20, $0 - FigureColumns.indentation - id))
      } ?? rest
    if width <= id {
      let blanks = String(repeating: " ", count: id - width)
      return [start + style.paint(name, .bold) + blanks + rest]
    }
    let room = style.columns.map { max(8, $0 - FigureColumns.indentation) } ?? Int.max
    let blank = String(repeating: " ", count: FigureColumns.indentation + id)
    return [
      start + style.paint(TerminalText.shortenedInside(name, to: room), .bold), blank + rest,
    ]
  }
}
