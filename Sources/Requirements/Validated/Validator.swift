/// Lets you write a check as a type with its own message. Each ``Requirement`` is a validator, too.
///
/// ```swift
/// struct Even: Validator {
///   let errorMessage = "The number is odd"
///   func isValid(value: Int?) -> Bool { value.map { $0.isMultiple(of: 2) } ?? false }
/// }
/// ```
public protocol Validator<Value>: Sendable {
  /// The type of the values that it checks.
  associatedtype Value

  /// What to tell people about a value that is not valid.
  var errorMessage: String { get }

  /// Whether the value, which may be missing, is valid.
  func isValid(value: Value?) -> Bool

  /// The same as a requirement; made of the two others unless given.
  var requirement: Requirement<Value?> { get }
}

extension Validator {
  /// Another name for `Value`.
  public typealias ValueType = Value

  /// A closure that asks ``isValid(value:)`` and fails with ``errorMessage``.
  public var requirement: Requirement<Value?> {
    Requirement { value in
      self.isValid(value: value) ? .confirmed : .failed(reason: Reason(message: self.errorMessage))
    }
  }

  /// Checks the value, and throws one error with every reason why it is not valid.
  public func validate(value: Value?) throws(ValidationError) {
    try requirement.validate(value)
  }

  /// The validator without its type, for a list with others.
  public var validator: AnyValidator<Value> { AnyValidator(self) }
}

extension Requirement: Validator {
  /// The message that was given with `because`, otherwise what is required.
  public var errorMessage: String {
    if case .because(let reason, _) = outline { return reason.message }
    return "Must be: \(outline)"
  }

  /// Whether the value is there and meets the requirement; a missing one is valid inside
  /// `ifPresent` only.
  public func isValid(value: Value?) -> Bool { orMissing.evaluate(value).isConfirmed }

  /// The requirement for a value that may be missing.
  public var requirement: Requirement<Value?> { orMissing }
}
