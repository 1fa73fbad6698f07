internal import BulkcheckCore
internal import BulkcheckDocument

/// `references`: the values of a column of another file.
extension ProfileReader {
  /// The operand of `references`; nil after a complaint about its form. Its values are there only
  /// in the second reading, and if the file can be read.
  mutating func referencedColumn(
    _ node: DocumentNode, _ context: BlockContext
  ) -> ReferencedColumn? {
    guard let members = node.members else {
      return refuse(node, "`references`", expected: Complaint.referenceForm)
    }
    var format: InputFormat?
    var hasUnknownKey = false
    for member in members {
      switch member.name {
      case "file", "column": break
      case "format": format = word(member.value, "`format` of `references`", as: InputFormat.self)
      case let name where AttributeKey(rawValue: name) != nil:
        complain(member.nameOffset, .referenceAttribute(name))
      case let name:
        hasUnknownKey = true
        complain(
          member.nameOffset,
          .unknownKey(name, in: "`references`", known: ["file", "column", "format"]))
      }
    }
    // A key that is misspelt is not missing, too.
    let offset = hasUnknownKey ? nil : node.offset
    guard let file = text("file", of: members, at: offset),
      let column = text("column", of: members, at: offset)
    else { return nil }
    let types = known.declarations[context.path]?.types ?? []
    let scalars = types.filter { $0 != .array && $0 != .object }
    let request = ReferenceRequest(
      file: file.text, column: column.text, path: try? PathParser.path(column.text),
      format: format, types: scalars)
    let values = isFirstReading ? nil : load(request, file.offset, column.offset)
    return ReferencedColumn(
      file: file.text, column: column.text, values: values ?? ValueSetBuilder().finish())
  }

  /// A member's text and place; nil after a complaint.
  ///
  /// - Parameter offset: where it is missing, if it is; nil: there has been a complaint.
  private mutating func text(
    _ name: String, of members: [DocumentMember], at offset: Int?
  ) -> (text: String, offset: Int)? {
    guard let member = members.named(name) else {
      if let offset { complain(offset, .referenceWithout(name)) }
      return nil
    }
    return text(member.value, "`\(name)` of `references`", mayBeEmpty: false).map {
      ($0, member.value.offset)
    }
  }

  /// The values, read once for all rules that ask for the same.
  private mutating func load(
    _ request: ReferenceRequest, _ fileOffset: Int, _ columnOffset: Int
  ) -> ValueSet? {
    guard let loadReference else { return refuse(fileOffset, .referencesUnreadable) }
    let result: Result<LoadedReference, ReferenceFault>
    if let loaded = loadedReferences[request] {
      result = loaded
    } else {
      do throws(ReferenceFault) {
        result = .success(try loadReference(request))
      } catch {
        result = .failure(error)
      }
      loadedReferences[request] = result
    }
    switch result {
    case .failure(let fault):
      return refuse(
        fault.isAboutColumn ? columnOffset : fileOffset,
        .reference(fault, column: request.column))
    case .success(let loaded):
      let file = ReferenceFile(
        file: request.file, column: request.column, sha256: loaded.sha256,
        count: loaded.values.count)
      if seenReferences.insert(file).inserted { ruleSet.referenceFiles.append(file) }
      return loaded.values
    }
  }
}
