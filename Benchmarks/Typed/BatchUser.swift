internal import Bulkcheck
internal import Corpora
internal import Requirements

/// The record of the users corpus, with its rules.
struct BatchUser: Decodable, Sendable {
  struct Address: Decodable, Sendable { var city: String }

  var id: String
  var username: String
  var email: String
  var age: Int
  var country: String
  var balance: Double
  var tags: [String]
  var address: Address
  var plan: String
  var bio: String?

  /// Built-ins alone: nothing is decoded.
  static let inspectable = Requirement<BatchUser>.all {
    Requirement.on(\.id, .uuid())
    Requirement.on(\.username, .length(min: 3, max: 20))
    Requirement.on(
      \.email, .matches(pattern: #"^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$"#))
    Requirement.on(\.age, .inRange(18...120))
    Requirement.on(
      \.country,
      .oneOf("US", "GB", "DE", "FR", "ES", "IT", "NL", "BE", "PL", "PT", "SE", "NO"))
    Requirement.on(\.balance, .inRange(0...10000))
    Requirement.on(\.tags, .count(max: 5))
    Requirement.on(\.address.city, .maxLength(40))
    Requirement.on(\.plan, .oneOf("free", "pro", "team"))
    Requirement.on(\.bio, .ifPresent(.maxLength(160)))
  }

  /// This requirement with a closure that gets one text.
  static let withClosure = Requirement<BatchUser>.all([
    inspectable,
    .on(
      \.username,
      Requirement { name in
        name.utf8.first == UInt8(ascii: "#")
          ? .failed(reason: Reason(message: "No hash")) : .confirmed
      }),
  ])

  /// A profile with these rules.
  static let profile = #"""
    { "bulkcheck": 1, "name": "users",
      "fields": {
        "id": { "type": "string", "required": true, "format": "uuid" },
        "username": { "type": "string", "required": true, "length": [3, 20] },
        "email": { "type": "string", "required": true,
          "pattern": "^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$" },
        "age": { "type": "integer", "required": true, "range": [18, 120] },
        "country": { "type": "string", "required": true,
          "enum": ["US", "GB", "DE", "FR", "ES", "IT", "NL", "BE", "PL", "PT", "SE", "NO"] },
        "balance": { "type": "number", "required": true, "range": [0, 10000] },
        "tags": { "type": "array", "required": true, "maxItems": 5,
          "items": { "value": { "required": true, "type": "string" } } },
        "address.city": { "type": "string", "required": true, "maxLength": 40 },
        "plan": { "type": "string", "required": true, "enum": ["free", "pro", "team"] },
        "bio": { "type": "string", "maxLength": 160 }
      } }
    """#
}
