import Foundation
import Requirements
import Twins

extension RandomRecords {
  /// Types whose decoders the compiler writes.
  static let plain: [any RandomRecord.Type] = [
    PlainRecord.self, OptionalRecord.self, RenamedRecord.self, LimitRecord.self,
    SmallRecord.self, KeyRecord.self, DateRecord.self, DoubleOptionalRecord.self,
    GenericRecord.self, ComputedRecord.self, EventRecord.self, SetRecord.self, MapRecord.self,
    URLRecord.self, DataRecord.self, DecimalRecord.self,
  ]
}

struct PlainRecord: RandomRecord {
  var name: String
  var count: Int
  var ratio: Double
  var flag: Bool

  static let shape = JSONShape.object([
    "name": .text, "count": .integer, "ratio": .fraction, "flag": .flag,
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.name, .text), .on(\.count, .integer), .on(\.ratio, .fraction), .on(\.flag, .flag),
      .require(\.flag), .on(\.self, .opaque))
  }
}

struct OptionalRecord: RandomRecord {
  var name: String?
  var count: Int?
  var ratio: Double?
  var flag: Bool?

  static let shape = JSONShape.object([
    "name": .optional(.text), "count": .optional(.integer), "ratio": .optional(.fraction),
    "flag": .optional(.flag),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.name, .optional(.text)), .on(\.count, .optional(.integer)),
      .on(\.ratio, .optional(.fraction)), .on(\.flag, .optional(.flag)))
  }
}

struct RenamedRecord: RandomRecord {
  struct Home: Decodable, Equatable, Sendable {
    var streetName: String
    var zipCode: String?

    enum CodingKeys: String, CodingKey {
      case streetName = "street/name"
      case zipCode = "zip_code"
    }

    static var draw: RequirementDraw<Home> {
      RequirementDraw(.on(\.streetName, .text), .on(\.zipCode, .optional(.text)))
    }
  }

  var firstName: String
  var homeAddress: Home
  var oldHomes: [Home]?

  enum CodingKeys: String, CodingKey {
    case firstName = "first~name"
    case homeAddress = "home_address"
    case oldHomes = "old.homes"
  }

  private static let home = JSONShape.object(["street/name": .text, "zip_code": .optional(.word)])
  static let shape = JSONShape.object([
    "first~name": .text, "home_address": home, "old.homes": .optional(.list(home)),
  ])
  static let places = [
    "firstName": "first~0name", "homeAddress": "home_address", "oldHomes": "old.homes",
    "streetName": "street~1name", "zipCode": "zip_code", "labelled": "first~0name",
  ]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.firstName, .text), .on(\.homeAddress, Home.draw),
      .on(\.homeAddress.zipCode, .optional(.text)), .on(\.homeAddress.streetName, .text),
      .on(\.oldHomes, .optional(.list(Home.draw))), .on(\.firstName, name: "labelled", .text))
  }
}

struct LimitRecord: RandomRecord {
  var tiny: Int8?
  var byte: UInt8
  var large: Int64?
  var huge: UInt64?
  var single: Float?
  var double: Double

  static let shape = JSONShape.object([
    "tiny": .optional(.integer), "byte": .choice(["0", "1", "7", "255", "1e2"]),
    "large": .optional(.choice(["9223372036854775807", "-9223372036854775808", "3"])),
    "huge": .optional(.choice(["18446744073709551615", "9223372036854775808", "0"])),
    "single": .optional(.choice(["16777217", "0.1", "0.3", "3.4028235e38", "0.30000001"])),
    "double": .choice(["0.30000000000000001", "9007199254740993", "1e300", "0.3", "-0"]),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.tiny, .optional(.integer)), .on(\.byte, .integer), .on(\.large, .optional(.integer)),
      .on(\.huge, .optional(.integer)), .on(\.single, .optional(.fraction)),
      .on(\.double, .fraction))
  }
}

struct SmallRecord: RandomRecord {
  var bytes: [UInt8]
  var shorts: [Int16?]
  var word: UInt32?
  var flags: [Bool]

  static let shape = JSONShape.object([
    "bytes": .list(.choice(["0", "1", "7", "255"])), "shorts": .list(.optional(.integer)),
    "word": .optional(.integer), "flags": .list(.flag),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.bytes, .list(.integer)), .on(\.shorts, .list(.optional(.integer))),
      .on(\.word, .optional(.integer)), .on(\.flags, .list(.flag)))
  }
}

struct KeyRecord: RandomRecord {
  var id: UUID
  var parent: UUID?
  var others: [UUID]

  static let shape = JSONShape.object([
    "id": .uuid, "parent": .optional(.uuid), "others": .list(.uuid),
  ])
  private static let known = UUID(uuidString: "6F1C2A30-8D3E-4B7A-9A51-0C2F8F6F7B11") ?? UUID()
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.id, .equal(known)), .on(\.parent, .optional(.equal(known))),
      .on(\.others, .list(.equal(known))), .on(\.id.uuidString, .text))
  }
}

struct DateRecord: RandomRecord {
  var made: Date
  var changed: Date?
  var seen: [Date]

  static let shape = JSONShape.object([
    "made": .fraction, "changed": .optional(.integer), "seen": .list(.fraction),
  ])
  private static var date: RequirementDraw<Date> {
    let early = Date(timeIntervalSinceReferenceDate: 0)
    let late = Date(timeIntervalSinceReferenceDate: 3)
    return RequirementDraw(
      .plain { random in
        random.pick([.equalTo(late), .greaterThan(early), .inRange(early...late), .lessThan(late)])
      })
  }
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.made, date), .on(\.changed, .optional(date)), .on(\.seen, .list(date)))
  }
}

/// `nil` of either level means that nothing is there.
struct DoubleOptionalRecord: RandomRecord {
  var count: Int??
  var items: [Int]??
  var names: [String??]

  static let shape = JSONShape.object([
    "count": .optional(.integer), "items": .optional(.list(.integer)),
    "names": .list(.optional(.word)),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.count, .optional(.optional(.integer))),
      .on(\.items, .optional(.optional(.list(.integer)))),
      .on(\.names, .list(.optional(.optional(.text)))))
  }
}

struct Wrapper<Value: Decodable & Equatable & Sendable>: Decodable, Equatable, Sendable {
  var value: Value
  var note: String?

  static func draw(
    _ value: @autoclosure @escaping @Sendable () -> RequirementDraw<Value>
  ) -> RequirementDraw<Wrapper> {
    RequirementDraw(.on(\.value, value()), .on(\.note, .optional(.text)))
  }
}

struct GenericRecord: RandomRecord {
  var number: Wrapper<Int>
  var names: Wrapper<[String]>
  var maybe: Wrapper<Int?>
  var outer: Wrapper<Wrapper<String>>?

  static let shape = JSONShape.object([
    "number": .object(["value": .integer, "note": .optional(.text)]),
    "names": .object(["value": .list(.text)]),
    "maybe": .object(["value": .optional(.integer)]),
    "outer": .optional(.object(["value": .object(["value": .text]), "note": .optional(.word)])),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.number, Wrapper.draw(.integer)), .on(\.names, Wrapper.draw(.list(.text))),
      .on(\.maybe, Wrapper.draw(.optional(.integer))),
      .on(\.outer, .optional(Wrapper.draw(Wrapper.draw(.text)))),
      .on(\.maybe.value, .optional(.integer)))
  }
}

struct ComputedRecord: RandomRecord {
  var first: String
  var last: String?
  var tags: [String]

  var full: String { first + (last ?? "") }
  var lastOrNone: String { last ?? "none" }
  var isLong: Bool { first.count > 2 }
  var upper: [String] { tags.map { $0.uppercased() } }

  static let shape = JSONShape.object([
    "first": .text, "last": .optional(.text), "tags": .list(.text),
  ])
  static let places = ["count": "?"]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.full, .text), .on(\.lastOrNone, .text), .require(\.isLong),
      .on(\.upper, .list(.text)), .on(\.tags.count, .integer), .on(\.first.count, .integer),
      .on(\.first, .text), .on(\.last, .optional(.text)), .on(\.last?.count, .optional(.integer)),
      .on(\.full, name: "first", .text))
  }
}

struct EventRecord: RandomRecord {
  enum Event: Decodable, Equatable, Sendable {
    case started(id: Int)
    case stopped(reason: String?)
    case idle
  }

  var event: Event
  var last: Event?

  private static let event = JSONShape.either([
    .object(["started": .object(["id": .integer])]),
    .object(["stopped": .object(["reason": .optional(.text)])]), .object(["idle": .object([:])]),
  ])
  /// A decoder made by the compiler takes one of its own names only.
  static let refusedType: String? = "Event"
  static let shape = JSONShape.object(["event": event, "last": .optional(event)])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.event, .equal(.idle, .started(id: 3))), .on(\.last, .optional(.equal(.idle))))
  }
}

struct SetRecord: RandomRecord {
  var tags: Set<String>
  var numbers: Set<Int>?

  static let shape = JSONShape.object([
    "tags": .list(.text), "numbers": .optional(.list(.integer)),
  ])
  static let isUnordered = true
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.tags, .list(.text)), .on(\.numbers, .optional(.list(.integer))))
  }
}

struct MapRecord: RandomRecord {
  struct Part: Decodable, Equatable, Sendable {
    var price: Int
    var note: String?
  }

  var counts: [String: Int]
  var parts: [String: Part]?
  var maybe: [String: Int?]

  static let shape = JSONShape.object([
    "counts": .map(.integer),
    "parts": .optional(.map(.object(["price": .integer, "note": .optional(.text)]))),
    "maybe": .map(.optional(.integer)),
  ])
  static let isUnordered = true
  static let places = ["counts": "?counts", "parts": "?parts", "maybe": "?maybe"]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.counts, .list(.opaque)), .on(\.parts, .optional(.list(.opaque))),
      .on(\.maybe, .list(.opaque)), .on(\.counts["a"], .optional(.integer)),
      .on(\.counts.count, .integer), .on(\.parts?.count, .optional(.integer)))
  }
}

// MARK: Types of Foundation

struct URLRecord: RandomRecord {
  var link: URL?
  static let shape = JSONShape.object(["link": .optional(.choice(["\"http://a.b/c\"", "\"x\""]))])
  static var draw: RequirementDraw<Self> { RequirementDraw(.on(\.link, .optional(.opaque))) }
}

struct DataRecord: RandomRecord {
  var data: Data?
  static let shape = JSONShape.object(["data": .optional(.choice(["\"YQ==\"", "\"\""]))])
  static var draw: RequirementDraw<Self> { RequirementDraw(.on(\.data, .optional(.opaque))) }
}

struct DecimalRecord: RandomRecord {
  var amount: Decimal?
  static let shape = JSONShape.object(["amount": .optional(.fraction)])
  static var draw: RequirementDraw<Self> { RequirementDraw(.on(\.amount, .optional(.opaque))) }
}
