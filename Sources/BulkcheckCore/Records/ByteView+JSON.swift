/// Blanks, numbers and words of JSON. Precondition as of the strings.
extension ByteView {
  // MARK: Between values

  /// The first byte at or behind `position` that is not a blank. A line feed is none: it ends the
  /// record.
  @inline(__always)
  func afterBlanks(_ position: Int) -> Int {
    self[position] > Ascii.space ? position : afterSomeBlanks(position)
  }

  @inline(never)
  private func afterSomeBlanks(_ start: Int) -> Int {
    var position = start
    while self[position] == Ascii.space || self[position] == Ascii.tab
      || self[position] == Ascii.carriageReturn
    {
      position &+= 1
    }
    return position
  }

  /// The value behind a key that ends before `position`, or ``malformed``.
  @inline(__always)
  func afterColon(_ position: Int) -> Int {
    let colon = afterBlanks(position)
    return self[colon] == Ascii.colon ? afterBlanks(colon &+ 1) : JSONScanner.malformed
  }

  // MARK: Scalars

  /// A scalar that has been read, as far as it is known.
  struct ReadScalar {
    var kind: ValueKind
    var end: Int
  }

  /// A number, `true`, `false` or `null`. `end` is the position itself if there is none. What
  /// follows it is not looked at: a byte that would belong to the scalar is not a comma or bracket.
  @inline(__always)
  func jsonScalar(at position: Int) -> ReadScalar {
    let end = numberEnd(position)
    if end > position { return ReadScalar(kind: .number, end: end) }
    return word(at: position)
  }

  @inline(__always)
  private func word(at position: Int) -> ReadScalar {
    // Eight bytes are readable behind every token: chunks are padded.
    let bytes = paddedWord(at: position)
    let four = UInt32(truncatingIfNeeded: bytes)
    if four == Word.true { return ReadScalar(kind: .true, end: position &+ 4) }
    if four == Word.null { return ReadScalar(kind: .null, end: position &+ 4) }
    if bytes & 0xFF_FFFF_FFFF == Word.false { return ReadScalar(kind: .false, end: position &+ 5) }
    return ReadScalar(kind: .absent, end: position)
  }

  /// The three words as little-endian numbers.
  private enum Word {
    static var `true`: UInt32 { 0x6575_7274 }
    static var null: UInt32 { 0x6C6C_756E }
    static var `false`: UInt64 { 0x65_736C_6166 }
  }

  /// The end of the JSON number at `position`, or -1. A line feed ends every record, so the loops
  /// stop within it.
  @inline(__always)
  func numberEnd(_ start: Int) -> Int {
    let isNegative = self[start] == Ascii.minus
    var position = isNegative ? start &+ 1 : start
    let first = self[position]
    let whole = digitsEnd(position)
    // No digit, or a leading zero.
    if whole == position || first == Ascii.zero && whole > position &+ 1 { return -1 }
    position = whole
    let next = self[position]
    if next == Ascii.comma || next == Ascii.closeBrace { return position }
    if next == Ascii.point {
      let end = digitsEnd(position &+ 1)
      guard end > position &+ 1 else { return -1 }
      position = end
    }
    if self[position] | 0x20 == UInt8(ascii: "e") {
      position &+= 1
      let sign = self[position]
      if sign == Ascii.minus || sign == Ascii.plus { position &+= 1 }
      let end = digitsEnd(position)
      guard end > position else { return -1 }
      position = end
    }
    return position
  }

  /// Behind the decimal digits from `position` on, eight at a time.
  @inline(__always)
  private func digitsEnd(_ start: Int) -> Int {
    var position = start
    while true {
      let digits = paddedWord(at: position).leadingDigits
      position &+= digits
      if digits < 8 { return position }
    }
  }
}
