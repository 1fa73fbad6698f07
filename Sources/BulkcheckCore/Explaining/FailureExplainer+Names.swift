/// The members that rules complain about by their names.
extension FailureExplainer {
  /// The members of an object whose names are at fault: of a name that stands twice the last value
  /// counts. Cold: only for what is shown.
  mutating func members(
    of object: ByteView, where isAtFault: (inout Evaluator, ByteView) -> Bool
  ) -> NamedMembers {
    let maximum = placesShownMaximum
    var members = NamedMembers()
    var places: [UInt64: Int] = [:]
    engine.nameHashes.removeAll()
    engine.forEachMember(of: object) { engine, name, value in
      guard isAtFault(&engine, name) else { return }
      let hash = engine.hash(ofName: name)
      guard engine.nameHashes.insert(hash) else {
        if let place = places[hash] { members.first[place].shown = ShownText.value(value) }
        return
      }
      members.count += 1
      guard members.first.count < maximum else { return }
      places[hash] = members.first.count
      members.first.append(NamedMember(name: name.text, shown: ShownText.value(value)))
    }
    return members
  }

  /// The extra fields of the object that made a rule fail; nil if the rule is about something else,
  /// or its names must not be shown.
  mutating func extraFields(of rule: Int32, _ culprit: Int32) -> NamedMembers? {
    guard engine.rules[rule].isAboutNames else { return nil }
    if engine.isCSV { return engine.isAboutRow(rule) ? extraCells() : nil }
    guard let object = engine.objectWithExtraFields(rule, culprit) else { return nil }
    let known = engine.program.nameSets[Int(engine.rules[rule].names)]
    return members(of: object) { _, name in !known.contains(name) }
  }

  private mutating func extraCells() -> NamedMembers {
    var row = CSVRowCells(engine.values.recordBytes, delimiter: engine.values.layout.delimiter)
    var cells: [ByteView] = []
    while let cell = row.next() { cells.append(cell.text(into: &engine.values.arena)) }
    let place = engine.values.masking.record
    let extra = engine.values.layout.otherColumns.filter { $0.position < cells.count }
    let first = extra.prefix(placesShownMaximum).map { column in
      let isMasked =
        !engine.values.masking.isOpen && place.advanced(by: .key(column.name)).masking != .none
      return NamedMember(
        name: column.name,
        shown: isMasked ? (MaskedText.value, false) : ShownText.text(cells[column.position].text))
    }
    return NamedMembers(first: first, count: extra.count)
  }

  /// The names that a rule of the schema complains about, in the record that is looked at alone;
  /// none if it is about something else. Cold: only for what is shown.
  mutating func membersAtFault(_ rule: Int32, _ culprit: Int32) -> NamedMembers {
    let number = engine.schema.keywordOfRule[rule]
    guard number >= 0 else { return NamedMembers() }
    let keyword = engine.schema.keywords[number]
    let maximum = placesShownMaximum
    var members = NamedMembers()
    switch keyword.code {
    case .required, .dependentRequired:
      engine.forEachMissing(keyword, culprit) { _, name, _ in
        members.count += 1
        if members.first.count < maximum { members.first.append(NamedMember(name: name.text)) }
      }
    case .additionalProperties:
      if let object = engine.objectWithOthers(culprit) {
        return self.members(of: object) { $0.isOther(named: $1, keyword, $0.lane) }
      }
      engine.forEachOtherCell(keyword) { engine, name, node in
        members.count += 1
        guard members.first.count < maximum else { return }
        members.first.append(NamedMember(name: name.text, shown: engine.values.shown(node)))
      }
    default: break
    }
    return members
  }
}
