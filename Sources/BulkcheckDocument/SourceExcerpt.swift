internal import BulkcheckCore

/// The line of a mistake, or the part of it around the mistake.
package struct SourceExcerpt: Hashable, Sendable {
  package var text: String
  /// How many characters of the text come before the mistake.
  package var charactersBefore: Int

  /// The text, and below it a caret under the mistake.
  func marked(color: Bool) -> String {
    let shown = Self.visible(text.unicodeScalars.prefix(120))
    let blanks = shown.prefix(charactersBefore).map { part in
      part == "\t" ? "\t" : String(repeating: " ", count: part.unicodeScalars.count)
    }
    return "  " + shown.joined() + "\n  " + blanks.joined()
      + TerminalPaint.green.on("^", color: color)
  }

  /// Each character as it is shown. A line that GitHub would take for a command is none any more.
  private static func visible(_ text: Substring.UnicodeScalarView) -> [String] {
    var shown = text.map(visible)
    let command = text.drop { $0.properties.isWhitespace }
    if command.starts(with: "::".unicodeScalars) { shown[text.count - command.count] = "\\u003a" }
    return shown
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    scalar == "\t" ? "\t" : TerminalText.escaped(String(scalar))
  }
}
