/// Reads patterns of the plain kind: classes of ASCII characters, groups, choices, counted
/// repetition, places.
///
/// PCRE2 has accepted the text already and stays the judge of what a pattern is. This parser only
/// finds its meaning. It gives up (``Unsupported``) on syntax that is not plain, and where versions
/// of PCRE2 differ. Examples are backreferences, lookaround, atomic and conditional groups,
/// possessive quantifiers, verbs, options inside, properties, named classes and octal escapes. So
/// are characters that are not ASCII, unless written as `\x{…}`.
struct PatternParser {
  struct Unsupported: Error {}

  let bytes: [UInt8]
  var position = 0
  let isCaseless: Bool
  private let isMultiline: Bool
  private let isDotAll: Bool

  init(_ source: PatternSource) throws(Unsupported) {
    guard !source.options.contains(.extended) else { throw Unsupported() }
    bytes = Array(source.pattern.utf8)
    isCaseless = source.options.contains(.caseInsensitive)
    isMultiline = source.options.contains(.multiline)
    isDotAll = source.options.contains(.dotAll)
  }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The whole pattern.
  mutating func parse() throws(Unsupported) -> PatternTree {
    let tree = try choice()
    guard next == nil else { throw Unsupported() }
    return tree
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// The next byte, which must be there.
  mutating func takeByte() throws(Unsupported) -> UInt8 {
    guard let byte = next else { throw Unsupported() }
    position += 1
    return byte
  }

  private mutating func choice() throws(Unsupported) -> PatternTree {
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return .either(branches)
  }

  private mutating func sequence() throws(Unsupported) -> PatternTree {
    var parts: [PatternTree] = []
    while let byte = next, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      parts.append(try quantified(try atom()))
    }
    return .joined(parts)
  }

  private mutating func atom() throws(Unsupported) -> PatternTree {
    let byte = try takeByte()
    switch byte {
    case UInt8(ascii: "("): return try group()
    case UInt8(ascii: "["): return .member(try bracketed())
    case UInt8(ascii: "\\"): return try escaped()
    case UInt8(ascii: "^"): return .place(isMultiline ? .lineStart : .textStart)
    case UInt8(ascii: "$"): return .place(isMultiline ? .lineEnd : .textEnd)
    case UInt8(ascii: "."):
      let others = isDotAll ? ASCIISet.none : .lineFeed
      return .member(PatternTree.Members(others.inverted, isWide: true))
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"): throw Unsupported()
    case UInt8(ascii: "{"):
      // A literal where no count follows; what counts look like differs between versions.
      guard let after = next, !after.isDigit, after != UInt8(ascii: ","), after > 0x20 else {
        throw Unsupported()
      }
      return .member(literal(byte))
    case 0x80...: throw Unsupported()
    default: return .member(literal(byte))
    }
  }

  /// The character alone, or in both cases.
  private func literal(_ byte: UInt8) -> PatternTree.Members {
    folded(PatternTree.Members(ASCIISet(range: byte...byte)))
  }

  /// The characters that written ones stand for. Some letters have a further case beyond ASCII (the
  /// Kelvin sign, the long s).
  func folded(_ members: PatternTree.Members) -> PatternTree.Members {
    guard isCaseless, members.set.hasLetters else { return members }
    return PatternTree.Members(members.set.caseless, isWide: true)
  }

  private mutating func group() throws(Unsupported) -> PatternTree {
    if next == UInt8(ascii: "*") { throw Unsupported() }
    if take("?") {
      if !take(":") { try groupName() }
    }
    let inner = try choice()
    guard take(")") else { throw Unsupported() }
    return inner
  }

  /// `?<name>`, `?P<name>` or `?'name'`, behind the question mark.
  private mutating func groupName() throws(Unsupported) {
    let isQuoted = take("'")
    if !isQuoted {
      _ = take("P")
      guard take("<") else { throw Unsupported() }
    }
    var length = 0
    while let byte = next, ASCIISet.word.contains(byte) {
      position += 1
      length += 1
    }
    guard length > 0, take(isQuoted ? "'" : ">") else { throw Unsupported() }
  }

  private mutating func escaped() throws(Unsupported) -> PatternTree {
    let byte = try takeByte()
    switch byte {
    case UInt8(ascii: "b"): return .place(.wordBoundary)
    case UInt8(ascii: "B"): return .place(.noWordBoundary)
    case UInt8(ascii: "A"): return .place(.textStart)
    case UInt8(ascii: "z"): return .place(.textEnd)
    default:
      if let members = classEscape(byte) { return .member(members) }
      let character = try characterEscape(byte)
      if character == Self.beyondASCII {
        return .member(PatternTree.Members(.none, isWide: true))
      }
      return .member(literal(character))
    }
  }

  /// `\d \w \s` and their complements.
  func classEscape(_ byte: UInt8) -> PatternTree.Members? {
    switch byte {
    case UInt8(ascii: "d"): PatternTree.Members(.digits)
    case UInt8(ascii: "w"): PatternTree.Members(.word)
    case UInt8(ascii: "s"): PatternTree.Members(.space)
    case UInt8(ascii: "D"): PatternTree.Members(ASCIISet.digits.inverted, isWide: true)
    case UInt8(ascii: "W"): PatternTree.Members(ASCIISet.word.inverted, isWide: true)
    case UInt8(ascii: "S"): PatternTree.Members(ASCIISet.space.inverted, isWide: true)
    default: nil
    }
  }

  /// Stands for each character that is not ASCII.
  static let beyondASCII: UInt8 = 0x80

  /// The ASCII character of an escape, inside and outside of classes, or ``beyondASCII``.
  mutating func characterEscape(_ byte: UInt8) throws(Unsupported) -> UInt8 {
    switch byte {
    case UInt8(ascii: "a"): return 0x07
    case UInt8(ascii: "e"): return 0x1B
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "x"): return try hexEscape()
    default:
      guard byte < 0x80, !ASCIISet.lettersAndDigits.contains(byte) else { throw Unsupported() }
      return byte
    }
  }

  /// `\xhh` or `\x{h…}`, behind the x.
  private mutating func hexEscape() throws(Unsupported) -> UInt8 {
    let isBraced = take("{")
    var value = 0
    var count = 0
    while let byte = next, byte.isHexDigit, isBraced || count < 2 {
      let digit = byte.isDigit ? byte.digitValue : Int(byte | 0x20) - 0x61 + 10
      value = min(value * 16 + digit, Int(Self.beyondASCII))
      position += 1
      count += 1
    }
    guard count >= (isBraced ? 1 : 2), !isBraced || take("}") else { throw Unsupported() }
    // Some characters beyond ASCII are the other case of a letter.
    if value >= 0x80, isCaseless { throw Unsupported() }
    return UInt8(value)
  }

  private mutating func quantified(_ tree: PatternTree) throws(Unsupported) -> PatternTree {
    guard let counts = try quantifier() else { return tree }
    // Lazy or not, there is a match or there is none. A possessive quantifier may miss it, and one
    // of a place or of another quantifier is a rarity.
    _ = take("?")
    if case .place = tree { throw Unsupported() }
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "*") || next == UInt8(ascii: "?") {
      throw Unsupported()
    }
    if try quantifier() != nil { throw Unsupported() }
    return counts.least == 1 && counts.most == 1
      ? tree : .repeated(tree, counts.least, counts.most)
  }

  private mutating func quantifier() throws(Unsupported) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard next == UInt8(ascii: "{"), position + 1 < bytes.count else { return nil }
    let after = bytes[position + 1]
    guard after.isDigit else {
      if after == UInt8(ascii: ",") || after <= 0x20 { throw Unsupported() }
      return nil
    }
    position += 1
    let least = try count()
    if take("}") { return (least, least) }
    guard take(",") else { throw Unsupported() }
    if take("}") { return (least, nil) }
    let most = try count()
    guard take("}"), least <= most else { throw Unsupported() }
    return (least, most)
  }

  private mutating func count() throws(Unsupported) -> Int {
    var value = 0
    var digits = 0
    while let byte = next, byte.isDigit {
      value = min(value * 10 + byte.digitValue, 1 << 20)
      position += 1
      digits += 1
    }
    guard digits > 0 else { throw Unsupported() }
    return value
  }
}

extension PatternTree {
  /// The tree of a pattern, which must be a valid one; nil if it is not of the plain kind.
  init?(_ source: PatternSource) {
    guard var parser = try? PatternParser(source), let tree = try? parser.parse() else {
      return nil
    }
    self = tree
  }
}
