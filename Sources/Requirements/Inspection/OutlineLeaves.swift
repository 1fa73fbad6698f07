/// A check of a value whose type has been erased.
package struct OpaqueCheck: Sendable {
  /// Every reason why the value fails; nil if it is not of the type that the check is for.
  package let failures: @Sendable (_ value: Any) -> [Reason]?
  /// The check itself if it is for strings, which a batch asks most often: a value in a box costs
  /// more than most closures.
  private let ofText: (@Sendable (String, Depth) -> [Reason])?

  init<Value>(_ check: @escaping @Sendable (Value, Depth) -> [Reason]) {
    failures = { value in (value as? Value).map { check($0, .every) } }
    ofText = check as? @Sendable (String, Depth) -> [Reason]
  }

  /// Every reason why a text fails; nil if the check is not for strings.
  func failures(inText text: String) -> [Reason]? {
    ofText.map { $0(text, .every) } ?? failures(text)
  }
}

/// A built-in requirement. Its reason has the code and the parameters.
package struct BuiltIn: Sendable {
  /// The name with the arguments, as `description` shows it.
  package let name: String
  /// Why a value fails.
  package let reason: Reason
  /// Whether the parameters say all that is asked, so that no value has to be decoded for it.
  package let isInspectable: Bool
  /// The check itself, for a decoded value.
  package let check: OpaqueCheck
}
