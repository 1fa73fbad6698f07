internal import BulkcheckCore
internal import BulkcheckDocument

/// `previous` in an entry of `rules`: the rule may read values of the record before.
extension ProfileReader {
  /// An entry that reads the record before.
  struct PairedEntry {
    var index: PairingIndex
    /// The place of `previous` in the profile.
    var offset: Int
  }

  /// Begins an entry of `rules`, whose paths may begin with `previous.` from here on if it says so.
  mutating func beginEntry(_ members: [DocumentMember]) {
    entryPaths = []
    readsPrevious = members.named("previous") != nil
  }

  /// The record that an entry reads beside its own; nil if it reads none.
  mutating func pairedEntry(_ members: [DocumentMember]) -> PairedEntry? {
    guard let member = members.named("previous") else { return nil }
    let parts = self.members(member.value, "`previous`", keys: ["by"])
    var by: [FieldPath] = []
    if let node = parts.named("by")?.value {
      let outer = readsPrevious
      readsPrevious = false
      let elements = node.elements ?? [node]
      if elements.isEmpty { complain(node, "`by`", expected: "a path or a list of paths") }
      let entry = entryPaths
      by = elements.compactMap { singlePath($0, "`by`") }
      // A sample does not show the values that both records have in common.
      entryPaths = entry
      readsPrevious = outer
    }
    let pairing = Pairing(by: by, section: section)
    if !ruleSet.pairings.contains(pairing) { ruleSet.pairings.append(pairing) }
    let index = PairingIndex(ruleSet.pairings.firstIndex(of: pairing) ?? 0)
    return PairedEntry(index: index, offset: member.nameOffset)
  }

  /// Makes the rule that was added last one about pairs.
  mutating func pairLast(_ entry: PairedEntry, _ keyword: String) {
    let number = ruleSet.rules.count - 1
    ruleSet.rules[number].pairing = entry.index
    ruleSet.rules[number].field = nil
    pairedOffsets[number] = entry.offset
    if keyword == "unique" || keyword == "references" {
      complain(entry.offset, .previousBeside(keyword))
    } else if !entryPaths.contains(where: \.readsPrevious) {
      complain(entry.offset, .readsNothingPrevious)
    }
    if ruleSet.rules[number].attributes.tag != nil { complain(entry.offset, .previousWithTag) }
  }

  /// Mistakes of rules about pairs that show only when the whole profile has been read.
  mutating func checkPairs() {
    guard ruleSet.sectionRecords.count > 1 else { return }
    for (number, offset) in pairedOffsets.sorted(by: { $0.key < $1.key })
    where ruleSet.rules[number].section == nil {
      complain(offset, .previousOfSeveralSets)
    }
  }
}

extension Complaint {
  fileprivate static func previousBeside(_ keyword: String) -> Complaint {
    Complaint(
      "`previous` has no effect beside `\(keyword)`, which looks at all records before",
      expected: "`previous` beside compare, when, all, any, none or not")
  }

  fileprivate static let readsNothingPrevious = Complaint(
    "the rule has `previous`, but reads nothing of the record before",
    expected: "a path that begins with `previous.`, such as previous.time")

  fileprivate static let previousWithTag = Complaint(
    "a rule with `previous` cannot have a tag: only the records before say whether it applies")

  fileprivate static let previousOfSeveralSets = Complaint(
    "`previous` stands outside of sections, but the input has several sets of records",
    expected: "the rule in the section whose records follow one another")

  static func referenceToPaired(_ id: String) -> Complaint {
    Complaint("the rule \(quoted(id)) reads the record before, so no other rule can refer to it")
  }

  static let referenceInPaired = Complaint(
    "a rule with `previous` cannot refer to another rule",
    expected: "the conditions of that rule themselves")
}
