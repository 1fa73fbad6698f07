/// The members that rules complain about by their names.
extension FailureExplainer {
  /// The members of an object whose names are at fault: of a name that stands twice the last value
  /// counts. Cold: only for what is shown.
  mutating func members(
    of object: ByteView, where isAtFault: (inout SchemaEvaluator, ByteView) -> Bool
  ) -> NamedMembers {
    var found = NamedMembers()
    var places: [UInt64: Int] = [:]
    engine.core.nameHashes.removeAll()
    var members = MemberCursor(object)
    while let member = members.next(&engine.core.values.arena) {
      guard isAtFault(&engine, member.name) else { continue }
      let hash = engine.core.hash(ofName: member.name)
      guard engine.core.nameHashes.insert(hash) else {
        if let place = places[hash] { found.first[place].shown = ShownText.value(member.value) }
        continue
      }
      found.count += 1
      guard found.first.count < placesShownMaximum else { continue }
      places[hash] = found.first.count
      found.first.append(
        NamedMember(name: member.name.text, shown: ShownText.value(member.value)))
    }
    return found
  }

  /// The extra fields of the object that made a rule fail; nil if the rule is about something else,
  /// or its names must not be shown.
  mutating func extraFields(of rule: RuleNumber, _ culprit: NodeNumber) -> NamedMembers? {
    guard engine.core.tables.rules[rule].isAboutNames else { return nil }
    if engine.isCSV { return engine.core.isAboutRow(rule) ? extraCells(rule) : nil }
    guard let object = engine.core.objectWithExtraFields(rule, culprit) else { return nil }
    let known = engine.program.lists.nameSets[Int(engine.core.tables.rules[rule].names)]
    return members(of: object) { _, name in !known.contains(name) }
  }

  private mutating func extraCells(_ rule: RuleNumber) -> NamedMembers {
    var row = CSVRowCells(
      engine.core.values.recordBytes, engine.core.values.layout.dialect)
    var cells: [ByteView] = []
    while let cell = row.next() { cells.append(cell.text(into: &engine.core.values.arena)) }
    let place = engine.core.values.masking.record
    let extra = engine.core.unknownColumns(of: rule).columns.filter { $0.position < cells.count }
    let first = extra.prefix(placesShownMaximum).map { column in
      let isMasked =
        !engine.core.values.masking.isOpen && place.advanced(by: .key(column.name)).masking != .none
      return NamedMember(
        name: column.name,
        shown: isMasked ? (MaskedText.value, false) : ShownText.text(cells[column.position].text))
    }
    return NamedMembers(first: first, count: extra.count)
  }

  /// The names that a rule of the schema complains about, in the record that is looked at alone;
  /// none if it is about something else. Cold: only for what is shown.
  mutating func membersAtFault(_ rule: RuleNumber, _ culprit: NodeNumber) -> NamedMembers {
    let number = engine.schema.keywordOfRule[rule]
    guard number >= 0 else { return NamedMembers() }
    return membersAtFault(engine.schema.keywords[number], culprit)
  }

  /// The names that a keyword complains about; none if it is about something else.
  mutating func membersAtFault(_ keyword: KeywordCode, _ culprit: NodeNumber) -> NamedMembers {
    let maximum = placesShownMaximum
    var members = NamedMembers()
    switch keyword.code {
    case .required, .dependentRequired:
      engine.forEachMissing(keyword, culprit) { _, name, _ in
        members.count += 1
        if members.first.count < maximum { members.first.append(NamedMember(name: name.text)) }
      }
    case .applicator where keyword.kind == .additionalProperties:
      if let object = engine.objectWithOthers(culprit) {
        return self.members(of: object) { $0.isOther(named: $1, keyword, $0.lane) }
      }
      engine.forEachOtherCell(keyword) { engine, name, node in
        members.count += 1
        guard members.first.count < maximum else { return }
        members.first.append(NamedMember(name: name.text, shown: engine.core.values.shown(node)))
      }
    default: break
    }
    return members
  }
}
