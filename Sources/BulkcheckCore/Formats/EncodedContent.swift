/// The content of a text under `contentEncoding` and `contentMediaType`.
enum EncodedContent {
  /// Whether a text is base64, JSON, or base64 that holds JSON.
  static func isValid(_ text: ByteView, isBase64: Bool, isJSON: Bool) -> Bool {
    guard isBase64 else { return !isJSON || JSONDocument.isValid(text) }
    guard FormatChecker.matches(.base64, text) else { return false }
    guard isJSON else { return true }
    let content = OwnedBytes(decoded(text))
    return withExtendedLifetime(content) { JSONDocument.isValid(content.view) }
  }

  /// The bytes of base64 that is known to be valid.
  private static func decoded(_ text: ByteView) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for index in 0..<text.count where text[index] != UInt8(ascii: "=") {
      bits = bits << 6 | value(of: text[index])
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt32 {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - 0x41)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - 0x61) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - 0x30) + 52
    case UInt8(ascii: "+"): 62
    default: 63
    }
  }
}

/// Whether a text is one JSON value (RFC 8259) of any depth. Linear, without recursion.
private struct JSONDocument {
  private var cursor: FormatCursor
  /// The containers that are open: true for an object.
  private var open: [Bool] = []

  static func isValid(_ text: ByteView) -> Bool {
    guard UTF8Check.faultOffset(in: text) == nil else { return false }
    var reader = JSONDocument(cursor: FormatCursor(text))
    return reader.read()
  }

  private init(cursor: FormatCursor) { self.cursor = cursor }

  private mutating func read() -> Bool {
    repeat {
      guard takeBeginning() else { return false }
    } while goesOn
    return open.isEmpty && cursor.isAtEnd
  }

  private mutating func skipSpace() {
    while [0x20, 0x09, 0x0A, 0x0D].contains(cursor.byte) { _ = cursor.take(cursor.byte) }
  }

  /// A value, or all brackets up to the first value in one.
  private mutating func takeBeginning() -> Bool {
    while true {
      skipSpace()
      let isObject = cursor.byte == UInt8(ascii: "{")
      guard isObject || cursor.byte == UInt8(ascii: "[") else { return takeScalar() }
      _ = cursor.take(cursor.byte)
      skipSpace()
      if cursor.take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return true }
      open.append(isObject)
      if isObject, !takeName() { return false }
    }
  }

  /// Passes what is behind a value; whether another one follows.
  private var goesOn: Bool {
    mutating get {
      skipSpace()
      while let isObject = open.last {
        if cursor.take(UInt8(ascii: ",")) { return !isObject || takeName() }
        guard cursor.take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
        open.removeLast()
        skipSpace()
      }
      return false
    }
  }

  private mutating func takeName() -> Bool {
    skipSpace()
    guard takeString() else { return false }
    skipSpace()
    return cursor.take(UInt8(ascii: ":"))
  }

  private mutating func takeScalar() -> Bool {
    switch cursor.byte {
    case UInt8(ascii: "\""): takeString()
    case UInt8(ascii: "t"): take("true")
    case UInt8(ascii: "f"): take("false")
    case UInt8(ascii: "n"): take("null")
    default: takeNumber()
    }
  }

  private mutating func take(_ word: String) -> Bool {
    for byte in word.utf8 where !cursor.take(byte) { return false }
    return true
  }

  private mutating func takeNumber() -> Bool {
    _ = cursor.take(UInt8(ascii: "-"))
    if !cursor.take(UInt8(ascii: "0")), cursor.takeDigits() == 0 { return false }
    if cursor.take(UInt8(ascii: ".")), cursor.takeDigits() == 0 { return false }
    guard cursor.take(UInt8(ascii: "e")) || cursor.take(UInt8(ascii: "E")) else { return true }
    if !cursor.take(UInt8(ascii: "+")) { _ = cursor.take(UInt8(ascii: "-")) }
    return cursor.takeDigits() > 0
  }

  private mutating func takeString() -> Bool {
    guard cursor.take(UInt8(ascii: "\"")) else { return false }
    while !cursor.isAtEnd {
      let byte = cursor.byte
      guard byte >= 0x20 else { return false }
      _ = cursor.take(byte)
      if byte == UInt8(ascii: "\"") { return true }
      if byte == UInt8(ascii: "\\"), !takeEscape() { return false }
    }
    return false
  }

  private mutating func takeEscape() -> Bool {
    let byte = cursor.byte
    guard "\"\\/bfnrtu".utf8.contains(byte), cursor.take(byte) else { return false }
    guard byte == UInt8(ascii: "u") else { return true }
    for _ in 0..<4 {
      guard cursor.byte.isHexDigit, cursor.take(cursor.byte) else { return false }
    }
    return true
  }
}
