/// RFC 3339 appendix A: `P2W`, or years, months and days, then `T` with hours, minutes and seconds. Units may be left out at
/// both ends of each half, but not between (`P1Y2D` is none). Letters are capitals.
enum DurationFormat {
  static func matches(_ text: ByteView) -> Bool {
    var cursor = FormatCursor(text)
    guard cursor.take(UInt8(ascii: "P")) else { return false }
    if !(cursor.byte == UInt8(ascii: "T")) {
      guard let unit = takeUnits(&cursor, first: UInt8(ascii: "Y"), UInt8(ascii: "M"), UInt8(ascii: "D"))
      else { return false }
      if unit == UInt8(ascii: "W") || cursor.isAtEnd { return cursor.isAtEnd }
    }
    guard cursor.take(UInt8(ascii: "T")) else { return false }
    guard
      let unit = takeUnits(&cursor, first: UInt8(ascii: "H"), UInt8(ascii: "M"), UInt8(ascii: "S"))
    else { return false }
    return unit != UInt8(ascii: "W") && cursor.isAtEnd
  }

  /// One to three numbers with neighbouring units in order, or one with `W`; the last unit, or nil.
  private static func takeUnits(
    _ cursor: inout FormatCursor, first: UInt8, _ second: UInt8, _ third: UInt8
  ) -> UInt8? {
    guard cursor.takeDigits() > 0 else { return nil }
    if cursor.take(UInt8(ascii: "W")) { return UInt8(ascii: "W") }
    if cursor.take(first) {
      guard cursor.byte.isDigit else { return first }
      _ = cursor.takeDigits()
      guard cursor.take(second) else { return nil }
      return takeLast(&cursor, third, after: second)
    }
    if cursor.take(second) { return takeLast(&cursor, third, after: second) }
    return cursor.take(third) ? third : nil
  }

  private static func takeLast(
    _ cursor: inout FormatCursor, _ last: UInt8, after previous: UInt8
  ) -> UInt8? {
    guard cursor.byte.isDigit else { return previous }
    _ = cursor.takeDigits()
    return cursor.take(last) ? last : nil
  }
}
