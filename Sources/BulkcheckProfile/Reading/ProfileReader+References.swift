internal import BulkcheckCore
internal import BulkcheckDocument

/// `references`, `covers` and `equals`: what another file holds.
extension ProfileReader {
  /// A text of the operand, and where it is written.
  typealias OperandText = (text: String, offset: Int)

  /// The file that stands for the input itself.
  static let inputItself = "."

  /// The statement of `references` on a field; nil after a complaint about its form. Its values are
  /// there only in the second reading, and if the file can be read.
  mutating func reference(_ node: DocumentNode, _ context: BlockContext) -> Expression? {
    let isToSection = node.members?.named("section") != nil
    let word = isToSection ? ReferenceWord.sectionField : .references
    guard let (members, offset) = operand(node, word) else { return nil }
    if isToSection {
      guard let target = target(members, word, at: offset),
        let field = text("field", of: members, word, at: offset)
      else { return nil }
      return inputReference([context.path], [field], target)
    }
    guard let file = text("file", of: members, word, at: offset),
      let column = text("column", of: members, word, at: offset)
    else { return nil }
    if file.text == Self.inputItself {
      complainOfInput(members)
      return inputReference([context.path], [column], ReferenceTarget(section: section))
    }
    return values(file, column, members, .references, of: context.path).map {
      .constraint(.references($0))
    }
  }

  /// `references` as an entry of `rules`: combinations of several fields.
  mutating func combination(_ node: DocumentNode) -> Expression? {
    let isToSection = node.members?.named("section") != nil
    let word = isToSection ? ReferenceWord.sectionFields : .combination
    guard let (members, offset) = operand(node, word) else { return nil }
    let target = isToSection ? target(members, word, at: offset) : nil
    let file = isToSection ? nil : text("file", of: members, word, at: offset)
    guard let fieldNodes = nodes("fields", of: members, word, at: offset),
      let columnNodes = nodes("columns", of: members, word, at: offset)
    else { return nil }
    let fields = fieldNodes.compactMap { singlePath($0, "an element of `fields`") }
    let columns = columnNodes.compactMap { column -> OperandText? in
      text(column, "an element of `columns`", mayBeEmpty: false).map { ($0, column.offset) }
    }
    guard fields.count == fieldNodes.count, columns.count == columnNodes.count else { return nil }
    guard fields.count == columns.count else {
      return refuse(node.offset, .unequalColumns(fields: fields.count, columns: columns.count))
    }
    guard fields.count <= CombinationSet.partsMaximum else {
      return refuse(node.offset, .tooManyColumns(CombinationSet.partsMaximum))
    }
    if let target { return inputReference(fields, columns, target) }
    guard let file else { return nil }
    if file.text == Self.inputItself {
      complainOfInput(members)
      return inputReference(fields, columns, ReferenceTarget(section: section))
    }
    var request = ReferenceRequest(
      purpose: .combinations, file: file.text,
      columns: zip(columns, fields).map { referenceColumn($0.text, of: $1) },
      format: format(members, word))
    request.input = referenceInput(members, word, columns.map(\.text))
    var combinations = CombinationSet.none
    if case .combinations(let loaded)? = load(request, file.offset, columns[0].offset) {
      combinations = loaded
    }
    return .combination(
      ReferencedCombination(
        fields: fields, file: file.text, columns: columns.map(\.text), values: combinations))
  }

  /// The operand of `covers`.
  mutating func coverage(_ node: DocumentNode) -> Coverage? {
    guard let (members, offset) = operand(node, .covers) else { return nil }
    let of = text("of", of: members, .covers, at: offset)
    guard let file = text("file", of: members, .covers, at: offset),
      let column = text("column", of: members, .covers, at: offset), let of,
      let path = path(of.text, at: of.offset)
    else { return nil }
    mention(path, at: of.offset)
    if file.text == Self.inputItself { return refuse(file.offset, .coversInput) }
    return values(file, column, members, .covers, of: path).map {
      Coverage(path: path, reference: $0)
    }
  }

  /// The operand of `equals`: the number, and what reports say of it.
  mutating func referencedNumber(_ node: DocumentNode) -> (digits: String, written: Literal)? {
    guard let (members, offset) = operand(node, .equals),
      let file = text("file", of: members, .equals, at: offset),
      let place = text("path", of: members, .equals, at: offset),
      let path = path(place.text, at: place.offset)
    else { return nil }
    guard !path.leadsToSeveral else {
      return refuse(place.offset, .severalValues("`path` of `equals`"))
    }
    let request = ReferenceRequest(
      purpose: .number, file: file.text,
      columns: [ReferenceRequest.Column(name: place.text, path: path)])
    var digits = "0"
    if case .number(let loaded)? = load(request, file.offset, place.offset) { digits = loaded }
    guard let number = OwnedDecimal(digits), number.value.isInRange else {
      return refuse(place.offset, .hugeReferencedNumber)
    }
    let written = Literal.object([
      Literal.Member(name: "file", value: .text(file.text)),
      Literal.Member(name: "path", value: .text(place.text)),
      Literal.Member(name: "value", value: .number(digits)),
    ])
    return (digits, written)
  }

  // MARK: Operands

  /// The members of an operand, and where one is missing, if it is; nil: a key is misspelt, which
  /// has been complained of.
  private mutating func operand(
    _ node: DocumentNode, _ word: ReferenceWord
  ) -> (members: [DocumentMember], offset: Int?)? {
    guard let members = node.members else {
      return refuse(node, "`\(word.name)`", expected: word.form)
    }
    var hasUnknownKey = false
    for member in members where !word.keys.contains(member.name) {
      if case .references = word, AttributeKey(rawValue: member.name) != nil {
        complain(member.nameOffset, .referenceAttribute(member.name))
        continue
      }
      hasUnknownKey = true
      complain(
        member.nameOffset, .unknownKey(member.name, in: "`\(word.name)`", known: word.keys))
    }
    return (members, hasUnknownKey ? nil : node.offset)
  }

  private mutating func format(
    _ members: [DocumentMember], _ word: ReferenceWord
  ) -> InputFormat? {
    members.named("format").flatMap {
      self.word($0.value, "`format` of `\(word.name)`", as: InputFormat.self)
    }
  }

  /// The input itself is read as the profile says of all inputs.
  private mutating func complainOfInput(_ members: [DocumentMember]) {
    guard let member = members.named("input") else { return }
    complain(member.nameOffset, .inputOfInput)
  }

  /// The member `input`: how the file is read.
  ///
  /// - Parameter columns: those that are asked for.
  private mutating func referenceInput(
    _ members: [DocumentMember], _ word: ReferenceWord, _ columns: [String]
  ) -> ReferenceInput {
    var input = ReferenceInput()
    guard let node = members.named("input")?.value else { return input }
    let what = "`input` of `\(word.name)`"
    let keys = ["missingValues", "encoding", "records", "csv", "normalize"]
    for member in self.members(node, what, keys: keys) {
      switch member.name {
      case "encoding": input.encoding = encoding(member.value)
      case "records": input.records = recordPointer(member.value)
      case "csv": input.csv = csvOptions(member.value)
      case "missingValues":
        input.missingValues = texts(member.value, "`missingValues`", mayBeEmpty: true)
      default:
        for column in self.members(member.value, "`normalize` of \(what)", keys: columns) {
          let steps = list(column.value, "`normalize` of a column", of: "changes") ?? []
          input.changes.append(
            ReferenceInput.ColumnChanges(
              column: column.name, changes: steps.compactMap { change($0, mayBeDefault: false) }))
        }
      }
    }
    return input
  }

  /// A member's text and place; nil after a complaint.
  ///
  /// - Parameter offset: where it is missing, if it is; nil: there has been a complaint.
  private mutating func text(
    _ name: String, of members: [DocumentMember], _ word: ReferenceWord, at offset: Int?
  ) -> OperandText? {
    member(name, of: members, word, at: offset).flatMap { member in
      text(member.value, "`\(name)` of `\(word.name)`", mayBeEmpty: false).map {
        ($0, member.value.offset)
      }
    }
  }

  private mutating func nodes(
    _ name: String, of members: [DocumentMember], _ word: ReferenceWord, at offset: Int?
  ) -> [DocumentNode]? {
    member(name, of: members, word, at: offset).flatMap {
      list($0.value, "`\(name)`", of: name)
    }
  }

  /// - Parameter offset: the place of the complaint if there is no such member; nil: none is made.
  private mutating func member(
    _ name: String, of members: [DocumentMember], _ word: ReferenceWord, at offset: Int?
  ) -> DocumentMember? {
    let member = members.named(name)
    if member == nil, let offset {
      complain(offset, .missing(name, in: "`\(word.name)`", expected: word.form))
    }
    return member
  }

  // MARK: Values

  private func referenceColumn(_ name: String, of path: FieldPath) -> ReferenceRequest.Column {
    ReferenceRequest.Column(named: name, types: declaration(of: path)?.types ?? [])
  }

  private mutating func values(
    _ file: OperandText, _ column: OperandText, _ members: [DocumentMember],
    _ word: ReferenceWord, of path: FieldPath
  ) -> ReferencedColumn? {
    var request = ReferenceRequest(
      file: file.text, columns: [referenceColumn(column.text, of: path)],
      format: format(members, word))
    request.input = referenceInput(members, word, [column.text])
    var values: ValueSet?
    if case .values(let loaded)? = load(request, file.offset, column.offset) { values = loaded }
    return ReferencedColumn(
      file: file.text, column: column.text, values: values ?? ValueSetBuilder().finish())
  }

  // MARK: Other records

  /// The records to which a reference to the input leads.
  struct ReferenceTarget {
    /// nil: all records.
    var section: SectionIndex?
    /// The id of the section, if the profile names it.
    var id: String?
  }

  /// A reference to the fields of records of a section.
  struct SectionReference {
    var path: FieldPath
    var target: ReferenceTarget
    var offset: Int
  }

  /// The section that `section` names; nil after a complaint.
  private mutating func target(
    _ members: [DocumentMember], _ word: ReferenceWord, at offset: Int?
  ) -> ReferenceTarget? {
    guard let id = text("section", of: members, word, at: offset) else { return nil }
    let known = sectionIDs
    guard let index = known.firstIndex(where: { $0.isExactly(id.text) }) else {
      return refuse(id.offset, .unknownSection(id.text, known: known))
    }
    return ReferenceTarget(section: SectionIndex(index), id: id.text)
  }

  /// A reference to other records of the input.
  private mutating func inputReference(
    _ fields: [FieldPath], _ columns: [OperandText], _ target: ReferenceTarget
  ) -> Expression? {
    let what = target.id == nil ? "a column of the input itself" : "a field of a section"
    var paths: [FieldPath] = []
    for column in columns {
      guard let path = path(column.text, at: column.offset) else { return nil }
      guard !path.leadsToSeveral else { return refuse(column.offset, .severalValues(what)) }
      let reference = SectionReference(path: path, target: target, offset: column.offset)
      if target.id != nil { sectionReferences.append(reference) }
      var mention = mention(of: path, at: column.offset)
      mention.section = target.section
      mentions.append(mention)
      paths.append(path)
    }
    return .refers(
      InputReference(
        fields: fields, columns: paths, target: target.section, targetID: target.id))
  }

  /// Complains about fields that the section referred to does not admit: `additionalFields` says
  /// so, and nothing but references names them.
  mutating func checkSectionReferences() {
    for reference in sectionReferences {
      guard let section = reference.target.section, let id = reference.target.id,
        isClosed(section)
      else { continue }
      let places = Set(sectionReferences.map(\.offset))
      let known = mentions.filter {
        ($0.section == section || $0.section == nil) && $0.isNamed && !places.contains($0.offset)
      }.map(\.path)
      guard !known.contains(where: { $0.steps.starts(with: reference.path.steps) }) else {
        continue
      }
      complain(
        reference.offset,
        .unknownSectionField(
          reference.path.description, section: id, known: known.map(\.description)))
    }
  }

  /// Whether the records of a section have no fields but those that the profile names.
  private func isClosed(_ section: SectionIndex) -> Bool {
    ruleSet.rules.contains { rule in
      guard rule.isRun, rule.scope == nil, rule.section == section || rule.section == nil,
        case .constraint(.onlyFields) = rule.expression
      else { return false }
      return true
    }
  }

  /// Loads the content of the file, read once for all rules that ask for the same. The first
  /// reading asks for no file.
  private mutating func load(
    _ request: ReferenceRequest, _ fileOffset: Int, _ columnOffset: Int
  ) -> ReferenceContent? {
    if isFirstReading { return nil }
    guard let loadReference else { return refuse(fileOffset, .referencesUnreadable) }
    let result: Result<LoadedReference, ReferenceLoadingError>
    if let loaded = loadedReferences[request] {
      result = loaded
    } else {
      do throws(ReferenceLoadingError) {
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
        .reference(fault, column: fault.column ?? request.column))
    case .success(let loaded):
      var file = ReferenceFile(
        file: request.file, column: request.column, sha256: loaded.sha256,
        count: loaded.content.count)
      if case .number(let digits) = loaded.content { file.number = digits }
      if seenReferences.insert(file).inserted { ruleSet.referenceFiles.append(file) }
      return loaded.content
    }
  }
}
