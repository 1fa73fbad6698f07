/// Classes in brackets.
extension PatternParser {
  /// The kind of item before a hyphen, which decides what may follow it.
  private enum Before {
    /// Nothing, a range, or a class escape: the hyphen stands for itself.
    case noCharacter
    case classEscape
    case character(UInt8)
  }

  /// The members of a class, behind its bracket.
  mutating func bracketed() throws(Unsupported) -> PatternTree.Members {
    let isNegated = take("^")
    var set = ASCIISet.none
    var isWide = false
    var before = Before.noCharacter
    var isFirst = true
    while true {
      let byte = try takeByte()
      if byte == UInt8(ascii: "]"), !isFirst { break }
      isFirst = false
      if byte == UInt8(ascii: "-"), next != UInt8(ascii: "]") {
        switch before {
        case .character(let lower):
          let upper = try rangeEnd()
          guard lower <= upper else { throw Unsupported() }
          set = set.union(ASCIISet(range: lower...upper))
          isWide = isWide || upper == Self.beyondASCII
          before = .noCharacter
          continue
        case .classEscape: throw Unsupported()
        case .noCharacter: break
        }
      }
      if byte == UInt8(ascii: "\\") {
        let escape = try takeByte()
        if let members = classEscape(escape) {
          set = set.union(members.set)
          isWide = isWide || members.isWide
          before = .classEscape
          continue
        }
        let character = try classCharacterEscape(escape)
        set = set.union(ASCIISet(range: character...character))
        isWide = isWide || character == Self.beyondASCII
        before = .character(character)
        continue
      }
      let character = try plain(byte)
      set = set.union(ASCIISet(range: character...character))
      before = .character(character)
    }
    let members = folded(PatternTree.Members(set, isWide: isWide))
    return isNegated ? PatternTree.Members(members.set.inverted, isWide: true) : members
  }

  /// A character that stands for itself. `[:`, `[.` and `[=` may begin the name of a class.
  private func plain(_ byte: UInt8) throws(Unsupported) -> UInt8 {
    guard byte < 0x80 else { throw Unsupported() }
    if byte == UInt8(ascii: "["), let after = next,
      after == UInt8(ascii: ":") || after == UInt8(ascii: ".") || after == UInt8(ascii: "=")
    {
      throw Unsupported()
    }
    return byte
  }

  private mutating func rangeEnd() throws(Unsupported) -> UInt8 {
    let byte = try takeByte()
    guard byte == UInt8(ascii: "\\") else { return try plain(byte) }
    // A class escape here is a mistake; it ends in `Unsupported` as a letter.
    return try classCharacterEscape(try takeByte())
  }

  private mutating func classCharacterEscape(_ byte: UInt8) throws(Unsupported) -> UInt8 {
    // The backspace, only in classes.
    if byte == UInt8(ascii: "b") { return 0x08 }
    return try characterEscape(byte)
  }
}
