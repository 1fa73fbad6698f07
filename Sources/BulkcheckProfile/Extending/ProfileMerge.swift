internal import BulkcheckCore
internal import BulkcheckDocument

/// Puts a profile behind the one that it extends: constraint by constraint, attribute by attribute
/// and rule by rule the later one wins, and null takes something away. Nothing is checked here. The
/// result is read like any other profile.
enum ProfileMerge {
  typealias Members = [DocumentMember]

  static func merged(_ base: DocumentNode, _ own: DocumentNode) -> DocumentNode {
    guard let inherited = base.members, let members = own.members else { return own }
    let parts = members.filter { $0.name != "extends" }
    return own.with(
      combined(inherited.filter { $0.name != "extends" }, parts) { inherited, member in
        switch member.name {
        case "definitions": objects(inherited, member, block)
        case "input", "defaults", "records": settings(inherited, member)
        case "sections": sections(inherited, member)
        default: part(inherited, member)
        }
      })
  }

  /// A part that a profile and each of its sections can have.
  private static func part(
    _ inherited: DocumentMember, _ member: DocumentMember
  ) -> DocumentMember {
    switch member.name {
    case "fields": fields(inherited, member)
    case "rules": entries(inherited, member, ProfileReader.entryOperators)
    case "table": entries(inherited, member, ProfileReader.tableForms)
    case "additionalFields": constraint(inherited, member)
    case "count": settings(inherited, member)
    default: member
    }
  }

  /// Sections with the same id, part by part; one whose condition is null is taken away.
  private static func sections(
    _ inherited: DocumentMember, _ member: DocumentMember
  ) -> DocumentMember {
    entries(inherited, member, []) { former, own in
      if own["when"]?.isNull == true { return nil }
      guard let base = former.members, let members = own.members else { return own }
      return former.with(combined(base, members.filter { $0.name != "id" }, part))
    }
  }

  /// The inherited members in their order, each with what is said of it, then the new ones. What is
  /// null is not there.
  private static func combined(
    _ inherited: Members, _ members: Members, key: (String) -> String = { $0 },
    _ merge: (DocumentMember, DocumentMember) -> DocumentMember
  ) -> Members {
    var result: [DocumentMember?] = inherited
    var places: [ExactText: Int] = [:]
    for (place, member) in inherited.enumerated() { places[ExactText(key(member.name))] = place }
    for member in members {
      let name = ExactText(key(member.name))
      if member.value.isNull {
        if let place = places.removeValue(forKey: name) { result[place] = nil }
        continue
      }
      if let place = places[name], let former = result[place] {
        result[place] = merge(former, member)
        continue
      }
      places[name] = result.count
      let nothing = DocumentMember(
        name: member.name, nameOffset: member.nameOffset, value: member.value.with([]))
      result.append(member.value.members == nil ? member : merge(nothing, member))
    }
    return result.compactMap { $0 }
  }

  /// Two objects, member by member; anything else is replaced.
  private static func objects(
    _ inherited: DocumentMember, _ member: DocumentMember, key: (String) -> String = { $0 },
    _ merge: (DocumentMember, DocumentMember) -> DocumentMember
  ) -> DocumentMember {
    guard let base = inherited.value.members, let own = member.value.members else { return member }
    var result = member
    result.value = member.value.with(combined(base, own, key: key, merge))
    return result
  }

  private static func settings(
    _ inherited: DocumentMember, _ member: DocumentMember
  ) -> DocumentMember {
    objects(inherited, member, settings)
  }

  // MARK: Blocks

  /// `fields`, path by path, however these are written.
  private static func fields(
    _ inherited: DocumentMember, _ member: DocumentMember
  ) -> DocumentMember {
    objects(
      inherited, member, key: { (try? PathParser.path($0).description) ?? $0 }, block)
  }

  private static func block(
    _ inherited: DocumentMember, _ member: DocumentMember
  ) -> DocumentMember {
    objects(inherited, member, constraint)
  }

  private static func constraint(
    _ inherited: DocumentMember, _ member: DocumentMember
  ) -> DocumentMember {
    guard let keyword = Keyword(rawValue: member.name) else { return member }
    switch keyword {
    case .labels, .normalize, .separator, .boolean, .number, .use, .then, .else: return member
    case .fields where !isLong(inherited.value, keyword) && !isLong(member.value, keyword):
      return fields(inherited, member)
    case .items where !isLong(inherited.value, keyword) && !isLong(member.value, keyword):
      return block(inherited, member)
    default: return long(inherited, member, keyword)
    }
  }

  private static func isLong(_ node: DocumentNode, _ keyword: Keyword) -> Bool {
    guard let members = node.members else { return false }
    if keyword == .fields { return members.named("id")?.value.text != nil }
    if members.named("value") != nil { return true }
    // A block has no attributes, and a constraint that takes a block has some without `value` only
    // where it inherits that.
    return !keyword.takesBlock && keyword != .all && keyword != .any && keyword != .none
      || !members.isEmpty && members.allSatisfy { AttributeKey(rawValue: $0.name) != nil }
  }

  /// A constraint of which value and attributes may come from different profiles.
  private static func long(
    _ inherited: DocumentMember, _ member: DocumentMember, _ keyword: Keyword
  ) -> DocumentMember {
    let base = parts(inherited.value, keyword)
    let own = parts(member.value, keyword)
    let value = own.value ?? base.value
    var attributes = base.attributes
    // How a date is written belongs to the value.
    if own.value != nil {
      attributes.removeAll { ProfileReader.notationKeys.contains($0.name) }
    }
    attributes = combined(attributes, own.attributes) { $1 }
    var result = own.value == nil ? inherited : member
    if let value, attributes.isEmpty, !isLong(member.value, keyword),
      !isLong(inherited.value, keyword)
    {
      result.value = value.value
    } else {
      result.value = member.value.with((value.map { [$0] } ?? []) + attributes)
    }
    return result
  }

  private static func parts(
    _ node: DocumentNode, _ keyword: Keyword
  ) -> (value: DocumentMember?, attributes: Members) {
    guard isLong(node, keyword), let members = node.members else {
      // Nothing is inherited.
      if let members = node.members, members.isEmpty, !keyword.takesBlock { return (nil, []) }
      return (DocumentMember(name: "value", nameOffset: node.offset, value: node), [])
    }
    return (members.named("value"), members.filter { $0.name != "value" })
  }

  // MARK: Entries

  /// Entries with ids: one with a form of its own replaces that with the same id in its place,
  /// another one changes it.
  private static func entries(
    _ inherited: DocumentMember, _ member: DocumentMember, _ forms: [String]
  ) -> DocumentMember {
    entries(inherited, member, forms) { former, own in
      let form = own.members?.first { forms.contains($0.name) }
      if let form { return form.value.isNull ? nil : own }
      guard let base = former.members, let members = own.members else { return former }
      return former.with(combined(base, members.filter { $0.name != "id" }) { $1 })
    }
  }

  /// - Parameter change: makes one entry of two with the same id.
  private static func entries(
    _ inherited: DocumentMember, _ member: DocumentMember, _ forms: [String],
    _ change: (DocumentNode, DocumentNode) -> DocumentNode?
  ) -> DocumentMember {
    guard let base = inherited.value.elements, let own = member.value.elements else {
      return member
    }
    var entries: [DocumentNode?] = base
    var places: [ExactText: Int] = [:]
    for (place, entry) in base.enumerated() {
      if let id = entry["id"]?.text { places[ExactText(id)] = place }
    }
    var seen: Set<ExactText> = []
    for entry in own {
      let form = entry.members?.first { forms.contains($0.name) }
      // The same id twice in one file is a mistake, which the reader finds.
      guard let id = entry["id"]?.text.map({ ExactText($0) }), seen.insert(id).inserted,
        let place = places[id]
      else {
        if form?.value.isNull != true { entries.append(entry) }
        continue
      }
      if let former = entries[place] { entries[place] = change(former, entry) }
    }
    var result = member
    result.value = DocumentNode(
      kind: .array(entries.compactMap { $0 }), offset: member.value.offset)
    return result
  }
}
