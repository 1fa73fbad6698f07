import Bulkcheck
import Foundation
import Requirements
import Testing

/// A batch says what single evaluation says.
@Suite("Reasons and decoding in a batch")
struct BatchReasonTests {
  struct Order: Decodable, Sendable {
    var plan: String
    var zip: String?
    var amount: Int
  }

  private func failures<Record: Decodable & Sendable>(
    _ requirement: Requirement<Record>, _ line: String
  ) async throws -> [RuleFailure] {
    var found: [RuleFailure] = []
    let batches = try BatchValidator(requirement).batches(of: [
      .bytes(line.utf8, name: "a.jsonl")
    ])
    for try await batch in batches { found += batch.invalid.flatMap(\.failures) }
    return found
  }

  struct Boxed: Decodable, Sendable {
    var nick: String?
    var items: [String]
  }

  @Test("a key path that would trap on missing values fails them, and nothing is decoded for it")
  func keyPathsThatTrap() async throws {
    let requirement = Requirement<Boxed>.all([
      Requirement<Boxed>.all([
        .on(\.items[0], .email()), .on(\.nick!, .any([.minLength(2), .equalTo("x")])),
      ]).rule("both"), .on(\.items[0], .hasSuffix(".org")),
    ])
    let validator = try BatchValidator(requirement)
    let lines = [#"{"items":[]}"#, #"{"nick":"ab","items":["a@b.org"]}"#].joined(separator: "\n")
    #expect(await validator.validate([.bytes(lines.utf8, name: "a.jsonl")]).records.invalid == 1)
    for try await batch in try validator.batches(of: [.bytes(lines.utf8, name: "a.jsonl")]) {
      #expect(batch.valid.map(\.items) == [["a@b.org"]])
      #expect(batch.invalid.count == 1)
      #expect(batch.invalid.first?.failures.isEmpty == false)
    }
  }

  struct Nested: Decodable, Sendable {
    struct Part: Decodable, Sendable { var note: String }
    var part: Part
  }

  @Test("rows of CSV and TSV name the column of a part", arguments: ["csv", "tsv"])
  func columnsOfParts(format: String) async throws {
    let closure = Requirement<String> { _ in .failed(reason: Reason(message: "No")) }
    let requirement = Requirement<Nested>.on(
      \.part, .all([.on(\.note, closure), .on(\.note, .notEmpty())])
    ).rule("x")
    let rows = format == "csv" ? "part.note,b\nx,1\n" : "part.note\tb\nx\t1\n"
    for try await batch in try BatchValidator(requirement).batches(of: [
      .bytes(rows.utf8, name: "a.\(format)")
    ]) {
      let places = batch.invalid.flatMap(\.failures).map(\.instanceLocation)
      #expect(places == ["/part.note"])
    }
  }

  @Test("the paths of alternatives begin at the value at fault")
  func pathsOfAlternatives() async throws {
    let requirement = Requirement<Order>.all([
      .on(\.amount, .greaterThan(0)),
      .on(\.self, .any([.on(\.zip, .required()), .on(\.amount, .lessThan(1))])),
    ]).rule("x")
    let inner = Requirement<Order>.all([
      .on(\.plan, .all([.any([.equalTo("a"), .equalTo("b")]), .notEmpty()]))
    ]).rule("x")
    let whole = try await failures(requirement, #"{"plan":"pro","amount":3}"#)
    #expect(whole.flatMap(\.alternatives).map { $0.path.description } == ["zip", "amount"])
    let part = try await failures(inner, #"{"plan":"pro","amount":3}"#)
    #expect(part.map(\.instanceLocation) == ["/plan"])
    #expect(part.flatMap(\.alternatives).map { $0.path.description } == ["", ""])
  }

  @Test(
    "reasons inside conditions and alternatives, and those of closures, keep code and message",
    arguments: [
      (
        Requirement<Order>.when(.on(\.plan, .equalTo("pro"))) {
          Requirement.on(\.zip, .required(.minLength(5).because(code: "zip", "A zip, please")))
          Requirement.on(\.amount, .greaterThan(5).because(code: "few", "Too few"))
        }, ["zip A zip, please", "few Too few"]
      ),
      (
        .when(.on(\.plan, .equalTo("free")), then: .all([]), else: .on(\.amount, .equalTo(4))),
        ["equalTo Value must be equal to 4"]
      ),
      (
        .any([
          .on(\.zip, .required().because(code: "zip", "No zip")), .on(\.amount, .lessThan(1)),
        ]),
        ["any zip: No zip or amount: Value must be less than 1"]
      ),
      (
        .on(\.amount, .any([.all([.greaterThan(4), .multipleOf(2)]), .equalTo(7)])),
        [
          "any Value must be greater than 4 or Value must be a multiple of 2 "
            + "or Value must be equal to 7"
        ]
      ),
      (
        .on(\.amount, Requirement { .failed(reason: Reason(code: "c\($0)", message: "is \($0)")) }),
        ["c3 is 3"]
      ),
      (.on(\.amount, .not(.inRange(1..<9))), ["not Must not be: inRange(1..<9)"]),
      (.on(\.amount, .inRange(4...9)), ["inRange Value must be from 4 to 9"]),
    ])
  func reasons(requirement: Requirement<Order>, expected: [String]) async throws {
    let found = try await failures(requirement, #"{"plan":"pro","amount":3}"#)
    #expect(found.map { "\($0.code ?? "-") \($0.message)" } == expected)
  }

  struct Parcel: Decodable, Sendable {
    struct Address: Decodable, Sendable {
      var city: String
      var note: String?
      var label: String { city + (note ?? "") }
    }
    var tags: [String]
    var rows: [[String]]
    var address: Address
    var note: String?
  }

  private static let several = Requirement<String>.all([
    .minLength(3), .hasPrefix("x").because(code: "x", "No x"), .contains("!"),
  ])

  @Test(
    "a rule of several parts says which of them failed, wherever it stands",
    arguments: [
      (
        Requirement<Parcel>.on(\.tags, .each(several)),
        [
          "tags.items minLength Length must be at least 3 characters", "tags.items-2 x No x",
          "tags.items-3 contains String must contain \"!\"",
        ]
      ),
      (.on(\.tags, .each(several).rule("r")), ["r x No x"]),
      (.on(\.tags, .each(several.rule("r"))), ["r x No x"]),
      (.on(\.tags, .each(several)).rule("r"), ["r x No x"]),
      (
        .on(\.rows, .each(.each(.all([.maxLength(1), .notEmpty()])))),
        [
          "rows.items maxLength Length must be at most 1 character",
          "rows.items-2 notEmpty String is empty",
        ]
      ),
      (.on(\.address, .on(\.city, several).rule("r")), ["r x No x"]),
      (.on(\.address, .on(\.city, several)).rule("r"), ["r x No x"]),
      (.on(\.address, .all([.on(\.city, several)])).rule("r"), ["r x No x"]),
      (
        .on(\.address, .all([.on(\.city, several), .on(\.note, .ifPresent(several))])).rule("r"),
        ["r x address.city: No x"]
      ),
      (.on(\.address, .on(\.note, .required(several)).rule("r")), ["r required Value is missing"]),
      (
        .on(\.note, .ifPresent(several)).rule("r"),
        ["r minLength Length must be at least 3 characters"]
      ),
      (.on(\.address.label, several).rule("r"), ["r x No x"]),
      (
        .when(.on(\.note, .required())) { .on(\.address.label, several) },
        ["record.when x No x"]
      ),
      (
        .when(.on(\.note, .required()), then: .on(\.tags, .each(several)), else: .all([])),
        [
          "record.when minLength Length must be at least 3 characters", "record.when-2 x No x",
          "record.when-3 contains String must contain \"!\"",
        ]
      ),
      (
        .on(
          \.address.city, .when(.hasPrefix("B"), then: several, else: .equalTo("A"))
        ).rule("r"), ["r x No x"]
      ),
      (
        .on(
          \.address.city, .when(.hasPrefix("X"), then: .equalTo("A"), else: several)
        ).rule("r"), ["r x No x"]
      ),
      (
        .any([
          .on(\.tags, .count(max: 1)),
          .all([.on(\.note, .required(.minLength(9))), .on(\.address.city, .minLength(9))])
            .because("Short"),
        ]),
        [
          "record.any any tags: Count must be at most 1 element or note: Short "
            + "or address.city: Short"
        ]
      ),
      (
        .all([
          .on(\.address.note, .required().because("A note")),
          .on(\.address.note, .required().because(code: "n", "Another")),
          .on(\.address.note, .required().rule("r")), .on(\.address.note, .required()),
        ]),
        [
          "address.note.required required A note", "address.note.required-2 n Another",
          "r required Value is missing",
        ]
      ),
    ])
  func severalParts(requirement: Requirement<Parcel>, expected: [String]) async throws {
    let found = try await failures(
      requirement,
      #"{"tags":["Berlin!","x"],"rows":[["a"],["","bc"]],"address":{"city":"Berlin"},"note":"n"}"#)
    #expect(found.map { "\($0.rule) \($0.code ?? "-") \($0.message)" } == expected)
  }

  struct Strict: Decodable, Sendable {
    enum Size: String, Decodable, Sendable, ExampleProviding {
      case small, large
      static var examples: [Size] { [.small, .large] }
    }
    var key: UUID
    var small: Int8
    var total: Int
    var ratio: Double?
    var sizes: [Size]
  }

  @Test(
    "validate refuses just what batches cannot decode, with the same words",
    arguments: [
      ("", "", nil), ("127", "128", "small is not a whole number that fits in Int8: 128"),
      ("127", "300", "small"), ("6f1c", "6g1c", "key: Attempted"),
      ("\"small\"]", "\"tiny\"]", "sizes"),
      ("0.5", "1e400", "ratio"), ("0.5", "-1.79769313486231571e308", nil),
      ("4e18", "9223372036854775808", "total"), ("4e18", "92233720368547758.07e2", nil),
    ] as [(String, String, String?)])
  func decodability(old: String, new: String, refused: String?) async throws {
    let good =
      #"{"key":"6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b11","small":127,"total":4e18,"#
      + #""ratio":0.5,"sizes":["large","small"]}"#
    let line = good.replacing(old, with: new)
    let requirement = Requirement<Strict>.all([])
    let handedOver = try await failures(requirement, line)
    let report = try await BatchValidator(requirement).validate([
      .bytes(line.utf8, name: "a.jsonl")
    ])
    let judged = report.rules.filter { $0.failed > 0 }
    #expect(judged.map(\.id) == (refused == nil ? [] : ["record.decodable"]))
    #expect(judged.map(\.id) == handedOver.map(\.rule))
    #expect(judged.compactMap(\.samples.first?.message) == handedOver.map(\.message))
    if let refused { #expect(handedOver.first?.message.contains(refused) == true) }
  }

  struct Cleaned: Decodable, Sendable {
    var name: String
    var size: Int
    private enum CodingKeys: String, CodingKey { case name, size }
    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      name = try values.decode(String.self, forKey: .name).lowercased()
      size = abs(try values.decode(Int.self, forKey: .size))
    }
  }

  @Test("what the type changes while it decodes is judged as it is afterwards")
  func changed() async throws {
    let requirement = Requirement<Cleaned>.all {
      Requirement.on(\.name, .equalTo("ann"))
      Requirement.on(\.size, .inRange(1...3))
    }
    #expect(try await failures(requirement, #"{"name":"ANN","size":-2}"#).isEmpty)
    let found = try await failures(requirement, #"{"name":"BOB","size":-4}"#)
    #expect(
      found.map(\.message) == [
        "Value must be equal to ann", "Value must be from 1 to 3",
      ])
  }

  struct Tidied: Decodable, Sendable {
    var price: Double
    var weight: Float
    var phone: String
    var path: String
    var code: String
    var nick: String?
    private enum CodingKeys: String, CodingKey { case price, weight, phone, path, code, nick }
    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      func text(_ key: CodingKeys) throws -> String { try values.decode(String.self, forKey: key) }
      price = (try values.decode(Double.self, forKey: .price) * 100).rounded() / 100
      weight = (try values.decode(Float.self, forKey: .weight) * 10).rounded() / 10
      phone = try text(.phone).replacing("+", with: "00")
      path = try text(.path).replacing("\\", with: "/")
      code = String(try text(.code).drop { $0 == "0" })
      nick = try values.decodeIfPresent(String.self, forKey: .nick).flatMap {
        $0 == "N/A" ? nil : $0
      }
    }
  }

  @Test("rounded numbers, replaced signs and words for a missing value are changes too")
  func tidied() async throws {
    let requirement = Requirement<Tidied>.all {
      Requirement.on(\.price, .equalTo(1.23))
      Requirement.on(\.weight, .lessThan(0.3))
      Requirement.on(\.phone, .hasPrefix("00"))
      Requirement.on(\.path, .equalTo("a/b"))
      Requirement.on(\.code, .maxLength(1))
      Requirement.on(\.nick, .ifPresent(.minLength(4)))
    }
    let right =
      #"{"price":1.2345,"weight":0.24,"phone":"+1","path":"a\\b","code":"007","nick":"N/A"}"#
    #expect(try await failures(requirement, right).isEmpty)
    let wrong =
      #"{"price":1.2371,"weight":0.26,"phone":"1+1","path":"a\\\\b","code":"070","nick":"NA"}"#
    #expect(try await failures(requirement, wrong).count == 6)
  }
}
