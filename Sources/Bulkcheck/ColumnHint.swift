internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckInput

/// What a CSV header calls the columns that a profile names, if it names them a little differently.
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

  /// For a first line that has none of the columns, and looks like something else than a header.
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
