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
    return Requirement(outline: .constraint(constraint, name: name)) { value, _ in
      holds(value) ? [] : reasons
    }
  }

  /// A built-in that no profile can say.
  @inline(__always)
  static func builtIn(
    _ name: String, _ reason: Reason, _ holds: @escaping @Sendable (Value) -> Bool
  ) -> Requirement {
    let reasons = [reason]
    let opaque = OpaqueCheck { ($0 as? Value).map { holds($0) ? [] : reasons } }
    return Requirement(outline: .builtIn(opaque, name: name)) { value, _ in
      holds(value) ? [] : reasons
    }
  }

  /// A part that was set up wrongly: it fails for every value and says why.
  static func mistake(_ text: String) -> Requirement {
    let reasons = [DefaultReason.mistake(text)]
    return Requirement(outline: .mistake(text)) { _, _ in reasons }
  }
}
