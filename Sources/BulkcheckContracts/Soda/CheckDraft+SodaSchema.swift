internal import BulkcheckCore
internal import BulkcheckDocument

/// Checks of the columns of a table.
extension CheckDraft {
  /// Adds what a check of the schema requires, or leaves it over.
  mutating func addSchema(_ settings: SodaSettings) {
    for (key, severity) in [("fail", nil), ("warn", "warning")] as [(String, String?)] {
      let severity = severity.map { DocumentNode.text($0, at: offset) }
      self.severity = severity
      for member in settings[key]?.members ?? [] { addSchema(member) }
      // The same words on one line, without the level in between.
      for member in settings.members(after: key + " ") { addSchema(member) }
    }
    let known = settings.names.allSatisfy { name in
      ["fail", "warn", "name", "attributes"].contains {
        name == $0 || name.hasPrefix($0 + " when ")
      }
    }
    if !known { leave("a setting of the schema that is not known") }
    if check.parts.isEmpty, check.leftovers.isEmpty { refuse("nothing is said about the columns") }
  }

  private mutating func addSchema(_ member: DocumentMember) {
    let value = member.value
    switch member.name {
    case "when required column missing":
      let names = value.listed.filter { $0.text?.contains("%") == false }
      if names.count < value.listed.count {
        leave("columns by a pattern of names", at: member.nameOffset)
      }
      if !names.isEmpty { requireColumns(names, match: "subset", at: value.offset) }
    case "when forbidden column present":
      for name in value.listed {
        guard let column = name.text, !column.contains("%"), !column.contains("*") else {
          leave("columns by a pattern of names", at: name.offset)
          continue
        }
        constrain(column, "present", .boolean(false, at: name.offset))
      }
    case "when wrong column type", "when wrong type":
      for column in value.members ?? [] {
        requireColumnType(column.name, column.value)
      }
    default: leave("columns by their positions", at: member.nameOffset)
    }
  }

  /// Adds the type of one of several columns; only that column is left over.
  mutating func requireColumnType(_ column: String, _ type: DocumentNode) {
    var draft = CheckDraft(at: type.offset, column: column, options)
    draft.severity = severity
    draft.message = message
    draft.labels = labels
    draft.requireType(column, [type], isDatabase: true)
    absorb(draft.check)
  }
}

extension SodaSettings {
  /// The settings whose names begin with a word, without it.
  func members(after word: String) -> [DocumentMember] {
    names.filter { $0.hasPrefix(word) }.compactMap { name in
      self[name].map {
        DocumentMember(
          name: String(name.dropFirst(word.utf8.count)), nameOffset: $0.offset, value: $0)
      }
    }
  }
}
