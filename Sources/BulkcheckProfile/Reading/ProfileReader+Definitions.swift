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

// MARK: - The size of what is put in place

extension ProfileReader {
  /// As many JSON values may definitions put into a profile (docs/reference/limits.md).
  private static let expandedMaximum = 1_000_000

  /// Whether definitions are small enough to be put where they are used. A few lines of definitions
  /// that use others twice stand for millions of values, so they are counted before.
  mutating func definitionsFit(_ root: DocumentNode) -> Bool {
    var sizes = DefinitionSizes(definitions)
    var total = 0
    for member in root.members ?? [] where !["definitions", "tests"].contains(member.name) {
      total = DefinitionSizes.sum(total, sizes.putIn(by: member.value))
    }
    let largest = definitionNames.map { (name: $0, size: sizes.size(of: $0)) }
      .max { $0.size < $1.size }
    guard let largest, max(total, largest.size) > Self.expandedMaximum else { return true }
    complain(
      definitions[ExactText(largest.name)]?.nameOffset ?? root.offset,
      .tooLargeDefinitions(
        largest.name, size: max(total, largest.size), maximum: Self.expandedMaximum))
    return false
  }
}

/// How many JSON values definitions have, with those that they use in turn. Counts stop growing at
/// a number that no profile may have.
private struct DefinitionSizes {
  private let definitions: [ExactText: ProfileReader.Definition]
  /// Those that are known; of one whose size is being found out, 0: a cycle is another mistake.
  private var known: [ExactText: Int] = [:]

  init(_ definitions: [ExactText: ProfileReader.Definition]) { self.definitions = definitions }

  static func sum(_ left: Int, _ right: Int) -> Int { min(left + right, 1 << 40) }

  mutating func size(of name: String) -> Int {
    let key = ExactText(name)
    if let size = known[key] { return size }
    guard let block = definitions[key]?.block else { return 0 }
    known[key] = 0
    var size = 0
    var open = [block]
    while let node = open.popLast() {
      size += 1
      open += node.children
    }
    size = DefinitionSizes.sum(size, putIn(by: block))
    known[key] = size
    return size
  }

  /// How many values the uses in a part of the profile put there.
  mutating func putIn(by root: DocumentNode) -> Int {
    var total = 0
    var open = [root]
    while let node = open.popLast() {
      for name in node["use"]?.namesUsed ?? [] {
        total = DefinitionSizes.sum(total, size(of: name))
      }
      open += node.children
    }
    return total
  }
}

extension DocumentNode {
  /// The names that a `use` lists.
  var namesUsed: [String] {
    text.map { [$0] } ?? (elements ?? []).compactMap(\.text)
  }

  fileprivate var children: [DocumentNode] { elements ?? members?.map(\.value) ?? [] }
}

extension Complaint {
  fileprivate static func tooLargeDefinitions(
    _ name: String, size: Int, maximum: Int
  ) -> Complaint {
    let counted = size >= 1 << 40 ? "more than a million million" : DigitText.grouped(size)
    return Complaint(
      "definitions would put \(counted) values into the profile; "
        + "with all that it uses, \(quoted(name)) is the largest",
      expected: "at most \(DigitText.grouped(maximum))")
  }

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
