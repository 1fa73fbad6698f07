internal import BulkcheckCore

/// A value of a record as JSON text.
///
/// The text is well-formed: the scanner has checked it. It may be read after the record is gone,
/// since an owner keeps the bytes; a lone text or number, which is read at once, has none.
struct JSONSource {
  private let kind: ValueKind
  /// The string may have escapes.
  private let isRaw: Bool
  /// The bytes of the value; of a string, those between the quotes.
  fileprivate let bytes: ByteView
  fileprivate let owner: OwnedBytes?

  /// A value by its text: a string without quotes and escapes, others as in JSON.
  init(kind: ValueKind, text: ByteView, owner: OwnedBytes? = nil) {
    self.kind = kind
    bytes = text
    isRaw = false
    self.owner = owner
  }

  /// The value of a whole JSON text, which is well-formed.
  init(text: ByteView, owner: OwnedBytes) {
    var cursor = JSONCursor(text)
    self.init(JSONEntry(.empty, &cursor), owner: owner)
  }

  /// The value of a member that is not there.
  static var absent: JSONSource { JSONSource(kind: .absent, text: .empty) }

  fileprivate init(_ value: JSONEntry, owner: OwnedBytes?) {
    kind = value.kind
    bytes = value.bytes
    isRaw = value.kind == .string
    self.owner = owner
  }

  // MARK: Values
  //
  // The way to the value is put together only for an error.

  func isNull() -> Bool { kind == .null || kind == .absent }

  func text(_ path: @autoclosure () -> CodingTrail) throws -> String {
    guard kind == .string || kind == .cell else { throw mismatch("a string", String.self, path()) }
    return withExtendedLifetime(owner) { JSONSource.text(bytes, isRaw: isRaw) }
  }

  fileprivate static func text(_ bytes: ByteView, isRaw: Bool) -> String {
    guard isRaw, bytes.firstIndex(of: Ascii.backslash) != nil else { return bytes.text }
    var arena = ByteArena()
    return JSONString.unescape(bytes, into: &arena).text
  }

  func boolean(_ path: @autoclosure () -> CodingTrail) throws -> Bool {
    switch kind {
    case .true: return true
    case .false: return false
    case .cell where bytes.isWord("true"): return true
    case .cell where bytes.isWord("false"): return false
    default: throw mismatch("a Boolean", Bool.self, path())
    }
  }

  func integer<Number: FixedWidthInteger>(
    _ type: Number.Type, _ path: @autoclosure () -> CodingTrail
  ) throws -> Number {
    guard kind == .number || kind == .cell else { throw mismatch("a whole number", type, path()) }
    let value = withExtendedLifetime(owner) { NumberReading.integer(bytes, type) }
    guard let value else {
      throw mismatch("a whole number that fits in \(type)", type, path())
    }
    return value
  }

  /// - Parameter floats: the texts of numbers that JSON does not have.
  func double(
    _ path: @autoclosure () -> CodingTrail, _ floats: FloatTexts? = nil
  ) throws -> Double {
    if let number = number(floats, Double.self) { return number }
    guard kind == .number || kind == .cell else { throw mismatch("a number", Double.self, path()) }
    let value = withExtendedLifetime(owner) { NumberReading.double(bytes) }
    guard let value else { throw mismatch("a number that fits in Double", Double.self, path()) }
    return value
  }

  func float(
    _ path: @autoclosure () -> CodingTrail, _ floats: FloatTexts? = nil
  ) throws -> Float {
    if let number = number(floats, Float.self) { return number }
    guard kind == .number || kind == .cell else { throw mismatch("a number", Float.self, path()) }
    let value = withExtendedLifetime(owner) { Float(bytes.text) }
    guard let value, value.isFinite else {
      throw mismatch("a number that fits in Float", Float.self, path())
    }
    return value
  }

  /// The number for which a text stands; nil if it stands for none.
  private func number<Number: BinaryFloatingPoint>(
    _ floats: FloatTexts?, _ type: Number.Type
  ) -> Number? {
    guard let floats, kind == .string || kind == .cell else { return nil }
    let text = withExtendedLifetime(owner) { JSONSource.text(bytes, isRaw: isRaw) }
    return floats.number(text, type)
  }

  /// The digits of a number.
  func digits(_ path: @autoclosure () -> CodingTrail) throws -> String {
    guard kind == .number || kind == .cell else { throw mismatch("a number", Double.self, path()) }
    return withExtendedLifetime(owner) { bytes.text }
  }

  func object(
    _ path: @autoclosure () -> CodingTrail, _ keys: KeyConversion?
  ) throws -> JSONMembers {
    guard kind == .object else { throw mismatch("an object", [String: Any].self, path()) }
    guard let keys else { return JSONMembers(of: self) }
    return JSONMembers(of: self, keys, path())
  }

  func array(_ path: @autoclosure () -> CodingTrail) throws -> JSONElements {
    guard kind == .array else { throw mismatch("an array", [Any].self, path()) }
    return JSONElements(of: self)
  }

  /// The elements of an array, each read by a closure that gets the way to it.
  func elements<Element>(
    _ path: CodingTrail, _ read: (JSONSource, () -> CodingTrail) throws -> Element
  ) throws -> [Element] {
    let elements = try array(path)
    var values: [Element] = []
    values.reserveCapacity(elements.count)
    for position in 0..<elements.count {
      guard let element = elements.element(position) else { continue }
      values.append(try read(element) { path.appending(FieldKey(position)) })
    }
    return values
  }

  @inline(never)
  private func mismatch(
    _ expected: String, _ type: Any.Type, _ path: CodingTrail
  ) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path.path,
      debugDescription: isNull() ? "is missing" : "is not \(expected): \(shown)")
    return isNull() ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The value as a message shows it.
  private var shown: String {
    let text = withExtendedLifetime(owner) { bytes.text }
    let short = text.count <= 60 ? text : text.prefix(59) + "…"
    return kind == .string || kind == .cell ? JSONText.quoted(short) : short
  }
}

/// A value in a larger one, without what keeps its bytes.
private struct JSONEntry: BitwiseCopyable {
  /// The key, between its quotes; empty in arrays.
  var key: ByteView
  var bytes: ByteView
  var kind: ValueKind

  /// The value at which the cursor stands, which is then behind it.
  init(_ key: ByteView, _ cursor: inout JSONCursor) {
    self.key = key
    switch cursor.byte {
    case Ascii.quote:
      kind = .string
      bytes = cursor.takeString()
    case Ascii.openBrace, Ascii.openBracket:
      kind = cursor.byte == Ascii.openBrace ? .object : .array
      bytes = cursor.takeValue()
    default:
      bytes = cursor.takeScalar()
      kind = JSONEntry.kind(ofScalar: bytes)
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
}

/// The members of a JSON object, in its order.
final class JSONMembers {
  private let entries: ContiguousArray<JSONEntry>
  private let owner: OwnedBytes?
  /// The coding keys of the members, if those are not their names.
  private let codingNames: [String]?
  /// Whether a key may have escapes.
  private let hasEscapes: Bool
  /// The position at which the next member is expected: most types ask in the order of the text.
  private var next = 0

  /// Enough for most objects.
  private static let entriesExpected = 16

  fileprivate init(of source: JSONSource) {
    let owner = source.owner
    var entries: ContiguousArray<JSONEntry> = []
    entries.reserveCapacity(JSONMembers.entriesExpected)
    hasEscapes = withExtendedLifetime(owner) {
      var cursor = JSONCursor(source.bytes)
      _ = cursor.take(Ascii.openBrace)
      while let key = cursor.nextKey() { entries.append(JSONEntry(key, &cursor)) }
      let hasEscapes = entries.contains { $0.key.firstIndex(of: Ascii.backslash) != nil }
      JSONMembers.dropRepeated(&entries, hasEscapes: hasEscapes)
      return hasEscapes
    }
    self.entries = entries
    self.owner = owner
    codingNames = nil
  }

  /// The members with converted keys. Of those whose keys become the same, the first is kept.
  fileprivate init(of source: JSONSource, _ keys: KeyConversion, _ path: CodingTrail) {
    let plain = JSONMembers(of: source)
    var entries: ContiguousArray<JSONEntry> = []
    var kept: [String] = []
    var seen: Set<[UInt8]> = []
    for (entry, name) in zip(plain.entries, keys.codingNames(of: plain.names, path))
    where seen.insert(Array(name.utf8)).inserted {
      entries.append(entry)
      kept.append(name)
    }
    self.entries = entries
    owner = plain.owner
    codingNames = kept
    hasEscapes = plain.hasEscapes
  }

  /// Keeps the first of the members with the same name, as `JSONDecoder` does.
  private static func dropRepeated(
    _ entries: inout ContiguousArray<JSONEntry>, hasEscapes: Bool
  ) {
    if !hasEscapes, entries.count <= JSONMembers.entriesExpected, !hasTwins(entries) { return }
    // Not texts: those are equal if they are canonically equivalent.
    var names: Set<[UInt8]> = []
    entries.removeAll { entry in
      !names.insert(Array(JSONSource.text(entry.key, isRaw: true).utf8)).inserted
    }
  }

  /// Whether two of a few keys are the same. Nearly always their lengths or their bytes differ
  /// soon.
  private static func hasTwins(_ entries: ContiguousArray<JSONEntry>) -> Bool {
    var position = 1
    while position < entries.count {
      let key = entries[position].key
      var other = 0
      while other < position {
        if entries[other].key.equals(key) { return true }
        other += 1
      }
      position += 1
    }
    return false
  }

  /// The coding keys.
  var names: [String] {
    if let codingNames { return codingNames }
    return withExtendedLifetime(owner) { entries.map { JSONSource.text($0.key, isRaw: true) } }
  }

  func contains(_ name: String) -> Bool { position(of: name) != nil }

  func member(_ name: String) -> JSONSource? {
    guard let position = position(of: name) else { return nil }
    return JSONSource(entries[position], owner: owner)
  }

  private func position(of name: String) -> Int? {
    let expected = next
    if expected < entries.count, isKey(expected, name) { return expected }
    for step in entries.indices.dropFirst() {
      let position = (expected + step) % entries.count
      guard isKey(position, name) else { continue }
      // Asked once more when it is read.
      next = position
      return position
    }
    if expected >= entries.count, !entries.isEmpty, isKey(0, name) { return 0 }
    return nil
  }

  private func isKey(_ position: Int, _ name: String) -> Bool {
    if let codingNames { return codingNames[position].utf8.elementsEqual(name.utf8) }
    return withExtendedLifetime(owner) {
      let key = entries[position].key
      return key.equals(name)
        || hasEscapes
          && JSONSource.text(key, isRaw: true).utf8.elementsEqual(name.utf8)
    }
  }
}

/// The elements of a JSON array.
final class JSONElements {
  private let entries: ContiguousArray<JSONEntry>
  private let owner: OwnedBytes?

  fileprivate init(of source: JSONSource) {
    let owner = source.owner
    var entries: ContiguousArray<JSONEntry> = []
    withExtendedLifetime(owner) {
      var cursor = JSONCursor(source.bytes)
      _ = cursor.take(Ascii.openBracket)
      while cursor.byte != 0, cursor.byte != Ascii.closeBracket {
        entries.append(JSONEntry(.empty, &cursor))
        _ = cursor.take(Ascii.comma)
      }
    }
    self.entries = entries
    self.owner = owner
  }

  var count: Int { entries.count }

  func element(_ position: Int) -> JSONSource? {
    entries.indices.contains(position) ? JSONSource(entries[position], owner: owner) : nil
  }
}
