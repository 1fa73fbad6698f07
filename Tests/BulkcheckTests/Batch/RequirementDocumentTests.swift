import Bulkcheck
import Requirements
import Testing

/// A requirement written as a profile, and as a JSON Schema.
@Suite("Documents of a requirement")
struct RequirementDocumentTests {
  struct User: Decodable, Sendable {
    enum Plan: String, Decodable, Sendable, CaseIterable { case free, pro }
    var email: String
    var name: String?
    var born: Int
    var died: Int?
    var plan: Plan
    var tags: [String]
  }

  static let requirement = Requirement<User>.all {
    Requirement.on(\.email, .email().because("not an address"))
    Requirement.on(\.name, .ifPresent(.maxLength(3)))
    Requirement.on(\.born, .inRange(1900...2100)).rule("born-range", severity: .warning)
    Requirement.compare(\.born, <=, \.died)
    Requirement.on(\.tags) {
      Requirement.count(max: 2)
      Requirement.each(.notEmpty())
    }
    Requirement.when(.on(\.plan, .equalTo(.pro))) { Requirement.on(\.name, .required()) }
    Requirement.unique(\.email)
    Requirement<User> { $0.email.isEmpty ? .failed(reason: Reason(message: "-")) : .confirmed }
  }

  static let options: BatchOptions = {
    var options = BatchOptions()
    options.lengthUnit = .codePoints
    return options
  }()

  private static let lines = [
    #"{"email":"a@b.c","born":2000,"plan":"free","tags":[]}"#,
    #"{"email":"a","born":2000,"plan":"free","tags":[]}"#,
    #"{"email":"c@b.c","born":1800,"died":1700,"plan":"free","tags":["x","y","z"]}"#,
    #"{"email":"d@b.c","born":2000,"died":null,"name":"long","plan":"free","tags":[""]}"#,
    #"{"email":"e@b.c","born":2000,"plan":"silver","tags":[null]}"#,
    #"{"born":1,"plan":"pro"}"#,
    #"{"email":"a@b.c","born":2000,"name":null,"plan":"free","tags":["x"]}"#,
    #"{"email":"f@b.c","born":9223372036854775808,"plan":"free","tags":["x"]}"#,
  ]

  @Test("a profile finds the same records invalid as the batch, and says what it leaves out")
  func profile() async throws {
    let document = try Self.requirement.profile(options: Self.options)
    #expect(document.leftovers.map(\.rule) == ["record.when", "record.closure"])
    #expect(document.leftovers.last?.reason == "it asks Swift code")
    let bytes = Array((Self.lines.joined(separator: "\n") + "\n").utf8)
    var batch: [Int] = []
    let requirement = Self.requirement
    let input = ProfileValidator.Input.bytes(bytes, name: "a.jsonl")
    for try await part in try BatchValidator(requirement, options: Self.options)
      .batches(of: [input])
    {
      batch += part.invalid.map(\.record.line)
    }
    #expect(batch == [2, 3, 4, 5, 6, 7, 8])
    for (language, name) in [(RequirementDocument.Language.json, "p.json"), (.yaml, "p.yaml")] {
      let profile = try Profile(text: document.text(as: language), fileName: name)
      var found: [Int] = []
      for try await part in try ProfileValidator(profile).batches(of: [input]) {
        found += part.invalid.map(\.record.line)
      }
      #expect(found == batch, "\(name)\n\(document.text(as: language))")
    }
  }

  struct Small: Decodable, Sendable {
    var email: String
    var age: Int8?
  }

  private static let small = Requirement<Small>.all {
    Requirement.on(\.email, .email().because("{no}"))
    Requirement.on(\.age, .ifPresent(.inRange(18..<120)))
  }

  @Test("the text of a profile")
  func text() throws {
    let document = try Self.small.profile(options: Self.options)
    #expect(document.leftovers.isEmpty)
    #expect(
      document.text() == #"""
        {
          "bulkcheck": 1,
          "name": "Small",
          "fields": {
            "email": {
              "required": true,
              "type": "string",
              "format": {"value": "email", "message": "{{no}}"}
            },
            "age": {
              "type": "integer",
              "minimum": {"value": 18, "message": "Value must be from 18 to below 120"},
              "exclusiveMaximum": {"value": 120, "message": "Value must be from 18 to below 120"}
            }
          },
          "rules": [
            {
              "id": "record.decodable",
              "all": [{"age": {"range": [-128, 127]}}],
              "message": "the record cannot be decoded"
            }
          ]
        }

        """#)
  }

  @Test("the text of a JSON Schema")
  func schema() throws {
    let document = try Self.small.jsonSchema(options: Self.options)
    #expect(document.leftovers.isEmpty)
    #expect(
      document.text() == #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Small",
          "type": "object",
          "required": ["email"],
          "properties": {
            "email": {"type": "string", "format": "email"},
            "age": {"type": ["integer", "null"], "minimum": 18, "exclusiveMaximum": 120}
          },
          "allOf": [{"properties": {"age": {"minimum": -128, "maximum": 127}}}]
        }

        """#)
  }

  struct Person: Decodable, Sendable { var born: String }

  @Test("limits of dates run on bytes, and a profile has them")
  func dates() async throws {
    let requirement = Requirement<Person>.on(
      \.born, .date(from: "1900-01-01", through: "1999-12-31"))
    let validator = try BatchValidator(requirement)
    #expect(validator.rules.map(\.id) == ["born.required", "born.type", "born.range"])
    #expect(validator.rules.map(\.decodesValues) == [false, false, false])
    let document = try requirement.profile()
    #expect(document.leftovers.isEmpty)
    let profile = try ProfileValidator(Profile(text: document.text()))
    for (day, isRight) in [
      ("1900-01-01", true), ("1999-12-31", true), ("1899-12-31", false), ("2000-01-01", false),
      ("1950-02-30", false), ("1950", false), ("", false),
    ] {
      let input = ProfileValidator.Input.bytes("{\"born\":\"\(day)\"}".utf8, name: "a.jsonl")
      let count = isRight ? 1 : 0
      #expect(await validator.validate([input]).records.valid == count, "\(day)")
      #expect(await profile.validate([input]).records.valid == count, "\(day)")
    }
    let leftovers = try requirement.jsonSchema().leftovers
    #expect(leftovers.map(\.reason) == ["a schema has no limits of dates"])
  }

  @Test("limits of points in time run on bytes, and a profile has them")
  func instants() async throws {
    let requirement = Requirement<Person>.on(
      \.born, .dateTime(from: "2020-01-01T00:00:00Z", through: "2020-12-31T23:59:59+01:00"))
    let validator = try BatchValidator(requirement)
    #expect(validator.rules.map(\.decodesValues) == [false, false, false])
    let document = try requirement.profile()
    #expect(document.leftovers.isEmpty)
    let profile = try ProfileValidator(Profile(text: document.text()))
    for (text, isRight) in [
      ("2020-01-01T00:00:00Z", true), ("2019-12-31T23:59:60Z", true),
      ("2020-01-01T00:30:00+01:00", false), ("2020-12-31T22:59:59Z", true),
      ("2020-12-31T22:59:59.1Z", false), ("2020-06-01", false), ("2020-06-01T00:00:00", false),
    ] {
      let input = ProfileValidator.Input.bytes("{\"born\":\"\(text)\"}".utf8, name: "a.jsonl")
      let count = isRight ? 1 : 0
      #expect(requirement(Person(born: text)).isConfirmed == isRight, "\(text)")
      #expect(await validator.validate([input]).records.valid == count, "\(text)")
      #expect(await profile.validate([input]).records.valid == count, "\(text)")
    }
  }

  @Test("what a schema has no word for is listed")
  func leftovers() throws {
    let document = try Self.requirement.jsonSchema(options: Self.options)
    #expect(
      document.leftovers.map(\.rule) == [
        "email.unique", "born-range", "born.compare", "record.when", "record.closure",
      ])
  }
}
