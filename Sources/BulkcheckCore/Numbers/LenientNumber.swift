/// A number that is written with a plus sign, or without a digit before the point.
enum LenientNumber {
  /// The number as JSON has it; other texts stay as they are.
  static func plain(_ text: ByteView, _ arena: inout ByteArena) -> ByteView {
    guard text.isLenientNumber else { return text }
    arena.begin()
    let isNegative = text[0] == Ascii.minus
    if isNegative { arena.append(Ascii.minus) }
    let start = isNegative || text[0] == Ascii.plus ? 1 : 0
    if text[start] == Ascii.point { arena.append(Ascii.zero) }
    arena.append(text[start..<text.count])
    let plain = arena.finish()
    return Decimal.parse(plain) == nil ? text : plain
  }
}

extension ByteView {
  /// Begins as a number with a plus sign, or without a digit before the point.
  var isLenientNumber: Bool {
    guard count > 1, self[0] == Ascii.plus || self[0] == Ascii.point || self[0] == Ascii.minus
    else { return false }
    let first = self[0] == Ascii.point ? 0 : 1
    if self[first] == Ascii.point { return count > first + 1 && Ascii.isDigit(self[first + 1]) }
    return self[0] == Ascii.plus && Ascii.isDigit(self[1])
  }
}
