import Requirements
import Twins

extension RandomRecords {
  /// Objects and arrays in one another, with decoders that the compiler writes.
  static let nested: [any RandomRecord.Type] = [
    HolderRecord.self, OptionalHolderRecord.self, ListRecord.self, OptionalElementRecord.self,
    MatrixRecord.self, OptionalListRecord.self, DeepListRecord.self, OptionalChainRecord.self,
    ChainRecord.self, TreeRecord.self, LinkedRecord.self, LooseListRecord.self,
  ]
}

/// All of its members may be missing.
struct LoosePart: Decodable, Equatable, Sendable {
  var number: Int?
  var text: String?

  static let shape = JSONShape.object(["number": .optional(.integer), "text": .optional(.text)])
  static var draw: RequirementDraw<LoosePart> {
    RequirementDraw(.on(\.number, .optional(.integer)), .on(\.text, .optional(.text)))
  }
}

struct PricedPart: Decodable, Equatable, Sendable {
  var price: Int
  var note: String?

  static let shape = JSONShape.object(["price": .integer, "note": .optional(.text)])
  static var draw: RequirementDraw<PricedPart> {
    RequirementDraw(.on(\.price, .integer), .on(\.note, .optional(.text)))
  }
}

/// An object that must be there although nothing in it must.
struct HolderRecord: RandomRecord {
  var sub: LoosePart
  var more: LoosePart

  static let shape = JSONShape.object(["sub": LoosePart.shape, "more": LoosePart.shape])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.sub, LoosePart.draw), .on(\.sub.number, .optional(.integer)),
      .on(\.more.text, .optional(.text)))
  }
}

struct OptionalHolderRecord: RandomRecord {
  var part: PricedPart?
  var loose: LoosePart?

  static let shape = JSONShape.object([
    "part": .optional(PricedPart.shape), "loose": .optional(LoosePart.shape),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.part, .optional(PricedPart.draw)), .on(\.loose, .optional(LoosePart.draw)),
      .on(\.part?.price, .optional(.integer)), .on(\.part?.note, .optional(.text)),
      .on(\.loose?.number, .optional(.integer)))
  }
}

struct ListRecord: RandomRecord {
  var items: [PricedPart]
  var numbers: [Int]
  var texts: [String]

  static let shape = JSONShape.object([
    "items": .list(PricedPart.shape), "numbers": .list(.integer), "texts": .list(.text),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.items, .list(PricedPart.draw)), .on(\.numbers, .list(.integer)),
      .on(\.texts, .list(.text)),
      .plain { random in
        random.pick([
          .on(\.items, .unique(by: \.price)), .on(\.numbers, .unique(by: \.self)),
          .on(\.texts, .unique(by: \.self)),
        ])
      })
  }
}

struct OptionalElementRecord: RandomRecord {
  var items: [PricedPart?]
  var numbers: [Int?]
  var loose: [LoosePart?]?

  static let shape = JSONShape.object([
    "items": .list(.optional(PricedPart.shape)), "numbers": .list(.optional(.integer)),
    "loose": .optional(.list(.optional(LoosePart.shape))),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.items, .list(.optional(PricedPart.draw))),
      .on(\.numbers, .list(.optional(.integer))),
      .on(\.loose, .optional(.list(.optional(LoosePart.draw)))))
  }
}

struct MatrixRecord: RandomRecord {
  var grid: [[PricedPart]]
  var numbers: [[Int?]]
  var rows: [[String]?]

  static let shape = JSONShape.object([
    "grid": .list(.list(PricedPart.shape)), "numbers": .list(.list(.optional(.integer))),
    "rows": .list(.optional(.list(.text))),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.grid, .list(.list(PricedPart.draw))),
      .on(\.numbers, .list(.list(.optional(.integer)))),
      .on(\.rows, .list(.optional(.list(.text)))))
  }
}

struct OptionalListRecord: RandomRecord {
  var items: [PricedPart]?
  var texts: [String]?

  static let shape = JSONShape.object([
    "items": .optional(.list(PricedPart.shape)), "texts": .optional(.list(.text)),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.items, .optional(.list(PricedPart.draw))),
      .on(\.texts, .optional(.list(.text))), .on(\.items?.count, .optional(.integer)),
      .on(\.items?.first, .optional(PricedPart.draw)))
  }
  static let places = ["count": "?", "first": "?"]
}

struct DeepListRecord: RandomRecord {
  struct Outer: Decodable, Equatable, Sendable {
    var inner: LoosePart?
    var parts: [PricedPart]?

    static var draw: RequirementDraw<Outer> {
      RequirementDraw(
        .on(\.inner, .optional(LoosePart.draw)), .on(\.inner?.number, .optional(.integer)),
        .on(\.parts, .optional(.list(PricedPart.draw))))
    }
  }

  var outers: [Outer]

  static let shape = JSONShape.object([
    "outers": .list(
      .object([
        "inner": .optional(LoosePart.shape), "parts": .optional(.list(PricedPart.shape)),
      ]))
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(.on(\.outers, .list(Outer.draw)))
  }
}

/// Members that are all optional, alone in the objects of a list.
struct LooseListRecord: RandomRecord {
  var loose: [LoosePart]
  var holder: Wrapper<LoosePart>?

  static let shape = JSONShape.object([
    "loose": .list(LoosePart.shape), "holder": .optional(.object(["value": LoosePart.shape])),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.loose, .list(LoosePart.draw)), .on(\.holder, .optional(Wrapper.draw(LoosePart.draw))),
      .on(\.holder?.value.number, .optional(.integer)))
  }
}

struct OptionalChainRecord: RandomRecord {
  struct First: Decodable, Equatable, Sendable {
    var second: Second?
    var name: String?
  }
  struct Second: Decodable, Equatable, Sendable {
    var third: Third?
    var count: Int
  }
  struct Third: Decodable, Equatable, Sendable { var value: Int? }

  var first: First?

  static let shape = JSONShape.object([
    "first": .optional(
      .object([
        "second": .optional(
          .object([
            "third": .optional(.object(["value": .optional(.integer)])), "count": .integer,
          ])),
        "name": .optional(.text),
      ]))
  ])
  private static var third: RequirementDraw<Third> {
    RequirementDraw(.on(\.value, .optional(.integer)))
  }
  private static var second: RequirementDraw<Second> {
    RequirementDraw(.on(\.third, .optional(third)), .on(\.count, .integer))
  }
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.first?.second, .optional(second)),
      .on(\.first?.second?.third?.value, .optional(.integer)),
      .on(\.first?.second?.count, .optional(.integer)), .on(\.first?.name, .optional(.text)),
      .on(
        \.first,
        .optional(
          RequirementDraw(.on(\.second, .optional(second)), .on(\.name, .optional(.text))))))
  }
}

struct ChainRecord: RandomRecord {
  struct A: Decodable, Equatable, Sendable { var b: B }
  struct B: Decodable, Equatable, Sendable { var c: C }
  struct C: Decodable, Equatable, Sendable {
    var value: Int
    var text: String?
  }

  var a: A

  static let shape = JSONShape.object([
    "a": .object(["b": .object(["c": .object(["value": .integer, "text": .optional(.text)])])])
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.a.b.c.value, .integer), .on(\.a.b.c.text, .optional(.text)),
      .on(\.a, RequirementDraw(.on(\.b.c.value, .integer), .on(\.b, .opaque))))
  }
}

struct TreeRecord: RandomRecord {
  struct Node: Decodable, Equatable, Sendable {
    var value: Int
    var nodes: [Node]

    static let shape: JSONShape = .object(["value": .integer, "nodes": .list(.later { shape })])
    static var draw: RequirementDraw<Node> {
      RequirementDraw(
        .on(\.value, .integer), .on(\.value, .integer), .on(\.nodes, .list(Self.draw)))
    }
  }

  var root: Node
  var other: Node?

  static let shape = JSONShape.object(["root": Node.shape, "other": .optional(Node.shape)])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(.on(\.root, Node.draw), .on(\.other, .optional(Node.draw)))
  }
}

/// The record itself is recursive.
struct LinkedRecord: RandomRecord {
  var value: Int?
  var next: [LinkedRecord]?

  static let shape: JSONShape = .object([
    "value": .optional(.integer), "next": .optional(.list(.later { shape })),
  ])
  static var draw: RequirementDraw<Self> {
    RequirementDraw(
      .on(\.value, .optional(.integer)), .on(\.value, .optional(.integer)),
      .on(\.next, .optional(.list(Self.draw))))
  }
}
