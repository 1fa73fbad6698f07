internal import BulkcheckCore
internal import Requirements

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

  func text(_ path: CodingTrail) throws -> String {
    switch self {
    case .json(let source): try source.text(path)
    case .probe(let source): try source.text()
    }
  }

  func boolean(_ path: CodingTrail) throws -> Bool {
    switch self {
    case .json(let source): try source.boolean(path)
    case .probe(let source): try source.boolean()
    }
  }

  func integer<Number: FixedWidthInteger & Decodable>(
    _ type: Number.Type, _ path: CodingTrail
  ) throws -> Number {
    switch self {
    case .json(let source): try source.integer(type, path)
    case .probe(let source): try source.integer(type)
    }
  }

  func double(_ path: CodingTrail) throws -> Double {
    switch self {
    case .json(let source): try source.double(path)
    case .probe(let source): try source.double(Double.self)
    }
  }

  func float(_ path: CodingTrail) throws -> Float {
    switch self {
    case .json(let source): try source.float(path)
    case .probe(let source): Float(try source.double(Float.self))
    }
  }

  func object(_ path: CodingTrail) throws -> FieldMembers {
    switch self {
    case .json(let source): .json(try source.object(path))
    case .probe(let source): .probe(try source.object())
    }
  }

  func array(_ path: CodingTrail) throws -> FieldElements {
    switch self {
    case .json(let source): .json(try source.array(path))
    case .probe(let source): .probe(try source.array())
    }
  }

  /// A value of any type: those that decoders know, and those that decode themselves.
  func value<Value: Decodable>(_ type: Value.Type, _ path: CodingTrail) throws -> Value {
    if let value = try known(type, path) { return value }
    if case .probe(let source) = self { return try source.custom(type, path) }
    return try Value(from: FieldDecoder(source: self, path: path))
  }

  private func known<Value>(_ type: Value.Type, _ path: CodingTrail) throws -> Value? {
    if type == String.self { return try text(path) as? Value }
    if type == Bool.self { return try boolean(path) as? Value }
    if type == Int.self { return try integer(Int.self, path) as? Value }
    if type == Double.self { return try double(path) as? Value }
    if type == Float.self { return try float(path) as? Value }
    if type == Int64.self { return try integer(Int64.self, path) as? Value }
    if type == Int32.self { return try integer(Int32.self, path) as? Value }
    if type == Int16.self { return try integer(Int16.self, path) as? Value }
    if type == Int8.self { return try integer(Int8.self, path) as? Value }
    if type == UInt.self { return try integer(UInt.self, path) as? Value }
    if type == UInt64.self { return try integer(UInt64.self, path) as? Value }
    if type == UInt32.self { return try integer(UInt32.self, path) as? Value }
    if type == UInt16.self { return try integer(UInt16.self, path) as? Value }
    if type == UInt8.self { return try integer(UInt8.self, path) as? Value }
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

/// The digits of a record as Swift numbers.
enum NumberReading {
  /// nil if there is a fraction, or the number does not fit. `34.0` and `1e2` are whole numbers.
  static func integer<Number: FixedWidthInteger>(
    _ digits: ByteView, _ type: Number.Type
  ) -> Number? {
    if let small = digits.smallInteger { return Number(exactly: small) }
    guard let decimal = Decimal.parse(digits), decimal.isInteger else { return nil }
    // Beyond that `scaled` no longer shows a difference, so plain digits are read.
    if let whole = decimal.scaled(0), whole.isExact, abs(whole.floor) < 1 << 61 {
      return Number(exactly: whole.floor)
    }
    return Number(wholeDigits(digits.text))
  }

  /// A whole number without fraction and exponent: `40e17` and `4000000000000000000.0` are alike.
  private static func wholeDigits(_ text: String) -> String {
    let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    let mantissa = parts[0].split(separator: ".")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    var digits = String(mantissa[0] + fraction)
    let shift = exponent - fraction.count
    // More zeros than any integer has digits say no more.
    if shift > 0 { digits += String(repeating: "0", count: min(shift, 40)) }
    return shift < 0 ? String(digits.dropLast(-shift)) : digits
  }

  /// The nearest double; nil if that is not finite.
  static func double(_ digits: ByteView) -> Double? {
    // Of -0 the sign is kept.
    if let small = digits.smallInteger, small != 0, abs(small) < 1 << 53 { return Double(small) }
    guard let value = Double(digits.text), value.isFinite else { return nil }
    return value
  }
}

/// The way from a record to a value in it, from the inside out. The keys are put in order only
/// where someone asks.
struct CodingTrail {
  /// The way to the value around; nil for the record itself.
  private final class Outer {
    let trail: CodingTrail
    init(_ trail: CodingTrail) { self.trail = trail }
  }

  private let outer: Outer?
  private let key: (any CodingKey)?

  /// The record.
  init() {
    outer = nil
    key = nil
  }

  private init(_ outer: Outer?, _ key: any CodingKey) {
    self.outer = outer
    self.key = key
  }

  /// The way to a value below.
  ///
  /// Made for each value that is decoded, so that it allocates only below the first level.
  func appending(_ key: some CodingKey) -> CodingTrail {
    CodingTrail(self.key == nil ? nil : Outer(self), key)
  }

  var path: [any CodingKey] {
    (outer?.trail.path ?? []) + (key.map { [$0] } ?? [])
  }
}

/// The reason why a value could not be decoded, as a sentence.
enum DecodingSentence {
  static func sentence(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      let path = text(context.codingPath)
      let text = context.debugDescription
      if path.isEmpty { return text }
      // Our own sentences begin with a verb, those of Foundation and users with a capital.
      return text.first?.isUppercase == true ? "\(path): \(text)" : "\(path) \(text)"
    @unknown default: return "\(error)"
    }
  }

  /// Names joined by dots, positions in brackets.
  static func text(_ path: [any CodingKey]) -> String {
    ValuePath(path.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
      .description
  }
}
