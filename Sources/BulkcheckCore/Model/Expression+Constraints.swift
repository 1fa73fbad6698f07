extension Expression {
  /// Whether a closure is asked for some part of it.
  package var asksClosure: Bool {
    hasConstraint { if case .closure = $0 { true } else { false } }
  }

  /// Whether it has a limit that depends on the clock.
  package var asksForNow: Bool { hasConstraint(\.asksForNow) }

  /// Whether a constraint in it is one of those that are looked for.
  private func hasConstraint(_ isWanted: (Constraint) -> Bool) -> Bool {
    switch self {
    case .constraint(let constraint): isWanted(constraint)
    case .compare, .compareTimes, .relate, .unique, .combination, .refers, .outcome, .schema: false
    case .all(let parts), .any(let parts), .none(let parts), .fields(let parts):
      parts.contains { $0.hasConstraint(isWanted) }
    case .not(let inner), .at(_, let inner), .items(let inner), .someItem(let inner),
      .names(let inner):
      inner.hasConstraint(isWanted)
    case .when(let condition, let then, let otherwise):
      [condition, then, otherwise].contains { $0?.hasConstraint(isWanted) ?? false }
    }
  }
}
