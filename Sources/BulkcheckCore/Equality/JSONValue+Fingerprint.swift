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
    var members = MemberFingerprints()
    cursor.advance()
    while let key = cursor.nextKey() {
      let name = Fingerprint(text: JSONString.unescape(key, into: &arena), keys)
      members.add(name: name, value: fingerprint(&cursor, &arena, keys))
    }
    _ = cursor.take(UInt8(ascii: "}"))
    return members.fingerprint(leavingOut: nil, keys)
  }
}

/// The members of an object, whose order means nothing; of each name the last one counts.
struct MemberFingerprints {
  private struct Member {
    let name: Fingerprint
    let value: Fingerprint
    let place: Int
  }

  private var members: [Member] = []

  mutating func add(name: Fingerprint, value: Fingerprint) {
    members.append(Member(name: name, value: value, place: members.count))
  }

  mutating func removeAll() { members.removeAll(keepingCapacity: true) }

  /// The fingerprint of the object.
  ///
  /// - Parameter ignored: members with this value count as absent.
  mutating func fingerprint(leavingOut ignored: Fingerprint?, _ keys: HashKeys) -> Fingerprint {
    members.sort { $0.name != $1.name ? $0.name < $1.name : $0.place < $1.place }
    var builder = FingerprintBuilder(.object, keys)
    for (index, member) in members.enumerated() {
      let isLast = index + 1 == members.count || members[index + 1].name != member.name
      if isLast, member.value != ignored {
        builder.append(member.name)
        builder.append(member.value)
      }
    }
    return builder.finish()
  }
}
