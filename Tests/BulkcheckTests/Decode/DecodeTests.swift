import Bulkcheck
import Foundation
import Requirements
import Testing

/// One record from JSON: the value, or all that is wrong.
@Suite("Decoding one record")
struct DecodeTests {
  enum Level: Int, Decodable, CaseIterable {
    case low = 1
    case high = 3
  }
  struct Line: Decodable, Sendable, Equatable {
    var sku: String
    var price: Double
  }
  struct Order: Decodable, Sendable, Equatable {
    var id: UUID
    var email: String
    var age: Int
    var level: Level
    var note: String?
    var lines: [Line]
    var home: Home
  }
  struct Home: Decodable, Sendable, Equatable {
    enum CodingKeys: String, CodingKey {
      case city
      case zipCode = "zip_code"
    }
    var city: String?
    var zipCode: String
  }

  private static let requirement = Requirement<Order>.all {
    Requirement.on(\.email, .email())
    Requirement.on(\.age, .inRange(18...120)).because("Adults only")
    Requirement.on(\.note, .ifPresent(.maxLength(5)))
    Requirement.on(\.lines, .each(.on(\.price, .greaterThan(0))))
    Requirement.on(\.home.zipCode, .length(exactly: 4))
    Requirement.on(\.home.city, .required(.notEmpty()))
  }

  private static let valid = """
    {"id":"6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b11","email":"a@b.example","age":20,"level":3,
     "lines":[{"sku":"a","price":1.5},{"sku":"b","price":2}],
     "home":{"city":"Oslo","zip_code":"0150"}}
    """

  /// The failures of the valid order with changes in its text: code and JSON Pointer.
  private func failures(_ changes: [(String, String)]) throws -> [String] {
    let validator = try BatchValidator(Self.requirement)
    var text = Self.valid
    for (old, new) in changes {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    switch validator.decode(text.utf8) {
    case .success: return []
    case .failure(let failures):
      return failures.reasons.map { "\($0.code ?? "-") \($0.path.jsonPointer)" }
    }
  }

  @Test("a valid record is the value that JSONDecoder makes")
  func value() throws {
    let validator = try BatchValidator(Self.requirement)
    let bytes = Data(Self.valid.utf8)
    let expected = try JSONDecoder().decode(Order.self, from: bytes)
    #expect(try validator.decode(bytes).get() == expected)
    #expect(try validator.decode([0xEF, 0xBB, 0xBF] + bytes).get() == expected)
  }

  @Test(
    "all that is wrong is told at once, with its place",
    arguments: [
      ([], []),
      ([("20", "12")], ["inRange /age"]),
      ([("20", #""x""#)], ["type /age"]),
      ([(#""age":20,"#, "")], ["required /age"]),
      ([("20", "null")], ["required /age"]),
      ([("6f1c", "zzzz")], ["decodable /id"]),
      ([(#""level":3"#, #""level":2"#)], ["decodable /level"]),
      ([(#""city":"Oslo","#, "")], ["required /home/city"]),
      ([(#","zip_code":"0150""#, "")], ["required /home/zip_code"]),
      ([("0150", "1")], ["length /home/zip_code"]),
      (
        [("1.5", "-1"), (":2}", ":0}")],
        ["greaterThan /lines/0/price", "greaterThan /lines/1/price"]
      ),
      // Of a record that cannot be decoded, too.
      (
        [("20", "12"), ("a@b", "a"), ("1.5", #""x""#), (":2}", ":0}"), ("0150", "1")],
        [
          "type /lines/0/price", "email /email", "inRange /age", "greaterThan /lines/1/price",
          "length /home/zip_code",
        ]
      ),
      ([(#"[{"sku":"a","price":1.5},{"sku":"b","price":2}]"#, "{}")], ["type /lines"]),
      ([(#"{"city":"Oslo","zip_code":"0150"}"#, "null")], ["required /home"]),
    ] as [([(String, String)], [String])])
  func everything(changes: [(String, String)], expected: [String]) throws {
    #expect(try failures(changes) == expected)
  }

  @Test(
    "what is not a JSON object is told as such",
    arguments: [
      ("", "malformed "), ("{", "malformed "), ("{\"id\":\"\u{1}\"}", "malformed "),
      ("[1]", "type "), ("7", "type "), ("{}x", "malformed "),
    ])
  func malformed(text: String, expected: String) throws {
    let validator = try BatchValidator(Requirement<Home>.all([]))
    guard case .failure(let failures) = validator.decode(text.utf8) else {
      Issue.record("\(text) is accepted")
      return
    }
    #expect(failures.reasons.map { "\($0.code ?? "-") \($0.path.jsonPointer)" } == [expected])
    #expect(failures.reasons.allSatisfy { !$0.message.isEmpty })
  }

  @Test("failures are found by key path, by pointer, and in JSON")
  func found() throws {
    let validator = try BatchValidator(Self.requirement)
    let text = Self.valid.replacing("0150", with: "1").replacing("20", with: #""x""#)
    guard case .failure(let failures) = validator.decode(text.utf8) else {
      Issue.record("it is accepted")
      return
    }
    #expect(failures[\.age].map(\.code) == ["type"])
    #expect(failures[\.home.zipCode].map(\.code) == ["length"])
    #expect(failures[\.home].map(\.code) == ["length"])
    #expect(failures[\.email].isEmpty)
    #expect(failures.byPointer.keys.sorted() == ["/age", "/home/zip_code"])
    #expect(
      failures.json
        == #"{"failures":[{"code":"type","message":"Value is not a whole number: \"x\"","#
        + #""parameters":{"detail":"Value is not a whole number: \"x\""},"pointer":"/age"},"#
        + #"{"code":"length","message":"Length must be exactly 4 characters","#
        + #""parameters":{"max":4,"min":4},"pointer":"/home/zip_code"}]}"#)
    let german = failures.json(by: MessageTable([ReasonCode.length: "Genau {min} Zeichen"]))
    #expect(german.contains("Genau 4 Zeichen"))
  }

  @Test("a part that is only a warning does not fail a record")
  func warning() throws {
    let validator = try BatchValidator(
      Requirement<Home>.all {
        Requirement.on(\.zipCode, .length(exactly: 4)).rule("zip", severity: .warning)
        Requirement.on(\.city, .required())
      })
    #expect(throws: Never.self) {
      try validator.decode(#"{"city":"a","zip_code":"1"}"#.utf8).get()
    }
    #expect(throws: BatchValidator<Home>.Failures.self) {
      try validator.decode(#"{"zip_code":"1"}"#.utf8).get()
    }
  }

  @Test("a key path that unwraps by force fails where the value is missing")
  func force() throws {
    let validator = try BatchValidator(Requirement<Home>.on(\.city!, .notEmpty()))
    guard case .failure(let failures) = validator.decode(#"{"zip_code":"1"}"#.utf8) else {
      Issue.record("it is accepted")
      return
    }
    #expect(failures.byPointer["/city"]?.map(\.code) == ["required"])
  }

  struct Loose: Decodable, Sendable {
    var kind: String
    var name: String?
    var tags: [String]
    var rows: [Row]
  }
  struct Row: Decodable, Sendable { var note: String? }

  @Test(
    "a key path that unwraps by force inside another part fails there, and never traps",
    arguments: [
      (#"{"kind":"a","name":"abc","tags":["x"],"rows":[{"note":"n"}]}"#, []),
      (#"{"kind":"a","tags":[],"rows":[{"note":"n"},{}]}"#, ["/name", ""]),
      // The condition does not hold, or another branch does.
      (#"{"kind":"b","tags":["x"],"rows":[{"note":"n"}]}"#, []),
      (#"{"kind":"a","name":"zz","tags":[],"rows":[]}"#, ["", "", "/rows"]),
    ] as [(String, [String])])
  func forceInside(text: String, expected: [String]) throws {
    let validator = try BatchValidator(
      Requirement<Loose>.all {
        Requirement.when(.on(\.kind, .equalTo("a")), then: .on(\.name!, .minLength(1)), else: nil)
        Requirement.any([.on(\.name!, .minLength(3)), .on(\.tags[0], .equalTo("x"))])
        Requirement.not(.on(\.name!, .equalTo("zz")))
        Requirement.on(\.rows, .some(.on(\.note!, .equalTo("n"))))
      })
    var pointers: [String] = []
    if case .failure(let failures) = validator.decode(text.utf8) {
      pointers = failures.reasons.map { $0.path.jsonPointer }
    }
    #expect(pointers == expected)
  }

  struct Flat: Decodable, Sendable, Equatable {
    enum Rate: Double, Decodable, CaseIterable {
      case half = 0.5
      case whole = 1
    }
    enum Small: UInt8, Decodable, CaseIterable {
      case one = 1
      case last = 255
    }
    enum Word: String, Decodable, CaseIterable { case yes, no }
    enum Key: CodingKey { case outer, inner, list }

    var rate: Rate?
    var small: Small?
    var word: Word?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let outer = try container.nestedContainer(keyedBy: Key.self, forKey: .outer)
      rate = try outer.decodeIfPresent(Rate.self, forKey: .inner)
      small = try outer.decodeIfPresent(Small.self, forKey: .list)
      word = try container.decodeIfPresent(Word.self, forKey: .list)
    }
  }

  @Test("enumerations of any raw type and nested containers, alone and in a batch")
  func enumerations() throws {
    let validator = try BatchValidator(Requirement<Flat>.all([]))
    let inner = ["", #""inner":0.5"#, #""inner":5e-1"#, #""inner":0.75"#, #""inner":"x""#]
    let lists = [#""list":255"#, #""list":256"#, #""list":2"#, #""list":null"#]
    let ends = ["", #","list":"yes""#, #","list":"maybe""#]
    for text in inner.flatMap({ first in
      lists.map { first.isEmpty ? $0 : first + "," + $0 }
    }).flatMap({ outer in ends.map { #"{"outer":{\#(outer)}\#($0)}"# } }) + ["{}", #"{"outer":1}"#]
    {
      let expected = try? JSONDecoder().decode(Flat.self, from: Data(text.utf8))
      #expect((try? validator.decode(text.utf8).get()) == expected, "\(text)")
      let report = validator.validate([.bytes((text + "\n").utf8, name: "a.jsonl")])
      #expect(report.records.valid == (expected == nil ? 0 : 1), "\(text)")
    }
  }
}
