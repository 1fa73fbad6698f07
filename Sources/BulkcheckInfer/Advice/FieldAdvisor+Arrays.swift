internal import BulkcheckCore
internal import BulkcheckReport

/// Rules about how many elements arrays have.
extension FieldAdvisor {
  func arrays(_ facts: FieldFacts) -> [DraftRule] {
    let count = facts.summary.arrays
    guard count >= FieldAdvisor.valuesMinimum else { return [] }
    let (least, most) = (facts.summary.elementsMinimum, facts.summary.elementsMaximum)
    let seen =
      least == most
      ? "always " + Figures.counted(most, "element")
      : "seen \(Figures.grouped(least)) to \(Figures.counted(most, "element"))"
    var rules: [DraftRule] = []
    let empty = facts.summary.emptyArrays
    if empty > 0, isNearMiss(empty, of: count) {
      rules.append(DraftRule("minItems", "1", exceptions: empty, of: count))
    }
    if least > 0 {
      rules.append(DraftRule("minItems", least == most ? "\(least)" : "1", note: seen))
    }
    if most > 0, least == most { rules.append(DraftRule("maxItems", "\(most)", note: seen)) }
    return rules
  }
}
