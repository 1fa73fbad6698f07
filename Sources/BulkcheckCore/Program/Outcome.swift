/// What a statement says of a value (SEMANTICS 3, 6, 88).
enum Truth: BitwiseCopyable, Sendable {
  case undecided, `true`
  /// A pattern reached its match limit: true or false, but nobody knows which. Another part may
  /// decide the whole.
  case limited
  case `false`
  /// A `replace` reached the match limit, so the value is not known. The rule fails, whatever its
  /// other parts say.
  case unreadable
  /// Combinators take it as undecided.
  case notApplicable
}

/// What a rule says of a record (SPEC 4).
package enum Outcome: UInt8, BitwiseCopyable, Sendable {
  case missing, notApplicable, passed, blocked, failed, overridden
  /// A match limit left the rule undecided, or the value: it fails, with the reason `pattern-limit`
  /// (SEMANTICS 88), and is counted as `failed`.
  case limited, unreadable
}
