internal import BulkcheckCore

/// Reads the grammar of RFC 8259 with comments and trailing commas. Stops at the first fault.
///
/// Open brackets are kept in a list, not on the call stack: deep nesting is not a danger, whatever
/// the limit.
struct DocumentParser {
  /// An array or object whose closing bracket has not come yet.
  private struct Container {
    let offset: Int
    let isObject: Bool
    var elements: [DocumentNode] = []
    var members: [DocumentMember] = []
    /// The position of each name of the object among its members.
    var positions: [ExactText: Int] = [:]
    /// The name of the member whose value is due.
    var name = ""
    var nameOffset = 0

    var closing: UInt8 { UInt8(ascii: isObject ? "}" : "]") }

    var node: DocumentNode {
      DocumentNode(kind: isObject ? .object(members) : .array(elements), offset: offset)
    }
  }

  private let kind: Document.Kind
  let bytes: [UInt8]
  var index: Int
  private var open: [Container] = []
  private(set) var repetitions: [Document.Repetition] = []
  private(set) var layout: DocumentLayout?

  init(_ bytes: [UInt8], from start: Int, kind: Document.Kind, keepsLayout: Bool = false) {
    self.bytes = bytes
    self.index = start
    self.kind = kind
    layout = keepsLayout ? DocumentLayout() : nil
  }

  /// One value and nothing else.
  mutating func document() throws(DocumentFault) -> DocumentNode {
    try skipBlanks()
    var whole = try value(expected: kind.content)
    while true {
      guard let node = whole else {
        whole = try value(expected: "a value")
        continue
      }
      try skipBlanks()
      guard !open.isEmpty else {
        guard index == bytes.count else { throw unexpected("the end of the \(kind.name)") }
        return node
      }
      add(node)
      whole = try next()
    }
  }

  // MARK: Values

  /// The value here; nil if it is an array or object that is not empty, whose first element or
  /// member's value is due.
  private mutating func value(expected: String) throws(DocumentFault) -> DocumentNode? {
    let offset = index
    switch current ?? 0 {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try container()
    case UInt8(ascii: "\""): return DocumentNode(kind: .text(try text()), offset: offset)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return DocumentNode(kind: .number(try number()), offset: offset)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      return DocumentNode(kind: try word(), offset: offset)
    default: throw unexpected(expected)
    }
  }

  private mutating func container() throws(DocumentFault) -> DocumentNode? {
    guard open.count < kind.nestingMaximum else {
      throw DocumentFault(offset: index, complaint: .tooDeep(kind.nestingMaximum))
    }
    let container = Container(offset: index, isObject: current == UInt8(ascii: "{"))
    index += 1
    try skipBlanks()
    if current == container.closing {
      index += 1
      return container.node
    }
    open.append(container)
    if container.isObject { try name() }
    return nil
  }

  /// A key and its colon.
  private mutating func name() throws(DocumentFault) {
    guard current == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
    open[open.count - 1].nameOffset = index
    open[open.count - 1].name = try text()
    try skipBlanks()
    guard current == UInt8(ascii: ":") else { throw unexpected("\":\" after the key") }
    index += 1
    try skipBlanks()
  }

  /// Adds a value to the innermost container.
  private mutating func add(_ node: DocumentNode) {
    let innermost = open.count - 1
    guard open[innermost].isObject else {
      open[innermost].elements.append(node)
      return
    }
    let (name, offset) = (open[innermost].name, open[innermost].nameOffset)
    if let position = open[innermost].positions[ExactText(name)] {
      let first = open[innermost].members[position].nameOffset
      repetitions.append(.init(name: name, offset: offset, firstOffset: first))
      if kind.lastOfEqualNamesCounts { open[innermost].members[position].value = node }
    } else {
      open[innermost].positions[ExactText(name)] = open[innermost].members.count
      open[innermost].members.append(DocumentMember(name: name, nameOffset: offset, value: node))
    }
  }

  /// Behind a value in a container: the container, if it ends here; otherwise nil, and the next
  /// value is due.
  private mutating func next() throws(DocumentFault) -> DocumentNode? {
    let isObject = open[open.count - 1].isObject
    let hasComma = current == UInt8(ascii: ",")
    if hasComma {
      index += 1
      try skipBlanks()
    }
    if current == open[open.count - 1].closing {
      index += 1
      layout?.containers[open[open.count - 1].offset] = .init(end: index, isFlow: true)
      return open.removeLast().node
    }
    guard hasComma else {
      throw unexpected(
        isObject ? "\",\" or \"}\" after the value" : "\",\" or \"]\" after the value")
    }
    if isObject { try name() }
    return nil
  }

  private mutating func word() throws(DocumentFault) -> DocumentNode.Kind {
    let start = index
    let kind: DocumentNode.Kind
    var end = index
    while end < bytes.count, Self.isWordByte(bytes[end]) { end += 1 }
    switch String(decoding: bytes[start..<end], as: UTF8.self) {
    case "null": kind = .null
    case "true": kind = .boolean(true)
    case "false": kind = .boolean(false)
    case let word:
      throw DocumentFault(offset: start, complaint: .unknownWord(word))
    }
    index = end
    return kind
  }

  private mutating func number() throws(DocumentFault) -> String {
    let start = index
    if current == UInt8(ascii: "-") { index += 1 }
    if current == UInt8(ascii: "0") {
      index += 1
      if let digit = current, Ascii.isDigit(digit) {
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
    guard let first = current, Ascii.isDigit(first) else { throw unexpected("a digit") }
    while let digit = current, Ascii.isDigit(digit) { index += 1 }
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
      noteComment(start, from: start + 2, to: index)
    case UInt8(ascii: "*"):
      index += 2
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
          noteComment(start, from: start + 2, to: index)
          index += 2
          return
        }
        index += 1
      }
      throw DocumentFault(offset: start, complaint: .unclosedComment)
    default: throw unexpected("\"//\" or \"/*\"")
    }
  }

  /// - Parameters:
  ///   - offset: the place of the comment.
  ///   - start: that of its text, which ends before `end`.
  private mutating func noteComment(_ offset: Int, from start: Int, to end: Int) {
    guard layout != nil else { return }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    layout?.comments.append(.init(offset: offset, lines: lines.map(String.init)))
  }

  // MARK: Bytes

  var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func unexpected(_ expected: String) -> DocumentFault {
    guard index < bytes.count else {
      return DocumentFault(
        offset: bytes.count, complaint: .unexpectedEnd(of: kind.name, expected: expected))
    }
    var end = index + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let found = String(decoding: bytes[index..<end], as: UTF8.self)
    return DocumentFault(offset: index, complaint: .unexpectedCharacter(found, expected: expected))
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    Ascii.isAlphanumeric(byte) || byte == 0x5F
  }
}

/// Strings and their escapes.
extension DocumentParser {
  mutating func text() throws(DocumentFault) -> String {
    let start = index
    index += 1
    var content: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        content.append(contentsOf: String(try escape()).utf8)
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
    default: throw DocumentFault(offset: start, complaint: .unknownEscape(letter))
    }
  }

  private mutating func hexDigits(from start: Int) throws(DocumentFault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Ascii.hexValue(byte) else {
        throw DocumentFault(offset: start, complaint: .badHexEscape)
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }
}
