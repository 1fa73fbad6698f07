internal import BulkcheckCore

/// SQL of other tools as texts.
package enum ForeignSQL {
  /// The places of a profile that take SQL.
  package enum Form: Sendable {
    /// A statement about a record: `sql` of a rule, `where` and `when`.
    case condition
    /// A `select` of records that fail: `sql` of a rule.
    case rows
    /// A `select` of one figure: `sql` under `table`.
    case measure
  }

  /// Whether the reader of profiles takes a text. Text that it does not take is left over.
  package static func isReadable(_ sql: String, as form: Form) -> Bool { false }

  /// Whether a text is made by templates: those of Jinja, or variables of Soda.
  static func isTemplate(_ text: String) -> Bool {
    text.contains("{{") || text.contains("{%") || text.contains("${")
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

  /// A statement about the records for which a condition is true.
  static func guarded(_ statement: String, where condition: String) -> String {
    "not (\(condition)) or (\(statement))"
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
