public import Requirements

/// A form in the making: nothing is filled in at first.
public struct RegistrationForm: Sendable {
  /// The fields in the order in which they are asked for.
  public enum Field: String, CaseIterable, Sendable {
    case username, email, password, age
    case agreedToTerms = "terms"
  }

  @Validated(Registration.username) public var username: String?
  @Validated(Registration.email) public var email: String?
  @Validated(Registration.password) public var password: String?
  @Validated(Registration.age) public var age: Int?
  @Validated(Registration.terms) public var agreedToTerms = false

  /// The fields into which something has been typed: only of these a screen shows errors.
  public private(set) var started: Set<Field> = []

  public init() {}

  /// Takes what someone typed. What is not a number leaves the age empty.
  public mutating func type(_ text: String, into field: Field) {
    started.insert(field)
    switch field {
    case .username: username = text
    case .email: email = text
    case .password: password = text
    case .age: age = Int(text)
    case .agreedToTerms: agreedToTerms = ["y", "yes"].contains(text.lowercased())
    }
  }

  /// The errors that a screen shows below a field: none before someone has typed there.
  public func visibleErrors(_ field: Field) -> [ValidationError] {
    started.contains(field) ? errors(field) : []
  }

  /// Every error of a field, seen or not.
  public func errors(_ field: Field) -> [ValidationError] {
    switch field {
    case .username: $username.errors
    case .email: $email.errors
    case .password: $password.errors
    case .age: $age.errors
    case .agreedToTerms: $agreedToTerms.errors
    }
  }

  /// The errors of a field after each time that something is typed into it.
  public func updates(_ field: Field) -> AsyncStream<[ValidationError]> {
    switch field {
    case .username: $username.updates
    case .email: $email.updates
    case .password: $password.updates
    case .age: $age.updates
    case .agreedToTerms: $agreedToTerms.updates
    }
  }

  /// Every error of the form, with its field.
  public var allErrors: [(field: Field, error: ValidationError)] {
    Field.allCases.flatMap { field in errors(field).map { (field, $0) } }
  }

  /// The first error of the form; does not look for more.
  public var firstError: ValidationError? {
    $username.firstError ?? $email.firstError ?? $password.firstError ?? $age.firstError
      ?? $agreedToTerms.firstError
  }

  /// The registration; nil as long as there is an error.
  public var registration: Registration? {
    guard firstError == nil, let username, let email, let password, let age else { return nil }
    return Registration(
      username: username, email: email, password: password, age: age,
      agreedToTerms: agreedToTerms)
  }
}
