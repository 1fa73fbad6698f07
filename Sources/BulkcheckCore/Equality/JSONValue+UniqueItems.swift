extension JSONValue {
  /// Whether no two elements of an array are equal. Expected linear time, whatever the elements.
  ///
  /// Found by fingerprints in a table and confirmed by ``equal(_:_:_:)``; the table is kept for the
  /// next array.
  package static func uniqueItems(
    _ rawArray: ByteView, _ arena: inout ByteArena, _ table: inout ItemTable
  ) -> Bool {
    table.removeAll()
    var cursor = JSONCursor(rawArray)
    guard cursor.take(UInt8(ascii: "[")) else { return true }
    while cursor.nextElement() {
      let start = cursor.position
      let fingerprint = fingerprint(&cursor, &arena)
      let element = rawArray[start..<cursor.position]
      if table.containsOrInsert(element, fingerprint, &arena) { return false }
    }
    return true
  }
}
