/// Reasons that a match limit leaves open (docs/reference/outcomes.md#the-match-limit).
///
/// It is not known whether the value meets the part with the pattern, so the requirements around
/// that part must not take it as failed. Another part may decide the whole.
extension Reason {
  /// The reason of a string on which a pattern reached its match limit.
  package static let patternLimit = Reason(code: ReasonCode.patternLimit)

  /// Whether this is the reason of a match limit.
  var isPatternLimit: Bool { code == ReasonCode.patternLimit }
}

extension [Reason] {
  /// Whether the check has failed for match limits only. The value may still meet it.
  package var isUndecided: Bool { !isEmpty && allSatisfy(\.isPatternLimit) }

  /// Whether the check has failed for sure, whatever further reasons are found.
  var isFailure: Bool { !isEmpty && !isUndecided }
}
