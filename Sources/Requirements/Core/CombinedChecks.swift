/// The checks of many requirements as one that asks for all of them.
///
/// They are joined two by two, into a balanced tree of closures that hold just two others. A loop
/// over an array would count references and look up the array's type for every check. That costs
/// more than the checks themselves (950 ns instead of some 100 for five on a `String`).
enum Conjunction {
  typealias Check<Value> = @Sendable (Value, Depth) -> [Reason]

  /// The first reason, or all of them, in the order of the requirements. After an undecided one the
  /// others are asked, since they may decide.
  ///
  /// It takes requirements, because an array of closures wraps each of them twice, into a form that
  /// all types share.
  static func check<Value>(_ requirements: ArraySlice<Requirement<Value>>) -> Check<Value> {
    guard let only = requirements.first else { return { _, _ in [] } }
    if requirements.count == 1 { return only.check }
    let middle = requirements.startIndex + requirements.count / 2
    let first = check(requirements[..<middle])
    let second = check(requirements[middle...])
    return { value, depth in
      let reasons = first(value, depth)
      if reasons.isEmpty { return second(value, depth) }
      return depth == .first && reasons.isFailure ? reasons : reasons + second(value, depth)
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

  /// The reasons of the whole if no branch holds: those of the branches become alternatives of one.
  static func reasons(_ branches: [Reason]) -> [Reason] {
    branches.isUndecided ? branches : [.noneHolds(branches)]
  }
}
