internal import BulkcheckCore
internal import BulkcheckReport

/// Rules about the names of members of maps.
extension FieldAdvisor {
  /// Those that are about texts alone, as names are.
  private static let ofTexts: Set<String> = [
    "format", "pattern", "notPattern", "enum", "const", "length", "maxLength", "notEmpty",
  ]

  /// What all names have in common; empty if the field is not a map.
  func names(_ node: Int32) -> [Suggestion] {
    let names = findings.tree.nodes[node].names
    guard names >= 0 else { return [] }
    let summary = findings.tree.fields[names]
    let facts = FieldFacts(summary, expected: summary.present, unit: "name", isCSV: false)
    return text(facts).map(\.suggestion).filter {
      !$0.isNearMiss && FieldAdvisor.ofTexts.contains($0.keyword)
    }
  }

  func propertyNames(_ rules: [Suggestion], of node: Int32) -> DraftRule? {
    guard !rules.isEmpty else { return nil }
    let block = rules.map { "\"\($0.keyword)\": \($0.value)" }.joined(separator: ", ")
    let names = findings.tree.fields[findings.tree.nodes[node].names].present
    let note = Figures.counted(names, "name") + ", which vary"
    return DraftRule("propertyNames", "{ \(block) }", note: note)
  }
}
