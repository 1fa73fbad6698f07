/// What a statement says of a value (SEMANTICS 3, 6, 88).
package enum Truth: UInt8, BitwiseCopyable, Sendable {
  // In the order in which they prevail in an `all`, weakest first.
  case undecided, `true`
  /// A pattern reached its match limit: true or false, but nobody knows which. Another part may
  /// decide the whole.
  case limited
  case `false`
  /// A `replace` reached the limit, so that there is no value to judge: the rule fails, whatever
  /// its other parts say.
  case unreadable
  /// Combinators take it as undecided.
  case notApplicable

  @inline(__always)
  package init(_ condition: Bool) { self = condition ? .true : .false }

  /// The answer of `pattern` (`finds`) or `notPattern`.
  @inline(__always)
  init(_ answer: PatternMatcher.Answer, finds: Bool) {
    self = answer == .limitExceeded ? .limited : Truth((answer == .matched) == finds)
  }

  /// What `all` says of two parts.
  @inline(__always)
  func and(_ other: Truth) -> Truth {
    other != .notApplicable && other.rawValue > rawValue ? other : self
  }

  /// What `any` says of two parts.
  @inline(__always)
  func or(_ other: Truth) -> Truth { inverted.and(other.inverted).inverted }

  /// What `not` says.
  @inline(__always)
  var inverted: Truth {
    switch self {
    case .true: .false
    case .false: .true
    case .notApplicable: .undecided
    case .undecided, .limited, .unreadable: self
    }
  }
}

/// What a rule says of a record (SPEC 4).
package enum Outcome: UInt8, BitwiseCopyable, Sendable {
  // In the order in which they prevail when a rule is judged at several elements (SEMANTICS 15),
  // weakest first.
  case missing, notApplicable, passed, blocked, failed, overridden
  /// A match limit left the rule undecided, or the value: it fails, with the reason `pattern-limit`
  /// (SEMANTICS 88), and is counted as `failed`.
  case limited, unreadable

  @inline(__always)
  init(_ truth: Truth) {
    switch truth {
    case .undecided: self = .missing
    case .true: self = .passed
    case .false: self = .failed
    case .notApplicable: self = .notApplicable
    case .limited: self = .limited
    case .unreadable: self = .unreadable
    }
  }

  /// Whether the rule fails for a match limit.
  @inline(__always)
  var isLimited: Bool { self == .limited || self == .unreadable }

  /// Whether the rule fails.
  @inline(__always)
  var isFailure: Bool { self == .failed || isLimited }

  /// Whether it prevails over another one that was found at an element before (SEMANTICS 15): what
  /// an element decides over what a limit left undecided at another, and a value that nobody knows
  /// over all.
  @inline(__always)
  func prevails(over other: Outcome) -> Bool {
    if self == .limited { return other.rawValue < Outcome.failed.rawValue }
    if other == .limited { return self == .failed || self == .unreadable }
    return rawValue > other.rawValue
  }
}
