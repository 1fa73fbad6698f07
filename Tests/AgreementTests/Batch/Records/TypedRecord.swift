import Foundation
import Requirements

/// A record whose type changes some of what it decodes, and which rows of CSV can hold.
struct TypedRecord: RandomRecord {
  enum Plan: String, Decodable, Sendable, CaseIterable { case free, pro }
  struct Home: Decodable, Equatable, Sendable {
    var city: String
    var zip: String?
    var both: String { city + (zip ?? "") }
  }
  struct Line: Decodable, Equatable, Sendable {
    var price: Int
    var note: String?
  }

  /// Trimmed, in lower case.
  var name: String
  var raw: String
  var count: Int
  /// Without its sign.
  var level: Int
  var small: Int8?
  var ratio: Double
  var nick: String?
  var tags: [String]
  var unique: Set<String>
  var plan: Plan
  var key: UUID?
  var home: Home
  var lines: [Line]?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
      .trimmingCharacters(in: .whitespaces).lowercased()
    raw = try values.decode(String.self, forKey: .raw)
    count = try values.decode(Int.self, forKey: .count)
    level = Int(clamping: try values.decode(Int.self, forKey: .level).magnitude)
    small = try values.decodeIfPresent(Int8.self, forKey: .small)
    ratio = try values.decode(Double.self, forKey: .ratio)
    nick = try values.decodeIfPresent(String.self, forKey: .nick)
    tags = try values.decode([String].self, forKey: .tags)
    unique = try values.decode(Set<String>.self, forKey: .unique)
    plan = try values.decode(Plan.self, forKey: .plan)
    key = try values.decodeIfPresent(UUID.self, forKey: .key)
    home = try values.decode(Home.self, forKey: .home)
    lines = try values.decodeIfPresent([Line].self, forKey: .lines)
  }

  private enum CodingKeys: String, CodingKey {
    case name, raw, count, level, small, ratio, nick, tags, unique, plan, key, home, lines
  }

  static let shape = JSONShape.object([
    "name": .text, "raw": .text, "count": .integer, "level": .integer,
    "small": .optional(.integer), "ratio": .fraction, "nick": .optional(.text),
    "tags": .list(.text), "unique": .list(.text), "plan": .choice(["\"free\"", "\"pro\""]),
    "key": .optional(.uuid), "home": .object(["city": .text, "zip": .optional(.text)]),
    "lines": .optional(.list(.object(["price": .integer, "note": .optional(.text)]))),
  ])
  static let isUnordered = true
  static let places = ["unique": "?unique"]
  private static var line: RequirementDraw<Line> {
    RequirementDraw(
      .on(\.price, .integer), .on(\.note, .optional(.text)),
      .plain { _ in Requirement(\.price, \.note) { $0 > ($1?.count ?? 0) } })
  }
  private static var homes: RequirementDraw<Home> {
    RequirementDraw(
      .on(\.city, .text), .on(\.zip, .optional(.text)), .on(\.both, .text),
      .plain { _ in .compare(\.city, <, \.zip) }, .plain { _ in .equal(\.zip, \.city) })
  }
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.name, .text), .on(\.raw, .text), .on(\.count, .integer), .on(\.level, .integer),
      .on(\.small, .optional(.integer)), .on(\.ratio, .fraction), .on(\.nick, .optional(.text)),
      .on(\.tags, .list(.text)), .on(\.unique, .list(.text)), .on(\.plan, .equal(.free, .pro)),
      .on(\.key, .optional(.opaque)), .on(\.home, homes), .on(\.home.both, .text),
      .on(\.home.zip, .optional(.text)), .on(\.lines, .optional(.list(line))),
      .plain { _ in .compare(\.count, <=, \.level, at: \.level) },
      .plain { _ in .compare(\.raw, !=, \.nick) }, .plain { _ in .equal(\.nick, \.home.zip) },
      .plain { _ in Requirement(\.small, \.ratio) { Double($0 ?? 0) < $1 } })
  }
}
