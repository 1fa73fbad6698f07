extension JSONValue {
  /// Whether every key of an object (well-formed JSON text) satisfies the condition; keys are given
  /// unescaped.
  static func hasOnlyKeys(
    _ rawObject: ByteView, _ arena: inout ByteArena, _ isKnown: (ByteView) -> Bool
  ) -> Bool {
    var cursor = JSONCursor(rawObject)
    guard cursor.take(Ascii.openBrace) else { return true }
    while let key = cursor.nextKey() {
      if !isKnown(JSONString.unescape(key, into: &arena)) { return false }
      _ = cursor.takeValue()
    }
    return true
  }
}
