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
    var lines = layout.notes + layout.inputs + [""]
    let rules = layout.rules
    if !rules.isEmpty { lines += rules + [""] }
    lines += layout.verdict(isFarDown: lines.count > linesAtAGlance)
    if let command = NextStep.command(report, style) { lines += ["", "next: " + command] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Longer reports push their top out of a terminal's window.
  private static let linesAtAGlance = 20
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
