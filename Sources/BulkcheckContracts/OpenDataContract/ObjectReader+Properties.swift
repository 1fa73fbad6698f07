internal import BulkcheckCore
internal import BulkcheckDocument

/// Properties: each becomes a block of constraints under `fields`.
extension ObjectReader {
  /// The blocks of the properties of an object, by their names in the data.
  ///
  /// - Parameters:
  ///   - path: of the object.
  ///   - isNested: in another property.
  mutating func readProperties(
    of node: DocumentNode, at path: FieldPath, isNested: Bool
  ) -> DocumentNode {
    guard let member = node.members?.named("properties") else {
      return .object([:], at: node.offset)
    }
    var fields = ProfileObject(at: member.value.offset)
    var names: Set<ExactText> = []
    for property in findings.list(member) {
      guard property.members != nil else {
        findings.complain(property, "a property", expected: "an object with `name`")
        continue
      }
      guard let name = property.column, !name.isEmpty else {
        findings.complain(
          property["name"]?.offset ?? property.offset,
          Complaint("a property has no name", expected: "`name` with a string"))
        continue
      }
      let key = FieldPath([.key(name)])
      let nameOffset =
        (property["physicalName"]?.text == name ? property["physicalName"] : property["name"])?
        .offset ?? property.offset
      guard names.insert(ExactText(name)).inserted else {
        findings.complain(
          nameOffset,
          Complaint("two properties of an object have the name \(Complaint.quoted(name))"))
        continue
      }
      let block = readProperty(property, at: path.appending(.key(name)))
      fields.add(key.description, block, at: nameOffset)
    }
    return fields.node
  }

  /// The block of a property, or of the elements of an array.
  mutating func readProperty(_ node: DocumentNode, at path: FieldPath) -> DocumentNode {
    var block = ProfileObject(at: node.offset)
    readType(of: node, at: path, into: &block)
    let isRequired = isRequired(node, at: path)
    if let offset = isRequired { block.add("required", .boolean(true, at: offset)) }
    readUnique(node, at: path, into: &block)
    var labels = RuleLabels()
    for member in node.members ?? [] {
      switch member.name {
      case "properties", "items", "logicalType", "logicalTypeOptions", "required", "unique",
        "primaryKey":
        break
      case "relationships":
        for entry in findings.list(member) { readRelationship(entry, of: path) }
      case "quality":
        for entry in findings.list(member) { readQuality(entry, of: path) }
      case "tags": labels.add(tags: findings.list(member))
      default:
        guard !StandardWords.property.contains(member.name) else { continue }
        findings.leave(
          unknown: member, in: "a property",
          known: StandardWords.Read.property + StandardWords.property)
      }
    }
    readParts(of: node, at: path, into: &block)
    if let list = labels.node { block.add("labels", list) }
    return block.node
  }

  /// The properties of an object, and the elements of an array.
  private mutating func readParts(
    of node: DocumentNode, at path: FieldPath, into block: inout ProfileObject
  ) {
    var fields = readProperties(of: node, at: path, isNested: true).members ?? []
    var positions: [ExactText: Int] = [:]
    for (position, field) in fields.enumerated() { positions[ExactText(field.name)] = position }
    var columns: [ExactText: String] = [:]
    for property in node["properties"]?.elements ?? [] {
      guard let name = property["name"]?.text, columns[ExactText(name)] == nil else { continue }
      columns[ExactText(name)] = property.column
    }
    // The names that the option `required` lists.
    for name in requiredNames(node) {
      guard let text = name.text else {
        findings.complain(name, "a name in `required`", expected: "a string")
        continue
      }
      let key = FieldPath([.key(columns[ExactText(text)] ?? text)]).description
      let present = DocumentMember(
        name: "present", nameOffset: name.offset, value: .boolean(true, at: name.offset))
      guard let position = positions[ExactText(key)] else {
        positions[ExactText(key)] = fields.count
        let block = DocumentNode(kind: .object([present]), offset: name.offset)
        fields.append(DocumentMember(key, block))
        continue
      }
      let former = fields[position].value
      // To be required says more.
      guard former["required"] == nil, former["present"] == nil else { continue }
      fields[position].value.kind = .object([present] + (former.members ?? []))
    }
    let offset = node["properties"]?.offset ?? node.offset
    block.addUnlessEmpty("fields", DocumentNode(kind: .object(fields), offset: offset))
    guard let items = node["items"], !items.isNull else { return }
    guard items.members != nil else {
      return findings.complain(items, "`items`", expected: "an object")
    }
    block.addUnlessEmpty("items", readProperty(items, at: path.appending(.everyElement)))
  }

  private mutating func requiredNames(_ node: DocumentNode) -> [DocumentNode] {
    guard node["logicalType"]?.text == "object",
      let member = node["logicalTypeOptions"]?.members?.named("required")
    else { return [] }
    return findings.list(member)
  }

  // MARK: Presence and keys

  /// The offset of the word that makes a property required; nil if none does.
  private mutating func isRequired(_ node: DocumentNode, at path: FieldPath) -> Int? {
    let members = node.members ?? []
    let required = members.named("required").flatMap { member in
      findings.boolean(member).flatMap { $0 ? member.value.offset : nil }
    }
    guard let member = members.named("primaryKey"), findings.boolean(member) == true else {
      return required
    }
    guard !path.leadsToSeveral else { return required }
    return required ?? member.value.offset
  }

  /// `unique` and `primaryKey`.
  private mutating func readUnique(
    _ node: DocumentNode, at path: FieldPath, into block: inout ProfileObject
  ) {
    let members = node.members ?? []
    let unique = members.named("unique").flatMap { member in
      findings.boolean(member) == true ? member : nil
    }
    let key = members.named("primaryKey").flatMap { $0.value.boolean == true ? $0 : nil }
    if path.leadsToSeveral {
      for member in [unique, key].compactMap({ $0 }) {
        findings.leave(
          member.nameOffset,
          "`\(member.name)` of \(Complaint.quoted(path.description)), as it is inside of an array")
      }
      return
    }
    if let key {
      let position = node["primaryKeyPosition"]?.digits.flatMap { BigDecimal($0).integer }
      primaryKey.append(
        KeyPart(
          path: path, position: position.flatMap { $0 > 0 ? $0 : nil } ?? .max,
          offset: key.value.offset))
    }
    let isKeyAlone = key != nil && !hasCompositeKey
    if let member = unique ?? (isKeyAlone ? key : nil) {
      block.add("unique", .boolean(true, at: member.value.offset), at: member.nameOffset)
    }
  }
}
