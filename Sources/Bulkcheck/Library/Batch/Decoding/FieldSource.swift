/// The source of a ``FieldDecoder``'s values: the bytes of a record, or a probe that makes values
/// up.
///
/// It is an enumeration and not a protocol. Decoders are generic over the keys of a user's type. If
/// they were generic over the source too, the compiler could not specialise them, and every value
/// would be read through witness tables.
enum FieldSource {
  case json(JSONSource)
  case probe(ProbeSource)

  /// Whether the value is null.
  func isNull() -> Bool {
    switch self {
    case .json(let source): source.isNull()
    case .probe(let source): source.isNull()
    }
  }

  func text(_ path: @autoclosure () -> CodingTrail) throws -> String {
    switch self {
    case .json(let source): try source.text(path())
    case .probe(let source): try source.text()
    }
  }

  func boolean(_ path: @autoclosure () -> CodingTrail) throws -> Bool {
    switch self {
    case .json(let source): try source.boolean(path())
    case .probe(let source): try source.boolean()
    }
  }

  func integer<Number: FixedWidthInteger & Decodable>(
    _ type: Number.Type, _ path: @autoclosure () -> CodingTrail
  ) throws -> Number {
    switch self {
    case .json(let source): try source.integer(type, path())
    case .probe(let source): try source.integer(type)
    }
  }

  func double(_ path: @autoclosure () -> CodingTrail, _ floats: FloatTexts?) throws -> Double {
    switch self {
    case .json(let source): try source.double(path(), floats)
    case .probe(let source): try source.double(Double.self)
    }
  }

  func float(_ path: @autoclosure () -> CodingTrail, _ floats: FloatTexts?) throws -> Float {
    switch self {
    case .json(let source): try source.float(path(), floats)
    case .probe(let source): Float(try source.double(Float.self))
    }
  }

  /// The digits of a number that is not rounded.
  func digits(_ path: @autoclosure () -> CodingTrail) throws -> String {
    switch self {
    case .json(let source): try source.digits(path())
    case .probe(let source): "\(try source.double(nil))"
    }
  }

  /// - Parameter keys: how the names of members become coding keys; nil if they are the same.
  func object(
    _ path: @autoclosure () -> CodingTrail, _ keys: KeyConversion?
  ) throws -> FieldMembers {
    switch self {
    case .json(let source): .json(try source.object(path(), keys))
    case .probe(let source): .probe(try source.object(path(), keys))
    }
  }

  func array(_ path: @autoclosure () -> CodingTrail) throws -> FieldElements {
    switch self {
    case .json(let source): .json(try source.array(path()))
    case .probe(let source): .probe(try source.array())
    }
  }

  /// A value of any type: those that decoders know, and those that decode themselves.
  func value<Value: Decodable>(
    _ type: Value.Type, _ path: CodingTrail, _ plan: DecodingPlan
  ) throws -> Value {
    if let value = try known(type, path, plan.floats) { return value }
    if case .probe(let source) = self { return try source.custom(type, path) }
    return try plan.value(type, from: FieldDecoder(source: self, path: path, plan: plan))
  }

  private func known<Value>(
    _ type: Value.Type, _ path: CodingTrail, _ floats: FloatTexts?
  ) throws -> Value? {
    if type == String.self { return try text(path) as? Value }
    if type == Bool.self { return try boolean(path) as? Value }
    if type == Int.self { return try integer(Int.self, path) as? Value }
    if type == Double.self { return try double(path, floats) as? Value }
    if type == Float.self { return try float(path, floats) as? Value }
    if type == Int64.self { return try integer(Int64.self, path) as? Value }
    if type == Int32.self { return try integer(Int32.self, path) as? Value }
    if type == Int16.self { return try integer(Int16.self, path) as? Value }
    if type == Int8.self { return try integer(Int8.self, path) as? Value }
    if type == UInt.self { return try integer(UInt.self, path) as? Value }
    if type == UInt64.self { return try integer(UInt64.self, path) as? Value }
    if type == UInt32.self { return try integer(UInt32.self, path) as? Value }
    if type == UInt16.self { return try integer(UInt16.self, path) as? Value }
    if type == UInt8.self { return try integer(UInt8.self, path) as? Value }
    guard case .json(let source) = self else { return nil }
    // Arrays of these are common, and the library's own decoding of them is slow.
    if type == [String].self { return try source.elements(path) { try $0.text($1()) } as? Value }
    if type == [Int].self {
      return try source.elements(path) { try $0.integer(Int.self, $1()) } as? Value
    }
    if type == [Double].self {
      return try source.elements(path) { try $0.double($1(), floats) } as? Value
    }
    return nil
  }
}

/// The members of an object.
enum FieldMembers {
  case json(JSONMembers)
  case probe(ProbeMembers)

  /// Their names, for those who ask for all of them.
  var names: [String] {
    switch self {
    case .json(let members): members.names
    case .probe(let members): members.names
    }
  }

  /// Whether there is such a member, null included.
  func contains(_ name: String) -> Bool {
    switch self {
    case .json(let members): members.contains(name)
    case .probe(let members): members.contains(name)
    }
  }

  /// The value of a member; nil if it is not there.
  func member(_ name: String) -> FieldSource? {
    switch self {
    case .json(let members): members.member(name).map { .json($0) }
    case .probe(let members): members.member(name).map { .probe($0) }
    }
  }

  /// Whether a value that may be missing is taken for missing although it is there, to end a
  /// recursion.
  func isCut(_ type: any Decodable.Type) -> Bool {
    switch self {
    case .json: false
    case .probe(let members): members.isCut(type)
    }
  }
}

/// The elements of an array.
enum FieldElements {
  case json(JSONElements)
  case probe(ProbeElements)

  var count: Int {
    switch self {
    case .json(let elements): elements.count
    case .probe(let elements): elements.count
    }
  }

  func element(_ position: Int) -> FieldSource? {
    switch self {
    case .json(let elements): elements.element(position).map { .json($0) }
    case .probe(let elements): .probe(elements.element(position))
    }
  }
}
