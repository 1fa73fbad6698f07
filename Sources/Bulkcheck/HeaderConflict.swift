internal import BulkcheckCore
internal import BulkcheckDocument

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
