public import Observation
public import Requirements

/// A form in the making: nothing is filled in at first.
@MainActor @Observable
public final class RegistrationForm: FormModel {
  /// The fields in the order in which they are asked for, as they are named in the form.
  public enum Entry: String, CaseIterable, Sendable {
    case username, email, password, age, agreedToTerms
  }

  public let username: Field<String?>
  public let email = Field<String?>(Registration.email)
  public let password = Field<String?>(Registration.password)
  public let age = Field<Int?>(Registration.age)
  public let agreedToTerms = Field(false, Registration.terms)

  /// - Parameter isFree: asks the server whether a username is still to be had.
  public init(isFree: AsyncRequirement<String>) {
    username = Field(Registration.username, checks: isFree)
  }

  /// Takes what someone typed. What is not a number leaves the age empty.
  public func type(_ text: String, into entry: Entry) {
    switch entry {
    case .username: username.value = text
    case .email: email.value = text
    case .password: password.value = text
    case .age: age.value = Int(text)
    case .agreedToTerms: agreedToTerms.value = ["y", "yes"].contains(text.lowercased())
    }
  }

  /// The field of an entry, with its errors.
  public func field(_ entry: Entry) -> any FormField {
    switch entry {
    case .username: username
    case .email: email
    case .password: password
    case .age: age
    case .agreedToTerms: agreedToTerms
    }
  }

  /// The registration; nil if something is wrong. Shows every error then.
  public func submit() async -> Registration? {
    guard await validate(), let username = username.value, let email = email.value,
      let password = password.value, let age = age.value
    else { return nil }
    return Registration(
      username: username, email: email, password: password, age: age,
      agreedToTerms: agreedToTerms.value)
  }
}
