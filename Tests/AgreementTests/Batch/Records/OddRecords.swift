import Foundation
import Requirements

extension RandomRecords {
  /// Types that use the rarer parts of a decoder.
  static let odd: [any RandomRecord.Type] = [
    ContainerRecord.self, SuperRecord.self, DerivedRecord.self, InheritedRecord.self,
    AllKeysRecord.self, PropertyWrapperRecord.self, PointRecord.self, IgnoringRecord.self,
    FlatRecord.self, AnyCaseRecord.self, RestRecord.self, TypedRecord.self,
  ]
}

/// Flattens an object and an array.
struct ContainerRecord: RandomRecord {
  var name: String
  var city: String
  var zip: String?
  var number: Int
  var word: String?

  enum CodingKeys: String, CodingKey { case name, home, pair }
  enum HomeKeys: String, CodingKey { case city, zip }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    let home = try values.nestedContainer(keyedBy: HomeKeys.self, forKey: .home)
    city = try home.decode(String.self, forKey: .city)
    zip = try home.decodeIfPresent(String.self, forKey: .zip)
    var pair = try values.nestedUnkeyedContainer(forKey: .pair)
    number = try pair.decode(Int.self)
    word = pair.isAtEnd ? nil : try pair.decodeIfPresent(String.self)
  }

  static let shape = JSONShape.object([
    "name": .text, "home": .object(["city": .text, "zip": .optional(.word)]),
    "pair": .either([.choice(["[1,\"a\"]", "[3]", "[7,null]", "[0,\"ab\",5]"])]),
  ])
  static let places = [
    "city": "home/city", "zip": "home/zip", "number": "pair/0", "word": "pair/1",
  ]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.name, .text), .on(\.city, .text), .on(\.zip, .optional(.text)),
      .on(\.number, .integer), .on(\.word, .optional(.text)))
  }
}

/// Parts under names that are asked for as decoders.
struct SuperRecord: RandomRecord {
  var part: PricedPart
  var other: PricedPart?
  var count: Int

  enum CodingKeys: String, CodingKey { case part, other, count }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    part = try PricedPart(from: values.superDecoder(forKey: .part))
    other =
      values.contains(.other) ? try PricedPart?(from: values.superDecoder(forKey: .other)) : nil
    count = try Int(from: values.superDecoder(forKey: .count))
  }

  static let shape = JSONShape.object([
    "part": PricedPart.shape, "other": .optional(PricedPart.shape), "count": .integer,
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.part, PricedPart.draw), .on(\.part.price, .integer), .on(\.count, .integer),
      .on(\.other, .optional(PricedPart.draw)))
  }
}

/// A class whose base decodes from the member `super`.
class BaseRecord: Decodable, @unchecked Sendable {
  let id: Int
  let note: String?
}

final class DerivedRecord: BaseRecord, RandomRecord, @unchecked Sendable {
  let name: String

  enum CodingKeys: String, CodingKey { case name }

  required init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    try super.init(from: values.superDecoder())
  }

  static func == (first: DerivedRecord, second: DerivedRecord) -> Bool {
    first.id == second.id && first.note == second.note && first.name == second.name
  }

  static let shape = JSONShape.object([
    "name": .text, "super": .object(["id": .integer, "note": .optional(.text)]),
  ])
  static let places = ["id": "super/id", "note": "super/note"]
  static var draw: RequirementDraw<DerivedRecord> {
    RequirementDraw(
      .on(\.name, .text), .on(\.id, .integer), .on(\.note, .optional(.text)))
  }
}

/// A class whose base decodes from the same object.
final class InheritedRecord: BaseRecord, RandomRecord, @unchecked Sendable {
  let name: String?

  enum CodingKeys: String, CodingKey { case name }

  required init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decodeIfPresent(String.self, forKey: .name)
    try super.init(from: decoder)
  }

  static func == (first: InheritedRecord, second: InheritedRecord) -> Bool {
    first.id == second.id && first.note == second.note && first.name == second.name
  }

  static let shape = JSONShape.object([
    "name": .optional(.text), "id": .integer, "note": .optional(.text),
  ])
  static var draw: RequirementDraw<InheritedRecord> {
    RequirementDraw(
      .on(\.name, .optional(.text)), .on(\.id, .integer), .on(\.note, .optional(.text)))
  }
}

/// A name found in the data.
struct AnyName: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Asks for all names: like a dictionary, but not quite.
struct AllKeysRecord: RandomRecord {
  struct Totals: Decodable, Equatable, Sendable {
    var names: [String]
    var total: Int

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: AnyName.self)
      names = values.allKeys.map(\.stringValue).sorted()
      total = try values.allKeys.filter { $0.stringValue != "note" }
        .reduce(0) { $0 &+ (try values.decode(Int.self, forKey: $1)) }
    }
  }

  var totals: Totals
  var count: Int

  static let shape = JSONShape.object([
    "totals": .either([.map(.integer), .object(["a": .integer, "note": .text])]),
    "count": .integer,
  ])
  static let places = ["names": "?", "total": "?"]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.totals.names, .list(.text)), .on(\.totals.total, .integer), .on(\.count, .integer))
  }
}

/// A number that is zero if it is missing or null.
@propertyWrapper
struct ZeroIfMissing: Decodable, Equatable, Sendable {
  var wrappedValue: Int

  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Int.self)
  }
}

extension KeyedDecodingContainer {
  func decode(_ type: ZeroIfMissing.Type, forKey key: Key) throws -> ZeroIfMissing {
    try decodeIfPresent(type, forKey: key) ?? ZeroIfMissing(wrappedValue: 0)
  }
}

struct PropertyWrapperRecord: RandomRecord {
  @ZeroIfMissing var count: Int
  @ZeroIfMissing var level: Int
  var name: String

  static let shape = JSONShape.object([
    "count": .optional(.integer), "level": .integer, "name": .text,
  ])
  static let places = ["_count": "count", "wrappedValue": ""]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(.on(\.count, .integer), .on(\.level, .integer), .on(\.name, .text))
  }
}

/// An object or an array.
struct PointRecord: RandomRecord {
  struct Point: Decodable, Equatable, Sendable {
    var x: Int
    var y: Int

    enum CodingKeys: String, CodingKey { case x, y }

    init(from decoder: any Decoder) throws {
      if var values = try? decoder.unkeyedContainer() {
        x = try values.decode(Int.self)
        y = try values.decode(Int.self)
      } else {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        x = try values.decode(Int.self, forKey: .x)
        y = try values.decode(Int.self, forKey: .y)
      }
    }
  }

  var point: Point
  var path: [Point]

  private static let point = JSONShape.either([
    .object(["x": .integer, "y": .integer]), .choice(["[1,2]", "[3,7,5]", "[0,0]"]),
  ])
  static let shape = JSONShape.object(["point": point, "path": .list(point)])
  static let places = ["x": "?", "y": "?"]
  private static var points: RequirementDraw<Point> {
    RequirementDraw(.on(\.x, .integer), .on(\.y, .integer))
  }
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.point, points), .on(\.point.x, .integer), .on(\.path, .list(points)))
  }
}

/// Takes what there is of an object, and forgives whatever is wrong with it.
struct IgnoringRecord: RandomRecord {
  var city: String?
  var first: Int?
  var name: String

  enum CodingKeys: String, CodingKey { case name, home, list }
  enum HomeKeys: String, CodingKey { case city }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    if let home = try? values.nestedContainer(keyedBy: HomeKeys.self, forKey: .home) {
      city = try? home.decode(String.self, forKey: .city)
    }
    if var list = try? values.nestedUnkeyedContainer(forKey: .list) {
      first = try list.decode(Int.self)
    }
  }

  static let shape = JSONShape.object([
    "name": .text, "home": .optional(.object(["city": .optional(.text)])),
    "list": .optional(.choice(["[1]", "[3,\"a\"]", "[7]"])),
  ])
  static let places = ["city": "?home", "first": "?list"]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.name, .text), .on(\.city, .optional(.text)), .on(\.first, .optional(.integer)))
  }
}

/// Parts that decode from the same object as the whole.
struct FlatRecord: RandomRecord {
  var part: PricedPart
  var loose: LoosePart?
  var name: String

  enum CodingKeys: String, CodingKey { case name }

  init(from decoder: any Decoder) throws {
    part = try PricedPart(from: decoder)
    loose = try? LoosePart(from: decoder)
    name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
  }

  static let shape = JSONShape.object([
    "price": .integer, "note": .optional(.text), "number": .optional(.integer),
    "text": .optional(.text), "name": .text,
  ])
  static let places = ["part": "", "loose": ""]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.part, PricedPart.draw), .on(\.part.price, .integer), .on(\.name, .text),
      .on(\.loose, .optional(LoosePart.draw)), .on(\.loose?.number, .optional(.integer)))
  }
}

/// Finds members whatever the case of their names.
struct AnyCaseRecord: RandomRecord {
  var name: String?
  var count: Int

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: AnyName.self)
    func key(_ name: String) -> AnyName {
      values.allKeys.filter { $0.stringValue.lowercased() == name }
        .min { $0.stringValue < $1.stringValue } ?? AnyName(name)
    }
    name = try values.decodeIfPresent(String.self, forKey: key("name"))
    count = try values.decode(Int.self, forKey: key("count"))
  }

  static let shape = JSONShape.either([
    .object(["name": .optional(.text), "count": .integer]),
    .object(["Name": .optional(.text), "COUNT": .integer]),
  ])
  static let places = ["name": "?", "count": "?"]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(.on(\.name, .optional(.text)), .on(\.count, .integer))
  }
}

/// Keeps all members that it does not know.
struct RestRecord: RandomRecord {
  var name: String
  var rest: [String: Int]

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: AnyName.self)
    name = try values.decode(String.self, forKey: AnyName("name"))
    rest = [:]
    for key in values.allKeys where key.stringValue != "name" {
      rest[key.stringValue] = try values.decode(Int.self, forKey: key)
    }
  }

  static let shape = JSONShape.object([
    "name": .text, "a": .optional(.integer), "b": .optional(.integer),
  ])
  static let isUnordered = true
  static let places = ["rest": "?"]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.name, .text), .on(\.rest, .list(.opaque)), .on(\.rest["a"], .optional(.integer)),
      .on(\.rest.count, .integer))
  }
}
