/// The facts about a line by RFC 8259 and docs/reference/inputs.md, whatever a decoder makes of it.
struct LineFacts {
  /// Whether it is JSON, without lone surrogates and within the limit of depth.
  private(set) var isWellFormed = true
  /// Whether an object names a member twice.
  private(set) var hasTwins = false

  init(_ text: String) {
    var reader = LineReader(bytes: Array(text.utf8))
    reader.skipSpace()
    let isRead = reader.value(depth: 0)
    reader.skipSpace()
    isWellFormed = isRead && reader.position == reader.bytes.count
    hasTwins = reader.hasTwins
  }
}

private struct LineReader {
  /// Open brackets.
  private static let depthMaximum = 512

  let bytes: [UInt8]
  var position = 0
  var hasTwins = false

  private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func take(_ character: Character) -> Bool {
    guard byte == character.asciiValue else { return false }
    position += 1
    return true
  }

  mutating func skipSpace() {
    while [0x20, 0x09, 0x0a, 0x0d].contains(byte) { position += 1 }
  }

  mutating func value(depth: Int) -> Bool {
    switch byte {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "\""): return text() != nil
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return number()
    }
  }

  private mutating func word(_ word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func digits() -> Int {
    let start = position
    while UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    return position - start
  }

  private mutating func number() -> Bool {
    _ = take("-")
    let isZero = byte == UInt8(ascii: "0")
    let count = digits()
    if count == 0 || isZero && count > 1 { return false }
    if take("."), digits() == 0 { return false }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      return digits() > 0
    }
    return true
  }

  private mutating func array(depth: Int) -> Bool {
    if depth >= Self.depthMaximum { return false }
    position += 1
    skipSpace()
    if take("]") { return true }
    repeat {
      skipSpace()
      guard value(depth: depth + 1) else { return false }
      skipSpace()
    } while take(",")
    return take("]")
  }

  private mutating func object(depth: Int) -> Bool {
    if depth >= Self.depthMaximum { return false }
    position += 1
    skipSpace()
    if take("}") { return true }
    var names: Set<[UInt16]> = []
    repeat {
      skipSpace()
      guard byte == UInt8(ascii: "\""), let name = text() else { return false }
      if !names.insert(name).inserted { hasTwins = true }
      skipSpace()
      guard take(":") else { return false }
      skipSpace()
      guard value(depth: depth + 1) else { return false }
      skipSpace()
    } while take(",")
    return take("}")
  }

  /// The UTF-16 of a text; nil if it is wrong.
  private mutating func text() -> [UInt16]? {
    position += 1
    var units: [UInt16] = []
    while byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { return nil }
      if take("\\") {
        guard let unit = escape() else { return nil }
        units.append(unit)
      } else {
        let start = position
        position += 1
        while byte & 0xc0 == 0x80 { position += 1 }
        units += Array(String(decoding: bytes[start..<position], as: UTF8.self).utf16)
      }
    }
    position += 1
    let isWhole = String(decoding: units, as: UTF16.self).utf16.elementsEqual(units)
    return isWhole ? units : nil
  }

  private mutating func escape() -> UInt16? {
    let escapes: [UInt8: UInt16] = [
      0x22: 0x22, 0x5c: 0x5c, 0x2f: 0x2f, 0x62: 8, 0x66: 12, 0x6e: 10, 0x72: 13, 0x74: 9,
    ]
    if let unit = escapes[byte] {
      position += 1
      return unit
    }
    guard take("u") else { return nil }
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      return nil
    }
    position += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
