import Bulkcheck
import Foundation
import Requirements

/// The record of `profiles/users.json`, and its rules as a requirement.
struct TypedUser: Decodable, Sendable {
  struct Address: Decodable, Sendable {
    var city: String
    var zip: String?
  }

  var id: String
  var username: String
  var email: String
  var age: Int
  var country: String
  var balance: Double
  var phone: String?
  var createdAt: String
  var agreedToTerms: Bool
  var tags: [String]
  var address: Address
  var plan: String
  var bio: String?

  private enum CodingKeys: String, CodingKey {
    case id, username, email, age, country, balance, phone
    case createdAt = "created_at"
    case agreedToTerms = "agreed_to_terms"
    case tags, address, plan, bio
  }

  static let countries = [
    "US", "GB", "DE", "FR", "ES", "IT", "NL", "BE", "PL", "PT", "SE", "NO", "DK", "FI", "IE", "AT",
    "CH", "CZ", "GR", "RO", "CA", "MX", "BR", "AR", "IN", "JP", "KR", "AU", "NZ", "ZA",
  ]

  static let requirement = Requirement<TypedUser>.all {
    Requirement.on(
      \.id,
      .matches(pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
        .rule("id.uuid", message: "{value} is not a lower-case UUID"))
    Requirement.on(\.username) {
      Requirement.length(min: 3, max: 20).rule(
        "username.length", message: "{value} is too short or long")
      Requirement.matches(pattern: "^[a-zA-Z0-9_]+$").rule(
        "username.pattern", message: "{value} does not match the pattern ^[a-zA-Z0-9_]+$")
    }
    Requirement.on(
      \.email,
      .matches(pattern: #"^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$"#)
        .rule("email.pattern", message: "{value} is not an email address")
    ).labels("contact")
    Requirement.on(
      \.age, .inRange(18...120).rule("age.range", message: "age is {value}, must be 18 to 120"))
    Requirement.on(
      \.country,
      .oneOf(countries).rule("country.enum", message: "{value} is not a country we serve"))
    Requirement.on(
      \.balance,
      .inRange(0...10000).rule("balance.range", message: "{value} is not between 0 and 10000"))
    Requirement.on(
      \.phone,
      .ifPresent(.matches(pattern: #"^\+?\d{10,15}$"#)).rule(
        "phone.pattern",
        message: #"{value} does not match the pattern ^\+?\d{{10,15}}$"#)
    ).labels("contact")
    Requirement.on(
      \.createdAt,
      .dateTime().rule(
        "created_at.rfc3339", message: "{value} is not in the format date-time"))
    Requirement.require(\.agreedToTerms).because("terms were not accepted")
      .rule("agreed_to_terms.true")
    Requirement.on(\.tags) {
      Requirement.count(min: 1, max: 5).rule(
        "tags.count", message: "not all of these hold: items >= 1; items <= 5")
      Requirement.each(.notEmpty()).rule("tags.items", message: "a tag is empty")
    }
    Requirement.on(\.address, .on(\.city, .notEmpty())).rule(
      "address.city", message: "{field} is empty")
    Requirement.on(
      \.plan,
      .oneOf("free", "pro", "team").rule(
        "plan.enum", message: #"{value} is not one of "free", "pro", "team""#))
    Requirement.on(\.bio, .ifPresent(.maxLength(160))).rule(
      "bio.length", message: "{value} is too long")
    Requirement.when(.on(\.country, .equalTo("US"))) {
      Requirement.on(\.address.zip, .required(.matches(pattern: #"^\d{5}(-\d{4})?$"#)))
    }.rule(
      "address.zip_us", message: "a US address needs a zip of 5 or 9 digits, got {address.zip}")
  }

  static var options: BatchOptions {
    var options = BatchOptions()
    options.lengthUnit = .codePoints
    options.listSeparator = "|"
    return options
  }

  /// The profile without what a requirement has no word for (an absent value that differs from
  /// null), with the type of the one property that it leaves out, and with the messages of the
  /// requirement.
  static func profile() throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: package.appending(path: "profiles/users.json"), encoding: .utf8)
    var changed = text
    for (old, new) in [
      ("      \"present\": true,\n", ""), (", \"bio.present\"", ""),
      (#""value": [3, 20] }"#, #""value": [3, 20], "message": "{value} is too short or long" }"#),
      (#""value": 160 }"#, #""value": 160, "message": "{value} is too long" }"#),
      (
        #""value": [0, 10000] }"#,
        #""value": [0, 10000], "message": "{value} is not between 0 and 10000" }"#
      ),
      ("    \"plan\": {", "    \"address.zip\": { \"type\": \"string\" },\n    \"plan\": {"),
    ] {
      precondition(changed.contains(old), "profiles/users.json has no \(old)")
      changed = changed.replacing(old, with: new)
    }
    return changed
  }
}
