/// The fields that `additionalFields: false` does not admit, by name. Cold: only for what is shown
/// and counted of failures.
extension Evaluator {
  /// A field that no path names.
  struct ExtraField {
    var name: String
    /// JSON text, as it may be shown.
    var value: String
    var valueIsTruncated: Bool
  }

  /// The extra fields of the object that made a rule fail; nil if the rule is about something else,
  /// or its names must not be shown.
  mutating func extraFields(of rule: Int32, _ culprit: Int32) -> [ExtraField]? {
    guard
      case .constraint(.onlyFields(let known, _)) = program.ruleSet.rules[Int(rule)].expression
    else { return nil }
    let path = rules[rule].samplePath
    // No cell is an object with fields.
    if isCSV { return path < 0 ? extraCells() : nil }
    let node =
      path >= 0
      ? shownNode(failingNode(at: path, culprit)) : table.node(at: FieldTree.root, in: lane)
    guard node >= 0, table.nodes[node].kind == .object,
      masking.maskings[table.nodes[node].state] != .whole
    else { return nil }
    return extraMembers(of: table.nodes[node].bytes, known)
  }

  private mutating func extraMembers(of object: ByteView, _ known: Set<ExactText>) -> [ExtraField] {
    var fields: [ExtraField] = []
    var places: [ExactText: Int] = [:]
    var cursor = JSONCursor(object)
    cursor.advance()
    while let key = cursor.nextKey() {
      let name = ExactText(JSONString.unescape(key, into: &arena).text)
      let shown = ShownText.value(cursor.takeValue())
      if known.contains(name) { continue }
      let field = ExtraField(
        name: name.text, value: shown.text, valueIsTruncated: shown.isTruncated)
      // Of a name that stands twice the last value counts.
      if let place = places[name] {
        fields[place] = field
      } else {
        places[name] = fields.count
        fields.append(field)
      }
    }
    return fields
  }

  private mutating func extraCells() -> [ExtraField] {
    let cells = CSVHeader.cells(
      of: recordBytes, delimiter: layout.delimiter, strayQuotesAreText: layout.strayQuotesAreText)
    let place = MaskedPlace(record: program.ruleSet, isCSV: true)
    return layout.otherColumns.compactMap { column in
      guard column.position < cells.count else { return nil }
      let isMasked =
        !masking.isOpen && place.advanced(by: .key(column.name)).masking != .none
      let shown = ShownText.text(cells[column.position])
      return ExtraField(
        name: column.name, value: isMasked ? MaskedText.value : shown.text,
        valueIsTruncated: !isMasked && shown.isTruncated)
    }
  }

  /// The bytes of the record that is looked at alone.
  var recordBytes: ByteView {
    let start = max(record.start, 0)
    return chunk[start..<min(max(record.end, start), chunk.count)]
  }

  /// Counts the names of extra fields as the values that fail; false if the rule is about something
  /// else.
  mutating func countExtraFields(_ rule: Int32, _ culprit: Int32) -> Bool {
    guard let fields = extraFields(of: rule, culprit) else { return false }
    for field in fields { countName(field.name, rule) }
    return true
  }

  /// Counts a name as a value that fails.
  mutating func countName(_ name: String, _ rule: Int32) {
    let bytes = OwnedBytes(name)
    let hash = withExtendedLifetime(bytes) { ByteHash.hash(bytes.view, seed: counters.seed) }
    if counters.countKnown(hash, for: rule) || isCounted(hash, for: rule) { return }
    statistics.add(
      .text(JSONText.quoted(name)), hash: hash, for: rule, ordinal: record.ordinal)
  }
}
