/// Adds requirements to a property. The property accepts any value, and `$property` says what is
/// wrong with it.
///
/// ```swift
/// @Validated(.notEmpty().because("Email is empty"), .email().because("Not an email address"))
/// var email = ""
///
/// @Validated(.inRange(1...3)) var count = 1
/// @Validated(.ifPresent(.phone())) var phone: String?
///
/// $email.errors      // all of them, in order
/// $email.isValid
/// for await errors in $email.updates { show(errors) }
/// ```
/// The requirements of an optional property are about the value inside. nil fails them, unless all
/// of them are inside `ifPresent`. It fails with one reason: that of the first requirement that is
/// not inside `ifPresent`, "Value is missing" if it has none of its own.
///
/// The wrapper stores the value, so a copied struct has its own value. Listeners hear the
/// assignments to every copy.
@propertyWrapper
public struct Validated<Value: Sendable>: Sendable {
  private let requirement: Requirement<Value>
  private let listeners = Listeners<[ValidationError]>()
  private var value: Value

  /// Adds requirements, in the order of their errors.
  // For an optional property the initialiser for the value inside comes first: `.ifPresent(…)` and
  // `.equalTo(…)` would do for either.
  @_disfavoredOverload
  public init(wrappedValue: Value, _ requirements: Requirement<Value>...) {
    self.init(wrappedValue: wrappedValue, requirements)
  }

  /// Adds requirements, in the order of their errors.
  @_disfavoredOverload
  public init(wrappedValue: Value, _ requirements: [Requirement<Value>]) {
    self.init(wrappedValue: wrappedValue, asking: .all(requirements).onceIfMissing)
  }

  /// Adds a requirement. nil has as many errors as the requirement has reasons for it.
  package init(wrappedValue: Value, asking requirement: Requirement<Value>) {
    value = wrappedValue
    self.requirement = requirement
  }

  /// The value as it was assigned, valid or not. Listeners hear of each assignment.
  public var wrappedValue: Value {
    get { value }
    set {
      value = newValue
      listeners.send { Validated.errors(of: newValue, requirement) }
    }
  }

  /// The errors and the validity of the value: `$property.errors` and so on.
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
    of value: Value, _ requirement: Requirement<Value>
  ) -> [ValidationError] {
    requirement.failures(in: value).map { ValidationError($0) }
  }
}

/// Optional properties, which can be nil from the beginning.
extension Validated where Value: OptionalValue {
  /// Adds requirements for the value of an optional property, in the order of their errors.
  public init(wrappedValue: Value = nil, _ requirements: Requirement<Value.Wrapped>...) {
    self.init(wrappedValue: wrappedValue, requirements)
  }

  /// Adds requirements for the value of an optional property, in the order of their errors.
  public init(wrappedValue: Value = nil, _ requirements: [Requirement<Value.Wrapped>]) {
    let requirement = Requirement.all(requirements).forOptional
    self.init(wrappedValue: wrappedValue, asking: Validated.lifted(requirement))
  }

  /// Adds requirements for the optional itself, such as `.required(…)`, in the order of their
  /// errors.
  @_disfavoredOverload
  public init(_ requirements: Requirement<Value>...) {
    self.init(wrappedValue: nil, requirements)
  }

  /// Adds requirements for the optional itself, such as `.required(…)`, in the order of their
  /// errors.
  @_disfavoredOverload
  public init(_ requirements: [Requirement<Value>]) {
    self.init(wrappedValue: nil, requirements)
  }

  /// The requirement for the property's type, which is `Value.Wrapped?` under another name: only
  /// `Optional` knows that both are the same.
  package static func lifted(_ requirement: Requirement<Value.Wrapped?>) -> Requirement<Value> {
    let check = requirement.check
    return Requirement(outline: requirement.outline) { value, depth in
      check(value.valueIfPresent, depth)
    }
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
