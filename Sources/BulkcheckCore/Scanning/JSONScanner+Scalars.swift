/// Numbers, words and escapes.
extension JSONScanner {
  struct Scalar {
    var kind: ValueKind
    var end: Int
  }

  /// A number, `true`, `false` or `null` that ends before a blank or structural byte.
  @inline(__always)
  mutating func scalar(at position: Int) -> Scalar? {
    let scalar: Scalar
    switch chunk[position] {
    case UInt8(ascii: "t"):
      guard matches("rue", at: position + 1) else { return nil }
      scalar = Scalar(kind: .true, end: position + 4)
    case UInt8(ascii: "f"):
      guard matches("alse", at: position + 1) else { return nil }
      scalar = Scalar(kind: .false, end: position + 5)
    case UInt8(ascii: "n"):
      guard matches("ull", at: position + 1) else { return nil }
      scalar = Scalar(kind: .null, end: position + 4)
    default:
      let end = numberEnd(position)
      guard end > position else { return nil }
      scalar = Scalar(kind: .number, end: end)
    }
    return Ascii.endsScalar(chunk[scalar.end]) ? scalar : nil
  }

  /// Stops at the record's line feed at the latest.
  @inline(__always)
  mutating func matches(_ rest: StaticString, at position: Int) -> Bool {
    for offset in 0..<rest.utf8CodeUnitCount {
      // SAFETY: within the literal.
      if chunk[position + offset] != (unsafe rest.utf8Start[offset]) { return false }
    }
    return true
  }

  /// The end of the JSON number at `position`, or -1. A line feed ends every record, so the loops stop within it.
  @inline(__always)
  mutating func numberEnd(_ start: Int) -> Int {
    var position = start
    if chunk[position] == Ascii.minus { position += 1 }
    let first = chunk[position]
    guard Ascii.isDigit(first) else { return -1 }
    position += 1
    if first != Ascii.zero {
      while Ascii.isDigit(chunk[position]) { position += 1 }
    }
    if chunk[position] == Ascii.point {
      position += 1
      guard Ascii.isDigit(chunk[position]) else { return -1 }
      while Ascii.isDigit(chunk[position]) { position += 1 }
    }
    if chunk[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      let sign = chunk[position]
      if sign == Ascii.minus || sign == Ascii.plus { position += 1 }
      guard Ascii.isDigit(chunk[position]) else { return -1 }
      while Ascii.isDigit(chunk[position]) { position += 1 }
    }
    return position
  }

  mutating func advanceEscape() {
    escapeCursor += 1
    let next = escapes[escapeCursor]
    nextEscape = next == .max ? .max : Int(next)
  }

  /// Checks the escapes of the string that ends at `close`: known letters, four hex digits, surrogates in pairs.
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

  mutating func hexUnit(at position: Int, before close: Int) -> UInt32? {
    guard position + 4 <= close else { return nil }
    var unit: UInt32 = 0
    for offset in 0..<4 {
      guard let digit = Ascii.hexValue(chunk[position + offset]) else { return nil }
      unit = unit << 4 | UInt32(digit)
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
