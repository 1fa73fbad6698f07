/// The truth of a statement about one value (docs/reference/constraints.md#values-of-another-kind,
/// docs/reference/rules.md#truth, docs/reference/outcomes.md#the-match-limit). The engine knows
/// only sets of records in which a statement is true, and so on.
enum Truth {
  case undecided, `true`, `false`, limited, unreadable, notApplicable

  init(_ condition: Bool) { self = condition ? .true : .false }
}
