internal import BulkcheckCore

/// Whether records have dates. The records of a later file are about a later time then, and what
/// drifts has moved on.
enum RecordDates {
  static func areFound(in findings: Findings) -> Bool {
    (1..<SummaryNumber(max(1, findings.tree.count))).contains { node in
      let place = findings.tree.nodes[node]
      guard place.kind == .member, !place.isRepeated, !findings.tree.isFormer(node) else {
        return false
      }
      return areDates(
        FieldFacts(
          findings.tree.fields[node], name: findings.tree.key(of: node).text,
          expected: findings.tree.fields[place.parent].objects, unit: "", isCSV: findings.isCSV))
    }
  }

  private static func areDates(_ facts: FieldFacts) -> Bool {
    guard facts.values >= FieldAdvisor.valuesMinimum, facts.values * 2 >= facts.expected else {
      return false
    }
    switch facts.onlyType {
    case .string:
      return facts.texts.areDifferent
        && (facts.isTemporal || Growth.of(facts, isUnique: false) == .periods)
    case .integer, .number:
      return Growth.areTimes(facts)
    default: return false
    }
  }
}
