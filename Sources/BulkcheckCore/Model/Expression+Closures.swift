extension Expression {
  /// Whether a closure is asked for some part of it.
  package var asksClosure: Bool {
    switch self {
    case .constraint(.closure): true
    case .constraint, .compare, .relate, .unique, .combination, .refers, .outcome, .schema: false
    case .all(let parts), .any(let parts), .none(let parts), .fields(let parts):
      parts.contains(where: \.asksClosure)
    case .not(let inner), .at(_, let inner), .items(let inner), .someItem(let inner),
      .names(let inner):
      inner.asksClosure
    case .when(let condition, let then, let otherwise):
      [condition, then, otherwise].contains { $0?.asksClosure ?? false }
    }
  }
}
