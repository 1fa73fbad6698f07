internal import BulkcheckCore
internal import BulkcheckDocument

/// Relationships: references to the files that are given for other objects.
extension ObjectReader {
  /// A property of an object that a relationship names.
  private struct Target {
    var object: String
    var names: [String]
    var offset: Int
  }

  /// - Parameter path: the property that the entry is in; nil: it names its properties itself.
  mutating func readRelationship(_ node: DocumentNode, of path: FieldPath?) {
    let members = findings.object(node, "an entry of `relationships`")
    guard node.members != nil else { return }
    for member in members where !["type", "from", "to"].contains(member.name) {
      guard !StandardWords.relationship.contains(member.name) else { continue }
      findings.leave(
        unknown: member, in: "a relationship",
        known: ["type", "from", "to"] + StandardWords.relationship)
    }
    if let type = node["type"], !type.isNull, type.text != "foreignKey" {
      return findings.leave(type.offset, "a relationship of the type \(type.summary)")
    }
    guard let to = targets(node, "to") else { return }
    guard let fields = fields(node, of: path) else { return }
    guard fields.count == to.count else {
      return findings.complain(
        node.offset,
        Complaint("the relationship has \(fields.count) properties, but leads to \(to.count)"))
    }
    guard let first = to.first, to.allSatisfy({ $0.object.isExactly(first.object) }) else {
      return findings.complain(
        node.offset, Complaint("the relationship leads to properties of different objects"))
    }
    addReference(node, fields, to)
  }

  // MARK: What is referred to

  private mutating func addReference(
    _ node: DocumentNode, _ fields: [(path: FieldPath, offset: Int)], _ to: [Target]
  ) {
    let name = to[0].object
    let target = outline.object(name)
    let isItself = target?.name.isExactly(object.name) ?? false
    guard let file = isItself ? "." : outline.file(of: name) else {
      return findings.leave(
        to[0].offset,
        "the relationship to \(Complaint.quoted(name)): give its file with "
          + "--table \(name)=FILE")
    }
    var columns: [DocumentNode] = []
    for part in to {
      guard let target else {
        columns.append(.text(ProfilePath.path(part.names), at: part.offset))
        continue
      }
      guard let path = target.path(part.names) else {
        return findings.complain(
          part.offset,
          Complaint(
            "the object \(Complaint.quoted(name)) has no property "
              + Complaint.quoted(part.names.joined(separator: "."))))
      }
      columns.append(.text(path.description, at: part.offset))
    }
    let fileNode = DocumentNode.text(file, at: to[0].offset)
    let id = ids.name(of: node, at: fields[0].path, "relationship")
    guard fields.contains(where: { $0.path.leadsToSeveral }) else {
      let operand = DocumentNode.object(
        [
          "fields": .list(
            fields.map { .text($0.path.description, at: $0.offset) }, at: node.offset),
          "file": fileNode, "columns": .list(columns, at: node.offset),
        ], at: node.offset)
      return rules.append(.object(["id": id, "references": operand], at: node.offset))
    }
    guard fields.count == 1, !isItself else {
      return findings.leave(
        node.offset,
        "the relationship to \(Complaint.quoted(name)), as its properties are inside of an array")
    }
    let operand = DocumentNode.object(["file": fileNode, "column": columns[0]], at: node.offset)
    var part = ProfileObject(at: node.offset)
    part.add(
      ProfilePath.key(fields[0].path), .object(["references": operand], at: node.offset))
    rules.append(
      .object(["id": id, "all": .list([part.node], at: node.offset)], at: node.offset))
  }

  // MARK: Names

  /// The properties of this object; nil after a mistake or a leftover.
  private mutating func fields(
    _ node: DocumentNode, of path: FieldPath?
  ) -> [(path: FieldPath, offset: Int)]? {
    if let path { return [(path, node.offset)] }
    guard let from = targets(node, "from") else { return nil }
    var fields: [(path: FieldPath, offset: Int)] = []
    for part in from {
      let isOwn = outline.object(part.object)?.name.isExactly(object.name) ?? false
      guard isOwn, let path = object.path(part.names) else {
        findings.complain(
          part.offset,
          Complaint(
            "the object \(Complaint.quoted(object.name)) has no property "
              + Complaint.quoted(
                (isOwn ? part.names : [part.object] + part.names).joined(separator: "."))))
        return nil
      }
      fields.append((path, part.offset))
    }
    return fields
  }

  /// The properties that `from` or `to` name; nil after a mistake or a leftover.
  private mutating func targets(_ node: DocumentNode, _ word: String) -> [Target]? {
    guard let value = node[word], !value.isNull else {
      findings.complain(node.offset, Complaint("a relationship has no `\(word)`"))
      return nil
    }
    let parts = value.elements ?? [value]
    var targets: [Target] = []
    for part in parts {
      guard let text = part.text, !text.isEmpty else {
        findings.complain(part, "`\(word)`", expected: "a name such as \"customers.id\"")
        return nil
      }
      guard let target = Self.target(text, at: part.offset) else {
        findings.leave(
          part.offset, "the relationship with \(Complaint.quoted(text)), which is not in this file")
        return nil
      }
      targets.append(target)
    }
    if targets.isEmpty {
      findings.complain(value, "`\(word)`", expected: "a name such as \"customers.id\"")
      return nil
    }
    return targets
  }

  /// `customers.id`, or `/schema/customers_obj/properties/id_prop`; nil for another file.
  private static func target(_ text: String, at offset: Int) -> Target? {
    if text.contains("#") || text.contains("://") { return nil }
    guard text.contains("/") else {
      let names = text.split(separator: ".").map(String.init)
      guard names.count > 1 else { return nil }
      return Target(object: names[0], names: Array(names.dropFirst()), offset: offset)
    }
    let parts = text.split(separator: "/").map(String.init)
    guard parts.count >= 4, parts.count.isMultiple(of: 2), parts[0] == "schema" else { return nil }
    var names: [String] = []
    for index in stride(from: 2, to: parts.count, by: 2) {
      guard parts[index] == "properties" else { return nil }
      names.append(parts[index + 1])
    }
    return Target(object: parts[1], names: names, offset: offset)
  }
}
