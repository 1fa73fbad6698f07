import Foundation
import Requirements
import Twins

extension RandomRecords {
  /// Types that are decoded with other strategies than the usual ones.
  static let strategies: [any RandomRecord.Type] = [
    SnakeRecord.self, EpochRecord.self, CustomKeyRecord.self,
  ]
}

/// Names in snake case, and dates in ISO 8601.
struct SnakeRecord: RandomRecord {
  struct Home: Decodable, Equatable, Sendable {
    var cityName: String
    var zipCode: Int?

    static var draw: RequirementDraw<Home> {
      RequirementDraw(.on(\.cityName, .text), .on(\.zipCode, .optional(.integer)))
    }
  }
  enum Status: String, Decodable { case inUse, closed }

  var firstName: String
  var madeAt: Date?
  var homeAddress: Home
  var oldHomes: [Home]
  var unitPrices: [String: Decimal]?
  var status: Status?

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
  private static let home = JSONShape.object(["city_name": .text, "zip_code": .optional(.integer)])
  static let shape = JSONShape.object([
    "first_name": .text,
    "made_at": .optional(
      .choice(["\"2001-02-03T04:05:06Z\"", "\"2001-02-03T04:05:06+02:00\"", "\"2001-02-03\""])),
    "home_address": home, "oldHomes": .list(home),
    "unit_prices": .optional(.map(.choice(["1", "0.1", "123456789012345678.5", "-1e3"]))),
    "status": .optional(.choice(["\"inUse\"", "\"closed\"", "\"in_use\""])),
  ])
  static let isUnordered = true
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.firstName, .text), .on(\.homeAddress, Home.draw), .on(\.oldHomes, .list(Home.draw)),
      .on(\.homeAddress.cityName, .text), .on(\.madeAt, .optional(.opaque)),
      .on(\.unitPrices, .optional(.list(.opaque))), .on(\.status, .optional(.equal(.inUse))))
  }
}

/// Dates as numbers, bytes as arrays, and texts for numbers that JSON does not have.
struct EpochRecord: RandomRecord {
  var made: Date
  var bytes: Data?
  var ratio: Double
  var singles: [Float]
  var price: Decimal?
  var link: URL?

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    decoder.dataDecodingStrategy = .deferredToData
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
  static let shape = JSONShape.object([
    "made": .choice(["0", "1.5", "-1", "981173106000", "\"inf\"", "1e400"]),
    "bytes": .optional(.list(.choice(["0", "255", "7"]))),
    "ratio": .choice(["0.5", "\"inf\"", "\"-inf\"", "7", "\"x\""]),
    "singles": .list(.choice(["0.5", "\"inf\"", "3"])), "price": .optional(.fraction),
    "link": .optional(.choice(["\"https://a.example/b\"", "\"x y\"", "\"\""])),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.ratio, .fraction), .on(\.made, .opaque), .on(\.singles, .list(.fraction)),
      .on(\.bytes, .optional(.opaque)), .on(\.price, .optional(.opaque)),
      .on(\.link, .optional(.opaque)))
  }
}

/// Names that a closure changes, and dates that one reads.
struct CustomKeyRecord: RandomRecord {
  struct Line: Decodable, Equatable, Sendable {
    var sku: String
    var count: Int?
  }

  var name: String
  var lines: [Line]
  var day: Date?

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      let key = path[path.count - 1]
      return Key(stringValue: key.stringValue.lowercased())
    }
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let day = Double(text) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "No day"))
      }
      return Date(timeIntervalSinceReferenceDate: day * 86400)
    }
    return decoder
  }
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  static let shape = JSONShape.object([
    "NAME": .text, "Lines": .list(.object(["SKU": .text, "count": .optional(.integer)])),
    "day": .optional(.choice(["\"3\"", "\"7.5\"", "\"x\"", "3"])),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.name, .text),
      .on(
        \.lines,
        .list(RequirementDraw(.on(\.sku, .text), .on(\.count, .optional(.integer))))),
      .on(\.day, .optional(.opaque)))
  }
}
