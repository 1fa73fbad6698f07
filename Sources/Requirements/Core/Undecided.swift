/// What a match limit left open (docs/reference/outcomes.md#the-match-limit): it is not known
/// whether the value meets the part, so the requirements around it must not take the part as
/// failed. Another part may decide the whole.
extension Reason {
  /// Whether it says no more than that a pattern reached its match limit.
  var isPatternLimit: Bool { code == DefaultReason.patternLimitCode }
}

extension [Reason] {
  /// Whether the check has failed for match limits only: it may be true or false.
  package var isUndecided: Bool { !isEmpty && allSatisfy(\.isPatternLimit) }

  /// Whether the check is false, whatever else is found.
  var isFalse: Bool { !isEmpty && !isUndecided }
}
