/// A three-valued answer, and `notApplicable`, which combinators take as undecided (SEMANTICS 3, 6).
package enum Truth: UInt8, BitwiseCopyable, Sendable {
  case undecided, `true`, `false`, notApplicable

  @inline(__always)
  package init(_ condition: Bool) { self = condition ? .true : .false }
}

/// What a rule says of a record (SPEC 4).
package enum Outcome: UInt8, BitwiseCopyable, Sendable {
  // In the order in which they prevail when a rule is judged at several elements (SEMANTICS 15), weakest first.
  case missing, notApplicable, passed, blocked, failed, overridden

  @inline(__always)
  init(_ truth: Truth) {
    switch truth {
    case .undecided: self = .missing
    case .true: self = .passed
    case .false: self = .failed
    case .notApplicable: self = .notApplicable
    }
  }
}
