/// What a statement says of one value (SEMANTICS 3, 6, 88). The engine knows only sets of records
/// in which a statement is true, and so on.
enum Truth {
  case undecided, `true`, `false`, limited, unreadable, notApplicable

  init(_ condition: Bool) { self = condition ? .true : .false }
}
