/// Where a ``FieldDecoder`` takes values from: the bytes of a record, or a probe that makes values up.
protocol DecodingSource {
  associatedtype Members: DecodingMembers where Members.Source == Self
  associatedtype Elements: DecodingElements where Elements.Source == Self

  /// The way from the record to this value.
  var codingPath: [any CodingKey] { get }
  /// Told each type that is to be decoded here.
  func begin(_ type: any Decodable.Type)
  /// Whether the value is null.
  func isNull() -> Bool
  func text() throws -> String
  func boolean() throws -> Bool
  func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number
  func double() throws -> Double
  func float() throws -> Float
  /// The members of an object.
  func object() throws -> Members
  /// The elements of an array.
  func array() throws -> Elements
  /// A value of any other type, which decodes itself.
  func custom<Value: Decodable>(_ type: Value.Type) throws -> Value
}

/// The members of an object.
protocol DecodingMembers {
  associatedtype Source

  /// Their names, for those who ask for all of them.
  var names: [String] { get }
  /// Whether there is such a member, null included.
  func contains(_ key: some CodingKey) -> Bool
  /// The value of a member; nil if it is not there.
  func member(_ key: some CodingKey) -> Source?
  /// Whether a value that may be missing is taken for missing although it is there, to end a recursion.
  func isCut(_ type: any Decodable.Type) -> Bool
}

/// The elements of an array.
protocol DecodingElements {
  associatedtype Source

  var count: Int { get }
  func element(_ position: Int) -> Source?
}

extension DecodingSource {
  func begin(_ type: any Decodable.Type) {}

  /// The value as the type: those that decoders know, and those that decode themselves.
  ///
  /// Where the type is known when this is compiled, one line of it remains.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    begin(type)
    if let value = try known(type) { return value }
    return try custom(type)
  }

  @inline(__always)
  private func known<Value>(_ type: Value.Type) throws -> Value? {
    if type == String.self { return try text() as? Value }
    if type == Bool.self { return try boolean() as? Value }
    if type == Int.self { return try integer(Int.self) as? Value }
    if type == Double.self { return try double() as? Value }
    if type == Float.self { return try float() as? Value }
    if type == Int64.self { return try integer(Int64.self) as? Value }
    if type == Int32.self { return try integer(Int32.self) as? Value }
    if type == Int16.self { return try integer(Int16.self) as? Value }
    if type == Int8.self { return try integer(Int8.self) as? Value }
    if type == UInt.self { return try integer(UInt.self) as? Value }
    if type == UInt64.self { return try integer(UInt64.self) as? Value }
    if type == UInt32.self { return try integer(UInt32.self) as? Value }
    if type == UInt16.self { return try integer(UInt16.self) as? Value }
    if type == UInt8.self { return try integer(UInt8.self) as? Value }
    return nil
  }
}
