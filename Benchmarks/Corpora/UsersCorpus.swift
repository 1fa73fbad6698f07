extension Corpus {
  private static let seed: UInt64 = 20_260_101

  /// The rules about a ``UserRecord``: ten that can fail, besides presence and type.
  private static let usersProfile = #"""
    { "bulkcheck": 1, "name": "users",
      "fields": {
        "id": { "type": "string", "required": true, "format": "uuid" },
        "username": { "type": "string", "required": true, "length": [3, 20] },
        "email": { "type": "string", "required": true,
          "pattern": "^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$" },
        "age": { "type": "integer", "required": true, "range": [18, 120] },
        "country": { "required": true,
          "enum": ["US", "GB", "DE", "FR", "ES", "IT", "NL", "BE", "PL", "PT", "SE", "NO"] },
        "balance": { "type": "number", "required": true, "range": [0, 10000] },
        "tags": { "type": "array", "separator": "|", "required": true, "maxItems": 5 },
        "address.city": { "type": "string", "required": true, "maxLength": 40 },
        "plan": { "required": true, "enum": ["free", "pro", "team"] },
        "bio": { "type": "string", "maxLength": 160 }
      } }
    """#

  /// A profile of these fields that only asks for their keys: their values are found, and no rule
  /// judges them.
  private static let presenceProfile = #"""
    { "bulkcheck": 1, "name": "presence",
      "fields": {
        "id": { "present": true }, "username": { "present": true }, "email": { "present": true },
        "age": { "present": true }, "country": { "present": true }, "balance": { "present": true },
        "tags": { "present": true }, "address.city": { "present": true },
        "plan": { "present": true }, "bio": { "present": true }
      } }
    """#

  /// User accounts judged by presence alone: what finding the values costs.
  public var withPresenceAlone: Corpus {
    let truth = Truth(records: truth.records)
    return Corpus(name: name, profile: Self.presenceProfile, bytes: bytes, truth: truth)
  }

  /// User accounts as JSONL, about 330 bytes a record.
  public static func usersJSONL(records: Int) -> Corpus {
    users(records: records, name: "users.jsonl", header: "") { user, bytes in
      bytes.append(contentsOf: #"{"id":"\#(user.id)","username":"\#(user.username)","#.utf8)
      bytes.append(contentsOf: #""email":"\#(user.email)","age":\#(user.age),"#.utf8)
      bytes.append(contentsOf: #""country":"\#(user.country)","balance":\#(user.balance),"#.utf8)
      let tags = user.tags.map { "\"\($0)\"" }.joined(separator: ",")
      bytes.append(contentsOf: #""tags":[\#(tags)],"address":{"city":"\#(user.city)"},"#.utf8)
      bytes.append(contentsOf: #""plan":"\#(user.plan)","bio":""#.utf8)
      for byte in user.bio.utf8 {
        if byte == UInt8(ascii: "\"") { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
      bytes.append(contentsOf: "\"}\n".utf8)
    }
  }

  /// These accounts as CSV, about 200 bytes a row.
  public static func usersCSV(records: Int) -> Corpus {
    let header = "id,username,email,age,country,balance,tags,address.city,plan,bio\n"
    return users(records: records, name: "users.csv", header: header) { user, bytes in
      let tags = user.tags.joined(separator: "|")
      let cells = [
        user.id, user.username, user.email, "\(user.age)", user.country, user.balance, tags,
        user.city, user.plan,
      ]
      bytes.append(contentsOf: cells.joined(separator: ",").utf8)
      bytes.append(contentsOf: ",\"".utf8)
      for byte in user.bio.utf8 {
        if byte == UInt8(ascii: "\"") { bytes.append(byte) }
        bytes.append(byte)
      }
      bytes.append(contentsOf: "\"\n".utf8)
    }
  }

  private static func users(
    records: Int, name: String, header: String, write: (UserRecord, inout [UInt8]) -> Void
  ) -> Corpus {
    var random = RandomNumbers(seed: seed)
    var bytes = Array(header.utf8)
    var truth = Truth()
    for _ in 0..<records {
      let user = UserRecord(from: &random)
      write(user, &bytes)
      truth.note(user.broken)
    }
    return Corpus(name: name, profile: usersProfile, bytes: bytes, truth: truth)
  }
}
