internal import Synchronization

/// The list of conflicts.
extension Referee {
  /// All conflicts, listed when first asked for.
  func knownConflicts() -> [Conflict] {
    if let list = known.list { return list }
    let list = listedConflicts()
    known.list = list
    return list
  }

  private func listedConflicts() -> [Conflict] {
    let ids = subjectIDs
    var strongest = StrongestRules(findings.map(\.rules), kinds)
    var list: [Conflict] = []
    for owner in subjects.indices {
      for var conflict in findings[owner].ownConflicts {
        conflict.subject = ids[owner]
        list.append(conflict)
      }
      for (other, faults) in findings[owner].faults.sorted(by: { $0.key < $1.key }) {
        for fault in faults where strongest.contains(fault.rule, about: other) {
          for reason in fault.reasons {
            var conflict = Conflict(rule: fault.rule.name, tag: fault.rule.tag, reason: reason)
            conflict.subject = ids[owner]
            conflict.other = ids[other]
            list.append(conflict)
          }
        }
      }
    }
    return list
  }
}

/// The list of conflicts, made when somebody asks for it.
final class KnownConflicts: Sendable {
  private let state = Mutex<[Conflict]?>(nil)

  var list: [Conflict]? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// Finds the highest priority among the rules with the same tag about the same subject. Rules that
/// hold count too.
private struct StrongestRules {
  private struct Place: Hashable {
    let tag: String
    let other: Int
  }

  private let rules: [[Rule]]
  private let kinds: SubjectLookup.Kinds
  private lazy var byTag: [String: [(owner: Int, rule: Rule)]] = {
    var byTag: [String: [(owner: Int, rule: Rule)]] = [:]
    for (owner, rules) in rules.enumerated() {
      for rule in rules {
        if let tag = rule.tag { byTag[tag, default: []].append((owner, rule)) }
      }
    }
    return byTag
  }()
  private var found: [Place: Priority] = [:]

  init(_ rules: [[Rule]], _ kinds: SubjectLookup.Kinds) {
    self.rules = rules
    self.kinds = kinds
  }

  /// Whether no rule with the same tag about the subject is stronger.
  mutating func contains(_ rule: Rule, about other: Int) -> Bool {
    guard let tag = rule.tag else { return true }
    let place = Place(tag: tag, other: other)
    let priority = found[place] ?? priority(at: place)
    found[place] = priority
    return rule.priority >= priority
  }

  private mutating func priority(at place: Place) -> Priority {
    var highest = Priority(-.infinity)
    for (owner, rule) in byTag[place.tag] ?? []
    where owner != place.other && kinds[rule.about]?[place.other] == true {
      highest = max(highest, rule.priority)
    }
    return highest
  }
}
