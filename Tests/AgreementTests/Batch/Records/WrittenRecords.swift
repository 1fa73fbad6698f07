import Requirements

extension RandomRecords {
  /// Types with decoders in which one member depends on another.
  static let written: [any RandomRecord.Type] = [
    OldNewRecord.self, DiscriminatedRecord.self, RelationRecord.self, ContainsRecord.self,
    ConditionalRecord.self, VersionRecord.self, ThrowingRecord.self, JoinedRecord.self,
  ]
}

/// A property has its old or its new name.
struct OldNewRecord: RandomRecord {
  var title: String
  var count: Int?
  var part: PricedPart?

  enum CodingKeys: String, CodingKey {
    case title, name, count
    case oldCount = "old_count"
    case part, old
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    title =
      try values.decodeIfPresent(String.self, forKey: .title)
      ?? values.decode(String.self, forKey: .name)
    count =
      try values.decodeIfPresent(Int.self, forKey: .count)
      ?? values.decodeIfPresent(Int.self, forKey: .oldCount)
    part = try values.decodeIfPresent(
      PricedPart.self, forKey: values.contains(.part) ? .part : .old)
  }

  static let shape = JSONShape.either([
    .object(["title": .text, "count": .optional(.integer), "part": .optional(PricedPart.shape)]),
    .object(["name": .text, "old_count": .optional(.integer), "old": .optional(PricedPart.shape)]),
    .object(["title": .optional(.text), "name": .text, "count": .optional(.integer)]),
  ])
  static let places = ["title": "?", "count": "?", "part": "?"]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.title, .text), .on(\.count, .optional(.integer)),
      .on(\.part, .optional(PricedPart.draw)))
  }
}

/// One member decides which others are read.
struct DiscriminatedRecord: RandomRecord {
  var type: String
  var radius: Int?
  var side: String?

  enum CodingKeys: String, CodingKey { case type, radius, side }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    type = try values.decode(String.self, forKey: .type)
    switch type {
    case "circle": radius = try values.decode(Int.self, forKey: .radius)
    case "square": side = try values.decode(String.self, forKey: .side)
    default: break
    }
  }

  static let shape = JSONShape.either([
    .object(["type": .choice(["\"circle\""]), "radius": .integer]),
    .object(["type": .choice(["\"square\""]), "side": .text]),
    .object(["type": .text, "radius": .optional(.integer), "side": .optional(.integer)]),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.type, .text), .on(\.radius, .optional(.integer)), .on(\.side, .optional(.text)))
  }
}

/// The initialiser refuses a relation of two members.
struct RelationRecord: RandomRecord {
  struct Range: Decodable, Equatable, Sendable {
    var low: Int
    var high: Int

    enum CodingKeys: String, CodingKey { case low, high }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      low = try values.decode(Int.self, forKey: .low)
      high = try values.decode(Int.self, forKey: .high)
      guard low <= high else {
        throw DecodingError.dataCorruptedError(
          forKey: .high, in: values, debugDescription: "below the lower limit")
      }
    }

    static var draw: RequirementDraw<Range> {
      RequirementDraw(.on(\.low, .integer), .on(\.high, .integer))
    }
  }

  var range: Range
  var others: [Range]?

  private static let range = JSONShape.object([
    "low": .choice(["0", "1", "2"]), "high": .choice(["1", "2", "7", "100"]),
  ])
  static let shape = JSONShape.object(["range": range, "others": .optional(.list(range))])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.range, Range.draw), .on(\.range.high, .integer),
      .on(\.others, .optional(.list(Range.draw))))
  }
}

/// It matters whether a member is there, be it null.
struct ContainsRecord: RandomRecord {
  var state: String
  var count: Int?
  var isSet: Bool

  enum CodingKeys: String, CodingKey { case state, count, flag }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    count = try values.decodeIfPresent(Int.self, forKey: .count)
    state = values.contains(.count) ? (count == nil ? "null" : "there") : "absent"
    if values.contains(.state) { state = try values.decode(String.self, forKey: .state) }
    isSet = values.contains(.flag)
  }

  static let shape = JSONShape.object([
    "state": .optional(.text), "count": .optional(.integer), "flag": .optional(.flag),
  ])
  static let places = ["state": "?", "isSet": "?"]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.state, .equal("null", "there", "absent", "a")), .on(\.count, .optional(.integer)),
      .require(\.isSet), .on(\.isSet, .flag), .on(\.state, .text))
  }
}

/// Reads a member only if another is true.
struct ConditionalRecord: RandomRecord {
  var isBusiness: Bool
  var taxNumber: String
  var count: Int

  enum CodingKeys: String, CodingKey { case isBusiness, taxNumber, count }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    isBusiness = try values.decodeIfPresent(Bool.self, forKey: .isBusiness) ?? false
    taxNumber = isBusiness ? try values.decode(String.self, forKey: .taxNumber) : ""
    count = try values.decode(Int.self, forKey: .count)
    if count > 5 { taxNumber += "!" }
  }

  static let shape = JSONShape.either([
    .object(["isBusiness": .optional(.flag), "taxNumber": .text, "count": .integer]),
    .object(["count": .integer]),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.taxNumber, .text), .on(\.count, .integer), .require(\.isBusiness))
  }
}

/// The version decides about names.
struct VersionRecord: RandomRecord {
  var version: Int
  var label: String?

  enum CodingKeys: String, CodingKey { case version, label, title }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    version = try values.decodeIfPresent(Int.self, forKey: .version) ?? 1
    label = try values.decodeIfPresent(String.self, forKey: version >= 3 ? .label : .title)
  }

  static let shape = JSONShape.object([
    "version": .optional(.integer), "label": .optional(.text), "title": .optional(.text),
  ])
  static let places = ["label": "?"]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(.on(\.version, .integer), .on(\.label, .optional(.text)))
  }
}

/// Refuses single values, which no made-up value may hit.
struct ThrowingRecord: RandomRecord {
  static let isDecoded = true

  struct Refusal: Error {}
  var word: String
  var count: Int?
  var part: PricedPart?

  enum CodingKeys: String, CodingKey { case word, count, part }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    word = try values.decode(String.self, forKey: .word)
    count = try values.decodeIfPresent(Int.self, forKey: .count)
    part = try values.decodeIfPresent(PricedPart.self, forKey: .part)
    if word == "ab" || count == 7 || part?.price == 3 { throw Refusal() }
  }

  static let shape = JSONShape.object([
    "word": .word, "count": .optional(.integer), "part": .optional(PricedPart.shape),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.word, .text), .on(\.count, .optional(.integer)),
      .on(\.part, .optional(PricedPart.draw)))
  }
}

/// A property made of two members.
struct JoinedRecord: RandomRecord {
  var full: String
  var total: Int
  var first: String

  enum CodingKeys: String, CodingKey { case first, last, price, count }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    first = try values.decode(String.self, forKey: .first)
    full = first + (try values.decodeIfPresent(String.self, forKey: .last) ?? "")
    let price = try values.decode(Int.self, forKey: .price)
    let count = try values.decodeIfPresent(Int.self, forKey: .count) ?? 1
    total = price.multipliedReportingOverflow(by: count).partialValue
  }

  static let shape = JSONShape.object([
    "first": .text, "last": .optional(.text), "price": .integer, "count": .optional(.integer),
  ])
  static let places = ["full": "?", "total": "?"]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(.on(\.full, .text), .on(\.total, .integer), .on(\.first, .text))
  }
}
