/// Goes through the members of an object (well-formed JSON text) in their order.
struct MemberCursor {
  private var cursor: JSONCursor
  private let isObject: Bool

  init(_ object: ByteView) {
    cursor = JSONCursor(object)
    isObject = cursor.take(Ascii.openBrace)
  }

  /// The next member; nil after the last one, and where the text is not an object.
  @inline(__always)
  mutating func next(_ arena: inout ByteArena) -> JSONMember? {
    guard isObject, let key = cursor.nextKey() else { return nil }
    let value = cursor.takeValue()
    return JSONMember(name: JSONString.unescape(key, into: &arena), value: value)
  }
}

/// A member of an object: the unescaped name and the raw value.
struct JSONMember {
  let name: ByteView
  let value: ByteView

  /// The members of the object at the cursor, ordered by name, of each name the last; the cursor
  /// moves behind the object.
  static func all(_ cursor: inout JSONCursor, _ arena: inout ByteArena) -> [JSONMember] {
    var members: [JSONMember] = []
    cursor.advance()
    while let key = cursor.nextKey() {
      let name = JSONString.unescape(key, into: &arena)
      members.append(JSONMember(name: name, value: cursor.takeValue()))
    }
    _ = cursor.take(UInt8(ascii: "}"))
    // The standard library's sort is stable in fact, but does not promise it: the place in the text
    // decides.
    members.sort { left, right in
      let order = left.name.compare(right.name)
      return order != 0 ? order < 0 : left.isBefore(right)
    }
    return lastOfEachName(members)
  }

  /// Values of one text are compared by place.
  private func isBefore(_ other: JSONMember) -> Bool {
    value.begins(before: other.value)
  }

  private static func lastOfEachName(_ members: [JSONMember]) -> [JSONMember] {
    var kept: [JSONMember] = []
    kept.reserveCapacity(members.count)
    for member in members {
      if let last = kept.last, last.name.equals(member.name) { kept.removeLast() }
      kept.append(member)
    }
    return kept
  }
}
