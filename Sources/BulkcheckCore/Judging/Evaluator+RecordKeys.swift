/// `unique` with `"*"`: the key of a record as a whole.
///
/// It is made of the names and values of all members, in an order that depends on the names alone,
/// as the fingerprint of an object is. Members that are null are left out, so that they are equal
/// to those that are absent. A member whose path the profile declares has the value that rules see.
extension Evaluator {
  /// - Parameter number: that of the ``RecordKeyCode``.
  mutating func keyOfRecord(_ number: Int, _ lane: Lane) -> Fingerprint {
    self.lane = lane
    return isCSV ? keyOfRow(number) : keyOfObject(program.lists.recordKeys[number])
  }

  private mutating func keyOfObject(_ code: RecordKeyCode) -> Fingerprint {
    recordMembers.removeAll()
    let null = Fingerprint.null(program.hashKeys)
    for (name, path) in code.members {
      let value = values.value(path)
      if value.isMissing { continue }
      recordMembers.add(
        name: Fingerprint(text: name.view, program.hashKeys), value: fingerprint(of: value))
    }
    let record = values.table.nodes[values.table.node(at: FieldTree.root, in: lane)].bytes
    let declared = program.lists.nameSets[Int(code.memberNames)]
    var members = MemberCursor(record)
    while let member = members.next(&values.arena) {
      if declared.contains(member.name) { continue }
      let isMissingText = member.value[0] == Ascii.quote && isMissingText(member.value)
      recordMembers.add(
        name: Fingerprint(text: member.name, program.hashKeys),
        value: isMissingText
          ? null : JSONValue.fingerprint(member.value, &values.arena, program.hashKeys))
    }
    return recordMembers.fingerprint(leavingOut: null, program.hashKeys)
  }

  private mutating func isMissingText(_ quoted: ByteView) -> Bool {
    guard let missing = program.missingTexts else { return false }
    var cursor = JSONCursor(quoted)
    return missing.contains(JSONString.unescape(cursor.takeString(), into: &values.arena))
  }

  private mutating func keyOfRow(_ number: Int) -> Fingerprint {
    if recordColumns.layout !== values.layout {
      recordColumns = RecordColumns(values.layout, program)
    }
    recordColumns.cells.removeAll(keepingCapacity: true)
    var cells = CSVRowCells(values.recordBytes, values.layout.dialect)
    while let cell = cells.next() { recordColumns.cells.append(cell.text(into: &values.arena)) }
    var key = FingerprintBuilder(.object, program.hashKeys)
    for column in recordColumns.byKey[number] where column.position < recordColumns.cells.count {
      let text = recordColumns.cells[column.position]
      if column.path >= 0 {
        let value = values.value(column.path)
        if value.isMissing { continue }
        key.append(column.name)
        key.append(fingerprint(of: value))
      } else if !program.missingCells.contains(text) {
        key.append(column.name)
        key.append(Fingerprint(text: text, program.hashKeys))
      }
    }
    return key.finish()
  }
}

/// CSV: the columns of an input, for keys of whole rows.
struct RecordColumns {
  struct Entry {
    var position: Int
    var name: Fingerprint
    /// By which the cells are read; -1: as texts.
    var path: PathNumber
  }

  fileprivate let layout: CSVLayout
  /// By the number of the key, in the order of names.
  fileprivate let byKey: [[Entry]]
  /// The texts of a row.
  fileprivate var cells: [ByteView] = []

  init() {
    layout = .none
    byKey = []
  }

  fileprivate init(_ layout: CSVLayout, _ program: Program) {
    self.layout = layout
    byKey = program.lists.recordKeys.map { key in
      layout.columns.map { column in
        let name = OwnedBytes(column.name)
        return Entry(
          position: column.position,
          name: withExtendedLifetime(name) { Fingerprint(text: name.view, program.hashKeys) },
          path: key.columns[ExactText(column.name)] ?? -1)
      }.sorted { $0.name < $1.name }
    }
  }
}
