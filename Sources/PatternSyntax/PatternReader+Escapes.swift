/// Escapes and classes.
extension PatternReader {
  /// An escape outside of classes, behind its backslash.
  mutating func escape() throws(PatternError) -> PatternItem {
    let letter = peek()
    switch letter {
    case "b", "B":
      position += 1
      return .place(letter == "b" ? .wordBoundary : .noWordBoundary)
    case "A" where isPCRE2, "z" where isPCRE2:
      position += 1
      return .place(letter == "A" ? .textStart : .textEnd)
    case "k" where hasUnicodeFlag || groups.hasNames:
      position += 1
      guard take("<") else { throw mistake("\\k needs the name of a group", at: offset) }
      return .namedReference(try groupName())
    case let digit? where !isPCRE2 && ("1"..."9").contains(digit):
      if let number = takeReference() { return .reference(number) }
      if hasUnicodeFlag { throw mistake("no group has this number", at: offset) }
    default: break
    }
    return try characterEscape(isInClass: false)
  }

  /// A reference by number; nil if there are not so many groups.
  private mutating func takeReference() -> Int? {
    var end = position
    var number = 0
    while end < text.count, let digit = text[end].digitValue {
      number = min(number * 10 + digit, 1 << 31)
      end += 1
    }
    guard number <= groups.count else { return nil }
    position = end
    return number
  }

  // MARK: Characters and sets

  /// The set or the character of an escape, inside of classes and outside, behind its backslash.
  private mutating func characterEscape(isInClass: Bool) throws(PatternError) -> PatternItem {
    let start = position - 1
    guard let letter = takeScalar() else {
      if isInClass, isPCRE2 { throw classNotClosed }
      let what = isPCRE2 ? "nothing follows the last \\" : "nothing follows the backslash"
      throw mistake(what, at: start)
    }
    switch letter {
    case "d", "D", "w", "W", "s", "S": return .set(.letter(letter))
    case "f": return .character(0x0C)
    case "n": return .character(0x0A)
    case "r": return .character(0x0D)
    case "t": return .character(0x09)
    case "b" where isInClass: return .character(0x08)
    case "x": return try hexEscape(at: start)
    default:
      return isPCRE2
        ? try escapeOfPCRE2(letter, isInClass: isInClass)
        : try escapeOfECMA(letter, isInClass: isInClass, at: start)
    }
  }

  private mutating func escapeOfPCRE2(
    _ letter: Unicode.Scalar, isInClass: Bool
  ) throws(PatternError) -> PatternItem {
    switch letter {
    case "a": return .character(0x07)
    case "e": return .character(0x1B)
    case "Q", "E", "c":
      if isInClass { throw notFollowed }
      if letter == "Q" { skipQuotation() }
      if letter == "c", takeScalar() == nil { throw notFollowed }
      return .other
    // The braces behind belong to the escape and count nothing.
    case "o", "u", "N", "p", "P": return try skipBraces()
    case "g", "k": return isInClass ? .other : try skipBraces()
    case "_": return .character(letter.value)
    default: return letter.isASCII && !letter.isWord ? .character(letter.value) : .other
    }
  }

  /// Goes behind the `\E` that ends a quotation, or to the end of the pattern.
  private mutating func skipQuotation() {
    while let scalar = takeScalar() {
      if scalar == "\\", take("E") { return }
    }
  }

  private mutating func skipBraces() throws(PatternError) -> PatternItem {
    if peek() == "{", skip(behind: "}") == nil { throw notFollowed }
    return .other
  }

  private mutating func escapeOfECMA(
    _ letter: Unicode.Scalar, isInClass: Bool, at start: Int
  ) throws(PatternError) -> PatternItem {
    switch letter {
    case "v": return .character(0x0B)
    case "p", "P": return try property(letter, at: start)
    case "c": return try controlEscape(isInClass: isInClass, at: start)
    case "u":
      let isBraced = peek() == "{"
      if let value = unicodeEscape() {
        if !hasUnicodeFlag, isBraced { throw mixed("\\u{…}", at: start) }
        return .character(value)
      }
      return try itself(letter, or: "\\u needs four hexadecimal digits, or some in braces", start)
    case "0"..."9": return try digitEscape(letter, at: start)
    default:
      let isSyntax =
        "\\^$.|?*+()[]{}/".unicodeScalars.contains(letter) || (isInClass && letter == "-")
        || (dialect == .ecmaWithNeedlessEscapes && letter.isASCIIPunctuation)
      if isSyntax { return .character(letter.value) }
      return try itself(letter, or: "\\\(letter) is not an escape", start)
    }
  }

  /// Without the flag `u`, what would be a mistake with it is the letter itself.
  private func itself(
    _ letter: Unicode.Scalar, or message: String, _ start: Int
  ) throws(PatternError) -> PatternItem {
    if hasUnicodeFlag { throw mistake(message, at: start) }
    return .character(letter.value)
  }

  /// The mistake of using an escape that has a meaning only with the flag `u`, in a pattern that is
  /// not valid with it.
  private func mixed(_ what: String, at offset: Int) -> PatternError {
    mistake("\(what) needs the flag u, but another part is valid only without it", at: offset)
  }

  /// `\cJ`
  private mutating func controlEscape(
    isInClass: Bool, at start: Int
  ) throws(PatternError) -> PatternItem {
    if let letter = peek() {
      let isMore =
        !hasUnicodeFlag && isInClass && (letter.digitValue != nil || letter == "_")
      if letter.isASCIILetter || isMore {
        position += 1
        return .character(letter.value & 31)
      }
    }
    // The backslash stands for itself, and the c is read next.
    if !hasUnicodeFlag { position -= 1 }
    return try itself("\\", or: "\\c needs a letter", start)
  }

  /// `\xhh`, and `\x{h…}` of PCRE2.
  private mutating func hexEscape(at start: Int) throws(PatternError) -> PatternItem {
    let isBraced = isPCRE2 && peek() == "{"
    if let value = isBraced ? bracedNumber() : hexDigits(2) { return .character(value) }
    if isPCRE2 { return try skipBraces() }
    return try itself("x", or: "\\x needs two hexadecimal digits", start)
  }

  /// So many hexadecimal digits; nil, and nothing passed, if there are fewer.
  private mutating func hexDigits(_ count: Int) -> UInt32? {
    guard position + count <= text.count else { return nil }
    var value: UInt32 = 0
    for scalar in text[position..<(position + count)] {
      guard let digit = scalar.hexDigitValue else { return nil }
      value = value * 16 + digit
    }
    position += count
    return value
  }

  /// The number behind `\u`: four digits, two times four for a pair of surrogates, or digits in
  /// braces. Half a pair stands for itself. nil, and nothing passed, if it is none of these.
  mutating func unicodeEscape() -> UInt32? {
    if peek() == "{" { return bracedNumber() }
    guard let value = hexDigits(4) else { return nil }
    let end = position
    guard (0xD800...0xDBFF).contains(value), take("\\"), take("u"), let low = hexDigits(4),
      (0xDC00...0xDFFF).contains(low)
    else {
      position = end
      return value
    }
    return 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
  }

  /// `{h…}`, a code point; nil, and nothing passed, if it is none.
  private mutating func bracedNumber() -> UInt32? {
    let start = position
    position += 1
    var value: UInt32 = 0
    while let digit = peek()?.hexDigitValue {
      value = min(value * 16 + digit, 0x110000)
      position += 1
    }
    if position > start + 1, value < 0x110000, take("}") { return value }
    position = start
    return nil
  }

  /// `\0`, and without `u` octal numbers, behind the first digit.
  private mutating func digitEscape(
    _ first: Unicode.Scalar, at start: Int
  ) throws(PatternError) -> PatternItem {
    if first == "0", peek()?.digitValue == nil { return .character(0) }
    if hasUnicodeFlag { throw mistake("a number is not an escape", at: start) }
    guard first < "8" else { return .character(first.value) }
    var value = first.value - 0x30
    while let digit = peek(), ("0"..."7").contains(digit), position < start + 4,
      value * 8 + digit.value - 0x30 <= 0xFF
    {
      value = value * 8 + digit.value - 0x30
      position += 1
    }
    return .character(value)
  }

  /// `p{Lu}`, `P{Script=Greek}`, behind the letter, which is only a letter without `u`.
  private mutating func property(
    _ letter: Unicode.Scalar, at start: Int
  ) throws(PatternError) -> PatternItem {
    let nameStart = position
    guard take("{"), let name = skip(behind: "}") else {
      position = nameStart
      return try itself(letter, or: "\\p needs the name of a property in braces", start)
    }
    if !hasUnicodeFlag { throw mixed("\\p{…}", at: start) }
    let written = String(String.UnicodeScalarView(name))
    guard let property = ECMAProperty.text(written) else {
      throw mistake("no property is named \(written)", at: start)
    }
    return .set(.property(property, isNegated: letter == "P"))
  }

  // MARK: Classes

  /// One member of a class: a character, a set, or both ends of a range, in order; without `u` also
  /// two of any kind with a hyphen between. Nil at the end of the class.
  package mutating func member() throws(PatternError) -> (first: PatternItem, last: PatternItem?)? {
    offset = position
    // In PCRE2 a bracket at the beginning is a member.
    if !(isPCRE2 && isFirstMember), take("]") { return nil }
    isFirstMember = false
    let first = try element()
    guard peek() == "-", let after = peek(1), after != "]" else { return (first, nil) }
    // Versions of PCRE2 differ about a hyphen behind a set.
    if isPCRE2, case .set = first { return (.other, nil) }
    position += 1
    let last = try element()
    if case .character(let lower) = first, case .character(let upper) = last {
      guard lower <= upper else {
        throw mistake(
          isPCRE2 ? "this range runs backwards" : "a range is out of order", at: offset)
      }
    } else if hasUnicodeFlag {
      throw mistake("a range needs a character at both ends", at: offset)
    }
    return (first, last)
  }

  private mutating func element() throws(PatternError) -> PatternItem {
    guard let scalar = takeScalar() else { throw classNotClosed }
    if scalar == "\\" { return try characterEscape(isInClass: true) }
    // `[:`, `[.` and `[=` may begin the name of a class.
    if isPCRE2, scalar == "[", let next = peek(), ":.=".unicodeScalars.contains(next) {
      throw notFollowed
    }
    return .character(scalar.value)
  }

  private var classNotClosed: PatternError {
    mistake(
      isPCRE2 ? "this class is not closed by ]" : "the character class has no closing ]",
      at: classOffset)
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIPunctuation: Bool {
    ("!"..."~").contains(self) && !isASCIILetter && digitValue == nil
  }
}
