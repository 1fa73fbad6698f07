/// A decoder over a ``FieldSource``, for `Decodable` types.
struct FieldDecoder: Decoder {
  let source: FieldSource
  let path: CodingTrail
  let plan: DecodingPlan
  /// Whether the keys of an object are data, and stay as they are.
  private var keepsKeys = false

  init(
    source: FieldSource, path: CodingTrail = CodingTrail(), plan: DecodingPlan = .standard
  ) {
    self.source = source
    self.path = path
    self.plan = plan
  }

  /// The decoder of a dictionary.
  var keepingKeys: FieldDecoder {
    var decoder = self
    decoder.keepsKeys = true
    return decoder
  }

  var codingPath: [any CodingKey] { path.path }
  var userInfo: [CodingUserInfoKey: Any] { plan.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let members = try source.object(path, keepsKeys ? nil : plan.keys)
    return KeyedDecodingContainer(KeyedFields(members: members, path: path, plan: plan))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    UnkeyedFields(elements: try source.array(path), path: path, plan: plan)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleField(source: source, path: path, plan: plan)
  }
}

/// One value. The generic method replaces those of every type.
struct SingleField: SingleValueDecodingContainer {
  let source: FieldSource
  let path: CodingTrail
  let plan: DecodingPlan

  var codingPath: [any CodingKey] { path.path }

  func decodeNil() -> Bool { source.isNull() }

  func decode(_ type: String.Type) throws -> String { try source.text(path) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try source.value(type, path, plan)
  }
}

/// The members of an object. The commonest types have methods of their own; the generic ones serve
/// all others.
struct KeyedFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: FieldMembers
  let path: CodingTrail
  let plan: DecodingPlan

  var codingPath: [any CodingKey] { path.path }

  var allKeys: [Key] { members.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members.contains(key.stringValue) }

  func decodeNil(forKey key: Key) throws -> Bool { try source(key).isNull() }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try source(key).text(path.appending(key))
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try source(key).boolean(path.appending(key))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try source(key).integer(type, path.appending(key))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try source(key).double(path.appending(key), plan.floats)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try source(key).value(type, path.appending(key), plan)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key)?.text(path.appending(key))
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key)?.boolean(path.appending(key))
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key)?.integer(type, path.appending(key))
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key)?.double(path.appending(key), plan.floats)
  }

  func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value? {
    guard !members.isCut(type) else { return nil }
    return try present(key)?.value(type, path.appending(key), plan)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(FieldKey("super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  private func decoder(_ key: some CodingKey) throws -> FieldDecoder {
    FieldDecoder(source: try source(key), path: path.appending(key), plan: plan)
  }

  /// The value of a member that is there and not null.
  private func present(_ key: Key) -> FieldSource? {
    guard members.contains(key.stringValue), let source = members.member(key.stringValue),
      !source.isNull()
    else { return nil }
    return source
  }

  private func source(_ key: some CodingKey) throws -> FieldSource {
    if let source = members.member(key.stringValue) { return source }
    throw DecodingError.keyNotFound(
      key,
      DecodingError.Context(codingPath: codingPath + [key], debugDescription: "is missing"))
  }
}

/// The elements of an array, one after another.
struct UnkeyedFields: UnkeyedDecodingContainer {
  let elements: FieldElements
  let path: CodingTrail
  let plan: DecodingPlan
  private(set) var currentIndex = 0

  init(elements: FieldElements, path: CodingTrail, plan: DecodingPlan) {
    self.elements = elements
    self.path = path
    self.plan = plan
  }

  var codingPath: [any CodingKey] { path.path }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try source().isNull() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let text = try source().text(elementPath)
    currentIndex += 1
    return text
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try source().value(type, elementPath, plan)
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

  private var elementPath: CodingTrail { path.appending(FieldKey(currentIndex)) }

  private mutating func nextDecoder() throws -> FieldDecoder {
    let decoder = FieldDecoder(source: try source(), path: elementPath, plan: plan)
    currentIndex += 1
    return decoder
  }

  private func source() throws -> FieldSource {
    if let source = elements.element(currentIndex) { return source }
    throw DecodingError.valueNotFound(
      Any.self,
      DecodingError.Context(codingPath: elementPath.path, debugDescription: "is missing"))
  }
}

/// A key that no type names: a position, or a name found in the data.
struct FieldKey: CodingKey {
  /// The name, or nothing for a position, so that one is made without a text.
  private let name: String?
  let intValue: Int?

  var stringValue: String { name ?? intValue.map { "\($0)" } ?? "" }

  init(_ name: String) {
    self.name = name
    intValue = nil
  }

  init(_ position: Int) {
    name = nil
    intValue = position
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}
