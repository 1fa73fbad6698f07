/// Any ``Validator`` for a type of value, so that different ones can stand in one list.
public struct AnyValidator<Value>: Validator {
  public let requirement: Requirement<Value?>
  public let errorMessage: String

  public init(_ validator: some Validator<Value>) {
    requirement = validator.requirement
    errorMessage = validator.errorMessage
  }

  /// Same as ``init(_:)``.
  public init(validator: some Validator<Value>) { self.init(validator) }

  public func isValid(value: Value?) -> Bool { requirement.evaluate(value).isConfirmed }
}
