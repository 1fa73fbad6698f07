internal import BulkcheckCore
internal import BulkcheckDocument

/// Queries of quality rules as the word `sql` of profiles.
enum QualitySQL {
  /// Why a query is left over.
  struct Refusal: Error {
    var reason: String
  }

  /// Whether profiles have the word `sql` under `table`. Until then each query is left over.
  private static let isRead = false

  /// The query with the names that its placeholders stand for.
  ///
  /// - Parameter path: the property that the rule is about.
  static func statement(
    _ query: String, at offset: Int, object: ContractOutline.Object, path: FieldPath?
  ) throws(Refusal) -> DocumentNode {
    guard isRead else { throw Refusal(reason: "profiles do not read SQL yet") }
    return .text(resolved(query, object: object, path: path), at: offset)
  }

  /// Placeholders of the table and of the column: those of the standard, and those of its examples
  /// and tools.
  private static let tables: Set<String> = ["object", "model", "table", "schema"]
  private static let columns: Set<String> = ["property", "column", "field"]

  /// A text with each `{object}`, `${object}`, `{property}` and `${property}` as a name.
  static func resolved(_ query: String, object: ContractOutline.Object, path: FieldPath?) -> String
  {
    var text = ""
    var rest = query[...]
    while let open = rest.firstIndex(of: "{") {
      let before = rest[..<open]
      let inner = rest[rest.index(after: open)...]
      guard let close = inner.firstIndex(of: "}") else { break }
      let word = inner[..<close].filter { $0 != " " }
      var name: String?
      if tables.contains(word) { name = quoted(object.physicalName ?? object.name) }
      if columns.contains(word), let path { name = path.column }
      text += name != nil && before.last == "$" ? before.dropLast() : before
      text += name ?? "{" + String(inner[..<close]) + "}"
      rest = inner[inner.index(after: close)...]
    }
    return text + rest
  }

  /// A name, in quotes where it needs them.
  static func quoted(_ name: String) -> String {
    let isPlain =
      name.utf8.allSatisfy { Ascii.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
      && !(name.utf8.first.map { Ascii.isDigit($0) } ?? true)
    return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}

extension FieldPath {
  /// The path as a column of SQL; nil if it leads to several values.
  fileprivate var column: String? {
    var names: [String] = []
    for step in steps {
      guard case .key(let name) = step else { return nil }
      names.append(QualitySQL.quoted(name))
    }
    return names.joined(separator: ".")
  }
}
