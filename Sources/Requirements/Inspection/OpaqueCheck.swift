/// A leaf that only a closure knows, for a value whose type has been erased.
package struct OpaqueCheck: Sendable {
  /// Every reason why the value fails; nil if it is not of the type that the closure takes.
  package let failures: @Sendable (_ value: Any) -> [Reason]?

  package init(_ failures: @escaping @Sendable (_ value: Any) -> [Reason]?) {
    self.failures = failures
  }

  init<Value>(_ check: @escaping @Sendable (Value, Depth) -> [Reason]) {
    self.init { value in (value as? Value).map { check($0, .every) } }
  }
}

/// A leaf that this module knows by name.
package struct BuiltInCheck: Sendable {
  /// With its arguments, as `description` shows it.
  package let name: String
  /// Why a value fails where `because` gives no other reason.
  package let reason: Reason
  /// The check itself, for a decoded value.
  package let check: OpaqueCheck
}
