/// Reads text byte by byte.
package enum SlowReading {
  /// A JSON value with nothing behind it.
  package static func json(_ bytes: [UInt8]) -> DOM? {
    var rest = bytes[...]
    let value = json(&rest)
    skipBlanks(&rest)
    return rest.isEmpty ? value : nil
  }

  /// A JSON value that is known to be well-formed.
  package static func wellFormed(_ text: some Sequence<UInt8>) -> DOM {
    guard let value = json(Array(text)) else { preconditionFailure("the text is well-formed") }
    return value
  }

  private static func skipBlanks(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  private static func json(_ rest: inout ArraySlice<UInt8>) -> DOM? {
    skipBlanks(&rest)
    switch rest.first {
    case UInt8(ascii: "\""): return text(&rest).map { .text($0) }
    case UInt8(ascii: "["):
      var elements: [DOM] = []
      return list(&rest, UInt8(ascii: "]")) { rest in
        json(&rest).map { elements.append($0) } != nil
      } ? .array(elements) : nil
    case UInt8(ascii: "{"):
      var members: [DOM.Member] = []
      return list(&rest, UInt8(ascii: "}")) { rest in
        guard let name = text(&rest) else { return false }
        skipBlanks(&rest)
        guard rest.popFirst() == UInt8(ascii: ":"), let value = json(&rest) else { return false }
        members.append(DOM.Member(name: name, value: value))
        return true
      } ? .object(members) : nil
    default:
      let word = rest.prefix { !Array(",]} \t\r\n".utf8).contains($0) }
      rest = rest.dropFirst(word.count)
      switch String(decoding: word, as: UTF8.self) {
      case "null": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      case let digits: return SlowNumber(digits) == nil ? nil : .number(digits)
      }
    }
  }

  private static func list(
    _ rest: inout ArraySlice<UInt8>, _ end: UInt8, _ part: (inout ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    rest = rest.dropFirst()
    skipBlanks(&rest)
    if rest.first == end {
      rest = rest.dropFirst()
      return true
    }
    while true {
      skipBlanks(&rest)
      guard part(&rest) else { return false }
      skipBlanks(&rest)
      switch rest.popFirst() {
      case end: return true
      case UInt8(ascii: ","): continue
      default: return false
      }
    }
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return bytes }
      guard byte >= 0x20 else { return nil }
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let letter = rest.popFirst() else { return nil }
      let short: [UInt8: UInt8] = [0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9]
      if letter == UInt8(ascii: "u") {
        guard let scalar = escaped(&rest) else { return nil }
        bytes += Array(String(scalar).utf8)
      } else {
        bytes.append(short[letter] ?? letter)
      }
    }
    return nil
  }

  /// The scalar of an escape behind its `\u`, or of two that are a surrogate pair.
  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    func unit() -> UInt32? {
      defer { rest = rest.dropFirst(4) }
      return UInt32(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16)
    }
    guard let first = unit() else { return nil }
    guard (0xD800...0xDBFF).contains(first), rest.starts(with: Array("\\u".utf8)) else {
      return Unicode.Scalar(first)
    }
    rest = rest.dropFirst(2)
    guard let second = unit(), (0xDC00...0xDFFF).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  /// The cells of rows that end with line feeds.
  package static func rows(_ bytes: [UInt8]) -> [[[UInt8]]] {
    var rows: [[[UInt8]]] = [[[]]]
    var isQuoted = false
    for byte in bytes {
      let (row, cell) = (rows.count - 1, rows[rows.count - 1].count - 1)
      if byte == UInt8(ascii: "\"") {
        // A doubled quote opens again what it has just closed: the quote between is kept.
        isQuoted.toggle()
        rows[row][cell].append(byte)
      } else if byte == UInt8(ascii: ","), !isQuoted {
        rows[row].append([])
      } else if byte == 0x0A, !isQuoted {
        rows.append([[]])
      } else {
        rows[row][cell].append(byte)
      }
    }
    if rows.last == [[]] { rows.removeLast() }
    return rows.map { $0.map(unquoted) }
  }

  private static func unquoted(_ cell: [UInt8]) -> [UInt8] {
    guard cell.first == UInt8(ascii: "\"") else { return cell }
    var text: [UInt8] = []
    var isSecond = false
    for byte in cell.dropFirst().dropLast() {
      isSecond = byte == UInt8(ascii: "\"") && !isSecond
      if !isSecond { text.append(byte) }
    }
    return text
  }
}
