internal import BulkcheckCore
internal import BulkcheckDocument

/// Definitions that nothing uses: read for their mistakes alone, as the block of a field that the
/// profile does not have.
extension ProfileReader {
  /// Blocks that together have more members are not all read: definitions that use one another
  /// could be very large.
  private static let membersMaximum = 200_000

  mutating func checkUnusedDefinitions() {
    guard !isFirstReading else { return }
    let unused = definitionNames.filter { !usedDefinitions.contains(ExactText($0)) }
    if unused.isEmpty { return }
    let inner = namesUsedByDefinitions
    // One that another uses is read there. If definitions use each other in a cycle, that is left.
    let outer = unused.filter { !inner.contains(ExactText($0)) }
    var membersLeft = Self.membersMaximum
    for name in outer + unused
    where !usedDefinitions.contains(ExactText(name)) && membersLeft > 0 {
      checkUnused(name, &membersLeft)
    }
  }

  private mutating func checkUnused(_ name: String, _ membersLeft: inout Int) {
    guard let definition = definitions[ExactText(name)] else { return }
    // What the blocks declare must be known before their bounds are read.
    var first = ProfileReader(source: source, loadSchema: nil)
    first.readUnused(definition, name, of: self)
    first.ruleSet.fields = first.inOrder(first.mentions.filter(\.isNamed))
    var second = ProfileReader(
      known: KnownNames(first.ruleSet), source: source, loadReference: loadReference,
      loadSchema: nil)
    second.readUnused(definition, name, of: self)
    complaints += second.complaints
    // Added to, and not replaced: there may be thousands, and a copy each time would be slow.
    usedDefinitions.formUnion(second.usedDefinitions)
    usedDefinitions.insert(ExactText(name))
    membersLeft -= second.gatheredMembers
  }

  private mutating func readUnused(
    _ definition: Definition, _ name: String, of outer: ProfileReader
  ) {
    isUnusedDefinition = true
    definitions = outer.definitions
    definitionNames = outer.definitionNames
    gatheredMembers = definition.block.members?.count ?? 0
    loadedReferences = outer.loadedReferences
    let path = FieldPath([.key(name)])
    readScope(definition.block, place: .field(path), path: path, idPrefix: name, inherited: [])
  }

  /// The names under `use` in all definitions, on whatever level.
  private var namesUsedByDefinitions: Set<ExactText> {
    var names: Set<ExactText> = []
    var open = definitionNames.compactMap { definitions[ExactText($0)]?.block }
    while let node = open.popLast() {
      for member in node.members ?? [] {
        if member.name == "use" { names.formUnion(member.value.namesUsed.map { ExactText($0) }) }
        open.append(member.value)
      }
      open += node.elements ?? []
    }
    return names
  }
}
