internal import BulkcheckCore
internal import Requirements

/// A member of a value that is decoded without the rest of the value.
struct DecodedMember: Sendable {
  /// The names on the way to it.
  let names: [String]
  private let type: ClosureType
  /// Whether it fails if it is missing. Otherwise it is nil, or the rule that it must be there has
  /// failed already.
  private let mustBeThere: Bool

  init(_ names: [String], _ type: any Decodable.Type, mustBeThere: Bool) {
    self.names = names
    self.type = ClosureType(type: type)
    self.mustBeThere = mustBeThere
  }

  /// Whether its bytes are read only during the call.
  var isReadAtOnce: Bool { RecordDecoding.isReadAtOnce(type.type) }

  /// The decoded member; nil if it is missing and its type has no value for that.
  func value(in members: JSONMembers, _ plan: DecodingPlan) throws -> (any Decodable)? {
    var trail = CodingTrail()
    var found = members.member(names[0])
    trail = trail.appending(FieldKey(names[0]))
    for name in names.dropFirst() {
      guard let outer = found, !outer.isNull() else { break }
      found = try outer.object(trail, plan.keys).member(name)
      trail = trail.appending(FieldKey(name))
    }
    let isMissing = found?.isNull() ?? true
    if isMissing, !mustBeThere, !Optionals.isOptional(type.type) { return nil }
    let source = found ?? JSONSource(kind: .null, text: .empty)
    func decode<Value: Decodable>(_ type: Value.Type) throws -> any Decodable {
      try FieldSource.json(source).value(type, trail, plan)
    }
    let type = type.type
    return try decode(type)
  }
}

extension DecodedMember {
  /// The columns of CSV that make up these members, of all those of the value around.
  static func columns(
    _ members: [ClosureCheck.Member], on ways: [ArraySlice<String>]
  ) -> [ClosureCheck.Member] {
    members.compactMap { member in
      let inner = ways.filter { $0.first.map { $0.utf8.elementsEqual(member.name.utf8) } ?? false }
        .map { $0.dropFirst() }
      if inner.isEmpty { return nil }
      if inner.contains(where: \.isEmpty) { return member }
      var member = member
      member.members = columns(member.members, on: inner)
      return member
    }
  }
}
