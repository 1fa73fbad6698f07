package import BulkcheckDocument

/// A text of SQL in a translated profile that cannot be read.
package struct RefusedSQL: Sendable {
  /// The offset of the node that has the text.
  var node: Int
  /// The offset of the place in it that is wrong.
  package var offset: Int
  package var complaint: Complaint
}

extension DocumentNode {
  /// The profile without the entries of `rules` and `table` that have one of these texts.
  package func without(_ refused: [RefusedSQL]) -> DocumentNode {
    let nodes = Set(refused.map(\.node))
    var kept: [DocumentMember] = []
    for var member in members ?? [] {
      if ["rules", "table"].contains(member.name), let entries = member.value.elements {
        let others = entries.filter { !$0.hasText(at: nodes) }
        if others.isEmpty { continue }
        member.value.kind = .array(others)
      }
      kept.append(member)
    }
    return DocumentNode(kind: .object(kept), offset: offset)
  }

  private func hasText(at offsets: Set<Int>) -> Bool {
    switch kind {
    case .text: offsets.contains(offset)
    case .array(let elements): elements.contains { $0.hasText(at: offsets) }
    case .object(let members): members.contains { $0.value.hasText(at: offsets) }
    case .null, .boolean, .number: false
    }
  }
}
