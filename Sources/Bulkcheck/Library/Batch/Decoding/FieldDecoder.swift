/// A decoder over a ``DecodingSource``, for `Decodable` types.
struct FieldDecoder<Source: DecodingSource>: Decoder {
  let source: Source

  var codingPath: [any CodingKey] { source.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedFields(members: try source.object(), codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    UnkeyedFields(elements: try source.array(), codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleField(source: source)
  }
}

/// One value. The generic method stands for those of every type.
struct SingleField<Source: DecodingSource>: SingleValueDecodingContainer {
  let source: Source

  var codingPath: [any CodingKey] { source.codingPath }

  func decodeNil() -> Bool { source.isNull() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try source.value(type) }
}

/// The members of an object.
struct KeyedFields<Members: DecodingMembers, Key: CodingKey>: KeyedDecodingContainerProtocol
where Members.Source: DecodingSource {
  let members: Members
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members.contains(key) }

  func decodeNil(forKey key: Key) throws -> Bool { try source(key).isNull() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try source(key).value(type)
  }

  func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value? {
    guard members.contains(key), !members.isCut(type), let source = members.member(key),
      !source.isNull()
    else { return nil }
    return try source.value(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try FieldDecoder(source: source(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try FieldDecoder(source: source(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { FieldDecoder(source: try source(FieldKey("super"))) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    FieldDecoder(source: try source(key))
  }

  private func source(_ key: some CodingKey) throws -> Members.Source {
    if let source = members.member(key) { return source }
    throw DecodingError.keyNotFound(
      key, DecodingError.Context(codingPath: codingPath + [key], debugDescription: "is missing"))
  }
}

/// The elements of an array, one after another.
struct UnkeyedFields<Elements: DecodingElements>: UnkeyedDecodingContainer
where Elements.Source: DecodingSource {
  let elements: Elements
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: Elements, codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try source().isNull() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try source().value(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try nextDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nextDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try nextDecoder() }

  private mutating func nextDecoder() throws -> FieldDecoder<Elements.Source> {
    let decoder = FieldDecoder(source: try source())
    currentIndex += 1
    return decoder
  }

  private func source() throws -> Elements.Source {
    if let source = elements.element(currentIndex) { return source }
    let path = codingPath + [FieldKey(currentIndex)]
    throw DecodingError.valueNotFound(
      Any.self, DecodingError.Context(codingPath: path, debugDescription: "is missing"))
  }
}

/// A key that no type names: a position, or a name found in the data.
struct FieldKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(_ position: Int) {
    stringValue = "\(position)"
    intValue = position
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}
