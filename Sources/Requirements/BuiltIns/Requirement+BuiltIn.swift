/// The ways to make a built-in.
extension Requirement {
  /// A built-in whose code and parameters say all that is asked.
  ///
  /// Inlined, so that the condition is a part of the check's own closure instead of one more call.
  @inline(__always)
  static func constraint(
    _ name: String, _ reason: Reason, _ holds: @escaping @Sendable (Value) -> Bool
  ) -> Requirement {
    builtIn(name, reason, isInspectable: true, holds)
  }

  /// A built-in that asks a closure, or has operands that no parameter holds.
  @inline(__always)
  static func builtIn(
    _ name: String, _ reason: Reason, isInspectable: Bool = false,
    _ holds: @escaping @Sendable (Value) -> Bool
  ) -> Requirement {
    // Made once: an alternative that does not hold, or the inside of `not`, costs no allocation.
    let reasons = [reason]
    let builtIn = BuiltIn(
      name: name, reason: reason, isInspectable: isInspectable,
      check: OpaqueCheck { (value: Value, _) in holds(value) ? [] : reasons })
    return Requirement(outline: .builtIn(builtIn)) { value, _ in holds(value) ? [] : reasons }
  }

  /// A part that was set up wrongly. It fails for every value, and its reason says why.
  package static func mistake(_ text: String) -> Requirement {
    let reasons = [Reason.mistake(text)]
    return Requirement(outline: .mistake(text)) { _, _ in reasons }
  }

  /// A built-in of another module whose check returns its reasons: `reason`, or the one of a match
  /// limit.
  package static func inspectable(
    _ name: String, _ reason: Reason, _ check: @escaping @Sendable (_ value: Value) -> [Reason]
  ) -> Requirement {
    let builtIn = BuiltIn(
      name: name, reason: reason, isInspectable: true,
      check: OpaqueCheck { (value: Value, _) in check(value) })
    return Requirement(outline: .builtIn(builtIn)) { value, _ in check(value) }
  }
}
