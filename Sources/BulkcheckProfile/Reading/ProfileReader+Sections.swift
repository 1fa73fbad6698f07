internal import BulkcheckCore
internal import BulkcheckDocument

/// The key `sections`: blocks and rules that apply to the records that meet a condition
/// (docs/reference/sections.md#sections).
///
/// A section is read like a small profile. While it is read, ``ProfileReader/section`` says so to
/// everything that names a path, declares how one is read, or gives a rule its id.
extension ProfileReader {
  static let sectionKeys = [
    "id", "when", "records", "count", "fields", "rules", "table", "additionalFields",
  ]
  /// Each one may know all names of the profile, and asks its condition of each record.
  private static let sectionsMaximum = 1000
  /// The attributes of the rule that `count` is.
  private static let countAttributes: [AttributeKey] = [.message, .code, .severity, .labels, .was]

  mutating func readSections(_ node: DocumentNode) {
    guard let entries = list(node, "`sections`", of: "sections", mayBeEmpty: true) else { return }
    if entries.count > Self.sectionsMaximum {
      complain(entries[Self.sectionsMaximum].offset, .tooManySections(Self.sectionsMaximum))
    }
    for entry in entries.prefix(Self.sectionsMaximum) { readSection(entry) }
  }

  /// The ids of sections as they are written, in their order.
  static func sectionIDs(_ node: DocumentNode) -> [String] {
    let entries = (node.elements ?? []).prefix(sectionsMaximum).filter { $0.members != nil }
    return entries.enumerated().map { index, entry in
      entry.members?.named("id")?.value.text ?? "\(index)"
    }
  }

  private mutating func readSection(_ node: DocumentNode) {
    guard object(node, "an entry of `sections`") != nil else { return }
    let members = members(node, "an entry of `sections`", keys: Self.sectionKeys)
    let id = sectionID(members, of: node)
    let records = members.named("records").flatMap { sectionRecords($0.value) }
    let condition = sectionCondition(members, of: node)
    let index = SectionIndex(ruleSet.sections.count)
    // What else is mistaken in a section shows without its id, too.
    ruleSet.sections.append(
      Section(id: id ?? "\(index.value)", condition: condition, records: records))
    section = index
    for member in members {
      switch member.name {
      case "count": readCount(member)
      case "fields": readFields(member.value)
      case "rules": readRules(member.value)
      case "table": readTable(member.value)
      case "additionalFields": readTopAdditionalFields(member)
      default: break
      }
    }
    section = nil
  }

  private mutating func sectionID(_ members: [DocumentMember], of node: DocumentNode) -> String? {
    guard let member = members.named("id") else {
      return refuse(node.offset, .missing("id", in: "an entry of `sections`"))
    }
    guard let text = text(member) else { return nil }
    let offset = member.value.offset
    if !RuleID.isPlain(text) {
      complain(offset, .badID(text))
    } else if text == "bulkcheck" || text.hasPrefix("bulkcheck.") {
      complain(offset, .reservedSection(text))
    } else if let first = sectionOffsets[ExactText(text)] {
      let line = source.line(of: first)
      complain(offset, .repeatedSection(text, line: line))
    }
    sectionOffsets[ExactText(text)] = sectionOffsets[ExactText(text)] ?? offset
    return text
  }

  /// The places of its records, which must not be those of other sections, unless they are the
  /// same.
  private mutating func sectionRecords(_ node: DocumentNode) -> RecordPointer? {
    guard let pointer = recordPointer(node) else { return nil }
    let others = ruleSet.sectionRecords + [ruleSet.records].compactMap { $0 }
    if let other = others.first(where: { $0 != pointer && $0.overlaps(pointer) }) {
      complain(node.offset, .overlappingRecords(pointer, other))
    }
    return pointer
  }

  /// The condition, which reads paths as `fields` of the profile declares them; nil if there is
  /// none.
  private mutating func sectionCondition(
    _ members: [DocumentMember], of node: DocumentNode
  ) -> Expression? {
    guard let member = members.named("when") else {
      if members.named("records") != nil { return nil }
      complain(
        node.offset,
        .missing(
          "when", in: "an entry of `sections`",
          expected: #"a condition such as "when": {"type": {"const": "order"}}, or `records`"#))
      return nil
    }
    if member.value.members?.isEmpty == true {
      complain(member.value.offset, .sectionOfAll)
    }
    noteCondition(member.value)
    let entryBefore = entryPaths
    defer { entryPaths = entryBefore }
    isInSectionCondition = true
    defer { isInSectionCondition = false }
    return pathBlock(member.value, "the block of `when`")
  }

  /// The number of its records, which is a rule about the table.
  private mutating func readCount(_ member: DocumentMember) {
    let attributes = Self.countAttributes.map(\.rawValue)
    let members = members(member.value, "`count`", keys: ["min", "max"] + attributes)
    if member.value.members == nil { return }
    var measurement = Measurement(.count)
    var limits: [Int] = []
    for (key, word, side) in [
      ("min", TableBoundWord.minimum, TableBound.Side.lower), ("max", .maximum, .upper),
    ] {
      guard let node = members.named(key), let limit = count(node) else { continue }
      limits.append(limit)
      measurement.bounds.append(TableBound(side, .number("\(limit)")))
      measurement.writtenBounds.append(
        WrittenBound(word: word.rawValue, value: .number("\(limit)")))
    }
    if members.named("min") == nil, members.named("max") == nil {
      complain(member.value.offset, .countWithoutLimit)
    }
    if limits.count == 2, limits[0] > limits[1] {
      complain(
        member.value.offset,
        .impossibleRecords(minimum: limits[0], maximum: limits[1], isDefault: false))
    }
    let given = self.attributes(members.filter { attributes.contains($0.name) })
    addTableRule(
      TableRule(
        id: member.name, field: nil, constraint: Measure.count.rawValue,
        statement: .measure(measurement),
        attributes: RuleAttributes(message: MessageTemplate([]))), given, at: member.nameOffset,
      members)
  }

  // MARK: What others ask

  /// The beginning of the ids of the rules that are being read.
  var idPrefix: String { section.map { ruleSet.sections[$0.value].idPrefix } ?? "" }

  /// How a path is read by what is being read.
  func declaration(of path: FieldPath) -> Declaration? {
    known.declaration(of: inRecord(path), in: section)
  }

  /// The declaration of a path so far, by the section at hand or by the profile itself.
  func ownDeclaration(of path: FieldPath) -> Declaration? {
    guard let section else { return ruleSet.declarations[path] }
    return ruleSet.sections[section.value].declarations[path]
  }

  mutating func declare<Value>(
    _ part: WritableKeyPath<Declaration, Value>, _ value: Value, of path: FieldPath
  ) {
    if let section {
      ruleSet.sections[section.value].declarations[path, default: Declaration()][keyPath: part] =
        value
    } else {
      ruleSet.declarations[path, default: Declaration()][keyPath: part] = value
    }
  }

  /// Adds to what sections declare of a path the parts that only the profile declares.
  mutating func completeDeclarations() {
    for index in ruleSet.sections.indices {
      for (path, own) in ruleSet.sections[index].declarations {
        guard let outer = ruleSet.declarations[path] else { continue }
        ruleSet.sections[index].declarations[path] = own.completed(by: outer)
      }
    }
  }

  /// Complains about `no-section` in a profile without sections.
  mutating func checkNoSection() {
    guard let offset = noSectionOffset, ruleSet.sections.isEmpty,
      ruleSet.settings(of: .noSection).isRun
    else { return }
    complain(offset, .noSectionWithoutSections)
  }
}

extension Complaint {
  fileprivate static func tooManySections(_ maximum: Int) -> Complaint {
    Complaint("`sections` has more than \(maximum) entries", expected: "at most \(maximum)")
  }

  fileprivate static func repeatedSection(_ id: String, line: Int) -> Complaint {
    Complaint("another section has the id \(quoted(id)) (line \(line))", expected: "a unique id")
  }

  fileprivate static func overlappingRecords(
    _ pointer: RecordPointer, _ other: RecordPointer
  ) -> Complaint {
    Complaint(
      "\(quoted(pointer.description)) and \(quoted(other.description)) lead to the same places, "
        + "or one into records of the other",
      expected: "places that have nothing in common; several sections may have the same `records`")
  }

  fileprivate static func reservedSection(_ id: String) -> Complaint {
    Complaint("\(quoted(id)) is reserved: the ids of built-in rules begin with it")
  }

  fileprivate static let sectionOfAll = Complaint(
    "the condition of the section is empty, so no record belongs to it",
    expected: "a condition; rules for all records belong in `fields`, `rules` and `table`")

  fileprivate static let countWithoutLimit = Complaint(
    "`count` has no effect without a limit", expected: "`min` or `max`")

  fileprivate static let noSectionWithoutSections = Complaint(
    "`no-section` asks for a section of each record, but the profile has no `sections`")

  static let ruleInSectionCondition = Complaint(
    "`rule` is not possible in the condition of a section, which is decided before any rule",
    expected: "the condition of that rule, or a `when` in an entry of `rules`")
}
