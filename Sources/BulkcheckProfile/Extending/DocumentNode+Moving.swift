internal import BulkcheckDocument

/// Recursion is as deep as a document nests.
extension DocumentNode {
  /// This value further behind.
  func moved(by distance: Int) -> DocumentNode {
    if distance == 0 { return self }
    return mapped { $0 + distance }
  }

  private func mapped(_ offset: (Int) -> Int) -> DocumentNode {
    var node = self
    node.offset = offset(self.offset)
    switch kind {
    case .array(let elements): node.kind = .array(elements.map { $0.mapped(offset) })
    case .object(let members):
      node.kind = .object(
        members.map {
          DocumentMember(
            name: $0.name, nameOffset: offset($0.nameOffset), value: $0.value.mapped(offset))
        })
    case .null, .boolean, .number, .text: break
    }
    return node
  }

  /// A profile whose paths of other files begin at the folder of the one that extends it.
  func withFiles(in folder: String) -> DocumentNode {
    guard !folder.isEmpty, let members else { return self }
    return with(
      members.map { member in
        var member = member
        if member.name == "schema" {
          member.value = member.value.withFile(in: folder)
        } else {
          member.value = member.value.withReferences(in: folder)
        }
        return member
      })
  }

  private static let referring = ["references", "covers", "equals"]

  private func withReferences(in folder: String) -> DocumentNode {
    if let elements {
      return DocumentNode(
        kind: .array(elements.map { $0.withReferences(in: folder) }), offset: offset)
    }
    guard let members else { return self }
    return with(
      members.map { member in
        var member = member
        member.value =
          Self.referring.contains(member.name)
          ? member.value.withFileOfLongForm(in: folder) : member.value.withReferences(in: folder)
        return member
      })
  }

  private func withFileOfLongForm(in folder: String) -> DocumentNode {
    guard let members, let value = members.named("value")?.value else {
      return members == nil ? self : withFile(in: folder)
    }
    return with(
      members.map { member in
        var member = member
        if member.name == "value" { member.value = value.withFile(in: folder) }
        return member
      })
  }

  /// A path, or an object with one under `file`; a single dot is the input itself.
  private func withFile(in folder: String) -> DocumentNode {
    if let text {
      if text == "." { return self }
      return DocumentNode(kind: .text(FilePath.joined(folder, text)), offset: offset)
    }
    guard let members else { return self }
    return with(
      members.map { member in
        var member = member
        if member.name == "file" { member.value = member.value.withFile(in: folder) }
        return member
      })
  }

  /// This object with other members.
  func with(_ members: [DocumentMember]) -> DocumentNode {
    DocumentNode(kind: .object(members), offset: offset)
  }
}
