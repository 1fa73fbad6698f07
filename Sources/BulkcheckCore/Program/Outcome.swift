/// The truth of a statement about a value (docs/reference/constraints.md#values-of-another-kind,
/// docs/reference/rules.md#truth, docs/reference/outcomes.md#the-match-limit).
enum Truth: BitwiseCopyable, Sendable {
  case undecided, `true`
  /// A pattern reached its match limit: it is true or false, but not known which. Another part may
  /// decide the whole.
  case limited
  case `false`
  /// A `replace` reached the match limit, so the value is not known. The rule fails, whatever its
  /// other parts say.
  case unreadable
  /// Combinators take it as undecided.
  case notApplicable
}

/// The outcome of a rule on a record (docs/reference/outcomes.md#outcomes).
package enum Outcome: UInt8, BitwiseCopyable, Sendable {
  case missing, notApplicable, passed, blocked, failed, overridden
  /// A match limit left the rule undecided, or the value: it fails, with the reason `pattern-limit`
  /// (docs/reference/outcomes.md#the-match-limit), and is counted as `failed`.
  case limited, unreadable
}
