internal import BulkcheckCore

/// Notes what kinds of values a type asks for and gives it none, so that it tries all that it takes.
struct RefusingSource: DecodingSource {
  let node: ProbeNode
  let codingPath: [any CodingKey]

  func isNull() -> Bool { false }

  func text() throws -> String { throw refused(.string) }

  func boolean() throws -> Bool { throw refused(.boolean) }

  func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    throw refused(.integer)
  }

  func double() throws -> Double { throw refused(.number) }

  func float() throws -> Float { throw refused(.number) }

  func object() throws -> RefusingMembers { throw refused(.object) }

  func array() throws -> RefusingElements { throw refused(.array) }

  func custom<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: FieldDecoder(source: self))
  }

  private func refused(_ kind: ValueType) -> any Error {
    node.note(kind)
    return DecodingError.typeMismatch(
      Any.self, DecodingError.Context(codingPath: codingPath, debugDescription: "is refused"))
  }
}

/// Never made: there are no members.
struct RefusingMembers: DecodingMembers {
  typealias Source = RefusingSource
  var names: [String] { [] }
  func contains(_ key: some CodingKey) -> Bool { false }
  func member(_ key: some CodingKey) -> RefusingSource? { nil }
  func isCut(_ type: any Decodable.Type) -> Bool { false }
}

/// Never made: there are no elements.
struct RefusingElements: DecodingElements {
  typealias Source = RefusingSource
  var count: Int { 0 }
  func element(_ position: Int) -> RefusingSource? { nil }
}
