/// Adds requirements to a property. The property accepts any value, and `$property` says what is
/// wrong with it.
///
/// ```swift
/// @Validated(
///   .notEmpty().because("Email is empty"), .email().because("This is not an email address"))
/// var email: String? = nil
///
/// $email.errors      // all of them, in order
/// $email.isValid
/// for await errors in $email.updates { show(errors) }
/// ```
/// nil fails a requirement, with the reason given for it, unless the requirement is inside
/// `ifPresent`. The wrapper stores the value, so a copied struct has its own value. Listeners hear
/// the assignments to every copy.
@propertyWrapper
public struct Validated<Value: Sendable>: Sendable {
  private let requirement: Requirement<Value?>
  private let listeners = Listeners<[ValidationError]>()
  private var value: Value?

  /// Requirements, in the order of their errors.
  public init(wrappedValue: Value? = nil, _ requirements: Requirement<Value>...) {
    self.init(wrappedValue: wrappedValue, requirements)
  }

  /// Requirements, in the order of their errors.
  public init(wrappedValue: Value? = nil, _ requirements: [Requirement<Value>]) {
    self.init(wrappedValue: wrappedValue, requirement: .all(requirements.map(\.orMissing)))
  }

  /// Validators of any kind, in the order of their errors.
  public init(wrappedValue: Value? = nil, _ validators: [AnyValidator<Value>]) {
    self.init(wrappedValue: wrappedValue, requirement: .all(validators.map(\.requirement)))
  }

  private init(wrappedValue: Value?, requirement: Requirement<Value?>) {
    value = wrappedValue
    self.requirement = requirement
  }

  /// The value as it was assigned, valid or not. Listeners hear of each assignment.
  public var wrappedValue: Value? {
    get { value }
    set {
      value = newValue
      listeners.send { Validated.errors(of: newValue, requirement) }
    }
  }

  /// What is known about the value: `$property.errors` and so on.
  public var projectedValue: Validated { self }

  /// Every error of the value, in the order of the requirements; none if it is valid. Evaluated on
  /// each access.
  public var errors: [ValidationError] { Validated.errors(of: value, requirement) }

  /// Whether there are no errors. Stops at the first.
  public var isValid: Bool { firstError == nil }

  /// The first error. Does not look for more.
  public var firstError: ValidationError? {
    requirement.evaluate(value).reason.map { ValidationError($0) }
  }

  /// The errors after each assignment from now on, for one listener. Read the property again for
  /// another.
  ///
  /// Without listeners nothing is evaluated. A listener that falls behind by more than 256
  /// assignments loses the oldest of them.
  public var updates: AsyncStream<[ValidationError]> { listeners.stream() }

  private static func errors(
    of value: Value?, _ requirement: Requirement<Value?>
  ) -> [ValidationError] {
    requirement.failures(in: value).map { ValidationError($0) }
  }
}

#if canImport(Combine)
  public import Combine

  extension Validated {
    /// The errors after each assignment from now on. Without subscribers nothing is evaluated.
    public var publisher: AnyPublisher<[ValidationError], Never> {
      ListenerPublisher(listeners: listeners).eraseToAnyPublisher()
    }
  }
#endif
