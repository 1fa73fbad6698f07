/// JSON text laid out over lines, to be looked at.
enum IndentedJSON {
  /// Deeper parts are not indented further.
  private static let depthMaximum = 12

  /// `text` with a line for each element of its arrays and objects. Any text is taken: one that was
  /// cut, or is not JSON at all, only looks less tidy.
  static func text(_ text: String) -> String {
    var out = ""
    var depth = 0
    var isInText = false
    var isEscaped = false
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if isInText {
        out.unicodeScalars.append(scalar)
        isInText = isEscaped || scalar != "\""
        isEscaped = !isEscaped && scalar == "\\"
      } else {
        let closes = scalar == "}" || scalar == "]"
        let isEmpty = closes && (last == "{" || last == "[")
        if closes {
          depth = max(0, depth - 1)
          if !isEmpty { out += lineEnd(depth) }
        } else if last == "{" || last == "[" || last == "," {
          if scalar == " " { continue }
          out += lineEnd(depth)
        }
        out.unicodeScalars.append(scalar)
        if scalar == "{" || scalar == "[" { depth += 1 }
        isInText = scalar == "\""
      }
      // A mark within a text ends no line.
      last = isInText || scalar == "\"" ? "\"" : scalar
    }
    return out
  }

  private static func lineEnd(_ depth: Int) -> String {
    "\n" + String(repeating: "  ", count: min(depth, depthMaximum))
  }
}
