internal import BulkcheckCore

extension Requirement {
  /// A built-in that a profile can say too.
  ///
  /// Inlined, so that what is asked is a part of the check's own closure instead of one more call.
  @inline(__always)
  static func constraint(
    _ constraint: Constraint, _ name: String, _ reason: Reason,
    _ holds: @escaping @Sendable (Value) -> Bool
  ) -> Requirement {
    // Made once: an alternative that does not hold, or the inside of `not`, costs no allocation.
    let reasons = [reason]
    let outline = Outline.constraint(constraint, builtIn(name, reason, holds))
    return Requirement(outline: outline) { value, _ in holds(value) ? [] : reasons }
  }

  /// A built-in that no profile can say.
  @inline(__always)
  static func builtIn(
    _ name: String, _ reason: Reason, _ holds: @escaping @Sendable (Value) -> Bool
  ) -> Requirement {
    let reasons = [reason]
    return Requirement(outline: .builtIn(builtIn(name, reason, holds))) { value, _ in
      holds(value) ? [] : reasons
    }
  }

  private static func builtIn(
    _ name: String, _ reason: Reason, _ holds: @escaping @Sendable (Value) -> Bool
  ) -> BuiltInCheck {
    BuiltInCheck(
      name: name, reason: reason,
      check: OpaqueCheck { ($0 as? Value).map { holds($0) ? [] : [reason] } })
  }

  /// A part that was set up wrongly: it fails for every value and says why.
  static func mistake(_ text: String) -> Requirement {
    let reasons = [DefaultReason.mistake(text)]
    return Requirement(outline: .mistake(text)) { _, _ in reasons }
  }
}
