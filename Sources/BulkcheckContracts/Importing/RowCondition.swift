internal import BulkcheckCore
internal import BulkcheckDocument

/// Conditions of Great Expectations as SQL.
enum RowCondition {
  /// The condition in SQL; nil if it says something that SQL has no word for.
  ///
  /// - Parameter parser: the language that it is written in: `pandas`, `spark`,
  ///   `great_expectations`; nil: SQL, as in dbt.
  static func sql(_ condition: DocumentNode, parser: String?) -> DocumentNode? {
    guard let text = condition.text else { return nil }
    switch parser {
    case nil, "spark"?: return condition
    default: return translated(text).map { .text($0, at: condition.offset) }
    }
  }

  /// Comparisons of columns and literals, joined by `and` and `or`, as pandas and Great
  /// Expectations write them: `status == "paid" and total > 0`, `col("status").notNull()`.
  private static func translated(_ text: String) -> String? {
    var words: [String] = []
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if let column = prefix(of: &rest, "col(", ")") {
        words.append(ForeignSQL.name(unquoted(column)))
      } else if let suffix = [".notNull()", ".notnull()"].first(where: { rest.hasPrefix($0) }) {
        rest.removeFirst(suffix.count)
        words.append("is not null")
      } else if let suffix = [".isnull()", ".isNull()"].first(where: { rest.hasPrefix($0) }) {
        rest.removeFirst(suffix.count)
        words.append("is null")
      } else if let sign = signs.first(where: { rest.hasPrefix($0.pandas) }) {
        rest.removeFirst(sign.pandas.count)
        words.append(sign.sql)
      } else if first == "\"" || first == "'" || first == "`" {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: first), !rest[..<end].contains("\\") else { return nil }
        let inner = String(rest[..<end])
        words.append(first == "`" ? ForeignSQL.name(inner) : ForeignSQL.literal(inner))
        rest = rest[rest.index(after: end)...]
      } else {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "-" }
        guard !word.isEmpty, !word.contains(".") || ForeignValue.isNumber(String(word)) else {
          return nil
        }
        rest = rest.dropFirst(word.count)
        words.append(String(word))
      }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static let signs: [(pandas: String, sql: String)] = [
    ("==", "="), ("!=", "<>"), ("<=", "<="), (">=", ">="), ("<", "<"), (">", ">"),
    ("&", "and"), ("|", "or"), ("(", "("), (")", ")"), ("+", "+"), ("*", "*"), ("/", "/"),
  ]

  /// Takes what stands between two texts off the front.
  private static func prefix(of rest: inout Substring, _ start: String, _ end: String) -> String? {
    guard rest.hasPrefix(start), let close = rest.firstRange(of: end) else { return nil }
    let inner = rest.dropFirst(start.count)[..<close.lowerBound]
    rest = rest[close.upperBound...]
    return String(inner)
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count > 1, let first = text.first, first == text.last, first == "\"" || first == "'"
    else { return text }
    return String(text.dropFirst().dropLast())
  }
}
