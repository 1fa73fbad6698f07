/// Escapes, outside of classes and inside.
extension ECMAReader {
  /// An escape outside of classes, from its backslash on.
  mutating func escape() throws(Failure) {
    let offset = position
    let start = output.count
    guard let byte = byte(after: 1) else {
      throw mistake("nothing follows the backslash", at: offset)
    }
    switch byte {
    case UInt8(ascii: "b"), UInt8(ascii: "B"):
      position += 2
      emitBoundary(isNegated: byte == UInt8(ascii: "B"))
      return try quantify(.place, from: start)
    case UInt8(ascii: "k") where !isLenient || groups.hasNames:
      position += 2
      try namedReference(at: offset)
      return try quantify(.reference, from: start)
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      if let number = takeReference() {
        refer(to: [number], at: offset)
        return try quantify(.reference, from: start)
      }
      guard isLenient else {
        throw mistake("no group has this number", at: offset)
      }
    default: break
    }
    position += 1
    if let set = try takeClassEscape() {
      try emit(set, isInClass: false, at: offset)
    } else {
      let scalar = try takeCharacterEscape(isInClass: false)
      if Self.isSurrogate(scalar) { emit("(?!)") } else { emit(literal: scalar) }
    }
    try quantify(.character, from: start)
  }

  private mutating func emitBoundary(isNegated: Bool) {
    guard flags.contains(.caseless) else { return emit(isNegated ? "\\B" : "\\b") }
    // The long s and the Kelvin sign count as letters here.
    emit(
      isNegated
        ? "(?:(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<![A-Za-z0-9_])(?![A-Za-z0-9_]))"
        : "(?:(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])(?=[A-Za-z0-9_]))")
  }

  // MARK: References

  /// A reference by number, behind the backslash; nil if there are not so many groups.
  private mutating func takeReference() -> Int? {
    var end = position + 1
    var number = 0
    while end < text.count, text[end].isDigit {
      number = min(number * 10 + text[end].digitValue, 1 << 31)
      end += 1
    }
    guard number <= groups.count else { return nil }
    position = end
    return number
  }

  private mutating func namedReference(at offset: Int) throws(Failure) {
    guard take("<") else { throw mistake("\\k needs the name of a group", at: offset) }
    refer(to: [], name: try groupName(), at: offset)
  }

  private mutating func refer(to numbers: [Int], name: String? = nil, at offset: Int) {
    references.append(
      ECMAReference(
        numbers: numbers, name: name, node: open, place: nodes[open].alternatives,
        nodesBefore: nodes.count, offset: offset, outputPosition: output.count))
  }

  // MARK: Characters

  /// Half of a pair of surrogates, which no text has.
  static func isSurrogate(_ scalar: UInt32) -> Bool { (0xD800...0xDFFF).contains(scalar) }

  /// The character of an escape, read from behind its backslash. May be a surrogate.
  mutating func takeCharacterEscape(isInClass: Bool) throws(Failure) -> UInt32 {
    let offset = position - 1
    guard let byte = next else { throw mistake("nothing follows the backslash", at: offset) }
    switch byte {
    case UInt8(ascii: "f"): return takeControl(0x0C)
    case UInt8(ascii: "n"): return takeControl(0x0A)
    case UInt8(ascii: "r"): return takeControl(0x0D)
    case UInt8(ascii: "t"): return takeControl(0x09)
    case UInt8(ascii: "v"): return takeControl(0x0B)
    case UInt8(ascii: "b") where isInClass: return takeControl(0x08)
    case UInt8(ascii: "c"): return try controlEscape(isInClass: isInClass, at: offset)
    case UInt8(ascii: "x"): return try hexEscape(at: offset)
    case UInt8(ascii: "u"): return try unicodeEscapeOrLetter(at: offset)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return try digitEscape(byte, at: offset)
    default: return try identityEscape(byte, isInClass: isInClass, at: offset)
    }
  }

  private mutating func takeControl(_ value: UInt32) -> UInt32 {
    position += 1
    return value
  }

  /// `\cJ`
  private mutating func controlEscape(isInClass: Bool, at offset: Int) throws(Failure) -> UInt32 {
    if let letter = byte(after: 1) {
      let isMore = isLenient && isInClass && (letter.isDigit || letter == UInt8(ascii: "_"))
      if letter.isLetter || isMore {
        position += 2
        return UInt32(letter & 31)
      }
    }
    guard isLenient else { throw mistake("\\c needs a letter", at: offset) }
    // The backslash stands for itself, and the c is read next.
    return 0x5C
  }

  private mutating func hexEscape(at offset: Int) throws(Failure) -> UInt32 {
    if let value = hexDigits(from: position + 1, count: 2) {
      position += 3
      return value
    }
    guard isLenient else { throw mistake("\\x needs two hexadecimal digits", at: offset) }
    return takeScalar()
  }

  private func hexDigits(from start: Int, count: Int) -> UInt32? {
    guard start + count <= text.count else { return nil }
    var value: UInt32 = 0
    for index in start..<(start + count) {
      guard let digit = Ascii.hexValue(text[index]) else { return nil }
      value = value * 16 + UInt32(digit)
    }
    return value
  }

  private mutating func unicodeEscapeOrLetter(at offset: Int) throws(Failure) -> UInt32 {
    let start = position
    position += 1
    let isBraced = next == UInt8(ascii: "{")
    if let value = unicodeEscape() {
      if isLenient, isBraced { throw mixed("\\u{…}", at: offset) }
      return value
    }
    guard isLenient else {
      throw mistake("\\u needs four hexadecimal digits, or some in braces", at: offset)
    }
    position = start
    return takeScalar()
  }

  /// The code point behind `\u`: four digits, two times four for a pair of surrogates, or digits in
  /// braces. Half a pair stands for itself. nil, and nothing passed, if it is none of these.
  mutating func unicodeEscape() -> UInt32? {
    if next == UInt8(ascii: "{") { return bracedEscape() }
    guard let value = hexDigits(from: position, count: 4) else { return nil }
    position += 4
    guard (0xD800...0xDBFF).contains(value), next == UInt8(ascii: "\\"),
      byte(after: 1) == UInt8(ascii: "u"), let low = hexDigits(from: position + 2, count: 4),
      (0xDC00...0xDFFF).contains(low)
    else { return value }
    position += 6
    return 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
  }

  private mutating func bracedEscape() -> UInt32? {
    var end = position + 1
    var value: UInt32 = 0
    while end < text.count, let digit = Ascii.hexValue(text[end]) {
      value = min(value * 16 + UInt32(digit), 0x110000)
      end += 1
    }
    guard end > position + 1, end < text.count, text[end] == UInt8(ascii: "}"), value < 0x110000
    else { return nil }
    position = end + 1
    return value
  }

  /// `\0`, and without `u` octal numbers.
  private mutating func digitEscape(_ byte: UInt8, at offset: Int) throws(Failure) -> UInt32 {
    let isFollowed = self.byte(after: 1)?.isDigit ?? false
    if byte == UInt8(ascii: "0"), !isFollowed { return takeControl(0) }
    guard isLenient else {
      throw mistake("a number is not an escape", at: offset)
    }
    guard byte < UInt8(ascii: "8") else { return takeScalar() }
    var value: UInt32 = 0
    var count = 0
    while let digit = next, (0x30...0x37).contains(digit), count < 3,
      value * 8 + UInt32(digit - 0x30) <= 0xFF
    {
      value = value * 8 + UInt32(digit - 0x30)
      position += 1
      count += 1
    }
    return value
  }

  private mutating func identityEscape(
    _ byte: UInt8, isInClass: Bool, at offset: Int
  ) throws(Failure) -> UInt32 {
    let isSyntax =
      Self.specialCharacters.contains(byte) || byte == UInt8(ascii: "/")
      || (isInClass && byte == UInt8(ascii: "-")) || (!translates && byte.isPunctuation)
    guard isSyntax || isLenient else {
      let shown = text.scalar(at: position).value
      let character = Unicode.Scalar(shown).map(String.init) ?? ""
      throw mistake("\\\(character) is not an escape", at: offset)
    }
    return takeScalar()
  }

  /// The failure for syntax that only the flag `u` gives a meaning, in a pattern that is not valid
  /// with it.
  func mixed(_ what: String, at offset: Int) -> Failure {
    mistake("\(what) needs the flag u, but another part is valid only without it", at: offset)
  }
}
