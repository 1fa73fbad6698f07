/// A leaf that only a closure knows, for a value whose type has been erased.
package struct OpaqueCheck: Sendable {
  /// Every reason why the value fails; nil if it is not of the type that the closure takes.
  package let failures: @Sendable (_ value: Any) -> [Reason]?

  package init(_ failures: @escaping @Sendable (_ value: Any) -> [Reason]?) {
    self.failures = failures
  }
}
