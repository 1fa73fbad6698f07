import Foundation
import Requirements
import Twins

extension RandomRecords {
  /// Types with enumerations.
  static let enumerations: [any RandomRecord.Type] = [
    EnumRecord.self, OwnEnumRecord.self, UnlistedEnumRecord.self, LoneEnumRecord.self,
  ]
}

/// Enumerations that decode themselves from more or from fewer values than their cases have.
struct OwnEnumRecord: RandomRecord {
  enum Folded: String, Decodable, Sendable, CaseIterable {
    case free, pro

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self).lowercased()
      guard let known = Folded(rawValue: text) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "unknown"))
      }
      self = known
    }
  }
  enum Hidden: String, Decodable, Sendable, CaseIterable {
    case shown, hidden
    static var allCases: [Hidden] { [.shown] }
  }
  enum Strict: String, Decodable, Sendable, CaseIterable {
    case new, old

    init(from decoder: any Decoder) throws {
      guard try decoder.singleValueContainer().decode(String.self) == "new" else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no longer used"))
      }
      self = .new
    }
  }

  var folded: Folded
  var hidden: [Hidden]
  var strict: Strict?

  static let shape = JSONShape.object([
    "folded": .choice(["\"free\"", "\"PRO\"", "\"x\""]),
    "hidden": .list(.choice(["\"shown\"", "\"hidden\"", "\"x\""])),
    "strict": .optional(.choice(["\"new\"", "\"old\""])),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.folded, .equal(.free, .pro)), .on(\.hidden, .list(.equal(.shown, .hidden))),
      .on(\.strict, .optional(.equal(.new, .old))), .on(\.folded.rawValue, .text))
  }
}

struct EnumRecord: RandomRecord {
  enum Plan: String, Decodable, Sendable, CaseIterable { case free, pro }
  enum Level: Int, Decodable, Sendable, CaseIterable {
    case low = 1
    case high = 3
  }
  enum Open: String, Decodable, Sendable, CaseIterable {
    case known, other

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      self = Open(rawValue: text) ?? .other
    }
  }

  var plan: Plan
  var level: Level?
  var plans: [Plan]
  var open: Open

  static let shape = JSONShape.object([
    "plan": .choice(["\"free\"", "\"pro\""]), "level": .optional(.choice(["1", "3", "1.0"])),
    "plans": .list(.choice(["\"free\"", "\"pro\"", #""\u0070ro""#])),
    "open": .choice(["\"known\"", "\"other\"", "\"x\""]),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.plan, .equal(.free, .pro)), .on(\.level, .optional(.equal(.low, .high))),
      .on(\.plans, .list(.equal(.free, .pro))), .on(\.open, .equal(.known, .other)),
      .on(\.plan.rawValue, .text))
  }
}

/// Enumerations that do not list their cases, with raw values of several types.
struct UnlistedEnumRecord: RandomRecord {
  enum Status: String, Decodable { case active, closed }
  enum Level: Int, Decodable {
    case high = 3
    case low = 1
  }
  enum Small: UInt8, Decodable {
    case most = 255
    case one = 1
  }
  enum Rate: Double, Decodable {
    case half = 0.5
    case whole = 1
  }
  /// Takes upper-case letters too.
  enum Folded: String, Decodable {
    case free, pro

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self).lowercased()
      guard let known = Folded(rawValue: text) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "unknown"))
      }
      self = known
    }
  }

  var status: Status
  var last: Status?
  var all: [Status]
  var byName: [String: Status]
  var level: Level?
  var small: Small
  var rate: Rate?
  var folded: Folded

  private static let status = JSONShape.choice(["\"active\"", "\"closed\"", #""clos\u0065d""#])
  static let shape = JSONShape.object([
    "status": status, "last": .optional(status), "all": .list(status), "byName": .map(status),
    "level": .optional(.choice(["1", "3", "3.0"])), "small": .choice(["1", "255"]),
    "rate": .optional(.choice(["0.5", "1", "5e-1"])),
    "folded": .choice(["\"free\"", "\"PRO\""]),
  ])
  static let isUnordered = true
  static let places = ["byName": "?byName"]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.status, .equal(.active, .closed)), .on(\.last, .optional(.equal(.closed))),
      .on(\.all, .list(.equal(.active))), .on(\.level, .optional(.equal(.low, .high))),
      .on(\.small, .equal(.most)), .on(\.rate, .optional(.equal(.half))),
      .on(\.folded, .equal(.pro)), .on(\.status.rawValue, .text),
      .on(\.byName, .list(.opaque)))
  }
}

/// Enumerations with one case, or without raw values.
struct LoneEnumRecord: RandomRecord {
  enum Kind: String, Decodable { case user }
  enum Shape: Decodable { case circle, square }

  var kind: Kind
  var kinds: [Kind]?
  var shape: Shape?

  static let shape = JSONShape.object([
    "kind": .choice(["\"user\""]), "kinds": .optional(.list(.choice(["\"user\""]))),
    "shape": .optional(.choice([#"{"circle":{}}"#, #"{"square":{}}"#, #"{"line":{}}"#])),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.kind, .equal(.user)), .on(\.kinds, .optional(.list(.equal(.user)))),
      .on(\.shape, .optional(.equal(.circle))))
  }
}
