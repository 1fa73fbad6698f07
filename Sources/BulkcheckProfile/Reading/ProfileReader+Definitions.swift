internal import BulkcheckCore
internal import BulkcheckDocument

/// Blocks with a name: `definitions`, and `use` in a block, which puts them there.
extension ProfileReader {
  /// An entry of `definitions`.
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
  /// The most JSON values that definitions may put into a profile (docs/reference/limits.md).
  private static let expandedMaximum = 1_000_000
  /// The most levels to which these may be nested.
  private static let expandedDepthMaximum = 512

  /// Whether definitions are small enough to be put where they are used. A few lines of definitions
  /// that use others twice stand for millions of values, and one that uses itself within a block
  /// for any number, so they are counted before.
  mutating func definitionsFit(_ root: DocumentNode) -> Bool {
    let sizes = DefinitionSizes(definitions, in: definitionNames)
    if let cycle = sizes.cycle {
      complain(cycle.offset, .definitionCycle(cycle.names))
      return false
    }
    if let deepest = sizes.deepest, sizes.known[deepest]?.depth ?? 0 > Self.expandedDepthMaximum {
      complain(
        definitions[deepest]?.nameOffset ?? root.offset,
        .tooDeepDefinitions(deepest.text, maximum: Self.expandedDepthMaximum))
      return false
    }
    let parts = (root.members ?? []).filter { !["definitions", "tests"].contains($0.name) }
    let total = sizes.putIn(by: parts.map(\.value))
    let largest = definitionNames.map { (name: $0, size: sizes.known[ExactText($0)]?.size ?? 0) }
      .max { $0.size < $1.size }
    guard let largest, max(total, largest.size) > Self.expandedMaximum else { return true }
    complain(
      definitions[ExactText(largest.name)]?.nameOffset ?? root.offset,
      .tooLargeDefinitions(
        largest.name, size: max(total, largest.size), maximum: Self.expandedMaximum))
    return false
  }
}

/// How many JSON values definitions have, with those that they use in turn, and how deep these are
/// nested. Counts stop growing at a number that no profile may have.
private struct DefinitionSizes {
  struct Known {
    var size = 0
    /// How many levels of objects and lists there are.
    var depth = 0
  }

  /// A `use` somewhere in a definition.
  private struct Use {
    var name: String
    var offset: Int
    /// How deep it is in the definition; at 0 it puts members beside the others there.
    var depth: Int
  }

  /// A definition whose uses are being looked at.
  private struct Open {
    var name: String
    var known: Known
    var uses: [Use]
    /// How many of the uses have been looked at.
    var taken = 0
  }

  private let definitions: [ExactText: ProfileReader.Definition]
  private(set) var known: [ExactText: Known] = [:]
  /// The first cycle that leads through a block within, and the use that closes it. What uses
  /// itself directly is found where it is put in place.
  private(set) var cycle: (names: [String], offset: Int)?
  private(set) var deepest: ExactText?

  init(_ definitions: [ExactText: ProfileReader.Definition], in names: [String]) {
    self.definitions = definitions
    for name in names where known[ExactText(name)] == nil { find(name) }
    deepest = names.map { ExactText($0) }.max {
      (known[$0]?.depth ?? 0) < (known[$1]?.depth ?? 0)
    }
  }

  static func sum(_ left: Int, _ right: Int) -> Int { min(left + right, 1 << 40) }

  /// Finds the size of a definition, and of those that it uses before. No recursion: there may be
  /// any number, each using the next.
  private mutating func find(_ name: String) {
    var way = [open(name)]
    var onWay: Set<ExactText> = [ExactText(name)]
    while let last = way.indices.last {
      guard way[last].taken < way[last].uses.count else {
        known[ExactText(way[last].name)] = way[last].known
        onWay.remove(ExactText(way[last].name))
        way.removeLast()
        continue
      }
      let use = way[last].uses[way[last].taken]
      if onWay.contains(ExactText(use.name)) {
        note(use, closing: way)
        way[last].taken += 1
      } else if let inner = known[ExactText(use.name)] {
        way[last].known.size = DefinitionSizes.sum(way[last].known.size, inner.size)
        way[last].known.depth = max(way[last].known.depth, use.depth + inner.depth)
        way[last].taken += 1
      } else if definitions[ExactText(use.name)] != nil {
        way.append(open(use.name))
        onWay.insert(ExactText(use.name))
      } else {
        way[last].taken += 1
      }
    }
  }

  private func open(_ name: String) -> Open {
    var open = Open(name: name, known: Known(), uses: [])
    guard let block = definitions[ExactText(name)]?.block else { return open }
    var nodes = [(node: block, depth: 0)]
    while let (node, depth) = nodes.popLast() {
      open.known.size += 1
      open.known.depth = max(open.known.depth, depth)
      if let used = node["use"] {
        open.uses += used.namesUsed.map { Use(name: $0, offset: used.offset, depth: depth) }
      }
      nodes += node.children.map { ($0, depth + 1) }
    }
    return open
  }

  private mutating func note(_ use: Use, closing way: [Open]) {
    guard cycle == nil, let first = way.firstIndex(where: { $0.name.isExactly(use.name) }) else {
      return
    }
    // Each but the last has not yet passed the use that leads on.
    let uses = way[first...].map { $0.uses[$0.taken] }
    if uses.allSatisfy({ $0.depth == 0 }) { return }
    cycle = (way[first...].map(\.name) + [use.name], use.offset)
  }

  /// How many values the uses in parts of the profile put there.
  func putIn(by parts: [DocumentNode]) -> Int {
    var total = 0
    var nodes = parts
    while let node = nodes.popLast() {
      for name in node["use"]?.namesUsed ?? [] {
        total = DefinitionSizes.sum(total, known[ExactText(name)]?.size ?? 0)
      }
      nodes += node.children
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
  fileprivate static func tooDeepDefinitions(_ name: String, maximum: Int) -> Complaint {
    Complaint(
      "the definition \(quoted(name)) is nested too deeply with all that it uses",
      expected: "at most \(maximum) levels")
  }

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
