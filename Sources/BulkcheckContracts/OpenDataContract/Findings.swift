internal import BulkcheckDocument

/// The leftovers and the mistakes of the object that is being read.
struct Findings {
  private(set) var leftovers: [Leftover] = []
  private(set) var mistakes: [(offset: Int, complaint: Complaint)] = []

  mutating func leave(_ offset: Int, _ sentence: String) {
    leftovers.append(Leftover(offset: offset, sentence: sentence))
  }

  mutating func complain(_ offset: Int, _ complaint: Complaint) {
    mistakes.append((offset, complaint))
  }

  /// A value is not as expected.
  mutating func complain(_ node: DocumentNode, _ what: String, expected: String) {
    complain(node.offset, .unexpected(what, found: node, expected: expected))
  }

  /// Leaves over a word that the standard does not have.
  mutating func leave(unknown member: DocumentMember, in what: String, known: [String]) {
    let nearest = NearestWord.of(member.name, among: known)
    leave(
      member.nameOffset,
      "\(Complaint.quoted(member.name)) is not a word of the standard for \(what)"
        + (nearest.map { "; did you mean \(Complaint.quoted($0))?" } ?? ""))
  }

  // MARK: Values

  /// The elements of a list; empty after a complaint, and of null.
  mutating func list(_ member: DocumentMember) -> [DocumentNode] {
    if member.value.isNull { return [] }
    if let elements = member.value.elements { return elements }
    complain(member.value, "`\(member.name)`", expected: "a list")
    return []
  }

  /// The members of an object; empty after a complaint, and of null.
  mutating func object(_ node: DocumentNode, _ what: String) -> [DocumentMember] {
    if node.isNull { return [] }
    if let members = node.members { return members }
    complain(node, what, expected: "an object")
    return []
  }

  /// A boolean; nil after a complaint, and of null.
  mutating func boolean(_ member: DocumentMember) -> Bool? {
    if member.value.isNull { return nil }
    if let value = member.value.boolean { return value }
    complain(member.value, "`\(member.name)`", expected: "true or false")
    return nil
  }

  /// A string; nil after a complaint, and of null.
  mutating func text(_ member: DocumentMember) -> String? {
    if member.value.isNull { return nil }
    if let text = member.value.text { return text }
    complain(member.value, "`\(member.name)`", expected: "a string")
    return nil
  }
}
