extension JSONValue {
  /// The fingerprint of a value of any kind: equal for values that are ``equal(_:_:_:)``. One pass;
  /// allocates for arrays' and objects' insides only.
  package static func fingerprint(
    _ raw: ByteView, _ arena: inout ByteArena, _ keys: HashKeys = .process
  ) -> Fingerprint {
    var cursor = JSONCursor(raw)
    return fingerprint(&cursor, &arena, keys)
  }

  /// The fingerprint of the value at the cursor, which moves behind it.
  static func fingerprint(
    _ cursor: inout JSONCursor, _ arena: inout ByteArena, _ keys: HashKeys = .process
  ) -> Fingerprint {
    switch cursor.byte {
    case UInt8(ascii: "\""):
      Fingerprint(text: JSONString.unescape(cursor.takeString(), into: &arena), keys)
    case UInt8(ascii: "["): fingerprintArray(&cursor, &arena, keys)
    case UInt8(ascii: "{"): fingerprintObject(&cursor, &arena, keys)
    default: fingerprintScalar(cursor.takeScalar(), keys)
    }
  }

  private static func fingerprintScalar(_ raw: ByteView, _ keys: HashKeys) -> Fingerprint {
    if let number = Decimal.parse(raw) { return Fingerprint(number: number, keys) }
    if raw.isEmpty || raw[0] == UInt8(ascii: "n") { return .null(keys) }
    return Fingerprint(boolean: raw[0] == UInt8(ascii: "t"), keys)
  }

  private static func fingerprintArray(
    _ cursor: inout JSONCursor, _ arena: inout ByteArena, _ keys: HashKeys
  ) -> Fingerprint {
    var builder = FingerprintBuilder(.array, keys)
    cursor.advance()
    while cursor.nextElement() { builder.append(fingerprint(&cursor, &arena, keys)) }
    _ = cursor.take(UInt8(ascii: "]"))
    return builder.finish()
  }

  private static func fingerprintObject(
    _ cursor: inout JSONCursor, _ arena: inout ByteArena, _ keys: HashKeys
  ) -> Fingerprint {
    var members: [MemberFingerprint] = []
    cursor.advance()
    while let key = cursor.nextKey() {
      let name = Fingerprint(text: JSONString.unescape(key, into: &arena), keys)
      let value = fingerprint(&cursor, &arena, keys)
      members.append(MemberFingerprint(name: name, value: value, place: members.count))
    }
    _ = cursor.take(UInt8(ascii: "}"))
    members.sort { $0.name != $1.name ? $0.name < $1.name : $0.place < $1.place }
    var builder = FingerprintBuilder(.object, keys)
    for (index, member) in members.enumerated() {
      let isLast = index + 1 == members.count || members[index + 1].name != member.name
      if isLast {
        builder.append(member.name)
        builder.append(member.value)
      }
    }
    return builder.finish()
  }
}

private struct MemberFingerprint {
  let name: Fingerprint
  let value: Fingerprint
  let place: Int
}
