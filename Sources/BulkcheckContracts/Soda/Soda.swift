internal import BulkcheckCore
package import BulkcheckDocument

/// Reads SodaCL checks, and contracts of Soda 4.
package enum Soda {
  /// Reads the tables of a file; nil if it is something else.
  package static func tables(
    _ root: DocumentNode, _ options: ImportOptions
  ) -> [ImportedProfile]? {
    guard let members = root.members else { return nil }
    if let dataset = root["dataset"] {
      return [SodaContract(root, dataset, options).profile]
    }
    var tables: [ImportedProfile] = []
    var places: [String: Int] = [:]
    var filters: [String: DocumentNode] = [:]
    var isFile = false
    for member in members {
      if let key = header("filter ", of: member.name) {
        isFile = true
        filters[key] = member.value["where"] ?? member.value
      }
    }
    for member in members {
      let isEach = header("for each ", of: member.name) != nil
      guard isEach || header("checks for ", of: member.name) != nil else { continue }
      isFile = true
      let checks = (isEach ? member.value["checks"] : member.value)?.elements ?? []
      for (name, filter) in names(of: member, isEach: isEach, filters) {
        let read = checks.map { check($0, filter: filter, options) }
        if let place = places[name] {
          tables[place] = ImportedProfile(
            name: name, offset: tables[place].offset, checks: tables[place].checks + read)
        } else {
          places[name] = tables.count
          tables.append(ImportedProfile(name: name, offset: member.nameOffset, checks: read))
        }
      }
    }
    return isFile ? tables : nil
  }

  /// The tables that a list of checks is for, with the filter of each.
  private static func names(
    of member: DocumentMember, isEach: Bool, _ filters: [String: DocumentNode]
  ) -> [(name: String, filter: DocumentNode?)] {
    if isEach {
      let names = (member.value["datasets"] ?? member.value["tables"])?.elements ?? []
      return names.compactMap(\.text).filter { !$0.hasPrefix("exclude ") }.map {
        ($0.hasPrefix("include ") ? String($0.dropFirst("include ".utf8.count)) : $0, nil)
      }
    }
    let key = header("checks for ", of: member.name) ?? member.name
    guard let bracket = key.firstIndex(of: "[") else { return [(key, nil)] }
    return [(ForeignSQL.trimmed(String(key[..<bracket])), filters[key])]
  }

  /// The rest of a key that begins with a word; nil if it begins otherwise.
  private static func header(_ word: String, of key: String) -> String? {
    guard key.hasPrefix(word) else { return nil }
    let name = ForeignSQL.trimmed(String(key.dropFirst(word.utf8.count)))
    return name.hasSuffix(":") ? String(name.dropLast()) : name
  }

  /// Reads one check of SodaCL.
  package static func check(
    _ node: DocumentNode, filter: DocumentNode? = nil, _ options: ImportOptions
  ) -> ImportedCheck {
    let member = node.members?.first
    guard let line = member?.name ?? node.text else {
      var draft = CheckDraft(at: node.offset, options)
      draft.refuse("an entry that is not a check")
      return draft.check
    }
    let metric = SodaMetric(line)
    let column = metric?.columns.count == 1 ? metric?.columns.first : nil
    var draft = CheckDraft(at: member?.nameOffset ?? node.offset, column: column, options)
    let settings = SodaSettings(member?.value)
    settings.apply(to: &draft)
    for condition in [filter, settings["filter"]] {
      guard let condition else { continue }
      guard draft.restrict(to: condition) else { return draft.check }
    }
    draft.add(line, metric, settings)
    return draft.check
  }
}

/// The settings below a check of SodaCL.
struct SodaSettings {
  private let members: [DocumentMember]

  init(_ node: DocumentNode?) {
    members = (node?.members ?? []) + (node?.elements ?? []).flatMap { $0.members ?? [] }
  }

  private init(_ members: [DocumentMember]) { self.members = members }

  var names: [String] { members.map(\.name) }

  /// The settings but one, which has been read.
  func without(_ name: String) -> SodaSettings {
    SodaSettings(members.filter { $0.name != name })
  }

  /// A setting by its name; those of contracts have `_` in place of the spaces.
  subscript(name: String) -> DocumentNode? {
    let value = (members.named(name) ?? members.named(name.replacing(" ", with: "_")))?.value
    return value?.isNull == true ? nil : value
  }

  /// Settings that do not change what is checked.
  static let silent: Set<String> = [
    "name", "attributes", "identity", "filter", "samples limit", "samples columns",
    "collect failed rows", "title", "definition", "owner", "qualifier", "store_failed_rows",
    "check_attributes",
  ]

  /// A setting beside those that are known.
  func unknown(beside known: Set<String>) -> DocumentMember? {
    members.first { member in
      let name = member.name.replacing("_", with: " ")
      return !known.contains(name) && !SodaSettings.silent.contains(name)
        && !SodaSettings.silent.contains(member.name)
    }
  }

  /// Sets the text and the labels of the rules.
  func apply(to draft: inout CheckDraft) {
    if let name = self["name"], let text = name.text, !ForeignSQL.isTemplate(text) {
      draft.message = .text(
        text.replacing("{", with: "{{").replacing("}", with: "}}"), at: name.offset)
    }
    let attributes = (self["attributes"] ?? self["check_attributes"])?.members ?? []
    draft.labels = attributes.flatMap { $0.value.listed }.filter { !($0.text ?? "").isEmpty }
  }
}
