internal import BulkcheckCore
internal import BulkcheckDocument

/// Blocks with a name: `definitions`, and `use` in a block, which puts them there.
extension ProfileReader {
  /// What is under `definitions`.
  struct Definition {
    var block: DocumentNode
    var nameOffset: Int
  }

  mutating func readDefinitions(_ node: DocumentNode) {
    guard let members = object(node, "`definitions`") else { return }
    for member in members {
      guard member.value.members != nil else {
        complain(
          member.value, "the definition \(Complaint.quoted(member.name))",
          expected: "an object of constraints")
        continue
      }
      definitions[ExactText(member.name)] = Definition(
        block: member.value, nameOffset: member.nameOffset)
      definitionNames.append(member.name)
    }
  }

  /// The members of a block, with those of the definitions that it uses in the place of `use`; nil
  /// if it is not an object.
  mutating func blockMembers(_ node: DocumentNode) -> [DocumentMember]? {
    guard let own = node.members else { return nil }
    guard own.named("use") != nil else { return own }
    var members: [DocumentMember] = []
    var way: [String] = []
    gather(own, &members, &way)
    var seen: [ExactText: DocumentMember] = [:]
    var distinct: [DocumentMember] = []
    for member in members {
      if let first = seen[ExactText(member.name)] {
        let place = source.place(of: first.nameOffset, from: member.nameOffset)
        complain(member.nameOffset, .usedTwice(member.name, first: place))
      } else {
        seen[ExactText(member.name)] = member
        distinct.append(member)
      }
    }
    return distinct
  }

  /// Reads a member of a block. What comes from a definition has the place where that is used.
  mutating func atPlace<Result>(
    of member: DocumentMember, in block: DocumentNode, _ read: (inout ProfileReader) -> Result
  ) -> Result {
    let outer = placeOfUse
    if outer == nil, let use = block["use"],
      block.members?.contains(where: { $0.nameOffset == member.nameOffset }) == false
    {
      placeOfUse = use.offset
    }
    defer { placeOfUse = outer }
    return read(&self)
  }

  /// Definitions may use others, as deep as there are any: a circle is a mistake.
  private mutating func gather(
    _ block: [DocumentMember], _ members: inout [DocumentMember], _ way: inout [String]
  ) {
    for member in block {
      guard member.name == "use" else {
        members.append(member)
        continue
      }
      for name in usedNames(member.value) {
        guard let definition = definitions[ExactText(name.text)] else {
          let known = definitionNames
          complain(name.offset, .unknownDefinition(name.text, known: known))
          continue
        }
        if way.contains(name.text) {
          complain(name.offset, .definitionCycle(way + [name.text]))
          continue
        }
        guard way.count < Self.definitionDepthMaximum, members.count < Self.membersMaximum else {
          complain(name.offset, .tooManyDefinitions)
          continue
        }
        usedDefinitions.insert(ExactText(name.text))
        gatheredMembers += definition.block.members?.count ?? 0
        way.append(name.text)
        gather(definition.block.members ?? [], &members, &way)
        way.removeLast()
      }
    }
  }

  private static let definitionDepthMaximum = 64
  private static let membersMaximum = 10_000

  private mutating func usedNames(_ node: DocumentNode) -> [(text: String, offset: Int)] {
    if let name = node.text { return [(name, node.offset)] }
    guard let elements = node.elements, !elements.isEmpty else {
      complain(node, "`use`", expected: "the name of a definition, or a list of names")
      return []
    }
    return elements.compactMap { element in
      text(element, "an element of `use`").map { ($0, element.offset) }
    }
  }
}

extension Complaint {
  fileprivate static func usedTwice(_ keyword: String, first: String) -> Complaint {
    Complaint(
      "`\(keyword)` conflicts with the one on \(first)",
      expected: "only one of the two")
  }

  fileprivate static func unknownDefinition(_ name: String, known: [String]) -> Complaint {
    let nearest = NearestWord.of(name, among: known)
    return Complaint(
      "there is no definition \(quoted(name))",
      expected: nearest == nil ? "a name under `definitions`" : nil, suggestion: nearest)
  }

  fileprivate static func definitionCycle(_ names: [String]) -> Complaint {
    Complaint(
      "definitions use each other in a cycle: " + names.map(quoted).joined(separator: ", "))
  }

  fileprivate static let tooManyDefinitions = Complaint(
    "definitions use others too often or too deeply", expected: "at most 64 levels")
}
