internal import BulkcheckCore
internal import BulkcheckDocument

/// The `freshness` of a table of a source: ages of its newest record that warn, or are errors.
///
/// A table has that of its source, apart from the words that it gives itself.
struct DbtFreshness {
  private let table: DocumentNode
  private let source: DocumentNode

  init(of table: DocumentNode, _ source: DocumentNode) {
    self.table = table
    self.source = source
  }

  /// A check for each age.
  func checks(_ options: ImportOptions) -> [ImportedCheck] {
    let own = Self.setting("freshness", of: table)
    if let own, own.isNull { return [] }
    let filter = own?["filter"] ?? Self.setting("freshness", of: source)?["filter"]
    return ["error_after", "warn_after"].compactMap { word -> ImportedCheck? in
      guard let age = age(word), !age.value.isNull else { return nil }
      var draft = CheckDraft(at: age.nameOffset, options)
      if word == "warn_after" { draft.severity = .text("warning", at: age.nameOffset) }
      if let filter, !filter.isNull, !draft.restrict(to: filter) { return draft.check }
      add(age.value, to: &draft)
      return draft.check
    }
  }

  /// An age that the table gives, or otherwise its source.
  private func age(_ word: String) -> DocumentMember? {
    let places = [table, source].map { Self.setting("freshness", of: $0) }
    return places.compactMap { $0?.members?.named(word) }.first
  }

  /// A setting, which may stand under `config`.
  private static func setting(_ name: String, of node: DocumentNode) -> DocumentNode? {
    node[name] ?? node["config"]?[name]
  }

  private func add(_ age: DocumentNode, to draft: inout CheckDraft) {
    let given = Self.setting("loaded_at_field", of: table)
    let field = given ?? Self.setting("loaded_at_field", of: source)
    guard let field, let column = field.text else {
      return draft.refuse("an age without `loaded_at_field`")
    }
    guard !ForeignSQL.isTemplate(column), ForeignSQL.isName(column) else {
      return draft.refuse("an expression in place of a column", at: field.offset)
    }
    guard let period = age["period"], let count = age["count"] else {
      return draft.refuse("an age without `count` and `period`")
    }
    draft.requireRecent(column, period, count)
  }
}
