/// Wraps any ``Validator`` for a type of value, so different ones fit into one list.
public struct AnyValidator<Value>: Validator {
  /// The validator as a requirement.
  public let requirement: Requirement<Value?>
  /// The message of the validator.
  public let errorMessage: String

  /// The validator without its type.
  public init(_ validator: some Validator<Value>) {
    requirement = validator.requirement
    errorMessage = validator.errorMessage
  }

  /// Same as ``init(_:)``.
  public init(validator: some Validator<Value>) { self.init(validator) }

  /// As the validator says.
  public func isValid(value: Value?) -> Bool { requirement.evaluate(value).isConfirmed }
}
