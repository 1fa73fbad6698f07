import Bulkcheck
import Foundation
import Requirements
import Testing

/// Enumerations that are not `CaseIterable`.
@Suite("Enumerations that do not list their cases")
struct UnlistedEnumerationTests {
  enum Status: String, Decodable { case active, closed }
  enum Lone: String, Decodable { case only }
  enum Byte: UInt8, Decodable {
    case last = 255
    case first = 0
  }
  enum Rate: Double, Decodable {
    case half = 0.5
    case whole = 1
  }
  enum Plain: Decodable { case one, two }
  /// Not its first case, if it were read from memory.
  enum Reversed: Int64, Decodable {
    case high = 9_223_372_036_854_775_807
    case low = -1
  }

  struct Account: Decodable, Sendable, Equatable {
    enum Key: CodingKey { case status, old, all, byName, outer, lone, byte, rate, plain, reversed }

    var status: Status
    var old: Status?
    var all: [Status]
    var byName: [String: Status]
    var inner: Status?
    var lone: Lone?
    var byte: Byte?
    var rate: Rate?
    var plain: Plain?
    var reversed: Reversed?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      status = try container.decode(Status.self, forKey: .status)
      old = try container.decodeIfPresent(Status.self, forKey: .old)
      all = try container.decode([Status].self, forKey: .all)
      byName = try container.decode([String: Status].self, forKey: .byName)
      let outer = try container.nestedContainer(keyedBy: Key.self, forKey: .outer)
      inner = try outer.decodeIfPresent(Status.self, forKey: .status)
      lone = try container.decodeIfPresent(Lone.self, forKey: .lone)
      byte = try container.decodeIfPresent(Byte.self, forKey: .byte)
      rate = try container.decodeIfPresent(Rate.self, forKey: .rate)
      plain = try container.decodeIfPresent(Plain.self, forKey: .plain)
      reversed = try container.decodeIfPresent(Reversed.self, forKey: .reversed)
    }
  }

  private static let valid =
    #"{"status":"active","old":null,"all":["closed"],"byName":{"a":"active"},"outer":{}}"#

  @Test(
    "are decoded as JSONDecoder does, alone and in a batch",
    arguments: [
      ("null", "null"), ("active", "closed"), ("active", "other"), (#""active""#, "1"),
      (#"["closed"]"#, "[]"), (#"["closed"]"#, #"["active","x"]"#),
      (#"{"a":"active"}"#, #"{"a":"x"}"#), (#"{"a":"active"}"#, #"{"b":"closed"}"#),
      ("{}", #"{"status":"closed"}"#), ("{}", #"{"status":"x"}"#),
      ("{}", #"{},"lone":"only""#), ("{}", #"{},"lone":"other""#),
      ("{}", #"{},"byte":255"#), ("{}", #"{},"byte":0"#), ("{}", #"{},"byte":1"#),
      ("{}", #"{},"rate":5e-1"#), ("{}", #"{},"rate":0.7"#),
      ("{}", #"{},"plain":{"two":{}}"#), ("{}", #"{},"plain":{"three":{}}"#),
      ("{}", #"{},"reversed":-1"#), ("{}", #"{},"reversed":9223372036854775807"#),
      ("{}", #"{},"reversed":9223372036854775806"#),
    ])
  func alike(old: String, new: String) throws {
    let requirement = Requirement<Account>.on(\.status, .equalTo(.active))
    let validator = try BatchValidator(requirement)
    let text = Self.valid.replacing(old, with: new)
    let expected = (try? JSONDecoder().decode(Account.self, from: Data(text.utf8)))
      .flatMap { requirement.evaluate($0).isConfirmed ? $0 : nil }
    #expect((try? validator.decode(text.utf8).get()) == expected)
    let report = validator.validate([.bytes((text + "\n").utf8, name: "a.jsonl")])
    #expect(report.records.valid == (expected == nil ? 0 : 1))
  }

  struct Field: Decodable, Sendable { var status: Status? }

  @Test("a batch has a rule for the cases")
  func reported() throws {
    let validator = try BatchValidator(Requirement<Field>.all([]))
    #expect(validator.rules.map(\.id) == ["status.type", "status.enum"])
  }

  enum Named: String, Decodable, CodingKeyRepresentable { case one, two }
  struct Counts: Decodable, Sendable, Equatable {
    var byStatus: [Status: Int]
    var byName: [Named: Int]
    var byNumber: [Int: Status]?
  }

  @Test(
    "are keys of dictionaries",
    arguments: [
      #"{"byStatus":["active",1,"closed",2],"byName":{"one":1,"two":2}}"#,
      #"{"byStatus":[],"byName":{}}"#, #"{"byStatus":["x",1],"byName":{}}"#,
      #"{"byStatus":[],"byName":{},"byNumber":{"7":"active"}}"#,
      #"{"byStatus":[],"byName":{},"byNumber":{"x":"active"}}"#,
      #"{"byStatus":[],"byName":{},"byNumber":{"7":"x"}}"#,
      #"{"byStatus":[],"byName":{"three":1}}"#, #"{"byStatus":[],"byName":{"one":"1"}}"#,
    ])
  func keys(text: String) throws {
    let validator = try BatchValidator(Requirement<Counts>.all([]))
    let expected = try? JSONDecoder().decode(Counts.self, from: Data(text.utf8))
    #expect((try? validator.decode(text.utf8).get()) == expected)
    let report = validator.validate([.bytes((text + "\n").utf8, name: "a.jsonl")])
    #expect(report.records.valid == (expected == nil ? 0 : 1))
  }

  enum Payload: Decodable {
    case known(Bool)
    case none

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      guard text == "qq" else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "Unknown"))
      }
      self = .none
    }
  }
  struct Holder: Decodable, Sendable { var payload: Payload }

  @Test("one with associated values needs examples")
  func refused() {
    #expect(throws: BatchError.self) { try BatchValidator(Requirement<Holder>.all([])) }
  }
}
