internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckInput

/// A hint about a CSV header that names columns of the profile a little differently.
enum ColumnHint {
  /// More are counted.
  private static let columnsMaximum = 5

  /// A sentence for an input whose header lacks columns but has near matches of them; otherwise
  /// nil.
  static func hint(
    header: [String], format: InputFormat, delimiter: UInt8, ruleSet: RuleSet
  ) -> String? {
    if let hint = ContentHint.hint(header: header) { return hint }
    if delimiter == CSVOptions.noDelimiter, let only = header.first,
      let hint = ContentHint.hint(onlyColumn: only)
    {
      return hint
    }
    let present = Set(header.map { ExactText($0) })
    var named: Set<ExactText> = []
    var missing: [String] = []
    for path in ruleSet.paths where !path.column.name.isEmpty && path.columnPattern == nil {
      let name = path.column.name
      guard named.insert(ExactText(name)).inserted, !present.contains(ExactText(name)) else {
        continue
      }
      missing.append(name)
    }
    guard !missing.isEmpty else { return nil }
    if missing.count == named.count, let hint = shapeHint(header, format, ruleSet) { return hint }
    // A column that the profile names itself is not another one misspelt.
    let candidates = header.filter { !named.contains(ExactText($0)) }
    // Of a profile and a header with very many columns, the first ones are enough to see it.
    let pairs = missing.prefix(1000).compactMap { name in
      NearestWord.of(name, among: candidates).map { (name, $0) }
    }
    guard !pairs.isEmpty else { return nil }
    let shown = pairs.prefix(columnsMaximum).map { name, near in
      "\(Complaint.quoted(name)), but has \(Complaint.quoted(near))"
    }
    let more = pairs.count - shown.count
    return "the header has no column " + shown.joined(separator: "; no ")
      + (more > 0 ? "; and \(more) more" : "")
  }

  /// A hint for a first line that has none of the columns, and looks like something else than a
  /// header.
  private static func shapeHint(
    _ header: [String], _ format: InputFormat, _ ruleSet: RuleSet
  ) -> String? {
    if ruleSet.csv.delimiter == nil, let hint = ContentHint.hint(header: header, format: format) {
      return hint
    }
    if header.contains(where: { OwnedDecimal($0) != nil }) {
      return "the header has no column of the profile, but it has a number: if the first line is a "
        + #"record, set "input": {"csv": {"header": false, "columns": […]}} in the profile"#
    }
    return header.count == 1 ? ContentHint.hint(oneColumn: header[0]) : nil
  }
}

extension RuleSet {
  /// A sentence for an input that the profile cannot be applied to as it is meant; else nil.
  func headerConflict(header: [String]) -> String? {
    operandConflict(header: header) ?? nestingConflict(header: header)
  }

  /// A sentence for an input with a column that a block nested under `*` seems to mean. No cell is
  /// an object, so the block would fail on every cell that `*` means.
  private func nestingConflict(header: [String]) -> String? {
    for nested in nestedUnderStars {
      guard let pattern = nested.path.columnPattern,
        let column = header.first(where: pattern.matches)
      else { continue }
      let path = Complaint.quoted(nested.path.description)
      return "\(Complaint.quoted(column)) is a column here, but nested `fields` under "
        + "\(Complaint.quoted(nested.block.description)) do not apply to columns; write a block "
        + "for \(path) instead"
    }
    return nil
  }

  /// A sentence for an input with a column whose name `compare` takes for an expression, so that a
  /// comparison of two columns does not become another one unnoticed; else nil.
  private func operandConflict(header: [String]) -> String? {
    guard let text = operandTexts.first(where: header.contains) else { return nil }
    let quoted = Complaint.quoted(text)
    return "\(quoted) is both a column and an expression in `compare`; for the column, write "
      + Complaint.quoted(JSONText.quoted(text))
  }
}

/// Looks whether the header of a CSV input has certain columns, and else ends the run.
final class HeaderCheck: RecordObserver {
  let notes: RecordNotes = []
  private let columns: [String]
  /// The first one that is not there, and the names that are.
  private(set) var missing: (column: String, others: [String])?

  init(columns: [String]) { self.columns = columns }

  func begin(_ input: InputStart) -> Bool {
    let names = input.columns.exactly
    guard let column = columns.first(where: { !names.contains(ExactText($0)) }) else { return true }
    missing = (column, input.columns)
    return false
  }

  func take(_ chunk: JudgedChunk, _ worker: inout ChunkWorker) -> Bool { true }
}

extension InputLocation {
  /// The format by name alone, for an input that is not opened.
  var likelyFormat: InputFormat { FormatDetection.format(path: name, content: .empty) }
}
