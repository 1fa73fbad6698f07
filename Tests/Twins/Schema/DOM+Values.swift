extension DOM {
  var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    // Of repeated names the last one counts.
    var seen: Set<[UInt8]> = []
    return Array(members.reversed().filter { seen.insert($0.name).inserted }.reversed())
  }

  var elements: [DOM]? { if case .array(let elements) = self { elements } else { nil } }
  var string: String? {
    if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
  var flag: Bool? { if case .bool(let value) = self { value } else { nil } }
  var digits: String? { if case .number(let digits) = self { digits } else { nil } }
}
