import Bulkcheck
import Foundation
import Requirements
import Testing

/// Which rules a record type and a requirement become.
@Suite("Rules of a batch")
struct BatchRulesTests {
  private func ids<Record: Decodable & Sendable>(
    _ requirement: Requirement<Record>
  ) throws -> [String] {
    try BatchValidator(requirement).rules.map(\.id)
  }

  // MARK: The record type

  struct Everything: Decodable, Sendable {
    enum Plan: String, Decodable, Sendable, CaseIterable { case free, pro }
    enum Level: Int, Decodable, Sendable, CaseIterable {
      case low = 1
      case high = 2
    }
    struct Home: Decodable, Sendable {
      var city: String
      var zip: String?
    }
    struct Line: Decodable, Sendable {
      var sku: String
      var price: Double
    }
    struct Code: Decodable, Sendable {
      var text: String
      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard text.count == 3, text == text.uppercased() else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "is not a code"))
        }
      }
    }
    var name: String
    var small: Int8
    var ratio: Float
    var isActive: Bool
    var plan: Plan
    var level: Level?
    var home: Home
    var office: Home?
    var tags: Set<String>
    var matrix: [[Int]]
    var lines: [Line]
    var extras: [String: Int]
    var code: Code
    var key: UUID
    var seen: Date?
  }

  @Test("a property is required unless it is optional, and has the type that it decodes from")
  func implied() throws {
    #expect(
      try ids(Requirement<Everything>.all([])) == [
        "name.required", "name.type", "small.required", "small.type", "ratio.required",
        "ratio.type", "isActive.required", "isActive.type", "plan.required", "plan.type",
        "plan.enum", "level.type", "level.enum", "home.city.required", "home.city.type",
        "home.zip.type",
        "office.city.required", "office.city.type", "office.zip.type", "tags.required", "tags.type",
        "tags.items", "matrix.required", "matrix.type", "matrix.items", "lines.required",
        "lines.type", "lines[*].sku.required", "lines[*].sku.type", "lines[*].price.required",
        "lines[*].price.type", "extras.required", "extras.type", "code.required", "code.type",
        "key.required", "key.type", "seen.type", "record.decodable",
      ])
  }

  @Test("types are those of the data, and nothing is asked of a part whose whole is missing")
  func judged() throws {
    let validator = try BatchValidator(Requirement<Everything>.all([]))
    let good = #"""
      {"name":"a","small":1,"ratio":0.5,"isActive":true,"plan":"pro","level":2,
       "home":{"city":"Oslo"},"tags":["x"],"matrix":[[1,2],[]],"lines":[{"sku":"s","price":1}],
       "extras":{"a":1},"code":"ABC","key":"6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b11","seen":1.5}
      """#.replacing("\n", with: "")
    func failing(_ old: String, _ new: String) -> [String] {
      let bytes = good.replacing(old, with: new).utf8
      return validator.validate([.bytes(bytes, name: "a.jsonl")]).rules
        .filter { $0.failed > 0 }.map(\.id)
    }
    #expect(failing("", "") == [])
    #expect(failing("\"level\":2", "\"level\":\"2\"") == ["level.type"])
    #expect(failing("\"level\":2", "\"level\":3") == ["level.enum"])
    #expect(failing("\"pro\"", "\"Pro\"") == ["plan.enum"])
    #expect(failing("\"seen\":1.5", "\"seen\":null") == [])
    #expect(failing("\"seen\":1.5", "\"office\":{}") == ["office.city.required"])
    #expect(failing("\"seen\":1.5", "\"office\":{\"city\":1}") == ["office.city.type"])
    #expect(failing("\"home\":{\"city\":\"Oslo\"},", "") == ["home.city.required"])
    #expect(failing("[[1,2],[]]", "[[1,2],[1.5]]") == ["matrix.items"])
    #expect(failing("\"price\":1", "\"price\":\"1\"") == ["lines[*].price.type"])
    #expect(failing("\"key\":\"6f1c", "\"key\":7,\"x\":\"6f1c") == ["key.type"])
  }

  struct Open: Decodable, Sendable {
    enum Color: String, Decodable, Sendable, CaseIterable {
      case red, other
      init(from decoder: any Decoder) throws {
        self = Color(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
      }
    }
    var color: Color
    var colors: [BatchClosureTests.Order.Status]
  }

  @Test("an enumeration that takes any value has no rule about its cases, one in an array has")
  func openEnumeration() throws {
    let validator = try BatchValidator(Requirement<Open>.all([]))
    #expect(
      validator.rules.map(\.id) == [
        "color.required", "color.type", "colors.required", "colors.type", "colors.items",
        "record.decodable",
      ])
    let line = #"{"color": "blue", "colors": ["paid", "Paid"]}"#
    let report = validator.validate([.bytes(line.utf8, name: "a.jsonl")])
    #expect(report.rules.filter { $0.failed > 0 }.map(\.id) == ["colors.items"])
  }

  // MARK: Key paths

  struct Person: Decodable, Sendable {
    struct Name: Decodable, Sendable { var first: String }
    var name: Name
    var nick: Name?
    var emails: [String]
    var age: Int
    var lowerMail: String { emails.joined().lowercased() }
    var nickOrNone: Name { nick ?? name }
    var years: Int { age }
    var isAdult: Bool { age >= 18 }

    private enum CodingKeys: String, CodingKey {
      case name = "full name"
      case nick
      case emails = "e.mails"
      case age = "AGE"
    }
  }

  @Test("a key path leads to the name that the type decodes, through parts and elements")
  func keyPaths() throws {
    let validator = try BatchValidator(
      Requirement<Person>.all {
        Requirement.on(\.name.first, .notEmpty())
        Requirement.on(\.name, .on(\.first, .maxLength(9)))
        Requirement.on(\.nick?.first, .ifPresent(.minLength(2)))
        Requirement.on(\.emails[0], .email())
        Requirement.on(\.emails, .count(min: 1))
        Requirement.on(\.years, .lessThan(130))
        Requirement.on(\.emails, .each(.contains("@")))
      })
    let own = validator.rules.filter {
      !["required", "type", "when", "decodable"].contains($0.constraint)
    }
    #expect(
      own.map(\.id) == [
        "full name.first.notEmpty", "full name.first.maxLength", "nick.first.minLength",
        "\"e.mails\".minItems", "\"e.mails\".items", "AGE.exclusiveMaximum", "\"e.mails\"[0].all",
      ])
    #expect(own.allSatisfy { !$0.decodesValues })
  }

  @Test("a computed property is judged on the decoded record")
  func computed() throws {
    let validator = try BatchValidator(
      Requirement<Person>.all {
        Requirement.require(\.isAdult).because("Adults only")
        Requirement.on(\.lowerMail, .hasSuffix(".org")).rule("address")
        Requirement.on(\.nickOrNone.first, .maxLength(1)).rule("nick")
      })
    let rules = validator.rules.dropLast().suffix(3)
    #expect(rules.map(\.id) == ["record.closure", "address", "nick"])
    #expect(rules.map(\.decodesValues) == [true, true, true])
    let lines = #"""
      {"full name":{"first":"A"},"e.mails":["a@b.org"],"AGE":18}
      {"full name":{"first":"A"},"nick":{"first":"AB"},"e.mails":["a@b.com"],"AGE":17}

      """#
    let report = validator.validate([.bytes(lines.utf8, name: "a.jsonl")])
    #expect(report.rules.dropLast().suffix(3).map(\.failed) == [1, 1, 1])
    #expect(report.rules.dropLast().suffix(3).map { $0.samples.first?.line } == [2, 2, 2])
    #expect(
      report.rules.dropLast().suffix(3).map { $0.samples.first?.message } == [
        "Adults only", "String must end with \".org\"",
        "Length must be at most 1 character",
      ])
  }

  final class Tree: Decodable, Sendable {
    let label: String
    let left: Tree?
    let children: [Tree]
  }

  @Test("a type that holds itself comes to an end")
  func recursive() throws {
    let rules = try ids(Requirement<Tree>.on(\.label, .notEmpty()))
    #expect(rules.contains("label.notEmpty"))
    #expect(rules.count < 20)
  }

  struct Parcel: Decodable, Sendable {
    struct Place: Decodable, Sendable {
      var city: String
      var zip: String?
    }
    var from: Place
    var to: Place?
  }

  @Test(
    "an object that may be missing is judged alike in JSON lines and CSV",
    arguments: [
      (#"{"from":{"city":"A"},"to":{"city":"B"}}"#, "A,B,", ""),
      (#"{"from":{"city":"A"}}"#, "A,,", "to.required"),
      (#"{"from":{"city":"A"},"to":{"zip":"1"}}"#, "A,,1", "to.city.required"),
      (#"{"from":{}}"#, ",,", "from.city.required to.required"),
    ])
  func optionalObjects(json: String, row: String, failing: String) throws {
    let validator = try BatchValidator(Requirement<Parcel>.on(\.to, .required()))
    let csv = "from.city,to.city,to.zip\n\(row)\n"
    for input in [
      ProfileValidator.Input.bytes(json.utf8, name: "a.jsonl"),
      ProfileValidator.Input.bytes(csv.utf8, name: "a.csv"),
    ] {
      let rules = validator.validate([input]).rules.filter { $0.failed > 0 }
      #expect(rules.map(\.id).joined(separator: " ") == failing, "\(input.name)")
    }
    let optional = try BatchValidator(Requirement<Parcel>.all([]))
    let report = optional.validate([.bytes(#"{"from":{"city":"A"}}"#.utf8, name: "a.jsonl")])
    #expect(report.records.valid == 1)
  }

  struct User: Decodable, Sendable {
    enum Plan: String, Decodable, CaseIterable, Sendable { case free, pro, team }
    var email: String
    var age: Int
    var plan: Plan
    var phone: String?
  }

  @Test("the example of the documentation")
  func documented() throws {
    let validator = try BatchValidator(
      Requirement<User>.all {
        Requirement.on(\.email, .email().because("not an email address"))
        Requirement.on(\.age, .inRange(18...120)).rule("age-adult", severity: .warning)
        Requirement.on(\.phone, .ifPresent(.phone()))
      })
    #expect(
      validator.rules.map(\.id) == [
        "email.required", "email.type", "email.format", "age.required", "age.type", "age-adult",
        "plan.required", "plan.type", "plan.enum", "phone.type", "phone.format", "record.decodable",
      ])
    #expect(validator.validate(file: "/no/such/file").exitCode == 2)
  }

  // MARK: Splitting and naming

  struct Item: Decodable, Sendable {
    var code: String
    var amount: Int
    var tags: [String]
  }

  @Test(
    "what must all hold is a rule each, what has a reason or an id is one",
    arguments: [
      (
        Requirement<Item>.on(\.code, .all([.notEmpty(), .maxLength(3)])),
        "code.notEmpty code.maxLength"
      ),
      (.on(\.code, .all([.notEmpty(), .maxLength(3)]).because("Bad")), "code.all"),
      (.on(\.code, .all([.notEmpty(), .maxLength(3)])).rule("my-code"), "my-code"),
      (.on(\.code, .all([.maxLength(3), .maxLength(4)])), "code.maxLength code.maxLength-2"),
      (.on(\.amount, .inRange(1..<9)), "amount.minimum amount.exclusiveMaximum"),
      (.on(\.amount, .inRange(1...9)), "amount.range"),
      (.on(\.tags, .count(exactly: 2)), "tags.minItems tags.maxItems"),
      (.on(\.tags, .some(.equalTo("a"))), "tags.contains"),
      (.any([.on(\.code, .notEmpty()), .on(\.amount, .greaterThan(0))]), "record.any"),
      (.not(.on(\.code, .equalTo("x"))), "record.not"),
      (.on(\.code, .not(.equalTo("x"))), "code.not"),
      (Requirement { _ in .confirmed }, "record.closure"),
      (.on(\.code, Requirement { _ in .confirmed }), "code.closure"),
      (.on(\.tags, .unique(by: \.count)), "tags.unique"),
    ])
  func splitting(requirement: Requirement<Item>, expected: String) throws {
    let implied = try ids(Requirement<Item>.all([]))
    let own = try ids(requirement).filter { !implied.contains($0) }
    #expect(own.joined(separator: " ") == expected)
  }

  @Test("severity, tolerance, labels and code are in the report, and pii is masked")
  func attributes() throws {
    let validator = try BatchValidator(
      Requirement<Item>.all {
        Requirement.on(\.code, .maxLength(1)).labels("pii", "short")
        Requirement.on(\.amount, .lessThan(5).because(code: "E5", "Too much"))
        Requirement.on(\.amount, .lessThan(6)).rule(
          "six", message: "{value} on line {line}", severity: .warning,
          tolerance: .perMillion(1500),
          labels: ["money"])
      })
    let line = #"{"code":"secret","amount":7,"tags":[]}"#
    let report = validator.validate([.bytes(line.utf8, name: "a.jsonl")])
    func rule(_ id: String) throws -> Report.Rule {
      try #require(report.rules.first { $0.id == id })
    }
    #expect(try rule("code.maxLength").labels == ["pii", "short"])
    #expect(try rule("code.required").labels == ["pii", "short"])
    #expect(try rule("code.maxLength").samples.first?.value == "\"***\"")
    #expect(try rule("amount.exclusiveMaximum").code == "E5")
    #expect(try rule("amount.exclusiveMaximum").samples.first?.message == "Too much")
    let six = try rule("six")
    #expect(six.severity == .warning && six.labels == ["money"])
    #expect(six.allowed.percent == "0.1500")
    #expect(six.samples.first?.message == "7 on line 1")
  }

  // MARK: Errors

  enum Unlisted: Decodable { case one(Int) }
  struct HasUnlisted: Decodable, Sendable { var state: Unlisted }
  struct HasMap: Decodable, Sendable { var map: [String: Int] }
  struct Never: Decodable, Sendable {
    init(from decoder: any Decoder) throws { throw CancellationError() }
  }

  private func error<Record: Decodable & Sendable>(
    _ requirement: Requirement<Record>
  ) -> BatchError? {
    do throws(BatchError) {
      _ = try BatchValidator(requirement)
      return nil
    } catch {
      return error
    }
  }

  @Test("what cannot be done is an error that names the place and the remedy")
  func errors() throws {
    let unlisted = try #require(error(Requirement<HasUnlisted>.all([])))
    #expect(unlisted.code == .cannotMakeUp)
    #expect(unlisted.place == "state")
    #expect(unlisted.description.contains("Make Unlisted ExampleProviding"))
    #expect(error(Requirement<Never>.all([]))?.code == .cannotProbe)
    #expect(error(Requirement<[Int]>.all([]))?.code == .unsupported)
    var options = BatchOptions()
    options.run.csvDelimiter = "é"
    #expect(
      error(Requirement<Item>.on(\.code, .notEmpty()).rule("record.decodable"))?.code == .badRule)
    let delimiter = #expect(throws: BatchError.self) {
      try BatchValidator(Requirement<Item>.all([]), options: options)
    }
    #expect(delimiter?.code == .invalidOption && delimiter?.place == "run.csvDelimiter")
    #expect(error(Requirement<Item>.on(\.code, .matches(pattern: "(")))?.code == .mistake)
    #expect(error(Requirement<Item>.on(\.code, .notEmpty()).rule("no blank"))?.code == .badRule)
    #expect(
      error(Requirement<Item>.on(\.code, .notEmpty()).rule("a", message: "{"))?.code == .badRule)
    #expect(
      error(
        Requirement<Item>.all {
          Requirement.on(\.code, .notEmpty()).rule("same")
          Requirement.on(\.amount, .lessThan(3)).rule("same")
        })?.description.contains("same") == true)
    #expect(
      error(Requirement<Item>.any([.on(\.code, .notEmpty()).rule("inner"), .all([])]))?.code
        == .badRule)
  }
}

extension BatchRulesTests.Unlisted {
  enum Told: String, Decodable, Sendable, ExampleProviding {
    case one, two
    static var examples: [Self] { [.one, .two] }
  }
}
