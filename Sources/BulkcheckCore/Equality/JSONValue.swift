/// Equality of JSON values in raw text, as in JSON Schema (docs/reference/values.md#equality).
/// Numbers compare by value, text by code points after unescaping, and objects without the order of
/// their names. If a name occurs twice, the last one counts.
///
/// The text must be well-formed and nested at most 512 deep; numbers may have leading zeros, as CSV
/// cells do.
package enum JSONValue {
  /// Whether two values are equal. Allocates for objects; unescaped texts stay in the arena until
  /// it is reset.
  package static func equal(_ a: ByteView, _ b: ByteView, _ arena: inout ByteArena) -> Bool {
    var cursorA = JSONCursor(a)
    var cursorB = JSONCursor(b)
    return equal(&cursorA, &cursorB, &arena)
  }

  /// Compares the values at two positions; on true both cursors are behind them.
  private static func equal(
    _ a: inout JSONCursor, _ b: inout JSONCursor, _ arena: inout ByteArena
  ) -> Bool {
    switch (a.byte, b.byte) {
    case (UInt8(ascii: "\""), UInt8(ascii: "\"")):
      let textA = JSONString.unescape(a.takeString(), into: &arena)
      let textB = JSONString.unescape(b.takeString(), into: &arena)
      return textA.equals(textB)
    case (UInt8(ascii: "["), UInt8(ascii: "[")):
      return equalArrays(&a, &b, &arena)
    case (UInt8(ascii: "{"), UInt8(ascii: "{")):
      return equalObjects(&a, &b, &arena)
    case (UInt8(ascii: "\""), _), (_, UInt8(ascii: "\"")), (UInt8(ascii: "["), _),
      (_, UInt8(ascii: "[")), (UInt8(ascii: "{"), _), (_, UInt8(ascii: "{")):
      return false
    default:
      return equalScalars(a.takeScalar(), b.takeScalar())
    }
  }

  private static func equalScalars(_ a: ByteView, _ b: ByteView) -> Bool {
    if a.equals(b) { return true }
    guard let numberA = Decimal.parse(a), let numberB = Decimal.parse(b) else { return false }
    return Decimal.compare(numberA, numberB) == 0
  }

  private static func equalArrays(
    _ a: inout JSONCursor, _ b: inout JSONCursor, _ arena: inout ByteArena
  ) -> Bool {
    a.advance()
    b.advance()
    while true {
      let isEndA = a.take(UInt8(ascii: "]"))
      let isEndB = b.take(UInt8(ascii: "]"))
      if isEndA || isEndB { return isEndA && isEndB }
      guard equal(&a, &b, &arena) else { return false }
      _ = a.take(UInt8(ascii: ","))
      _ = b.take(UInt8(ascii: ","))
    }
  }

  private static func equalObjects(
    _ a: inout JSONCursor, _ b: inout JSONCursor, _ arena: inout ByteArena
  ) -> Bool {
    let membersA = JSONMember.all(&a, &arena)
    let membersB = JSONMember.all(&b, &arena)
    guard membersA.count == membersB.count else { return false }
    for (memberA, memberB) in zip(membersA, membersB) {
      guard memberA.name.equals(memberB.name) else { return false }
    }
    for (memberA, memberB) in zip(membersA, membersB) {
      guard equal(memberA.value, memberB.value, &arena) else { return false }
    }
    return true
  }
}
