/// Reads JSON text, which must be well-formed, into a tree.
package struct SlowJSON {
  private let bytes: [UInt8]
  private var position = 0

  package static func read(_ text: some Sequence<UInt8>) -> DOM {
    var reader = SlowJSON(Array(text))
    return reader.value()
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while [0x20, 0x09, 0x0A, 0x0D].contains(next) { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value() -> DOM {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return .text(string())
    default: return scalar()
    }
  }

  private mutating func object() -> DOM {
    position += 1
    var members: [DOM.Member] = []
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      let name = string()
      precondition(take(":"))
      members.append(DOM.Member(name: name, value: value()))
    } while take(",")
    precondition(take("}"))
    return .object(members)
  }

  private mutating func array() -> DOM {
    position += 1
    if take("]") { return .array([]) }
    var elements: [DOM] = []
    repeat { elements.append(value()) } while take(",")
    precondition(take("]"))
    return .array(elements)
  }

  private mutating func scalar() -> DOM {
    let start = position
    let ends = Set(",]} \t\r\n".utf8)
    while position < bytes.count, !ends.contains(bytes[position]) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "null": return .null
    case "true", "false": return .bool(word == "true")
    default: return .number(word)
    }
  }

  private mutating func string() -> [UInt8] {
    position += 1
    var text: [UInt8] = []
    while next != UInt8(ascii: "\"") {
      let byte = next
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      let escape = next
      position += 1
      switch escape {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"): text += unicode()
      default: text.append(escape)
      }
    }
    position += 1
    return text
  }

  private mutating func unicode() -> [UInt8] {
    func unit() -> UInt32 {
      let digits = String(decoding: bytes[position..<(position + 4)], as: UTF8.self)
      return UInt32(digits, radix: 16) ?? 0
    }
    var code = unit()
    position += 4
    if (0xD800...0xDBFF).contains(code) {
      position += 2
      code = 0x10000 + (code - 0xD800) << 10 + (unit() - 0xDC00)
      position += 4
    }
    return Array(String(Character(Unicode.Scalar(code) ?? "?")).utf8)
  }
}

extension DOM {
  var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    // Of repeated names the last one counts.
    var seen: Set<[UInt8]> = []
    return Array(members.reversed().filter { seen.insert($0.name).inserted }.reversed())
  }

  var elements: [DOM]? { if case .array(let elements) = self { elements } else { nil } }
  var string: String? {
    if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
  var flag: Bool? { if case .bool(let value) = self { value } else { nil } }
  var digits: String? { if case .number(let digits) = self { digits } else { nil } }
}
