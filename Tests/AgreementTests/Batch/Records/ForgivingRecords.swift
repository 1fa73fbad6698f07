import Foundation
import Requirements
import Twins

extension RandomRecords {
  /// Types whose decoders choose, change or forgive values.
  static let forgiving: [any RandomRecord.Type] = [
    ChoosingRecord.self, DefaultRecord.self, LossyRecord.self, ChangingRecord.self,
    WrapperRecord.self, NullRecord.self, StringNumberRecord.self, EmptyAsNilRecord.self,
    SortedRecord.self, OneWordRecord.self, DayRecord.self,
  ]
}

/// A number or a text.
struct ChoosingRecord: RandomRecord {
  enum Either: Decodable, Equatable, Sendable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  var id: Either
  var others: [Either]
  var last: Either?

  private static let either = JSONShape.either([.integer, .text])
  static let shape = JSONShape.object([
    "id": either, "others": .list(either), "last": .optional(either),
  ])
  private static var draws: RequirementDraw<Either> { .equal(.number(3), .text("a")) }
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.id, draws), .on(\.others, .list(draws)), .on(\.last, .optional(draws)))
  }
}

/// A record that gives each property a default if its value is wrong or missing.
struct DefaultRecord: RandomRecord {
  var forgiven: Int
  var filled: String
  var dropped: Double?
  var list: [Int]
  var part: PricedPart

  enum CodingKeys: String, CodingKey { case forgiven, filled, dropped, list, part }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    forgiven = (try? values.decode(Int.self, forKey: .forgiven)) ?? 0
    filled = try values.decodeIfPresent(String.self, forKey: .filled) ?? "none"
    dropped = try? values.decodeIfPresent(Double.self, forKey: .dropped)
    list = try values.decodeIfPresent([Int].self, forKey: .list) ?? []
    part =
      (try? values.decode(PricedPart.self, forKey: .part)) ?? PricedPart(price: 1, note: nil)
  }

  static let shape = JSONShape.object([
    "forgiven": .integer, "filled": .optional(.text), "dropped": .optional(.fraction),
    "list": .optional(.list(.integer)), "part": .optional(PricedPart.shape),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.forgiven, .integer), .on(\.filled, .text), .on(\.dropped, .optional(.fraction)),
      .on(\.list, .list(.integer)), .on(\.part, PricedPart.draw), .on(\.part.price, .integer))
  }
}

/// Elements that cannot be decoded are left out.
struct LossyRecord: RandomRecord {
  struct Lossy<Element: Decodable & Equatable & Sendable>: Decodable, Equatable, Sendable {
    var elements: [Element] = []

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      while !values.isAtEnd {
        if let element = try? values.decode(Element.self) {
          elements.append(element)
        } else {
          _ = try? values.decode(Skipped.self)
        }
      }
    }
  }
  private struct Skipped: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  var numbers: [Int]
  var parts: Lossy<PricedPart>
  var names: [String]

  enum CodingKeys: String, CodingKey { case numbers, parts, names }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    numbers = try values.decode(Lossy<Int>.self, forKey: .numbers).elements
    parts = try values.decode(Lossy<PricedPart>.self, forKey: .parts)
    names = try values.decode([String?].self, forKey: .names).compactMap { $0 }
  }

  static let shape = JSONShape.object([
    "numbers": .list(.either([.integer, .integer, .text])), "parts": .list(PricedPart.shape),
    "names": .list(.optional(.text)),
  ])
  static let places = [
    "numbers": "?numbers", "names": "?names", "parts": "?parts", "elements": "?",
  ]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.numbers, .list(.integer)), .on(\.parts.elements, .list(PricedPart.draw)),
      .on(\.names, .list(.text)))
  }
}

/// Trims, folds case, clamps, cuts and counts.
struct ChangingRecord: RandomRecord {
  var trimmed: String
  var lower: String?
  var clamped: Int
  var size: Int
  var rounded: Double
  var short: [String]
  var flipped: Bool

  enum CodingKeys: String, CodingKey {
    case trimmed, lower, clamped, size, rounded, short, flipped
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    trimmed = try values.decode(String.self, forKey: .trimmed)
      .trimmingCharacters(in: .whitespaces)
    lower = try values.decodeIfPresent(String.self, forKey: .lower)?.lowercased()
    clamped = min(5, max(1, try values.decode(Int.self, forKey: .clamped)))
    size = Int(clamping: try values.decode(Int.self, forKey: .size).magnitude)
    rounded = try values.decode(Double.self, forKey: .rounded).rounded()
    short = Array(try values.decode([String].self, forKey: .short).prefix(2))
    flipped = try !values.decode(Bool.self, forKey: .flipped)
  }

  static let shape = JSONShape.object([
    "trimmed": .text, "lower": .optional(.text), "clamped": .integer, "size": .integer,
    "rounded": .fraction, "short": .list(.text), "flipped": .flag,
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.trimmed, .text), .on(\.lower, .optional(.text)), .on(\.clamped, .integer),
      .on(\.size, .integer), .on(\.rounded, .fraction), .on(\.short, .list(.text)),
      .on(\.flipped, .flag), .require(\.flipped))
  }
}

/// Types around a single value, with checks and without.
struct WrapperRecord: RandomRecord {
  struct Name: Decodable, Equatable, Sendable {
    var text: String

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
  }
  struct Email: Decodable, Equatable, Sendable {
    var text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      text = try value.decode(String.self)
      guard text.contains("@") else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "no email address")
      }
    }
  }
  struct Percent: RawRepresentable, Decodable, Equatable, Sendable {
    var rawValue: Int

    init?(rawValue: Int) {
      guard 0...100 ~= rawValue else { return nil }
      self.rawValue = rawValue
    }
  }
  struct Numbers: Decodable, Equatable, Sendable {
    var numbers: [Int]

    init(from decoder: any Decoder) throws {
      numbers = try decoder.singleValueContainer().decode([Int].self)
    }
  }

  var name: Name
  var email: Email?
  var percent: Percent
  var names: [Name]
  var numbers: Numbers

  private static let email = JSONShape.choice(["\"a@b.co\"", "\"@\"", "\"a@b\""])
  static let shape = JSONShape.object([
    "name": .text, "email": .optional(email), "percent": .integer, "names": .list(.text),
    "numbers": .list(.integer),
  ])
  static let places = ["text": "", "rawValue": ""]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.name.text, .text), .on(\.email?.text, .optional(.text)),
      .on(\.percent.rawValue, .integer), .on(\.percent, RequirementDraw(.on(\.rawValue, .integer))),
      .on(\.names, .list(RequirementDraw(.on(\.text, .text)))),
      .on(\.numbers.numbers, .list(.integer)), .on(\.email, .optional(.opaque)))
  }
}

/// Null, but not a missing member, stands for a value.
struct NullRecord: RandomRecord {
  var note: String
  var count: Int
  var list: [Int]

  enum CodingKeys: String, CodingKey { case note, count, list }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    note =
      try values.decodeNil(forKey: .note) ? "none" : values.decode(String.self, forKey: .note)
    count = try values.decode(Int?.self, forKey: .count) ?? -1
    list = try values.decode([Int?].self, forKey: .list).map { $0 ?? 0 }
  }

  static let shape = JSONShape.object([
    "note": .either([.text, .choice(["null"])]), "count": .either([.integer, .choice(["null"])]),
    "list": .list(.optional(.integer)),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(.on(\.note, .text), .on(\.count, .integer), .on(\.list, .list(.integer)))
  }
}

/// A number may be written as text.
struct StringNumberRecord: RandomRecord {
  struct Number: Decodable, Equatable, Sendable {
    var value: Double

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        guard let value = Double(text) else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number")
        }
        self.value = value
      } else {
        value = try container.decode(Double.self)
      }
    }
  }

  var amount: Number
  var flag: Bool

  enum CodingKeys: String, CodingKey { case amount, flag }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    amount = try values.decode(Number.self, forKey: .amount)
    do {
      flag = try values.decode(Bool.self, forKey: .flag)
    } catch {
      flag = try values.decode(Int.self, forKey: .flag) != 0
    }
  }

  static let shape = JSONShape.object([
    "amount": .either([.fraction, .choice(["\"1\"", "\"0.3\"", "\"7\""])]),
    "flag": .either([.flag, .choice(["0", "1"])]),
  ])
  static let places = ["value": ""]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(.on(\.amount.value, .fraction), .require(\.flag), .on(\.flag, .flag))
  }
}

struct EmptyAsNilRecord: RandomRecord {
  var name: String?
  var words: [String]?
  var count: Int?

  enum CodingKeys: String, CodingKey { case name, words, count }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decodeIfPresent(String.self, forKey: .name).flatMap { $0.isEmpty ? nil : $0 }
    words = try values.decodeIfPresent([String].self, forKey: .words)
      .flatMap { $0.isEmpty ? nil : $0 }
    count = try values.decodeIfPresent(Int.self, forKey: .count).flatMap { $0 == 0 ? nil : $0 }
  }

  static let shape = JSONShape.object([
    "name": .optional(.text), "words": .optional(.list(.text)), "count": .optional(.integer),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.name, .optional(.text)), .on(\.words, .optional(.list(.text))),
      .on(\.count, .optional(.integer)))
  }
}

/// Elements come in another order, and each once.
struct SortedRecord: RandomRecord {
  var numbers: [Int]
  var words: [String]

  enum CodingKeys: String, CodingKey { case numbers, words }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    numbers = try values.decode([Int].self, forKey: .numbers).sorted(by: >)
    var seen: Set<String> = []
    words = try values.decode([String].self, forKey: .words).filter { seen.insert($0).inserted }
  }

  static let shape = JSONShape.object(["numbers": .list(.integer), "words": .list(.word)])
  static let places = ["numbers": "?numbers", "words": "?words"]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(.on(\.numbers, .list(.integer)), .on(\.words, .list(.text)))
  }
}

/// Changes a single word and a single number, which no made-up value may hit.
struct OneWordRecord: RandomRecord {
  static let isDecoded = true

  var word: String
  var count: Int
  var words: [String]

  enum CodingKeys: String, CodingKey { case word, count, words }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let text = try values.decode(String.self, forKey: .word)
    word = text == "ab" ? "changed" : text
    let number = try values.decode(Int.self, forKey: .count)
    count = number == 100 ? 1 : number
    words = try values.decode([String].self, forKey: .words)
    if words.count == 3 { words.removeLast() }
  }

  static let shape = JSONShape.object([
    "word": .word, "count": .integer, "words": .list(.word),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.word, .text), .on(\.count, .integer), .on(\.words, .list(.text)))
  }
}

/// A day from a text such as `2001-02-03`.
struct DayRecord: RandomRecord {
  struct Day: Decodable, Comparable, Sendable {
    var year: Int
    var month: Int

    init(_ year: Int, _ month: Int) { (self.year, self.month) = (year, month) }

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      let parts = try value.decode(String.self).split(separator: "-").map { Int($0) }
      guard parts.count == 3, let year = parts[0], let month = parts[1], 1...12 ~= month else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "no day")
      }
      self.init(year, month)
    }

    static func < (first: Day, second: Day) -> Bool {
      (first.year, first.month) < (second.year, second.month)
    }
  }

  var from: Day
  var to: Day?

  private static let day = JSONShape.choice([
    "\"2001-02-03\"", "\"2024-12-31\"", "\"1-1-1\"", "\"2001-13-01\"",
  ])
  static let shape = JSONShape.object(["from": day, "to": .optional(day)])
  private static var days: RequirementDraw<Day> {
    RequirementDraw(
      .plain { $0.pick([.greaterThan(Day(2001, 5)), .equalTo(Day(2001, 2))]) })
  }
  static let places = ["year": ""]
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.from, days), .on(\.to, .optional(days)), .on(\.from.year, .integer),
      .on(\.to?.year, .optional(.integer)))
  }
}
