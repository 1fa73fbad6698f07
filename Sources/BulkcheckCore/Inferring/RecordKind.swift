/// The records that have a certain string as a member: one of several kinds that are mixed in an
/// input.
package struct RecordKind: Hashable, Sendable {
  /// The name of the member.
  package var member: String
  package var value: String

  package init(member: String, value: String) {
    self.member = member
    self.value = value
  }
}

/// Tells records of a kind from others.
struct RecordKindCheck: Sendable {
  private let member: OwnedBytes
  private let value: OwnedBytes

  init(_ kind: RecordKind) {
    member = OwnedBytes(kind.member)
    value = OwnedBytes(kind.value)
  }

  /// Whether an object is of the kind; the last member of a name counts.
  func holds(_ object: ByteView, _ arena: inout ByteArena) -> Bool {
    var members = MemberCursor(object)
    var holds = false
    while let next = members.next(&arena) {
      guard next.name.equals(member.view) else { continue }
      let text = next.value
      holds =
        text.count >= 2 && text[0] == Ascii.quote
        && JSONString.unescape(text[1..<text.count - 1], into: &arena).equals(value.view)
    }
    return holds
  }
}
