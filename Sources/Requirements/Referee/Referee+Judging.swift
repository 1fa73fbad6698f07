/// The evaluation of rules after a change.
extension Referee {
  /// Evaluates all that the change of these subjects can affect.
  mutating func judge(changed: [Int]) {
    if changed.isEmpty { return }
    known = KnownConflicts()
    let lookup = SubjectLookup(subjects, kinds)
    let others = pairsThatRead(changed)
    for position in changed {
      forget(position)
      findings[position].rules = subjects[position].rules
      findings[position].ownConflicts = subjects[position].checkYourself()
    }
    let isChanged = Set(changed)
    for owner in subjects.indices {
      if isChanged.contains(owner) {
        judge(owner, about: subjects.indices, lookup)
      } else {
        judge(owner, about: isChanged.union(others[owner] ?? []), lookup)
      }
    }
    kinds = lookup.kinds
  }

  /// The pairs whose rules looked for subjects of the type of a changed one: by owner, the others.
  private func pairsThatRead(_ changed: [Int]) -> [Int: Set<Int>] {
    var others: [Int: Set<Int>] = [:]
    for (type, pairs) in readers {
      // A type that rules looked for is known.
      guard let kind = kinds[type], changed.contains(where: { kind[$0] }) else { continue }
      for pair in pairs { others[pair.owner, default: []].insert(pair.other) }
    }
    return others
  }

  /// Takes back what the rules of the subject found.
  private mutating func forget(_ owner: Int) {
    for (other, types) in findings[owner].reads {
      for type in types { readers[type]?.remove(Pair(owner: owner, other: other)) }
    }
    findings[owner] = Findings()
  }

  /// Evaluates the rules of one subject about others.
  private mutating func judge(
    _ owner: Int, about others: some Sequence<Int>, _ lookup: SubjectLookup
  ) {
    let rules = findings[owner].rules.map { (rule: $0, kind: lookup.kind(of: $0)) }
    if rules.isEmpty { return }
    let group = RefereeGroup(lookup: lookup)
    for other in others where other != owner {
      var faults: [Fault] = []
      var isJudged = false
      lookup.reads.removeAll(keepingCapacity: true)
      for (rule, kind) in rules where kind[other] {
        isJudged = true
        let reasons = rule.reasons(subjects[other], group)
        if !reasons.isEmpty { faults.append(Fault(rule: rule, reasons: reasons)) }
      }
      if !isJudged { continue }
      judgedPairCount += 1
      findings[owner].faults[other] = faults.isEmpty ? nil : faults
      remember(lookup.reads, Pair(owner: owner, other: other))
    }
  }

  /// Keeps the types that the rules of a pair looked for.
  private mutating func remember(_ reads: [ObjectIdentifier], _ pair: Pair) {
    let former = findings[pair.owner].reads[pair.other] ?? []
    if reads == former { return }
    for type in former { readers[type]?.remove(pair) }
    for type in reads { readers[type, default: []].insert(pair) }
    findings[pair.owner].reads[pair.other] = reads.isEmpty ? nil : reads
  }
}
