internal import BulkcheckCore
package import BulkcheckDocument

/// A profile as text, with the lines of the other tool's file as comments.
///
/// It is JSON with comments, which the writer of documents turns into YAML.
package struct ImportedText {
  /// The checks that each line comes from.
  private var owners: [[Int]] = []
  private var lines: [String] = []
  private let profile: ImportedProfile
  private var quotes: LineTexts

  private static let columns = 100

  /// - Parameter origin: a sentence at the top about where the profile comes from.
  package init(_ profile: ImportedProfile, source: SourceText, origin: String) {
    self.profile = profile
    quotes = LineTexts(source)
    write(origin)
  }

  package var text: String { lines.joined(separator: "\n") + "\n" }

  /// The checks that a line comes from, counted from 1; none for the lines around them.
  package func owners(ofLine line: Int) -> [Int] {
    owners.indices.contains(line - 1) ? owners[line - 1] : []
  }

  // MARK: Layout

  private mutating func write(_ origin: String) {
    let draft = profile.draft
    var sections = [
      { (writer: inout Self, comma: String) in
        writer.append(1, "\"bulkcheck\": 1" + comma)
      }
    ]
    if let name = profile.name {
      sections.append { writer, comma in
        writer.append(1, "\"name\": " + JSONText.quoted(name) + comma)
      }
    }
    if !draft.fields.isEmpty { sections.append { $0.writeFields(draft.fields, $1) } }
    if !draft.rules.isEmpty { sections.append { $0.writeList("rules", draft.rules, $1) } }
    if !draft.table.isEmpty { sections.append { $0.writeList("table", draft.table, $1) } }
    comment(0, origin)
    append(0, "{")
    for (index, section) in sections.enumerated() {
      section(&self, index + 1 < sections.count ? "," : "")
    }
    let columns = Set(draft.fields.map(\.column))
    for check in profile.checks {
      if let column = check.column, columns.contains(column) { continue }
      leftovers(of: check, 1)
    }
    append(0, "}")
  }

  private mutating func writeFields(_ fields: [ImportedProfile.Draft.Field], _ comma: String) {
    let checks = Dictionary(grouping: profile.checks) { $0.column ?? "" }
    append(1, "\"fields\": {")
    for (index, field) in fields.enumerated() {
      append(2, JSONText.quoted(field.path) + ": {", field.entries.flatMap(\.checks))
      for (index, entry) in field.entries.enumerated() {
        let end = index + 1 < field.entries.count ? "," : ""
        write(3, JSONText.quoted(entry.name) + ": " + Self.json(entry.value) + end, entry.checks)
      }
      for check in checks[field.column] ?? [] where check.column != nil {
        leftovers(of: check, 3)
      }
      append(2, index + 1 < fields.count ? "}," : "}")
    }
    append(1, "}" + comma)
  }

  private mutating func writeList(
    _ name: String, _ entries: [ImportedProfile.Draft.Entry], _ comma: String
  ) {
    append(1, JSONText.quoted(name) + ": [")
    for (index, entry) in entries.enumerated() {
      let end = index + 1 < entries.count ? "," : ""
      write(2, Self.json(entry.value) + end, entry.checks)
    }
    append(1, "]" + comma)
  }

  /// One line of the profile, with the lines of the checks that it comes from.
  private mutating func write(_ depth: Int, _ text: String, _ checks: [Int]) {
    let comments = checks.map { quotes.text(at: profile.checks[$0].offset) }
    let remarks = checks.flatMap { profile.checks[$0].remarks }
    let beside = "  // " + (comments.first ?? "")
    let room = Self.columns - 2 * depth - beside.unicodeScalars.count
    if comments.count == 1, remarks.isEmpty, text.unicodeScalars.count <= room {
      append(depth, text + beside, checks)
    } else {
      for comment in comments + remarks { self.comment(depth, comment) }
      append(depth, text, checks)
    }
  }

  /// The checks of which nothing, or not all, is in the profile.
  private mutating func leftovers(of check: ImportedCheck, _ depth: Int) {
    for leftover in check.leftovers {
      comment(depth, quotes.text(at: check.offset))
      comment(depth, "  not enforced: " + leftover.sentence)
    }
    guard check.leftovers.isEmpty, check.parts.isEmpty else { return }
    comment(depth, quotes.text(at: check.offset))
    for remark in check.remarks { comment(depth, "  " + remark) }
  }

  private mutating func comment(_ depth: Int, _ text: String) {
    append(depth, "// " + text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  private mutating func append(_ depth: Int, _ text: String, _ checks: [Int] = []) {
    lines.append(String(repeating: "  ", count: depth) + text)
    owners.append(checks)
  }

  // MARK: Texts

  private static func json(_ node: DocumentNode) -> String {
    switch node.kind {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .text(let text): JSONText.quoted(text)
    case .array(let elements): "[" + elements.map(json).joined(separator: ", ") + "]"
    case .object(let members):
      "{ "
        + members.map { JSONText.quoted($0.name) + ": " + json($0.value) }.joined(separator: ", ")
        + " }"
    }
  }
}
