internal import Bulkcheck
internal import Requirements

/// A user account as the input holds it: the names of its properties are the names of the fields.
struct User: Decodable, Sendable {
  enum Plan: String, Decodable, CaseIterable, Sendable {
    case free, pro, team
  }

  struct Address: Decodable, Sendable {
    var city: String
    var zip: String?
  }

  var id: String
  var username: String
  var email: String
  var age: Int
  var country: String
  var plan: Plan
  var phone: String?
  var createdAt: String
  var address: Address

  private enum CodingKeys: String, CodingKey {
    case id, username, email, age, country, plan, phone
    case createdAt = "created_at"
    case address
  }

  /// The requirements for an account to be loaded, besides those that the properties have by
  /// themselves.
  static let requirement = Requirement<User>.all {
    Requirement.on(\.id, .uuid())
    Requirement.on(\.username, .matches(pattern: "^[a-zA-Z0-9_]{3,20}$"))
      .because("3 to 20 letters, digits and underscores")
    Requirement.on(\.email, .email()).rule(
      "email", message: "{value} is not an email address", labels: ["contact"])
    Requirement.on(\.age, .inRange(18...120))
    Requirement.on(\.phone, .ifPresent(.matches(pattern: #"^\+?\d{10,15}$"#))).rule(
      "phone", severity: .warning)
    Requirement.on(\.createdAt, .dateTime())
    Requirement.on(\.address.city, .notEmpty())
    // Swift code, for what no built-in says: it gets the plan of the account alone, decoded.
    Requirement.on(
      \.plan, Requirement { $0 == .team ? .failed(reason: teamsComeLater) : .confirmed })
  }

  private static let teamsComeLater = Reason(
    code: "team", message: "Teams are loaded by another job")
}
