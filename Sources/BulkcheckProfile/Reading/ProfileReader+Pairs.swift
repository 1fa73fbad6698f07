internal import BulkcheckCore
internal import BulkcheckDocument

/// `previous` in an entry of `rules`: the rule may read values of the record before; and
/// `determines`, which reads those of the first record with the same key.
extension ProfileReader {
  /// An entry that reads another record.
  struct PairedEntry {
    var index: PairingIndex
    /// The place of `previous` or `determines` in the profile.
    var offset: Int
  }

  /// Begins an entry of `rules`. What its paths may lead to depends on `previous`.
  mutating func beginEntry(_ members: [DocumentMember]) {
    reach = .onlyRecord
    entryPairing = nil
    if let member = members.named("previous") { readPrevious(member) }
    entryPaths = []
  }

  mutating func endEntry() {
    reach = .record
    entryElements = nil
  }

  /// The path in the record to what the entry being read names, in whichever record or element.
  func inRecord(_ path: FieldPath) -> FieldPath {
    (entryElements ?? FieldPath()).appending(path.inItsRecord)
  }

  /// Reads which record, or element, an entry reads beside its own.
  private mutating func readPrevious(_ member: DocumentMember) {
    let parts = self.members(member.value, "`previous`", keys: ["by", "within"])
    var pairing = Pairing(by: [], section: section)
    if let node = parts.named("by")?.value {
      let elements = node.elements ?? [node]
      if elements.isEmpty { complain(node, "`by`", expected: "a path or a list of paths") }
      pairing.by = singlePaths(elements, "`by`")
    }
    if let within = parts.named("within") {
      if parts.named("by") != nil { complain(within.nameOffset, .withinBesideBy) }
      if let path = elements(within.value) {
        pairing = Pairing(.elementBefore(at: path), by: [], section: section)
        entryElements = path
      }
    }
    reach = parts.named("within") == nil ? .recordBefore : .elementBefore
    entryPairing = PairedEntry(index: add(pairing), offset: member.nameOffset)
  }

  /// The path to the elements that are paired.
  private mutating func elements(_ node: DocumentNode) -> FieldPath? {
    guard let path = path(node, "`within`") else { return nil }
    guard path.steps.last == .everyElement else {
      return refuse(node.offset, .withinNoArray(path))
    }
    mention(path, at: node.offset)
    return path
  }

  private mutating func add(_ pairing: Pairing) -> PairingIndex {
    if !ruleSet.pairings.contains(pairing) { ruleSet.pairings.append(pairing) }
    return PairingIndex(
      ruleSet.pairings.firstIndex(of: pairing) ?? 0, isOfElements: pairing.elements != nil)
  }

  // MARK: determines

  /// `determines`: records with equal values at some paths have equal values at others.
  mutating func determines(_ member: DocumentMember) -> Expression? {
    let node = member.value
    let parts = members(node, "`determines`", keys: ["by", "of"])
    guard node.members != nil else { return nil }
    func paths(_ key: String, _ reader: inout ProfileReader) -> [FieldPath]? {
      guard let value = parts.named(key)?.value else {
        return reader.refuse(node.offset, .missing(key, in: "`determines`"))
      }
      let elements = value.elements ?? [value]
      guard !elements.isEmpty else {
        return reader.refuse(value, "`\(key)`", expected: "a path or a list of paths")
      }
      let found = reader.singlePaths(elements, "`\(key)`")
      return found.count == elements.count ? found : nil
    }
    let by = paths("by", &self)
    // A sample shows what differs, and not the key.
    entryPaths = []
    guard let of = paths("of", &self), let by else { return nil }
    entryPaths += entryPaths.map { mention in
      var other = mention
      other.read = mention.read.inPrevious
      return other
    }
    entryPairing = PairedEntry(
      index: add(Pairing(.first(with: of), by: by, section: section)), offset: member.nameOffset)
    return .all(of.map { .compare($0, .equal, $0.inPrevious) })
  }

  /// Makes the rule that was added last one about pairs.
  mutating func pairLast(_ entry: PairedEntry, _ keyword: String) {
    let number = ruleSet.rules.count - 1
    ruleSet.rules[number].pairing = entry.index
    ruleSet.rules[number].field = nil
    let pairing = ruleSet.pairings[entry.index.value]
    if case .first(let paths) = pairing.partner,
      ruleSet.rules[number].attributes.message.given == nil
    {
      ruleSet.rules[number].attributes.message = MessageTemplate(determined: paths, by: pairing.by)
    }
    pairedOffsets[number] = entry.offset
    if reach.hasPrevious, ["unique", "references", "determines"].contains(keyword) {
      complain(entry.offset, .previousBeside(keyword))
    } else if !entryPaths.contains(where: \.read.isOfPrevious) {
      complain(entry.offset, .readsNothingPrevious(entry.index.isOfElements ? "element" : "record"))
    }
    for mention in entryPaths where !entry.index.isOfElements {
      if mention.read == FieldPath().inPrevious { complain(mention.offset, .wholeOfPrevious) }
      if let step = mention.path.steps.first, step.isToEvery {
        complain(mention.offset, .starOfPrevious(mention.path))
      }
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
      "`previous` has no effect beside `\(keyword)`, which looks at many records",
      expected: "`previous` beside compare, when, all, any, none or not")
  }

  fileprivate static func readsNothingPrevious(_ what: String) -> Complaint {
    Complaint(
      "the rule has `previous`, but reads nothing of the \(what) before",
      expected: "a path that begins with `previous.`, such as previous.time")
  }

  fileprivate static let withinBesideBy = Complaint(
    "`within` and `by` exclude each other: elements are compared in their own array",
    expected: "one of them")

  fileprivate static func withinNoArray(_ path: FieldPath) -> Complaint {
    Complaint(
      "\(quoted(path.description)) does not lead to the elements of an array",
      expected: "a path that ends in [*], such as \(quoted("\(path)[*]"))")
  }

  fileprivate static let wholeOfPrevious = Complaint(
    "`previous` alone is the whole record before",
    expected: "one of its fields, such as previous.time")

  fileprivate static func starOfPrevious(_ path: FieldPath) -> Complaint {
    Complaint(
      "\(quoted(path.description)) reads all members of a record, which a rule about two records "
        + "cannot", expected: "a path that begins with a name")
  }

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
