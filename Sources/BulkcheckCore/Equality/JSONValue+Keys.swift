extension JSONValue {
  /// Whether every key of an object (well-formed JSON text) satisfies the condition; keys are given
  /// unescaped.
  static func hasOnlyKeys(
    _ rawObject: ByteView, _ arena: inout ByteArena, _ isKnown: (ByteView) -> Bool
  ) -> Bool {
    var cursor = JSONCursor(rawObject)
    guard cursor.take(Ascii.openBrace) else { return true }
    while cursor.byte == Ascii.quote {
      let raw = cursor.takeString()
      if !isKnown(JSONString.unescape(raw, into: &arena)) { return false }
      _ = cursor.take(Ascii.colon)
      _ = cursor.takeValue()
      _ = cursor.take(Ascii.comma)
    }
    return true
  }
}
