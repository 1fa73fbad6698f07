/// A JSON value as a test compares it: numbers by value, members in their order.
indirect enum JSONTree: Equatable, CustomStringConvertible {
  case null
  case bool(Bool)
  case number(PlainNumber)
  case string(String)
  case array([JSONTree])
  case object([Member])

  struct Member: Equatable {
    var key: String
    var value: JSONTree
  }

  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let number): "\(number.isNegative ? "-" : "")\(number.digits)e\(number.exponent)"
    case .string(let text): "\"\(text)\""
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }
  }
}

/// A number as its digits without zeros at either end, and the power of ten behind them.
struct PlainNumber: Equatable {
  var isNegative = false
  var digits = ""
  var exponent = 0

  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    var mantissa = parts[0]
    if mantissa.first == "-" {
      isNegative = true
      mantissa.removeFirst()
    }
    exponent = parts.count > 1 ? Int(parts[1])! : 0
    let halves = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    digits = String(halves[0])
    if halves.count > 1 {
      digits += halves[1]
      exponent -= halves[1].count
    }
    while digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    while digits.first == "0" { digits.removeFirst() }
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }
}

/// Reads JSON text strictly, and as simply as can be.
struct JSONTreeReader {
  struct Fault: Error { var position: Int }

  private let bytes: [UInt8]
  private var position = 0

  static func read(_ text: String) throws -> JSONTree {
    var reader = JSONTreeReader(bytes: Array(text.utf8))
    let value = try reader.value()
    guard reader.position == reader.bytes.count else { throw reader.fault }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var fault: Fault { Fault(position: position) }
  private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func value() throws -> JSONTree {
    switch next {
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "["):
      return .array(try list(UInt8(ascii: "]")) { reader in try reader.value() })
    case UInt8(ascii: "{"):
      return .object(
        try list(UInt8(ascii: "}")) { reader in
          let key = try reader.string()
          try reader.pass(UInt8(ascii: ":"))
          return JSONTree.Member(key: key, value: try reader.value())
        })
    default:
      let start = position
      while "+-.0123456789eE".utf8.contains(next) { position += 1 }
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      guard Double(text) != nil else { throw fault }
      return .number(PlainNumber(text))
    }
  }

  private mutating func word(_ word: String, _ value: JSONTree) throws -> JSONTree {
    for byte in word.utf8 { try pass(byte) }
    return value
  }

  private mutating func list<Part>(
    _ end: UInt8, _ part: (inout JSONTreeReader) throws -> Part
  ) throws -> [Part] {
    position += 1
    var parts: [Part] = []
    if next == end {
      position += 1
      return parts
    }
    while true {
      parts.append(try part(&self))
      if next == end { break }
      try pass(UInt8(ascii: ","))
    }
    position += 1
    return parts
  }

  private mutating func string() throws -> String {
    try pass(UInt8(ascii: "\""))
    var text: [UInt8] = []
    while next != UInt8(ascii: "\"") {
      guard next >= 0x20 else { throw fault }
      if next != UInt8(ascii: "\\") {
        text.append(next)
        position += 1
        continue
      }
      position += 1
      switch next {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        let digits = String(decoding: bytes[position + 1..<position + 5], as: UTF8.self)
        text += Array(String(Unicode.Scalar(UInt32(digits, radix: 16)!)!).utf8)
        position += 4
      default: text.append(next)
      }
      position += 1
    }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func pass(_ byte: UInt8) throws {
    guard next == byte else { throw fault }
    position += 1
  }
}
