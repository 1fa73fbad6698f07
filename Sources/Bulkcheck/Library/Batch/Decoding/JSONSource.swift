internal import BulkcheckCore

/// A value of a record as JSON text.
///
/// The text is well-formed: the scanner has checked it. It may be read after the record is gone, since an owner keeps the
/// bytes; a lone text or number, which is read at once, has none.
struct JSONSource: DecodingSource {
  let kind: ValueKind
  /// Of a string the content between the quotes.
  let bytes: ByteView
  /// The string may have escapes.
  let isRaw: Bool
  let owner: OwnedBytes?
  /// The way to the value that holds this one, and the key there. Joined only where somebody asks.
  private let outerPath: [any CodingKey]
  private let key: (any CodingKey)?

  var codingPath: [any CodingKey] { key.map { outerPath + [$0] } ?? outerPath }

  /// A value by its text: a string without quotes and escapes, others as in JSON.
  init(kind: ValueKind, text: ByteView, owner: OwnedBytes? = nil) {
    self.kind = kind
    bytes = text
    isRaw = false
    self.owner = owner
    outerPath = []
    key = nil
  }

  /// The value at which the cursor stands, which is then behind it.
  fileprivate init(_ cursor: inout JSONCursor, owner: OwnedBytes?) {
    self.owner = owner
    outerPath = []
    key = nil
    switch cursor.byte {
    case Ascii.quote:
      kind = .string
      bytes = cursor.takeString()
      isRaw = true
    case Ascii.openBrace, Ascii.openBracket:
      kind = cursor.byte == Ascii.openBrace ? .object : .array
      bytes = cursor.takeValue()
      isRaw = false
    default:
      bytes = cursor.takeScalar()
      kind = JSONSource.kind(ofScalar: bytes)
      isRaw = false
    }
  }

  private static func kind(ofScalar bytes: ByteView) -> ValueKind {
    guard bytes.count > 0 else { return .null }
    return switch bytes[0] {
    case UInt8(ascii: "t"): .true
    case UInt8(ascii: "f"): .false
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// The same value found under a key.
  fileprivate func at(_ key: some CodingKey, in outerPath: [any CodingKey]) -> JSONSource {
    JSONSource(self, key, outerPath)
  }

  private init(_ source: JSONSource, _ key: any CodingKey, _ outerPath: [any CodingKey]) {
    kind = source.kind
    bytes = source.bytes
    isRaw = source.isRaw
    owner = source.owner
    self.outerPath = outerPath
    self.key = key
  }

  // MARK: Values

  func isNull() -> Bool { kind == .null || kind == .absent }

  func text() throws -> String {
    guard kind == .string || kind == .cell else { throw mismatch("a text", String.self) }
    return withExtendedLifetime(owner) { JSONSource.text(bytes, isRaw: isRaw) }
  }

  fileprivate static func text(_ bytes: ByteView, isRaw: Bool) -> String {
    guard isRaw, bytes.firstIndex(of: Ascii.backslash) != nil else { return bytes.text }
    var arena = ByteArena()
    return JSONString.unescape(bytes, into: &arena).text
  }

  func boolean() throws -> Bool {
    switch kind {
    case .true: return true
    case .false: return false
    case .cell where bytes.isWord("true"): return true
    case .cell where bytes.isWord("false"): return false
    default: throw mismatch("a Boolean", Bool.self)
    }
  }

  func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    guard kind == .number || kind == .cell else { throw mismatch("a whole number", type) }
    let value = withExtendedLifetime(owner) { NumberReading.integer(bytes, type) }
    guard let value else { throw mismatch("a whole number that fits into \(type)", type) }
    return value
  }

  func double() throws -> Double {
    guard kind == .number || kind == .cell else { throw mismatch("a number", Double.self) }
    let value = withExtendedLifetime(owner) { NumberReading.double(bytes) }
    guard let value else { throw mismatch("a number that fits into Double", Double.self) }
    return value
  }

  func float() throws -> Float {
    guard kind == .number || kind == .cell else { throw mismatch("a number", Float.self) }
    guard let value = Float(bytes.text), value.isFinite else {
      throw mismatch("a number that fits into Float", Float.self)
    }
    return value
  }

  func custom<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: FieldDecoder(source: self))
  }

  func object() throws -> JSONMembers {
    guard kind == .object else { throw mismatch("an object", [String: Any].self) }
    return JSONMembers(of: self)
  }

  func array() throws -> JSONElements {
    guard kind == .array else { throw mismatch("an array", [Any].self) }
    return JSONElements(of: self)
  }

  private func mismatch(_ expected: String, _ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath,
      debugDescription: isNull() ? "is missing" : "is not \(expected): \(shown)")
    return isNull() ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The value as a message shows it.
  private var shown: String {
    let text = bytes.text
    let short = text.count <= 60 ? text : text.prefix(59) + "…"
    return kind == .string || kind == .cell ? JSONText.quoted(short) : short
  }
}

/// The members of a JSON object, in its order.
final class JSONMembers: DecodingMembers {
  private var keys: [ByteView] = []
  private var values: [JSONSource] = []
  private let owner: OwnedBytes?
  private let codingPath: [any CodingKey]
  /// Where the next member is expected: most types ask in the order of the text.
  private var next = 0

  fileprivate init(of source: JSONSource) {
    owner = source.owner
    codingPath = source.codingPath
    withExtendedLifetime(owner) {
      var cursor = JSONCursor(source.bytes)
      _ = cursor.take(Ascii.openBrace)
      while cursor.byte == Ascii.quote {
        keys.append(cursor.takeString())
        _ = cursor.take(Ascii.colon)
        values.append(JSONSource(&cursor, owner: owner))
        _ = cursor.take(Ascii.comma)
      }
    }
  }

  var names: [String] {
    withExtendedLifetime(owner) { keys.map { JSONSource.text($0, isRaw: true) } }
  }

  func contains(_ key: some CodingKey) -> Bool { position(of: key.stringValue) != nil }

  func member(_ key: some CodingKey) -> JSONSource? {
    position(of: key.stringValue).map { values[$0].at(key, in: codingPath) }
  }

  func isCut(_ type: any Decodable.Type) -> Bool { false }

  private func position(of name: String) -> Int? {
    var position = next
    for _ in keys.indices {
      if position >= keys.count { position = 0 }
      if isKey(position, name) {
        next = position
        return position
      }
      position += 1
    }
    return nil
  }

  private func isKey(_ position: Int, _ name: String) -> Bool {
    withExtendedLifetime(owner) {
      let key = keys[position]
      if key.count == name.utf8.count {
        var index = 0
        for byte in name.utf8 {
          if key[index] != byte { return false }
          index += 1
        }
        return true
      }
      return key.count > name.utf8.count && key.firstIndex(of: Ascii.backslash) != nil
        && JSONSource.text(key, isRaw: true).utf8.elementsEqual(name.utf8)
    }
  }
}

/// The elements of a JSON array.
final class JSONElements: DecodingElements {
  private var values: [JSONSource] = []
  private let codingPath: [any CodingKey]

  fileprivate init(of source: JSONSource) {
    codingPath = source.codingPath
    withExtendedLifetime(source.owner) {
      var cursor = JSONCursor(source.bytes)
      _ = cursor.take(Ascii.openBracket)
      while cursor.byte != 0, cursor.byte != Ascii.closeBracket {
        values.append(JSONSource(&cursor, owner: source.owner))
        _ = cursor.take(Ascii.comma)
      }
    }
  }

  var count: Int { values.count }

  func element(_ position: Int) -> JSONSource? {
    guard values.indices.contains(position) else { return nil }
    return values[position].at(FieldKey(position), in: codingPath)
  }
}
