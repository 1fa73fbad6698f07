/// The outcome of a requirement for one value.
public enum Evaluation: Hashable, Sendable {
  /// The value meets the requirement.
  case confirmed
  /// It does not, and this is the first reason.
  case failed(reason: Reason)

  /// Whether the value meets the requirement.
  public var isConfirmed: Bool {
    switch self {
    case .confirmed: true
    case .failed: false
    }
  }

  /// Why not; nil if confirmed.
  public var reason: Reason? {
    switch self {
    case .confirmed: nil
    case .failed(let reason): reason
    }
  }

  init(first reasons: [Reason]) {
    // Nearly always there are none.
    if reasons.isEmpty {
      self = .confirmed
    } else {
      self = .failed(reason: reasons[0])
    }
  }
}

/// Reasons that a match limit leaves open (docs/reference/outcomes.md#the-match-limit): it is not
/// known whether the value meets the part, so the requirements around it must not take the part as
/// failed. Another part may decide the whole.
extension Reason {
  /// Whether it says no more than that a pattern reached its match limit.
  var isPatternLimit: Bool { code == ReasonCode.patternLimit }
}

extension [Reason] {
  /// Whether the check has failed for match limits only: it may be true or false.
  package var isUndecided: Bool { !isEmpty && allSatisfy(\.isPatternLimit) }

  /// Whether the check is false, whatever else is found.
  var isFalse: Bool { !isEmpty && !isUndecided }
}

/// How much is asked of a check.
enum Depth: Sendable {
  /// The first reason is enough.
  case first
  case every
}

/// The checks of many requirements as one that asks for all of them.
///
/// They are joined two by two, into a balanced tree of closures that hold just two others. A loop
/// over an array would count references and look up the array's type for every check. That costs
/// more than the checks themselves (950 ns instead of some 100 for five on a `String`).
enum Conjunction {
  typealias Check<Value> = @Sendable (Value, Depth) -> [Reason]

  /// The first reason, or all of them, in the order of the requirements. After one that is
  /// undecided the others are asked, since they may decide.
  ///
  /// Not of an array of closures: there each one is wrapped twice, for a form that all types share.
  static func check<Value>(_ requirements: ArraySlice<Requirement<Value>>) -> Check<Value> {
    guard let only = requirements.first else { return { _, _ in [] } }
    if requirements.count == 1 { return only.check }
    let middle = requirements.startIndex + requirements.count / 2
    let first = check(requirements[..<middle])
    let second = check(requirements[middle...])
    return { value, depth in
      let reasons = first(value, depth)
      if reasons.isEmpty { return second(value, depth) }
      return depth == .first && reasons.isFalse ? reasons : reasons + second(value, depth)
    }
  }
}

/// The checks of many requirements as one that asks for any of them.
enum Disjunction {
  typealias Check<Value> = Conjunction.Check<Value>

  /// No reason if a requirement has none, otherwise those of all of them; nil without requirements.
  static func check<Value>(_ requirements: ArraySlice<Requirement<Value>>) -> Check<Value>? {
    let middle = requirements.startIndex + requirements.count / 2
    guard requirements.count > 1, let first = check(requirements[..<middle]),
      let second = check(requirements[middle...])
    else { return requirements.first?.check }
    return { value, depth in
      let reasons = first(value, depth)
      if reasons.isEmpty { return [] }
      let others = second(value, depth)
      return others.isEmpty ? [] : joined(reasons, others)
    }
  }

  /// The reasons of two parts that do not hold. If one is undecided so are both together.
  static func joined(_ first: [Reason], _ second: [Reason]) -> [Reason] {
    if first.isUndecided == second.isUndecided { return first + second }
    return first.isUndecided ? first : second
  }

  /// Why none of the branches holds.
  static func reasons(_ branches: [Reason]) -> [Reason] {
    branches.isUndecided ? branches : [.noneHolds(branches)]
  }
}
