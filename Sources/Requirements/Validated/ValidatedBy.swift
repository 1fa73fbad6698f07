/// Gives requirements a name, for wrappers that several screens use.
public protocol ValidationRule {
  /// The type of the property's value, if it has one.
  associatedtype Value: Sendable

  /// The requirement for every property of this kind.
  static var requirement: Requirement<Value> { get }
}

/// Makes a wrapper for optional properties from a ``ValidationRule``. Give it a name of its own:
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
/// For a property that is not optional, write `@Validated(EmailRule.requirement) var email = ""`.
@propertyWrapper
public struct ValidatedBy<Rule: ValidationRule>: Sendable {
  private var validated: Validated<Rule.Value?>

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
  public var projectedValue: Validated<Rule.Value?> { validated }
}
