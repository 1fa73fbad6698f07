/// The ways in which text at a terminal is made to stand out, by ANSI escape sequences.
package enum TerminalPaint: String, Sendable {
  case red = "31"
  case yellow = "33"
  case green = "32"
  case dim = "2"
  case bold = "1"

  /// `text` painted so, if colours are asked for.
  package func on(_ text: String, color: Bool) -> String {
    guard color, !text.isEmpty else { return text }
    return "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
