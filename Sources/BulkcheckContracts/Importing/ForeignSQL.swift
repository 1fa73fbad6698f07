internal import BulkcheckCore

/// SQL of other tools as texts.
enum ForeignSQL {
  /// Whether a text is made by templates: those of Jinja, or variables of Soda.
  static func isTemplate(_ text: String) -> Bool {
    text.contains("{{") || text.contains("{%") || text.contains("${")
  }

  /// Whether a column is a name of letters, digits, `_` and dots, and not an expression.
  static func isName(_ column: String) -> Bool {
    column.unicodeScalars.allSatisfy { scalar in
      scalar == "_" || scalar == "." || scalar.properties.isAlphabetic
        || ("0"..."9").contains(scalar)
    }
  }

  /// The name of a column in SQL.
  static func name(_ column: String) -> String {
    let isPlain = column.utf8.allSatisfy { Ascii.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    let first = column.utf8.first
    guard isPlain, let first, !Ascii.isDigit(first) else {
      return "\"" + column.replacing("\"", with: "\"\"") + "\""
    }
    return column
  }

  /// A text as a literal of SQL.
  static func literal(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }

  /// The text of a literal such as `'2024-05-01'` or `cast('2024-05-01' as date)`, and any other
  /// text as it is.
  static func unquoted(_ text: String) -> String {
    var text = trimmed(text)
    let lower = text.lowercased()
    if lower.hasPrefix("cast("), lower.hasSuffix(" as date)") {
      text = trimmed(String(text.dropFirst(5).dropLast(9)))
    } else if lower.hasPrefix("date "), lower.hasSuffix("'") {
      text = trimmed(String(text.dropFirst(5)))
    }
    guard text.utf8.count > 1, text.hasPrefix("'"), text.hasSuffix("'") else { return text }
    let inner = text.dropFirst().dropLast()
    return inner.contains("'") ? text : String(inner)
  }

  static func trimmed(_ text: String) -> String {
    var rest = text[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
