internal import PatternSyntax

/// Classes: `[a-z]`, `\d`, `\p{Lu}`.
extension ECMATranslator {
  /// Writes a set, as a class or as a part of one.
  mutating func emit(_ set: PatternSet, isInClass: Bool, at offset: Int) throws(PatternError) {
    switch set {
    case .property(let name, let isNegated):
      guard !flags.contains(.caseless) || !translates else {
        throw reader.untranslatable("a property is used in a part that ignores case", at: offset)
      }
      let isInverted = name.hasPrefix("^")
      emit((isNegated != isInverted ? "\\P{" : "\\p{") + name.drop { $0 == "^" } + "}")
    case .letter(let letter):
      let isNegated = "DWS".unicodeScalars.contains(letter)
      switch letter.properties.lowercaseMapping {
      case "s":
        if isInClass { return emit(isNegated ? Self.noSpace : Self.space) }
        emit((isNegated ? "[^" : "[") + Self.space + "]")
      case "w" where flags.contains(.caseless):
        if isInClass { return emit(isNegated ? Self.noCaselessWord : Self.word) }
        emit((isNegated ? "[^" : "[") + Self.word + "]")
      // Beside a property, PCRE2 takes the complements for less than they are in `[^\D\p{L}]`.
      case "w" where isInClass && isNegated: emit(Self.noWord)
      case "d" where isInClass && isNegated: emit(Self.noDigit)
      default: emit("\\\(letter)")
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

  /// A class, and its members as they are read.
  mutating func emitClass(isNegated: Bool) throws(PatternError) {
    let start = output.count
    emit(isNegated ? "[^" : "[")
    let membersStart = output.count
    while let (first, last) = try reader.member() {
      guard let last else {
        try emitMember(first)
        continue
      }
      if case .character(let lower) = first, case .character(let upper) = last {
        emitRange(lower, upper)
      } else {
        try emitMember(first)
        emit("\\-")
        try emitMember(last)
      }
    }
    if translates, output.count == membersStart {
      output.removeSubrange(start...)
      emit(isNegated ? Self.anything : "(?!)")
    } else {
      emit("]")
    }
  }

  private mutating func emitMember(_ item: PatternItem) throws(PatternError) {
    switch item {
    case .character(let scalar): emitRange(scalar, scalar)
    case .set(let set): try emit(set, isInClass: true, at: reader.offset)
    default: break
    }
  }

  /// Behind a bracket, `. : =` would begin a name for PCRE2.
  private static let specialInClass = Array("\\]^[-.:=".utf8)

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
