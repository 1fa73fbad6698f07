/// Reads the grammar of RFC 8259 with comments and trailing commas. Stops at the first fault.
struct DocumentParser {
  private let bytes: [UInt8]
  private var index: Int
  private var depth = 0
  private(set) var repetitions: [ProfileDocument.Repetition] = []

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    self.index = start
  }

  /// One value and nothing else.
  mutating func document() throws(DocumentFault) -> DocumentNode {
    try skipBlanks()
    let root = try value(expected: "an object with the profile's keys")
    try skipBlanks()
    guard index == bytes.count else { throw unexpected("the end of the profile") }
    return root
  }

  // MARK: Values

  private mutating func value(expected: String) throws(DocumentFault) -> DocumentNode {
    let offset = index
    switch current ?? 0 {
    case UInt8(ascii: "{"): return DocumentNode(kind: try object(), offset: offset)
    case UInt8(ascii: "["): return DocumentNode(kind: try array(), offset: offset)
    case UInt8(ascii: "\""): return DocumentNode(kind: .text(try text()), offset: offset)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return DocumentNode(kind: .number(try number()), offset: offset)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      return DocumentNode(kind: try word(), offset: offset)
    default: throw unexpected(expected)
    }
  }

  private mutating func object() throws(DocumentFault) -> DocumentNode.Kind {
    try open()
    var members: [DocumentMember] = []
    var offsets: [ExactText: Int] = [:]
    try skipBlanks()
    if current == UInt8(ascii: "}") { return close(.object([])) }
    while true {
      guard current == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
      let nameOffset = index
      let name = try text()
      try skipBlanks()
      guard current == UInt8(ascii: ":") else { throw unexpected("\":\" after the key") }
      index += 1
      try skipBlanks()
      let member = DocumentMember(
        name: name, nameOffset: nameOffset, value: try value(expected: "a value"))
      if let first = offsets.updateValue(nameOffset, forKey: ExactText(name)) {
        offsets[ExactText(name)] = first
        repetitions.append(.init(name: name, offset: nameOffset, firstOffset: first))
      } else {
        members.append(member)
      }
      try skipBlanks()
      let hasComma = current == UInt8(ascii: ",")
      if hasComma {
        index += 1
        try skipBlanks()
      }
      if current == UInt8(ascii: "}") { return close(.object(members)) }
      guard hasComma else { throw unexpected("\",\" or \"}\" after the value") }
    }
  }

  private mutating func array() throws(DocumentFault) -> DocumentNode.Kind {
    try open()
    var elements: [DocumentNode] = []
    try skipBlanks()
    if current == UInt8(ascii: "]") { return close(.array([])) }
    while true {
      elements.append(try value(expected: "a value"))
      try skipBlanks()
      let hasComma = current == UInt8(ascii: ",")
      if hasComma {
        index += 1
        try skipBlanks()
      }
      if current == UInt8(ascii: "]") { return close(.array(elements)) }
      guard hasComma else { throw unexpected("\",\" or \"]\" after the value") }
    }
  }

  private mutating func open() throws(DocumentFault) {
    guard depth < ProfileDocument.nestingMaximum else {
      throw DocumentFault(offset: index, complaint: .tooDeep)
    }
    depth += 1
    index += 1
  }

  private mutating func close(_ kind: DocumentNode.Kind) -> DocumentNode.Kind {
    depth -= 1
    index += 1
    return kind
  }

  private mutating func word() throws(DocumentFault) -> DocumentNode.Kind {
    let start = index
    var end = index
    while end < bytes.count, Self.isWordByte(bytes[end]) { end += 1 }
    switch String(decoding: bytes[start..<end], as: UTF8.self) {
    case "null":
      index = end
      return .null
    case "true":
      index = end
      return .boolean(true)
    case "false":
      index = end
      return .boolean(false)
    case let word:
      throw DocumentFault(offset: start, complaint: .unknownWord(word))
    }
  }

  private mutating func number() throws(DocumentFault) -> String {
    let start = index
    if current == UInt8(ascii: "-") { index += 1 }
    if current == UInt8(ascii: "0") {
      index += 1
      if let digit = current, Self.isDigit(digit) {
        throw DocumentFault(offset: start, complaint: .leadingZero)
      }
    } else {
      try digits()
    }
    if current == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      index += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() throws(DocumentFault) {
    guard let first = current, Self.isDigit(first) else { throw unexpected("a digit") }
    while let digit = current, Self.isDigit(digit) { index += 1 }
  }

  // MARK: Texts

  private mutating func text() throws(DocumentFault) -> String {
    let start = index
    index += 1
    var content: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        content.append(contentsOf: Array(String(try escape()).utf8))
      case 0..<0x20:
        throw DocumentFault(
          offset: index,
          complaint: byte == 0x0A || byte == 0x0D ? .lineEndInText : .controlCharacter)
      default:
        content.append(byte)
        index += 1
      }
    }
    throw DocumentFault(offset: start, complaint: .unclosedText)
  }

  private mutating func escape() throws(DocumentFault) -> Unicode.Scalar {
    let start = index
    index += 1
    let letter = current
    index += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try hexDigits(from: start)
      if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
      // A high surrogate needs its low one; anything else is half of a character.
      if unit < 0xDC00, current == UInt8(ascii: "\\"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "u")
      {
        index += 2
        let low = try hexDigits(from: start)
        if (0xDC00...0xDFFF).contains(low),
          let scalar = Unicode.Scalar(
            0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        {
          return scalar
        }
      }
      throw DocumentFault(offset: start, complaint: .loneSurrogate)
    default: throw DocumentFault(offset: start, complaint: .unknownEscape)
    }
  }

  private mutating func hexDigits(from start: Int) throws(DocumentFault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Self.hexValue(byte) else {
        throw DocumentFault(offset: start, complaint: .badHexEscape)
      }
      unit = unit << 4 | digit
      index += 1
    }
    return unit
  }

  // MARK: Blanks

  /// Skips white space and comments.
  private mutating func skipBlanks() throws(DocumentFault) {
    while let byte = current {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(DocumentFault) {
    let start = index
    switch index + 1 < bytes.count ? bytes[index + 1] : 0 {
    case UInt8(ascii: "/"):
      while let byte = current, byte != 0x0A { index += 1 }
    case UInt8(ascii: "*"):
      index += 2
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
          index += 2
          return
        }
        index += 1
      }
      throw DocumentFault(offset: start, complaint: .unclosedComment)
    default: throw unexpected("\"//\" or \"/*\"")
    }
  }

  // MARK: Bytes

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func unexpected(_ expected: String) -> DocumentFault {
    guard index < bytes.count else {
      return DocumentFault(offset: bytes.count, complaint: .unexpectedEnd(expected: expected))
    }
    var end = index + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let found = String(decoding: bytes[index..<end], as: UTF8.self)
    return DocumentFault(offset: index, complaint: .unexpectedCharacter(found, expected: expected))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  private static func hexValue(_ byte: UInt8) -> UInt16? {
    switch byte {
    case 0x30...0x39: UInt16(byte) - 0x30
    case 0x41...0x46: UInt16(byte) - 0x41 + 10
    case 0x61...0x66: UInt16(byte) - 0x61 + 10
    default: nil
    }
  }
}
