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
    if folder.isEmpty { return self }
    return withValues {
      $0.name == "schema" ? $0.value.withFile(in: folder) : $0.value.withReferences(in: folder)
    }
  }

  private static let referring = ["references", "covers", "equals"]

  private func withReferences(in folder: String) -> DocumentNode {
    if let elements {
      return DocumentNode(
        kind: .array(elements.map { $0.withReferences(in: folder) }), offset: offset)
    }
    return withValues {
      Self.referring.contains($0.name)
        ? $0.value.withFileOfLongForm(in: folder) : $0.value.withReferences(in: folder)
    }
  }

  private func withFileOfLongForm(in folder: String) -> DocumentNode {
    guard let members else { return self }
    if members.named("value") == nil { return withFile(in: folder) }
    return withValues { $0.name == "value" ? $0.value.withFile(in: folder) : $0.value }
  }

  /// A path, or an object with one under `file`; a single dot is the input itself.
  private func withFile(in folder: String) -> DocumentNode {
    if let text {
      if text == "." { return self }
      return DocumentNode(kind: .text(FilePath.joined(folder, text)), offset: offset)
    }
    return withValues { $0.name == "file" ? $0.value.withFile(in: folder) : $0.value }
  }

  /// An object with other values of its members; anything else as it is.
  private func withValues(_ value: (DocumentMember) -> DocumentNode) -> DocumentNode {
    guard let members else { return self }
    return with(
      members.map {
        DocumentMember(name: $0.name, nameOffset: $0.nameOffset, value: value($0))
      })
  }

  /// This object with other members.
  func with(_ members: [DocumentMember]) -> DocumentNode {
    DocumentNode(kind: .object(members), offset: offset)
  }
}
