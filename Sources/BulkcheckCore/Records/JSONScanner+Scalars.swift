/// Numbers, words and escapes.
extension JSONScanner {
  struct Scalar {
    var kind: ValueKind
    var end: Int
  }

  /// A number, `true`, `false` or `null`. `end` is the position itself if there is none. What
  /// follows it is not looked at: a byte that would belong to the scalar fits in no gap before the
  /// next token.
  @inline(__always)
  mutating func scalar(at position: Int) -> Scalar {
    let end = numberEnd(position)
    if end > position { return Scalar(kind: .number, end: end) }
    return word(at: position)
  }

  @inline(__always)
  private mutating func word(at position: Int) -> Scalar {
    // Eight bytes are readable behind every token: chunks are padded.
    let bytes = chunk.paddedWord(at: position)
    let four = UInt32(truncatingIfNeeded: bytes)
    if four == Word.true { return Scalar(kind: .true, end: position &+ 4) }
    if four == Word.null { return Scalar(kind: .null, end: position &+ 4) }
    if bytes & 0xFF_FFFF_FFFF == Word.false { return Scalar(kind: .false, end: position &+ 5) }
    return Scalar(kind: .absent, end: position)
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
  mutating func numberEnd(_ start: Int) -> Int {
    let isNegative = chunk[start] == Ascii.minus
    var position = isNegative ? start &+ 1 : start
    let first = chunk[position]
    let whole = digitsEnd(position)
    // No digit, or a leading zero.
    if whole == position || first == Ascii.zero && whole > position &+ 1 { return -1 }
    position = whole
    let next = chunk[position]
    if next == Ascii.comma || next == Ascii.closeBrace { return position }
    if next == Ascii.point {
      let end = digitsEnd(position &+ 1)
      guard end > position &+ 1 else { return -1 }
      position = end
    }
    if chunk[position] | 0x20 == UInt8(ascii: "e") {
      position &+= 1
      let sign = chunk[position]
      if sign == Ascii.minus || sign == Ascii.plus { position &+= 1 }
      let end = digitsEnd(position)
      guard end > position else { return -1 }
      position = end
    }
    return position
  }

  /// Behind the decimal digits from `position` on, eight at a time.
  @inline(__always)
  private mutating func digitsEnd(_ start: Int) -> Int {
    var position = start
    while true {
      let digits = chunk.paddedWord(at: position).leadingDigits
      position &+= digits
      if digits < 8 { return position }
    }
  }

  mutating func advanceEscape() {
    escapeCursor += 1
    let next = escapes[escapeCursor]
    nextEscape = next == .max ? .max : Int(next)
  }

  /// Checks the escapes of the string that ends at `close`: known letters, four hex digits,
  /// surrogates in pairs.
  @inline(never)
  mutating func escapesAreValid(upTo close: Int) -> Bool {
    while nextEscape < close {
      let position = nextEscape
      advanceEscape()
      guard chunk[position] == UInt8(ascii: "u") else {
        if Ascii.isSimpleEscape(chunk[position]) { continue }
        return false
      }
      guard let unit = hexUnit(at: position + 1, before: close) else { return false }
      if unit >= 0xDC00, unit <= 0xDFFF { return false }
      guard unit >= 0xD800, unit <= 0xDBFF else { continue }
      // A high surrogate: `\u` and a low one follow at once.
      guard nextEscape == position + 6, nextEscape < close, chunk[nextEscape] == UInt8(ascii: "u"),
        let low = hexUnit(at: position + 7, before: close), low >= 0xDC00, low <= 0xDFFF
      else { return false }
      advanceEscape()
    }
    return true
  }

  /// Four hexadecimal digits as a code unit; nil if there are not four before `close`.
  mutating func hexUnit(at position: Int, before close: Int) -> UInt32? {
    guard position + 4 <= close else { return nil }
    // Each byte at the place of a digit: letters of both cases are folded into one.
    let word = chunk.paddedHalfWord(at: position)
    var unit: UInt32 = 0
    var shift: UInt32 = 0
    while shift < 32 {
      let byte = UInt8(truncatingIfNeeded: word &>> shift)
      let digit = byte &- 0x30
      let letter = (byte | 0x20) &- 0x61
      guard digit < 10 || letter < 6 else { return nil }
      unit = unit &<< 4 | UInt32(digit < 10 ? digit : letter &+ 10)
      shift &+= 8
    }
    return unit
  }

  /// Looks up a key that is written with escapes.
  @inline(never)
  mutating func escapedMember(_ raw: ByteView, of state: Int32) -> Int32 {
    guard states[state].hasKeys else { return FieldTree.none }
    return keys.member(scratch.unescaped(raw), of: state)
  }
}
