internal import BulkcheckCore

/// A JSON document as a value, for small files such as an earlier report.
indirect enum JSONTree {
  case object([Member])
  case array([JSONTree])
  case text(String)
  /// The digits as written.
  case number(String)
  case boolean(Bool)
  case null

  struct Member {
    let name: String
    let value: JSONTree
  }

  /// The first byte at which the document cannot be one.
  struct Fault: Error {
    let line: Int
  }

  /// The document is checked before it is read: what follows needs no error of its own.
  static func read(_ bytes: [UInt8]) throws(Fault) -> JSONTree {
    let owned = OwnedBytes(bytes)
    if let fault = JSONDiagnosis.fault(in: owned.view) {
      let line = bytes.prefix(fault.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw Fault(line: line)
    }
    var reader = JSONTreeReader(owned)
    return reader.value()
  }

  /// The value of a member, nil if there is none.
  subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// A whole number from 0 on.
  var count: Int? {
    guard case .number(let digits) = self, let count = Int(digits), count >= 0 else { return nil }
    return count
  }
}

/// Reads well-formed JSON, nested no deeper than records may be.
private struct JSONTreeReader {
  private let owner: OwnedBytes
  private var cursor: JSONCursor

  init(_ owner: OwnedBytes) {
    self.owner = owner
    cursor = JSONCursor(owner.view)
  }

  mutating func value() -> JSONTree {
    switch cursor.byte {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return .text(string())
    default:
      switch cursor.takeScalar().text {
      case "true": return .boolean(true)
      case "false": return .boolean(false)
      case "null": return .null
      case let digits: return .number(digits)
      }
    }
  }

  private mutating func object() -> JSONTree {
    cursor.advance()
    var members: [JSONTree.Member] = []
    while cursor.byte == UInt8(ascii: "\"") {
      let name = string()
      _ = cursor.take(UInt8(ascii: ":"))
      members.append(JSONTree.Member(name: name, value: value()))
      _ = cursor.take(UInt8(ascii: ","))
    }
    _ = cursor.take(UInt8(ascii: "}"))
    return .object(members)
  }

  private mutating func array() -> JSONTree {
    cursor.advance()
    var elements: [JSONTree] = []
    while cursor.position < cursor.bytes.count, cursor.byte != UInt8(ascii: "]") {
      elements.append(value())
      _ = cursor.take(UInt8(ascii: ","))
    }
    _ = cursor.take(UInt8(ascii: "]"))
    return .array(elements)
  }

  private mutating func string() -> String {
    let raw = cursor.takeString()
    var arena = ByteArena()
    // Its memory is in use until the text is copied.
    defer { arena.reset() }
    return JSONString.unescape(raw, into: &arena).text
  }
}
