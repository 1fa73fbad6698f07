internal import BulkcheckCore
internal import BulkcheckDocument

/// `schema`: a JSON Schema beside the profile.
extension ProfileReader {
  /// Reads the member, and the schema that is given in any case where there is none.
  mutating func readSchema(_ member: DocumentMember?) {
    guard let member else {
      if let loadSchema, let schema = try? loadSchema(nil) { adopt(schema, at: 0) }
      return
    }
    guard let loadSchema else { return complain(member.value.offset, .schemasUnreadable) }
    guard let file = schemaFile(member.value) else { return }
    do throws(SchemaLoadingError) {
      guard let schema = try loadSchema(file.text) else { return }
      let first = ruleSet.rules.count
      adopt(schema, at: member.value.offset)
      if let settings = member.value["rules"] { readSettings(settings, from: first) }
    } catch {
      complain(file.offset, .badSchema(error.reason))
    }
  }

  private mutating func schemaFile(_ node: DocumentNode) -> (text: String, offset: Int)? {
    if let text = node.text, !text.isEmpty { return (text, node.offset) }
    guard node.members != nil else {
      return refuse(
        node, "`schema`", expected: "the path of a JSON Schema, or an object with `file`")
    }
    let members = members(node, "`schema`", keys: ["file", "rules"])
    guard let member = members.named("file") else {
      let expected = "\"file\": the path of a JSON Schema"
      return refuse(node.offset, .missing("file", in: "`schema`", expected: expected))
    }
    return text(member.value, "`file` of `schema`", mayBeEmpty: false).map {
      ($0, member.value.offset)
    }
  }

  /// Puts the rules of a schema behind those that there are.
  private mutating func adopt(_ schema: RuleSet, at offset: Int) {
    let first = ruleSet.rules.count
    ruleSet.rules += schema.rules
    ruleOffsets += schema.rules.map { _ in offset }
    ruleOrigins += schema.rules.map { _ in offset }
    for id in schema.rules.map({ ExactText($0.id) }) where idOffsets[id] == nil {
      idOffsets[id] = offset
    }
    ruleSet.unassertedFormats = schema.unassertedFormats
    ruleSet.schemaCaveat = schema.schemaCaveat
    guard var graph = schema.schema else { return }
    for node in graph.subschemas.indices where first > 0 {
      for position in graph.subschemas[node].keywords.indices {
        graph.subschemas[node].keywords[position].rule?.value += first
      }
    }
    ruleSet.schema = graph
  }

  // MARK: Settings

  private mutating func readSettings(_ node: DocumentNode, from first: Int) {
    let members = object(node, "`rules` of `schema`") ?? []
    let positions = Dictionary(
      ruleSet.rules[first...].enumerated().map { (ExactText($0.element.id), first + $0.offset) },
      uniquingKeysWith: { first, _ in first })
    // What is said of one location wins over what is said of all below another.
    for member in members where member.name.hasSuffix("/*") {
      let folder = String(member.name.dropLast())
      let rules = ruleSet.rules.indices.dropFirst(first).filter {
        ruleSet.rules[$0].id.hasPrefix(folder)
      }
      apply(member, to: Array(rules), from: first)
    }
    for member in members where !member.name.hasSuffix("/*") {
      apply(member, to: positions[ExactText(member.name)].map { [$0] } ?? [], from: first)
    }
  }

  private static let settings: [AttributeKey] = [.severity, .tolerance, .labels, .message, .code]

  private mutating func apply(_ member: DocumentMember, to rules: [Int], from first: Int) {
    if rules.isEmpty {
      let ids = ruleSet.rules[first...].map(\.id)
      complain(member.nameOffset, .unknownLocation(member.name, known: ids))
    }
    let keys = Self.settings.map(\.rawValue)
    let given = attributes(members(member.value, Complaint.quoted(member.name), keys: keys))
    if given.labels.contains("pii") { complain(member.nameOffset, .maskedLocation(member.name)) }
    for rule in rules { apply(given, to: &ruleSet.rules[rule].attributes) }
  }

  private func apply(_ given: GivenAttributes, to attributes: inout RuleAttributes) {
    attributes.message = given.message ?? attributes.message
    attributes.code = given.code ?? attributes.code
    attributes.severity = given.severity ?? attributes.severity
    attributes.tolerance = given.tolerance ?? attributes.tolerance
    if !given.labels.isEmpty { attributes.labels = given.labels.sorted() }
  }
}
