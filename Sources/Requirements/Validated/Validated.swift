internal import Synchronization

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

/// Gives requirements a name, for wrappers that several screens use.
public protocol ValidationRule {
  /// The type of the property's value, if it has one.
  associatedtype Value: Sendable

  /// The requirement for every property of this kind.
  static var requirement: Requirement<Value> { get }
}

/// Makes a property wrapper from a ``ValidationRule``. Give it a name of its own:
///
/// ```swift
/// enum EmailRule: ValidationRule {
///   static let requirement = Requirement<String>.all {
///     Requirement.notEmpty().because("Email is empty")
///     Requirement.email().because("This is not an email address")
///   }
/// }
/// typealias Email = ValidatedBy<EmailRule>
///
/// @Email var email: String?
/// $email.errors
/// ```
@propertyWrapper
public struct ValidatedBy<Rule: ValidationRule>: Sendable {
  private var validated: Validated<Rule.Value>

  /// A property with this value, at first nil.
  public init(wrappedValue: Rule.Value? = nil) {
    validated = Validated(wrappedValue: wrappedValue, Rule.requirement)
  }

  /// The value as it was assigned, valid or not. Listeners hear of each assignment.
  public var wrappedValue: Rule.Value? {
    get { validated.wrappedValue }
    set { validated.wrappedValue = newValue }
  }

  /// The errors, validity and updates, as in ``Validated``.
  public var projectedValue: Validated<Rule.Value> { validated }
}

/// Listeners: each is called with every message, in the order of sending.
final class Listeners<Message: Sendable>: Sendable {
  private struct State {
    var nextID = 0
    var receivers: [Int: @Sendable (Message) -> Void] = [:]
  }

  /// The number of messages that a stream keeps for a listener that falls behind.
  private static var bufferedMaximum: Int { 256 }

  private let state = Mutex(State())

  /// How many listen.
  var count: Int { state.withLock { $0.receivers.count } }

  /// Calls every listener with the message, which is made only if there is one.
  func send(_ message: () -> Message) {
    // Called outside the lock: a receiver may stop listening meanwhile.
    let receivers = state.withLock { state in
      state.receivers.sorted { $0.key < $1.key }.map(\.value)
    }
    if receivers.isEmpty { return }
    let message = message()
    for receiver in receivers { receiver(message) }
  }

  /// Calls the receiver from now on, until the returned number is removed.
  func add(_ receiver: @escaping @Sendable (Message) -> Void) -> Int {
    state.withLock { state in
      state.nextID += 1
      state.receivers[state.nextID] = receiver
      return state.nextID
    }
  }

  func remove(_ id: Int) {
    state.withLock { _ = $0.receivers.removeValue(forKey: id) }
  }

  /// The messages from now on, until the stream is dropped or its task cancelled.
  func stream() -> AsyncStream<Message> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Message.self, bufferingPolicy: .bufferingNewest(Self.bufferedMaximum))
    let id = add { continuation.yield($0) }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }
}
