internal import BulkcheckCore
package import BulkcheckDocument

/// Reads the tests in properties files of dbt (`schema.yml`).
package enum Dbt {
  /// Reads the models, seeds, snapshots and tables of sources; nil if there are none.
  package static func tables(
    _ root: DocumentNode, _ options: ImportOptions
  ) -> [ImportedProfile]? {
    guard let members = root.members else { return nil }
    var tables: [ImportedProfile] = []
    var isFile = false
    for member in members {
      guard let entries = member.value.elements else { continue }
      switch member.name {
      case "models", "seeds", "snapshots":
        isFile = true
        tables += entries.map { table($0, options) }
      case "sources":
        isFile = true
        for source in entries {
          tables += (source["tables"]?.elements ?? []).map { table($0, of: source, options) }
        }
      case "version", "metrics", "semantic_models", "exposures", "macros", "unit_tests":
        isFile = true
      default: break
      }
    }
    return isFile ? tables : nil
  }

  /// Reads a model or a table.
  ///
  /// - Parameter source: the source that the table belongs to.
  private static func table(
    _ node: DocumentNode, of source: DocumentNode? = nil, _ options: ImportOptions
  ) -> ImportedProfile {
    let name = node["name"]?.scalarText
    var checks = everyCheck(of: node, options)
    if let source { checks += DbtFreshness(of: node, source).checks(options) }
    for version in node["versions"]?.elements ?? [] {
      var version = version
      if version["config"]?["contract"] == nil, let config = node["config"] {
        version = DocumentNode(
          kind: .object([DocumentMember("config", config)] + (version.members ?? [])),
          offset: version.offset)
      }
      checks += everyCheck(of: version, options).map { check in
        var check = check
        if check.extent != .exact || !check.parts.isEmpty {
          check.refuse("a check of one version of the model")
        }
        return check
      }
    }
    let sourceName = source?["name"]?.text
    return ImportedProfile(
      name: name, longName: name.flatMap { name in sourceName.map { "\($0).\(name)" } },
      offset: node.offset, checks: checks)
  }

  /// The checks of a model, a table, or a version, and of its columns.
  private static func everyCheck(
    of node: DocumentNode, _ options: ImportOptions
  ) -> [ImportedCheck] {
    var checks: [ImportedCheck] = []
    for test in tests(of: node) { checks += DbtTest(test, column: nil).checks(options) }
    let isContract = node["config"]?["contract"]?["enforced"]?.boolean ?? false
    if isContract {
      for constraint in node["constraints"]?.elements ?? [] {
        checks.append(check(ofConstraint: constraint, column: nil, options))
      }
    }
    for column in node["columns"]?.elements ?? [] {
      let columnName = column["name"]?.scalarText
      for test in tests(of: column) {
        checks += DbtTest(test, column: columnName).checks(options)
      }
      guard isContract, let columnName else { continue }
      if let type = column["data_type"] {
        var draft = CheckDraft(at: type.offset, column: columnName, options)
        draft.requireType(columnName, [type], isDatabase: true)
        checks.append(draft.check)
      }
      for constraint in column["constraints"]?.elements ?? [] {
        checks.append(check(ofConstraint: constraint, column: columnName, options))
      }
    }
    return checks
  }

  private static func tests(of node: DocumentNode) -> [DocumentNode] {
    (node["data_tests"]?.elements ?? []) + (node["tests"]?.elements ?? [])
  }

  /// A constraint of a contract that dbt enforces.
  private static func check(
    ofConstraint node: DocumentNode, column: String?, _ options: ImportOptions
  ) -> ImportedCheck {
    var draft = CheckDraft(at: node["type"]?.offset ?? node.offset, column: column, options)
    let columns = node["columns"]?.elements?.compactMap(\.text) ?? column.map { [$0] } ?? []
    let yes = DocumentNode.boolean(true, at: draft.offset)
    switch (node["type"]?.text, columns.isEmpty) {
    case ("not_null", false):
      for column in columns { draft.constrain(column, "required", yes) }
    case ("unique", false):
      if columns.count == 1 { draft.constrain(columns[0], "unique", yes) }
      if columns.count > 1 { draft.requireUnique(columns) }
    case ("primary_key", false):
      for column in columns { draft.constrain(column, "required", yes) }
      if columns.count == 1 { draft.constrain(columns[0], "unique", yes) }
      if columns.count > 1 { draft.requireUnique(columns) }
    case ("check", _):
      let expression = node["expression"]?.text ?? ""
      draft.state(sql: expression, hint: "check", at: node["expression"]?.offset ?? node.offset)
    default: draft.refuse("a constraint of the type \(node["type"]?.summary ?? "that is missing")")
    }
    return draft.check
  }
}
