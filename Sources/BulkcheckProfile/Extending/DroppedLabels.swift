internal import BulkcheckCore
internal import BulkcheckDocument

/// Finds what a profile shows that the one it extends masks: `labels` are replaced as a whole, and
/// `pii` with them.
struct DroppedLabels {
  private(set) var notes: [(offset: Int, complaint: Complaint)] = []
  /// The sources in which the files of both are known.
  private let sources: ProfileSources

  /// - Parameters:
  ///   - base: what is extended.
  ///   - merged: the same with the profile behind it.
  init(_ base: DocumentNode, _ merged: DocumentNode, _ sources: ProfileSources) {
    self.sources = sources
    compareParts(base, merged, section: nil)
    let sections = merged["sections"]?.elements ?? []
    for section in base["sections"]?.elements ?? [] {
      guard let id = section["id"]?.text else { continue }
      let now = sections.first { $0["id"]?.text?.isExactly(id) ?? false }
      if let now { compareParts(section, now, section: id) }
    }
  }

  /// - Parameter section: the section whose parts they are.
  private mutating func compareParts(
    _ base: DocumentNode, _ merged: DocumentNode, section: String?
  ) {
    compareFields(base["fields"], merged["fields"], false)
    let prefix = section.map { Section.idPrefix(of: $0) } ?? ""
    for name in ["rules", "table"] {
      let entries = merged[name]?.elements ?? []
      for entry in base[name]?.elements ?? [] {
        guard let id = entry["id"]?.text, let label = Self.label(in: entry) else { continue }
        let now = entries.first { $0["id"]?.text?.isExactly(id) ?? false }
        // A rule that is not there shows nothing.
        guard let now, Self.label(in: now) == nil else { continue }
        note("the rule " + Complaint.quoted(prefix + id), label, at: Self.place(now) ?? now.offset)
      }
    }
  }

  // MARK: Fields

  private mutating func compareFields(
    _ base: DocumentNode?, _ merged: DocumentNode?, _ isMasked: Bool
  ) {
    var blocks: [String: DocumentMember] = [:]
    for member in merged?.members ?? [] { blocks[Self.path(member.name)] = member }
    for member in base?.members ?? [] {
      guard let block = blocks[Self.path(member.name)] else { continue }
      compare(member.name, member.value, block, isMasked)
    }
  }

  /// - Parameter isMasked: by the label of a block around it.
  private mutating func compare(
    _ name: String, _ base: DocumentNode, _ merged: DocumentMember, _ isMasked: Bool
  ) {
    let block = merged.value
    if let label = Self.label(in: base, isBlock: true), !isMasked,
      Self.label(in: block, isBlock: true) == nil
    {
      note(
        "the field " + Complaint.quoted(name), label, at: Self.place(block) ?? merged.nameOffset)
    }
    let isMasked = isMasked || block["labels"].flatMap(Self.pii) != nil
    compareFields(base["fields"], block["fields"], isMasked)
    if let items = base["items"], let member = block.members?.named("items") {
      compare(name + "[*]", items, member, isMasked)
    }
  }

  private static func path(_ text: String) -> String {
    (try? PathParser.path(text).description) ?? text
  }

  // MARK: Labels

  /// The offset of the label `pii` in a list.
  private static func pii(_ labels: DocumentNode) -> Int? {
    labels.elements?.first { $0.text == "pii" }?.offset
  }

  /// The offset of the label in a node; of a block, its inner blocks are left out.
  private static func label(in node: DocumentNode, isBlock: Bool = false) -> Int? {
    for member in node.members ?? [] {
      if isBlock, member.name == "fields" || member.name == "items" { continue }
      let found = member.name == "labels" ? pii(member.value) : label(in: member.value)
      if let found { return found }
    }
    for element in node.elements ?? [] {
      if let found = label(in: element) { return found }
    }
    return nil
  }

  /// The offset of the labels of a block or an entry.
  private static func place(_ node: DocumentNode) -> Int? {
    node.members?.named("labels")?.nameOffset
  }

  private mutating func note(_ what: String, _ label: Int, at offset: Int) {
    notes.append(
      (
        offset,
        Complaint(
          "\(what) loses the label \"pii\" of \(sources.place(of: label, from: offset)): "
            + "its values are shown")
      ))
  }
}
