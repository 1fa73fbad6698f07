/// Whether an A-label (`xn--…`, RFC 5890) encodes a label that IDNA 2008 allows. JSON Schema
/// 2020-12 requires it in `hostname`. Allocates: such labels are rare.
///
/// Covered: Punycode (RFC 3492), no hyphens in the third and fourth place, no leading combining
/// mark, the contextual rules of RFC 5892 appendix A, and its derived property of each code point,
/// computed from the Unicode version of the standard library. Not covered: the Bidi rule (see
/// ``BidiRule``) and that a label is in normalization form C.
enum InternationalLabel {
  static func isValid(_ label: ByteView) -> Bool {
    guard let scalars = Punycode.decode(label[4..<label.count]) else { return false }
    return isValid(scalars)
  }

  /// Whether the label that an A-label encodes is valid.
  static func isValid(_ scalars: [Unicode.Scalar]) -> Bool {
    guard scalars.contains(where: { !$0.isASCII }) else { return false }
    if scalars.count >= 4, scalars[2] == "-", scalars[3] == "-" { return false }
    if scalars.first == "-" || scalars.last == "-" { return false }
    if let first = scalars.first, isMark(first) { return false }
    for index in scalars.indices where !isAllowed(scalars[index]) || !contextHolds(scalars, index) {
      return false
    }
    return digitsAgree(scalars)
  }

  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spacingMark, .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether the derived property of RFC 5892 is PVALID, or CONTEXTJ or CONTEXTO, whose rules are
  /// checked apart. The cases are the sections of its algorithm, in their order.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // 2.6: exceptions.
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    // 2.3: letters, digits and hyphen. Letters that Punycode copies keep their case.
    case 0x2D, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
    // 2.8: characters that join.
    case 0x200C, 0x200D: return true
    // 2.9: the parts of Hangul syllables.
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB: return false
    // 2.5: blocks of marks for symbols, and of music.
    case 0x20D0...0x20FF, 0x1D100...0x1D24F: return false
    default: break
    }
    let properties = scalar.properties
    // 2.2 and 2.4: what folding changes, and what is ignored.
    guard !properties.changesWhenNFKCCaseFolded, !properties.isDefaultIgnorableCodePoint,
      !properties.isWhitespace, !properties.isNoncharacterCodePoint
    else { return false }
    // 2.1: letters and digits.
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark,
      .spacingMark, .decimalNumber:
      return true
    default: return false
    }
  }

  /// RFC 5892 appendix A.1 to A.7.
  private static func contextHolds(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let before = index > 0 ? scalars[index - 1] : nil
    let after = index + 1 < scalars.count ? scalars[index + 1] : nil
    switch scalars[index].value {
    case 0x200C:
      return isVirama(before) || joinsBothSides(scalars, index)
    case 0x200D: return isVirama(before)
    case 0xB7: return before == "l" && after == "l"
    case 0x375: return after.map(isGreek) ?? false
    case 0x5F3, 0x5F4: return before.map(isHebrew) ?? false
    case 0x30FB: return scalars.contains(where: isJapanese)
    default: return true
    }
  }

  private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.canonicalCombiningClass == .virama
  }

  /// A letter that joins on each side, marks passed over. The standard library does not have
  /// Joining_Type: letters of the scripts that join are taken to.
  private static func joinsBothSides(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let before = scalars[..<index].last { !isMark($0) }
    let after = scalars[(index + 1)...].first { !isMark($0) }
    guard let before, let after else { return false }
    return joins(before) && !joinsToTheRightOnly(before) && joins(after)
  }

  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x620...0x64A, 0x66E...0x6D3, 0x6D5, 0x6EE...0x6FF, 0x710...0x72F, 0x74D...0x77F,
      0x7CA...0x7EA, 0x840...0x858, 0x860...0x86A, 0x8A0...0x8C9, 0x1807...0x1878, 0xA840...0xA871:
      scalar.value != 0x621
    default: false
    }
  }

  private static func joinsToTheRightOnly(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x622...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x673, 0x675...0x677,
      0x688...0x699, 0x6C0, 0x6C3...0x6CB, 0x6CD, 0x6CF, 0x6D2, 0x6D3, 0x6D5, 0x6EE, 0x6EF,
      0x710, 0x715...0x719, 0x71E, 0x728, 0x72A, 0x72C, 0x72F, 0x74D, 0x759...0x75B, 0x76B, 0x76C,
      0x771, 0x773, 0x774, 0x778, 0x779:
      true
    default: false
    }
  }

  private static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x370...0x373, 0x375...0x377, 0x37A...0x37D, 0x37F, 0x384, 0x386, 0x388...0x3E1,
      0x3F0...0x3FF, 0x1D26...0x1D2A, 0x1F00...0x1FFE:
      true
    default: false
    }
  }

  private static func isHebrew(_ scalar: Unicode.Scalar) -> Bool {
    (0x591...0x5F4).contains(scalar.value) || (0xFB1D...0xFB4F).contains(scalar.value)
  }

  /// Hiragana, Katakana (the middle dot itself apart) or Han.
  private static func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF,
      0x3005, 0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAD9, 0xFF66...0xFF6F, 0xFF71...0xFF9D, 0x1B000...0x1B16F, 0x20000...0x323AF:
      true
    default: false
    }
  }

  /// A.8 and A.9: Arabic-Indic digits and extended ones do not mix.
  private static func digitsAgree(_ scalars: [Unicode.Scalar]) -> Bool {
    let hasPlain = scalars.contains { (0x660...0x669).contains($0.value) }
    let hasExtended = scalars.contains { (0x6F0...0x6F9).contains($0.value) }
    return !(hasPlain && hasExtended)
  }
}
