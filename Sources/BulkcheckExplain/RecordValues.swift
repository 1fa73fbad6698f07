internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckReport

/// A value of the record at a path.
struct LocatedValue {
  var path: FieldPath
  /// The section that reads it.
  var section: SectionIndex?
  var value: InspectedValue
  var masking: MaskedLocation.Masking
  /// The value as reports show it, its masked parts masked.
  var shown: String
  /// The value as rules see it, its masked parts masked.
  var seen: String

  /// It must not be shown as it is.
  var isMasked: Bool { masking != .none }
}

/// The values of a record by their paths.
final class RecordValues {
  private let ruleSet: RuleSet
  private let found: FoundRecord
  private let inspector: RecordInspector
  /// Reads the values at which rules of a schema failed, unless there are too many for one program.
  private var placeReader: RecordInspector?
  private let recordBytesMaximum: Int
  /// The keys of each object, by the way to it.
  private var knownKeys: [FieldPath: [String]] = [:]
  /// The record as a place.
  private let place: MaskedLocation
  /// The positions of masked values.
  let maskedRanges: [Range<Int>]

  /// - Parameter pointers: the places at which rules of a schema failed.
  init(_ check: Check, _ found: FoundRecord, failuresAt pointers: [String]) {
    ruleSet = check.ruleSet
    self.found = found
    place = MaskedLocation(record: ruleSet, isCSV: !found.format.isJSON)
    maskedRanges = found.maskedRanges(at: place)
    recordBytesMaximum = check.options.reading.recordBytesMaximum
    inspector = RecordInspector(check.program, found, recordBytesMaximum)
    placeReader = reader(of: pointers)
  }

  /// All values that a rule reads, those of repeated paths one after another.
  func values(of rule: Rule) -> [LocatedValue] {
    var values: [LocatedValue] = []
    for path in paths(of: rule) {
      for value in inspector.values(at: path, in: rule.section) {
        values.append(located(value, at: path, in: rule.section))
      }
    }
    return values.isEmpty ? containers(of: rule) : values
  }

  func values(at path: FieldPath, in section: SectionIndex?) -> [LocatedValue] {
    inspector.values(at: path, in: section).map { located($0, at: path, in: section) }
  }

  /// The values at the places where a rule of a schema failed, the whole record aside.
  func values(at pointers: [String]) -> [LocatedValue] {
    guard let reader = placeReader ?? self.reader(of: pointers) else { return [] }
    return pointers.filter { !$0.isEmpty }.flatMap { pointer -> [LocatedValue] in
      guard let path = FieldPath(pointer: pointer), let names = InstanceLocation.names(in: pointer)
      else { return [] }
      return reader.values(at: path).map { value in
        var value = value
        value.location = pointer
        (value.seenKind, value.seen, value.seenText) = (value.kind, value.shown, value.text)
        return located(value, at: FieldPath(names.map { .key($0) }))
      }
    }
  }

  /// Reads the values at some places.
  ///
  /// The program of the check has no paths to such places. So the record is read by one that has,
  /// and that declares nothing: a schema is about values as they stand.
  private func reader(of pointers: [String]) -> RecordInspector? {
    var reading = RuleSet()
    reading.csv = ruleSet.csv
    reading.recordsMustBeObjects = false
    reading.fields = pointers.exactly.filter { !$0.text.isEmpty }.sorted().compactMap {
      FieldPath(pointer: $0.text).map { NamedField($0) }
    }
    guard !reading.fields.isEmpty, let program = try? Program(reading) else { return nil }
    // Of columns of one name the first is shown: the others get names that no pointer has.
    var record = found
    var names: Set<ExactText> = []
    record.columns = found.columns.map { names.insert(ExactText($0)).inserted ? $0 : $0 + "\0" }
    return RecordInspector(program, record, recordBytesMaximum)
  }

  /// Whether the value at a path is missing, as the rules of a section see it.
  func isMissing(_ path: FieldPath, in section: SectionIndex?) -> Bool {
    inspector.values(at: path, in: section).allSatisfy {
      $0.seenKind == .absent || $0.seenKind == .null
    }
  }

  /// The values that should have elements and have none.
  private func containers(of rule: Rule) -> [LocatedValue] {
    rule.paths.flatMap { path in
      let outer = path.fixedPart
      let values = inspector.values(at: outer, in: rule.section)
      return values.map { located($0, at: outer, in: rule.section) }
    }
  }

  /// The paths that a rule reads, those of elements first if it is about them.
  private func paths(of rule: Rule) -> [FieldPath] {
    guard case .items = rule.expression, let path = rule.paths.first else { return rule.paths }
    return [path.appending(.everyElement)] + rule.paths
  }

  private func located(
    _ value: InspectedValue, at path: FieldPath, in section: SectionIndex? = nil
  ) -> LocatedValue {
    var located = LocatedValue(
      path: path, section: section, value: value, masking: masking(of: value, at: path),
      shown: value.shown,
      seen: value.seen)
    switch located.masking {
    case .none: break
    case .whole: (located.shown, located.seen) = (MaskedText.stars, MaskedText.stars)
    case .parts:
      located.shown = found.text(in: value.range, without: maskedRanges)
      located.seen = located.shown
    }
    return located
  }

  /// The masking of a value by its position, if it is in the record as JSON: its path may lead to
  /// more than one.
  private func masking(of value: InspectedValue, at path: FieldPath) -> MaskedLocation.Masking {
    guard found.format.isJSON || path.columnPattern != nil, let range = value.range else {
      return place.advanced(by: path).masking
    }
    if maskedRanges.contains(where: {
      $0.lowerBound <= range.lowerBound && $0.upperBound >= range.upperBound
    }) {
      return .whole
    }
    return maskedRanges.contains { range.contains($0.lowerBound) } ? .parts : .none
  }

  // MARK: Notes

  /// Notes on the value that was compared, if the record has another one; and on the value itself,
  /// if there are several.
  func notes(on located: LocatedValue, isAlone: Bool) -> [RuleExplanation.Note] {
    let value = located.value
    var notes: [RuleExplanation.Note] = []
    if !isAlone || value.range == nil {
      let name = located.path.steps.isEmpty ? "the record" : located.path.description
      let shown = value.kind == .absent ? "absent" : located.shown
      notes.append(RuleExplanation.Note(label: "value", text: "\(name): \(shown)"))
    }
    // A cell that is read as it stands is the same text.
    let isSame =
      value.seen == value.shown || value.kind == .absent && value.seenKind == .absent
      || value.kind == .string && value.seenText != nil && value.seenText == value.text
      || value.kind == .cell && value.seen == value.text
      || value.kind == .array && value.seenKind == .array
      || value.kind == .object && value.seenKind == .object
    guard !isSame else { return notes }
    let changes = ruleSet.declaration(of: located.path, in: located.section)?.normalize ?? []
    let by = changes.map(\.description).joined(separator: ", ")
    let isMissing = value.seenKind == .null && value.kind != .null
    let compared = value.isUnreadable ? "nothing" : isMissing ? "a missing value" : located.seen
    notes.append(
      RuleExplanation.Note(
        label: "compared", text: compared + (by.isEmpty ? "" : " (after \(by))")))
    return notes
  }

  // MARK: Keys

  /// The keys of the object in which a path ends.
  func keys(around path: FieldPath) -> [String] {
    if !found.format.isJSON { return found.columns }
    guard case .key? = path.steps.last else { return [] }
    let object = FieldPath(Array(path.steps.dropLast()))
    if let known = knownKeys[object] { return known }
    let keys = keys(of: object)
    knownKeys[object] = keys
    return keys
  }

  private func keys(of object: FieldPath) -> [String] {
    var summarizer = ChunkSummarizer(
      pathsMaximum: 1000, recordBytesMaximum: max(1, found.bytes.count))
    let bytes = OwnedBytes(found.bytes + [Ascii.lineFeed])
    return withExtendedLifetime(bytes) {
      _ = summarizer.summarize(ChunkTask(bytes: bytes.view, isFinal: true))
      var node = SummaryTree.root
      for step in object.steps {
        guard case .key(let name) = step else { return [] }
        let next = summarizer.tree.children(of: node).first {
          summarizer.tree.key(of: $0).text == name && !summarizer.tree.nodes[$0].isElement
        }
        guard let next else { return [] }
        node = next
      }
      return summarizer.tree.children(of: node).filter { !summarizer.tree.nodes[$0].isElement }
        .map { summarizer.tree.key(of: $0).text }
    }
  }
}

extension RecordInspector {
  fileprivate convenience init(
    _ program: Program, _ found: FoundRecord, _ recordBytesMaximum: Int
  ) {
    let reading: RecordReading =
      found.format.isJSON
      ? found.columnTypes.map { .rows($0) } ?? .json
      : .csv(
        CSVLayout(
          header: found.columns, readers: program.lists.columns,
          knownNames: program.lists.knownColumns,
          dialect: found.dialect,
          recordBytesMaximum: recordBytesMaximum))
    self.init(
      program: program, record: found.bytes, keys: found.keys, reading: reading,
      recordBytesMaximum: recordBytesMaximum)
  }
}
