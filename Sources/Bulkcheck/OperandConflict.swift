internal import BulkcheckCore
internal import BulkcheckDocument

extension RuleSet {
  /// A sentence for an input with a column whose name `compare` takes for an expression, so that a
  /// comparison of two columns does not become another one unnoticed; else nil.
  func operandConflict(header: [String]) -> String? {
    guard let text = operandTexts.first(where: header.contains) else { return nil }
    let quoted = Complaint.quoted(text)
    return "\(quoted) is a column here, and an expression in `compare`; for the column write "
      + Complaint.quoted(JSONText.quoted(text))
  }
}
