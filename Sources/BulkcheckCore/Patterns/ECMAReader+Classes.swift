/// Classes: `[a-z]`, `\d`, `\p{Lu}`.
extension ECMAReader {
  /// A set of characters that has an escape of its own.
  enum NamedSet {
    /// The letter of `\d \D \w \W \s \S`.
    case letter(UInt8)
    /// In braces, for PCRE2.
    case property(String, isNegated: Bool)
  }

  /// A member of a class.
  private enum Member {
    case character(UInt32)
    case set(NamedSet)
  }

  /// The escape behind a backslash, if it is that of a set.
  mutating func takeClassEscape() throws(Failure) -> NamedSet? {
    guard let byte = next else { return nil }
    switch byte {
    case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "w"), UInt8(ascii: "W"),
      UInt8(ascii: "s"), UInt8(ascii: "S"):
      position += 1
      return .letter(byte)
    case UInt8(ascii: "p"), UInt8(ascii: "P"):
      let offset = position - 1
      guard let name = try takeProperty(at: offset) else { return nil }
      return .property(name, isNegated: byte == UInt8(ascii: "P"))
    default: return nil
    }
  }

  /// `p{Lu}`, `P{Script=Greek}`: the property as PCRE2 has it. nil if it is only a letter, as it is
  /// without `u`.
  private mutating func takeProperty(at offset: Int) throws(Failure) -> String? {
    guard byte(after: 1) == UInt8(ascii: "{"),
      let close = text.firstIndex(of: UInt8(ascii: "}"), from: position + 2)
    else {
      if isLenient { return nil }
      throw mistake("\\p needs the name of a property in braces", at: offset)
    }
    if isLenient { throw mixed("\\p{…}", at: offset) }
    let name = text[(position + 2)..<close].text
    guard let property = ECMAProperty.text(name) else {
      throw mistake("no property is named \(name)", at: offset)
    }
    position = close + 1
    return property
  }

  /// Writes a set, as a class or as a part of one.
  mutating func emit(_ set: NamedSet, isInClass: Bool, at offset: Int) throws(Failure) {
    switch set {
    case .property(let name, let isNegated):
      guard !flags.contains(.caseless) || !translates else {
        throw untranslatable("a property is used in a part that ignores case", at: offset)
      }
      let isInverted = name.hasPrefix("^")
      emit((isNegated != isInverted ? "\\P{" : "\\p{") + name.drop { $0 == "^" } + "}")
    case .letter(let letter):
      let isNegated = letter & 0x20 == 0
      switch letter | 0x20 {
      case UInt8(ascii: "s"):
        if isInClass { return emit(isNegated ? Self.noSpace : Self.space) }
        emit((isNegated ? "[^" : "[") + Self.space + "]")
      case UInt8(ascii: "w") where flags.contains(.caseless):
        if isInClass { return emit(isNegated ? Self.noCaselessWord : Self.word) }
        emit((isNegated ? "[^" : "[") + Self.word + "]")
      // Beside a property, PCRE2 takes the complements for less than they are in `[^\D\p{L}]`.
      case UInt8(ascii: "w") where isInClass && isNegated: emit(Self.noWord)
      case UInt8(ascii: "d") where isInClass && isNegated: emit(Self.noDigit)
      default: emit("\\" + String(Unicode.Scalar(letter)))
      }
    }
  }

  /// WhiteSpace and LineTerminator, as members of a class.
  private static let space =
    "\\x{9}-\\x{d} \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}"
    + "\\x{3000}\\x{feff}"
  private static let noSpace =
    "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}"
    + "\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}"
    + "\\x{ff00}-\\x{10ffff}"
  private static let word = "A-Za-z0-9_"
  private static let noWord = "\\x{0}-\\/:-@\\[-\\^`\\{-\\x{10ffff}"
  private static let noDigit = "\\x{0}-\\/:-\\x{10ffff}"
  /// Without the long s and the Kelvin sign, which are letters there.
  private static let noCaselessWord =
    "\\x{0}-\\/:-@\\[-\\^`\\{-\\x{17e}\\x{180}-\\x{2129}\\x{212b}-\\x{10ffff}"

  // MARK: Brackets

  mutating func characterClass() throws(Failure) {
    let offset = position
    let start = output.count
    position += 1
    let isNegated = take("^")
    emit(isNegated ? "[^" : "[")
    let membersStart = output.count
    while !take("]") {
      guard next != nil else { throw mistake("the character class has no closing ]", at: offset) }
      try classMember()
    }
    if translates, output.count == membersStart {
      output.removeSubrange(start...)
      emit(isNegated ? Self.anything : "(?!)")
    } else {
      emit("]")
    }
    try quantify(.character, from: start)
  }

  /// One member, or a range.
  private mutating func classMember() throws(Failure) {
    let offset = position
    let first = try takeMember()
    guard next == UInt8(ascii: "-"), let after = byte(after: 1), after != UInt8(ascii: "]") else {
      return try emit(first, at: offset)
    }
    position += 1
    let last = try takeMember()
    if case .character(let lower) = first, case .character(let upper) = last {
      guard lower <= upper else { throw mistake("a range is out of order", at: offset) }
      return emitRange(lower, upper)
    }
    guard isLenient else {
      throw mistake("a range needs a character at both ends", at: offset)
    }
    try emit(first, at: offset)
    emit(0x2D, special: Self.specialInClass)
    try emit(last, at: offset)
  }

  private mutating func takeMember() throws(Failure) -> Member {
    guard take("\\") else { return .character(takeScalar()) }
    if let set = try takeClassEscape() { return .set(set) }
    return .character(try takeCharacterEscape(isInClass: true))
  }

  /// Behind a bracket, `. : =` would begin a name for PCRE2.
  private static let specialInClass = Array("\\]^[-.:=".utf8)

  private mutating func emit(_ member: Member, at offset: Int) throws(Failure) {
    switch member {
    case .character(let scalar): emitRange(scalar, scalar)
    case .set(let set): try emit(set, isInClass: true, at: offset)
    }
  }

  /// A range, without the surrogates in it: no text has them.
  private mutating func emitRange(_ lower: UInt32, _ upper: UInt32) {
    let first = Self.isSurrogate(lower) ? 0xE000 : lower
    let last = Self.isSurrogate(upper) ? 0xD7FF : upper
    guard first <= last else { return }
    emit(first, special: Self.specialInClass)
    guard first < last else { return }
    emit("-")
    emit(last, special: Self.specialInClass)
  }
}
