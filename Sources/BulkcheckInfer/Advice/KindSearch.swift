internal import BulkcheckCore

/// Finds a member that tells kinds of records apart: a few strings, each of which goes with other
/// members (docs/reference/infer.md#sections).
struct KindSearch {
  /// One kind alone tells nothing, and nobody wants to read more sections.
  private static let kinds = 2...20
  /// A kind with fewer records tells too little about its members.
  private static let recordsMinimum = 3
  /// With fewer records for each kind on average, there may be more kinds.
  private static let recordsAverage = 10
  /// A longer string is no word for a kind.
  private static let bytesMaximum = 64
  /// The share of pairs of kinds that have to differ in a member.
  private static let differingShare = (2, 3)

  /// A kind and its records.
  private struct Choice {
    var text: String
    var number: Int
    var records: Int
  }

  private let findings: Findings

  /// The kinds of records in the order of their values; empty if there are none. Columns of CSV are
  /// those of every record, so they tell nothing.
  static func kinds(_ findings: Findings) -> [RecordKind] {
    if findings.isCSV { return [] }
    let search = KindSearch(findings: findings)
    var best: (kinds: [RecordKind], differing: Int, pairs: Int)?
    for node in search.members {
      let choices = search.choices(node)
      guard KindSearch.kinds.contains(choices.count) else { continue }
      let pairs = choices.count * (choices.count - 1) / 2
      let differing = search.differingPairs(node, choices)
      let (part, whole) = KindSearch.differingShare
      guard differing * whole >= pairs * part else { continue }
      // Of two, the one that tells more pairs apart; the first of equal ones.
      if let best, differing * best.pairs <= best.differing * pairs { continue }
      let name = findings.tree.key(of: node).text
      best = (choices.map { RecordKind(member: name, value: $0.text) }, differing, pairs)
    }
    return best?.kinds ?? []
  }

  /// Members of the record whose values may tell kinds apart.
  private var members: [SummaryNumber] {
    findings.tree.children(of: SummaryTree.root).filter { node in
      findings.tree.nodes[node].kind == .member && findings.tree.fields[node].kindField >= 0
        && findings.tree.fields[node].duplicateKeys == 0
    }
  }

  /// The values of a member that every record has as a string.
  private func choices(_ node: SummaryNumber) -> [Choice] {
    let facts = FieldFacts(
      findings.tree.fields[node], expected: findings.objects, unit: "record", isCSV: false)
    let number = facts.summary.kindField
    guard facts.onlyType == .string, facts.values == findings.objects, facts.texts.empty == 0,
      findings.tree.kinds.kind(number) == .text
    else { return [] }
    let texts = facts.texts.valuesByNumber
    let found = findings.tree.kinds.totals(number).enumerated().compactMap {
      $1 > 0 && $0 < texts.count ? Choice(text: texts[$0], number: $0, records: $1) : nil
    }
    guard found.reduce(0, { $0 + $1.records }) == findings.objects,
      found.count * KindSearch.recordsAverage <= findings.objects,
      found.allSatisfy({
        $0.records >= KindSearch.recordsMinimum && $0.text.utf8.count <= KindSearch.bytesMaximum
      })
    else { return [] }
    return found.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }

  /// How many pairs of kinds differ: a member is in nearly all records of one and in none of the
  /// other.
  private func differingPairs(_ node: SummaryNumber, _ choices: [Choice]) -> Int {
    let field = findings.tree.fields[node].kindField
    let presences = members.filter { $0 != node }.map { member in
      choices.map { choice in
        findings.tree.kinds.presences(
          of: findings.tree.fields[member].kindField, where: field, is: choice.number)
      }
    }
    func goesOnlyWith(_ one: Int, not other: Int) -> Bool {
      presences.contains { $0[other] == 0 && $0[one] * 10 >= choices[one].records * 9 }
    }
    var count = 0
    for one in choices.indices {
      for other in choices.indices.dropFirst(one + 1)
      where goesOnlyWith(one, not: other) || goesOnlyWith(other, not: one) {
        count += 1
      }
    }
    return count
  }
}
