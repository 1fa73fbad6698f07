internal import BulkcheckCore
package import BulkcheckDocument

/// Reads suites of Great Expectations, from 0.7 to 1.x.
package enum GreatExpectations {
  /// Reads a suite; nil if the document is something else.
  package static func suite(
    _ root: DocumentNode, _ options: ImportOptions
  ) -> ImportedProfile? {
    guard let expectations = root["expectations"]?.elements else { return nil }
    let name = root["name"] ?? root["expectation_suite_name"] ?? root["table"]
    return ImportedProfile(
      name: name?.text, offset: root.offset, checks: expectations.map { check($0, options) })
  }

  /// Reads one expectation.
  ///
  /// - Parameter own: the column that it is about, unless it names one.
  static func check(
    _ node: DocumentNode, of own: String? = nil, _ options: ImportOptions
  ) -> ImportedCheck {
    guard let type = node["type"] ?? node["expectation_type"], let word = type.text else {
      return statement(node, options)
    }
    var arguments = node["kwargs"]?.members ?? []
    if let own, arguments.named("column") == nil {
      arguments.append(DocumentMember("column", .text(own, at: type.offset)))
    }
    let column = arguments.named("column")?.value.text
    var draft = CheckDraft(at: type.offset, column: column, options)
    if let severity = node["severity"] ?? arguments.named("severity")?.value {
      draft.setSeverity(severity)
    }
    let name = snakeCase(word)
    if name == "unexpected_rows_expectation" || name == "expect_query_results_to_match_comparison" {
      addQuery(arguments, to: &draft)
      return draft.check
    }
    guard name.hasPrefix("expect_") else {
      draft.refuse("\(Complaint.quoted(word)) is not an expectation", at: type.offset)
      return draft.check
    }
    draft.add(
      Expectation(
        String(name.dropFirst("expect_".utf8.count)), column: column, arguments, isDbt: false,
        at: type.offset))
    return draft.check
  }

  /// `expect_column_to_exist` for `ExpectColumnToExist`, and any other name in lower case.
  static func snakeCase(_ name: String) -> String {
    guard name.first?.isUppercase == true else { return name.lowercased() }
    var words = ""
    for character in name {
      if character.isUppercase, !words.isEmpty { words += "_" }
      words += character.lowercased()
    }
    return words
  }

  private static func addQuery(_ arguments: [DocumentMember], to draft: inout CheckDraft) {
    guard let query = arguments.named("unexpected_rows_query")?.value, let text = query.text else {
      return draft.refuse("a comparison of two queries")
    }
    draft.state(
      sql: text.replacing("{batch}", with: "batch"), hint: "unexpected-rows", at: query.offset)
  }

  /// An expectation of Spark pipelines: a name and a statement in SQL.
  private static func statement(_ node: DocumentNode, _ options: ImportOptions) -> ImportedCheck {
    var draft = CheckDraft(at: node.offset, options)
    guard let expression = node["expression"], let sql = expression.text else {
      draft.refuse("an entry that is not an expectation")
      return draft.check
    }
    draft.name = node["name"]?.text
    if let action = node["failureAction"] {
      draft.severity = .text(action.text == "warn" ? "warning" : "error", at: action.offset)
    }
    if draft.severity?.text == "error" { draft.severity = nil }
    draft.state(sql: sql, hint: "expression", at: expression.offset)
    return draft.check
  }
}

extension CheckDraft {
  /// Sets the severity by the word of another tool.
  mutating func setSeverity(_ node: DocumentNode) {
    switch node.text?.lowercased() {
    case "warning", "warn", "medium": severity = .text("warning", at: node.offset)
    case "info", "low": severity = .text("info", at: node.offset)
    default: severity = nil
    }
  }
}
