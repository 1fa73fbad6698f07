internal import BulkcheckCore
internal import BulkcheckDocument

/// Queries of quality rules as the word `sql` of profiles, whose reader leaves over what it cannot
/// read.
enum QualitySQL {
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
      if tables.contains(word) { name = ForeignSQL.name(object.physicalName ?? object.name) }
      if columns.contains(word), let path { name = path.column }
      text += name != nil && before.last == "$" ? before.dropLast() : before
      text += name ?? "{" + String(inner[..<close]) + "}"
      rest = inner[inner.index(after: close)...]
    }
    return text + rest
  }
}

extension FieldPath {
  /// The path as a column of SQL; nil if it leads to several values.
  fileprivate var column: String? {
    var names: [String] = []
    for step in steps {
      guard case .key(let name) = step else { return nil }
      names.append(ForeignSQL.name(name))
    }
    return names.joined(separator: ".")
  }
}
