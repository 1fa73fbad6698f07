/// Lets you write a check as a type with its own message. Each `Requirement` is a validator, too.
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

  /// The message for people about a value that is not valid.
  var errorMessage: String { get }

  /// Whether the value, which may be missing, is valid.
  func isValid(value: Value?) -> Bool

  /// The validator as a requirement; made of the two others unless given.
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
    if case .because(let because, _) = outline { return because.message }
    return "Must be: \(self)"
  }

  /// Whether the value is there and meets the requirement. A missing one is valid inside
  /// `ifPresent` only.
  public func isValid(value: Value?) -> Bool { forOptional.evaluate(value).isConfirmed }

  /// The requirement for a value that may be missing.
  public var requirement: Requirement<Value?> { forOptional }
}

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

  /// Whether the validator accepts the value.
  public func isValid(value: Value?) -> Bool { requirement.evaluate(value).isConfirmed }
}

extension Validated where Value: OptionalValue {
  /// Adds validators of any kind, in the order of their errors.
  ///
  /// Each is asked about nil and has an error of its own for it.
  ///
  /// ```swift
  /// @Validated([
  ///   NotEmptyValidator(errorMessage: "Email is empty").validator,
  ///   RegexValidator(regex: #"[^@\s]+@[^@\s]+"#, errorMessage: "Not an email address").validator,
  /// ])
  /// var email: String? = nil
  /// ```
  public init(wrappedValue: Value = nil, _ validators: [AnyValidator<Value.Wrapped>]) {
    let requirement = Requirement.all(validators.map(\.requirement))
    self.init(wrappedValue: wrappedValue, asking: Validated.lifted(requirement))
  }
}
