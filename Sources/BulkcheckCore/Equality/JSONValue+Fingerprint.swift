extension JSONValue {
  /// The fingerprint of a value of any kind: equal for values that are ``equal(_:_:_:)``. One pass; allocates for arrays' and
  /// objects' insides only.
  package static func fingerprint(_ raw: ByteView, _ arena: inout ByteArena) -> Fingerprint {
    var cursor = JSONCursor(raw)
    return fingerprint(&cursor, &arena)
  }

  /// Of the value at the cursor, which moves behind it.
  static func fingerprint(_ cursor: inout JSONCursor, _ arena: inout ByteArena) -> Fingerprint {
    switch cursor.byte {
    case UInt8(ascii: "\""):
      Fingerprint(text: JSONString.unescape(cursor.takeString(), into: &arena))
    case UInt8(ascii: "["): fingerprintArray(&cursor, &arena)
    case UInt8(ascii: "{"): fingerprintObject(&cursor, &arena)
    default: fingerprintScalar(cursor.takeScalar())
    }
  }

  private static func fingerprintScalar(_ raw: ByteView) -> Fingerprint {
    if let number = Decimal.parse(raw) { return Fingerprint(number: number) }
    if raw.isEmpty || raw[0] == UInt8(ascii: "n") { return .null }
    return Fingerprint(boolean: raw[0] == UInt8(ascii: "t"))
  }

  private static func fingerprintArray(
    _ cursor: inout JSONCursor, _ arena: inout ByteArena
  ) -> Fingerprint {
    var elements: [Fingerprint] = []
    cursor.advance()
    while cursor.byte != UInt8(ascii: "]"), cursor.byte != 0 {
      elements.append(fingerprint(&cursor, &arena))
      _ = cursor.take(UInt8(ascii: ","))
    }
    _ = cursor.take(UInt8(ascii: "]"))
    return Fingerprint(array: elements)
  }

  private static func fingerprintObject(
    _ cursor: inout JSONCursor, _ arena: inout ByteArena
  ) -> Fingerprint {
    var members: [MemberFingerprint] = []
    cursor.advance()
    while cursor.byte == UInt8(ascii: "\"") {
      let name = fingerprint(&cursor, &arena)
      _ = cursor.take(UInt8(ascii: ":"))
      let value = fingerprint(&cursor, &arena)
      members.append(MemberFingerprint(name: name, value: value, place: members.count))
      _ = cursor.take(UInt8(ascii: ","))
    }
    _ = cursor.take(UInt8(ascii: "}"))
    members.sort { $0.name != $1.name ? $0.name < $1.name : $0.place < $1.place }
    var parts: [Fingerprint] = []
    parts.reserveCapacity(2 * members.count)
    for (index, member) in members.enumerated() {
      let isLast = index + 1 == members.count || members[index + 1].name != member.name
      if isLast {
        parts.append(member.name)
        parts.append(member.value)
      }
    }
    return Fingerprint(object: parts)
  }
}

private struct MemberFingerprint {
  let name: Fingerprint
  let value: Fingerprint
  let place: Int
}
