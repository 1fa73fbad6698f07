public import Requirements
internal import RequirementsPatterns

/// The result of a form: everything that an account needs.
public struct Registration: Equatable, Sendable {
  public var username: String
  public var email: String
  public var password: String
  public var age: Int
  public var agreedToTerms: Bool

  public init(
    username: String, email: String, password: String, age: Int, agreedToTerms: Bool
  ) {
    self.username = username
    self.email = email
    self.password = password
    self.age = age
    self.agreedToTerms = agreedToTerms
  }
}

/// The rules, each written once: for the fields of the form, and for a whole registration as a
/// server receives it.
extension Registration {
  public static let username = Requirement<String>.all {
    Requirement.notEmpty().because("A username, please")
    Requirement.length(min: 3, max: 20).because("3 to 20 characters")
    Requirement.matches(pattern: "^[a-zA-Z0-9_]*$").because("Letters, digits and underscores only")
  }

  public static let email = Requirement<String>.all {
    Requirement.notEmpty().because("An email address, please")
    // One message is enough for an empty field.
    Requirement.when(.notEmpty()) {
      Requirement.email().because("This is not an email address")
    }
  }

  public static let password = Requirement<String>.all {
    Requirement.minLength(8).because("At least 8 characters")
    Requirement.matches(pattern: "[0-9]").because("At least one digit")
    Requirement.matches(pattern: #"\p{Lu}"#).because("At least one capital letter")
    Requirement.matches(pattern: #"[^\p{L}\p{N}\s]"#).because("At least one special character")
  }

  public static let age = Requirement<Int>.inRange(18...120)
    .because("A number from 18 to 120")

  public static let terms = Requirement<Bool>.require(\.self)
    .because("Only with the terms")

  /// Asks whether a username is free. A real server would be asked here.
  public static func isFree(taken: Set<String>) -> AsyncRequirement<String> {
    AsyncRequirement { name in
      taken.contains(name.lowercased())
        ? .failed(reason: Reason(code: "username_taken", message: "This name is in use"))
        : .confirmed
    }
  }

  /// All of them, each failure with its place.
  public static let complete = Requirement<Registration>.all {
    Requirement.on(\.username, username)
    Requirement.on(\.email, email)
    Requirement.on(\.password, password)
    Requirement.on(\.age, age)
    Requirement.on(\.agreedToTerms, terms)
  }
}
